"""A card scripting engine for Horde Magic: scripts are data, one generic engine plays them."""

__version__ = "0.1.0"
