"""The Horde's rules (H1-H10): stages, reveals, directives, victory. Knows `rules` and the data in `cards`."""
