"""From a script to the words that are printed on a card, and the comparison of the two."""
