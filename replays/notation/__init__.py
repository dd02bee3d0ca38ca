"""The notation: a round as a few lines of text, as one viewer saw it. docs/notation.md specifies it."""

from typing import Final

MAGIC: Final = "tavern-notation"
"""How a text in the notation begins."""
