"""What all measurements of a run share: its folder, sizes and databases."""

from pathlib import Path

import msgspec


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """How many of each: `commands` at each table, `rounds` in the long log, `seconds` for each figure of `replay`,
    `worlds` for each decision of `analysis`.
    """

    connections: int
    commands: int
    readers: int
    tables: int
    rounds: int
    repeats: int
    seconds: float
    worlds: int


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One run. `postgres` and `replicated`: the operator's databases, one of them with a synchronous standby."""

    folder: Path
    sizes: Sizes
    postgres: str | None = None
    replicated: str | None = None
