"""A simulation as a picture: a bar for each figure, and over it a thin line as long as its interval of 95 %."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.simulate.canvas import Canvas, Png, Svg
from tools.simulate.intervals import Estimate
from tools.simulate.printing import copper, coppers, in_percent, length, share, shares
from tools.simulate.report import Simulation

_WIDTH: Final = 960
_MARGIN: Final = 24
_BARS_FROM: Final = 330
_BARS: Final = 330
_ROW: Final = 24
_HEADING: Final = 40
_INK, _FAINT, _BAR, _LINE, _GROUND = "#22262b", "#6b7480", "#2f7d6d", "#b4552d", "#e6e9ec"

_LINES: Final = "A line over a bar is where the figure lies 95 times in 100."

_Row = tuple[str, Estimate, str]
"""What it is, the figure, and the figure in words."""


def kind_of(plot: Path) -> str | None:
    """What a file of that name holds: svg or png; None where it is neither."""
    kind = plot.suffix.lower().removeprefix(".")
    return kind if kind in ("svg", "png") else None


def draw(found: Simulation, kind: str) -> bytes:
    """The picture, as svg or png. Raises `ImportError` where a png cannot be drawn."""
    sections = [(title, rows) for title, rows in _sections(found) if rows]
    height = 2 * _MARGIN + _HEADING + sum(_HEADING + _ROW * len(rows) for _, rows in sections)
    canvas: Canvas = Svg(_WIDTH, height) if kind == "svg" else Png(_WIDTH, height)
    canvas.words(_MARGIN, _MARGIN + 14, f"{found.game}: {length(found)}", 16, _INK)
    lines = "One table tells no intervals." if found.tables == 1 else _LINES
    told = f"{lines} Seed {found.seed}."
    canvas.words(_MARGIN, _MARGIN + 34, told, 12, _FAINT)
    y = _MARGIN + _HEADING
    for title, rows in sections:
        canvas.words(_MARGIN, y + 26, title, 14, _INK)
        y += _HEADING
        low, high = _bounds([estimate for _, estimate, _ in rows])
        for row in rows:
            _draw_row(canvas, y, row, low, (high - low) or 1.0)
            y += _ROW
    return canvas.done()


def _sections(found: Simulation) -> Sequence[tuple[str, list[_Row]]]:
    wins = [(one.policy, one.win_rate, _share(one.win_rate)) for one in found.policies]
    coins = [(one.policy, one.coins_cp, _copper(one.coins_cp)) for one in found.policies]
    rates = [
        (f"{rate.told}, of {rate.of.replace('_', ' ')}", rate.rate, _share(rate.rate))
        for rate in found.rates
        if in_percent(rate)
    ]
    return (
        ("Rounds won", wins),
        ("Coins gained in a round, in copper", [*coins, ("the House", found.house_cp, _copper(found.house_cp))]),
        ("How often, in percent", rates),
    )


def _bounds(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """From where to where a section's bars and lines reach: 0 is in it."""
    lows = [estimate.value if estimate.low is None else estimate.low for estimate in estimates]
    highs = [estimate.value if estimate.high is None else estimate.high for estimate in estimates]
    return min(0.0, *lows), max(0.0, *highs)


def _share(estimate: Estimate) -> str:
    return share(estimate) + ("" if estimate.low is None else f"  ({shares(estimate)})")


def _copper(estimate: Estimate) -> str:
    return copper(estimate.value) + ("" if estimate.low is None else f"  ({coppers(estimate)})")


def _draw_row(canvas: Canvas, y: float, row: _Row, low: float, width: float) -> None:
    what, estimate, told = row

    def place(value: float) -> float:
        return _BARS_FROM + _BARS * (value - low) / width

    begin, end = sorted((place(0.0), place(estimate.value)))
    canvas.words(_MARGIN, y + 12, what, 12, _INK)
    canvas.box(_BARS_FROM, y + 2, _BARS, 12, _GROUND)
    canvas.box(begin, y + 2, end - begin, 12, _BAR)
    if estimate.low is not None and estimate.high is not None:
        canvas.box(place(estimate.low), y + 7, max(place(estimate.high) - place(estimate.low), 1.0), 2, _LINE)
    canvas.words(_BARS_FROM + _BARS + 12, y + 12, told, 12, _INK)
