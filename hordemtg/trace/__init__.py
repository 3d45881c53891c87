"""Traces: what happens in a game and why, as lines that programs and people can read."""
