"""Magic by the Comprehensive Rules for two sides: objects, zones, events, turn, stack, effects, combat.

Knows `cards` (what cards mean) and nothing of scripts, of the Horde, or of any card by name.
"""
