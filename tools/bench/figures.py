"""What was measured: figures, each with the ceiling that was measured beside it in the same run."""

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure. `unit` is what it counts: `a second`, `ms`, `bytes`; more of the first is better, less of the others.

    `ceiling` is what `beside` came to, the best that could be hoped for here; `ratio` is the figure over its ceiling.
    """

    what: str
    value: float
    unit: str
    beside: str | None = None
    ceiling: float | None = None
    ratio: float | None = None

    @property
    def share(self) -> float | None:
        """How near the figure comes to its ceiling: 1 is there."""
        if not self.ceiling or not self.value:
            return None
        return self.value / self.ceiling if self.unit == PER_SECOND else self.ceiling / self.value


PER_SECOND = "a second"
MILLISECONDS = "ms"
BYTES = "bytes"


def figure(what: str, value: float, unit: str, beside: str | None = None, ceiling: float | None = None) -> Figure:
    """A figure with its ratio."""
    ratio = value / ceiling if ceiling else None
    return Figure(what=what, value=value, unit=unit, beside=beside, ceiling=ceiling, ratio=ratio)


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of one thing, and how."""

    name: str
    title: str
    how: str
    figures: list[Figure]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that was measured, and on what."""

    python: str
    machine: str
    cores: int
    game: str
    sections: list[Section]
