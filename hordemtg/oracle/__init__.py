"""Printed cards: what Wizards prints and Scryfall tells about them, kept in a store on disk.

Nothing here knows scripts or games. `card.PrintedCard` is what a card says, `store.Store` keeps cards,
`client.Client` asks Scryfall, `lookup` puts both together, `bulk` and `corpus` read files of cards.
"""
