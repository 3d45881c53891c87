"""What cards mean: frozen trees built from small closed algebras, with no behaviour.

The compiler makes these trees from scripts; the engine, the checker and the
writer read them. Nothing here knows a script, a game or a card's name.
"""
