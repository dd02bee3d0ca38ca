"""A simulation as a picture: a bar for each figure, and over it a thin line as long as its interval of 95 %.

Shares reach from 0 to 100 %, amounts over round numbers; both are told over the bars.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from pathlib import Path
from typing import Final

import msgspec

from tools.simulate.canvas import Canvas, Png, Svg
from tools.simulate.intervals import Estimate
from tools.simulate.printing import copper, coppers, in_percent, in_words, length, share, shares
from tools.simulate.report import Simulation

_WIDTH: Final = 960
_MARGIN: Final = 24
_BARS_FROM: Final = 330
_BARS: Final = 330
_ROW: Final = 24
_HEADING: Final = 40
_INK, _FAINT, _BAR, _LINE, _GROUND = "#22262b", "#6b7480", "#2f7d6d", "#b4552d", "#e6e9ec"
_TICK, _ZERO = "#c9ced4", "#6b7480"
_MOST_STEPS: Final = 5

_LINES: Final = "A line over a bar is where the figure lies 95 times in 100."

_Row = tuple[str, Estimate, str]
"""What it is, the figure, and the figure in words."""


class Scale(msgspec.Struct, frozen=True):
    """From where to where the bars of a section can reach, and what stands at its ticks."""

    low: float
    high: float
    ticks: Mapping[float, str]

    def place(self, value: float) -> float:
        """How far from the left a value is drawn."""
        return _BARS_FROM + _BARS * (value - self.low) / (self.high - self.low)


_SHARES: Final = Scale(0.0, 1.0, {tick / 100: f"{tick} %" for tick in (0, 25, 50, 75, 100)})


def amounts(estimates: Sequence[Estimate]) -> Scale:
    """A scale of round numbers, of which all the bars, lines and 0 are part."""
    lows = [estimate.value if estimate.low is None else estimate.low for estimate in estimates]
    highs = [estimate.value if estimate.high is None else estimate.high for estimate in estimates]
    low, high = min(0.0, *lows), max(0.0, *highs)
    step = _step((high - low) / _MOST_STEPS)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return Scale(first * step, last * step, {tick * step: f"{tick * step:,.0f}" for tick in range(first, last + 1)})


def _step(least: float) -> int:
    """1, 2 or 5, or ten times as much, and so on, whichever is not below `least` first."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step >= least:
                return step
        power *= 10


def kind_of(plot: Path) -> str | None:
    """What a file of that name holds: svg or png; None where it is neither."""
    kind = plot.suffix.lower().removeprefix(".")
    return kind if kind in ("svg", "png") else None


def draw(found: Simulation, name: str, kind: str) -> bytes:
    """The picture, as svg or png; `name` is the game's. Raises `ImportError` where a png cannot be drawn."""
    sections = [section for section in _sections(found) if section[1]]
    height = 2 * _MARGIN + _HEADING + sum(_HEADING + _ROW * len(rows) for _, rows, _ in sections)
    canvas: Canvas = Svg(_WIDTH, height) if kind == "svg" else Png(_WIDTH, height)
    canvas.words(_MARGIN, _MARGIN + 14, f"{name}: {length(found)}", 16, _INK)
    lines = "One table tells no intervals." if found.tables == 1 else _LINES
    told = f"{lines} Seed {found.seed}."
    canvas.words(_MARGIN, _MARGIN + 34, told, 12, _FAINT)
    y = _MARGIN + _HEADING
    for title, rows, scale in sections:
        canvas.words(_MARGIN, y + 26, title, 14, _INK)
        y += _HEADING
        for value, tick in scale.ticks.items():
            canvas.words(scale.place(value), y - 7, tick, 10, _FAINT, centred=True)
        for row in rows:
            _draw_row(canvas, y, row, scale)
            y += _ROW
    return canvas.done()


def _sections(found: Simulation) -> Sequence[tuple[str, list[_Row], Scale]]:
    wins = [(one.policy, one.win_rate, _share(one.win_rate)) for one in found.policies]
    coins = [(one.policy, one.coins_cp, _copper(one.coins_cp)) for one in found.policies]
    coins.append(("the House", found.house_cp, _copper(found.house_cp)))
    rates = [(in_words(rate), rate.rate, _share(rate.rate)) for rate in found.rates if in_percent(rate)]
    return (
        ("Rounds won", wins, _SHARES),
        ("Coins gained in a round, in copper", coins, amounts([estimate for _, estimate, _ in coins])),
        ("How often", rates, _SHARES),
    )


def _share(estimate: Estimate) -> str:
    return share(estimate) + ("" if estimate.low is None else f"  ({shares(estimate)})")


def _copper(estimate: Estimate) -> str:
    return copper(estimate.value) + ("" if estimate.low is None else f"  ({coppers(estimate)})")


def _draw_row(canvas: Canvas, y: float, row: _Row, scale: Scale) -> None:
    what, estimate, told = row
    begin, end = sorted((scale.place(0.0), scale.place(estimate.value)))
    canvas.words(_MARGIN, y + 12, what, 12, _INK)
    canvas.box(_BARS_FROM, y + 2, _BARS, 12, _GROUND)
    canvas.box(begin, y + 2, end - begin, 12, _BAR)
    for value in scale.ticks:
        canvas.box(scale.place(value) - 0.5, y - 2, 1, _ROW, _ZERO if value == 0 else _TICK)
    if estimate.low is not None and estimate.high is not None:
        low, high = scale.place(estimate.low), scale.place(estimate.high)
        canvas.box(low, y + 7, max(high - low, 1.0), 2, _LINE)
    canvas.words(_BARS_FROM + _BARS + 16, y + 12, told, 12, _INK)
