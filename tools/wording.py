"""Numbers in words, for all commands."""

from typing import Final

_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")
_STEP: Final = 1000


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun: `1 entry`, `3,456 entries`."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def size(number: int) -> str:
    """A number of bytes in a suitable unit: `812 bytes`, `4.2 MB`."""
    amount, unit = float(number), _UNITS[0]
    for unit in _UNITS:
        if amount < _STEP or unit == _UNITS[-1]:
            break
        amount /= _STEP
    return f"{number:,} bytes" if unit == _UNITS[0] else f"{amount:,.1f} {unit}"
