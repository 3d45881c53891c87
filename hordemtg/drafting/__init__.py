"""Drafting: from the text printed on a card to its script, with what is not understood said by name."""
