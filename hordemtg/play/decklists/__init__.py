"""Deck lists of other programs: written for deck builders, proxy printers and shops, and read (H11.3)."""
