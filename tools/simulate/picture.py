"""Figures as an SVG picture: a bar for each, and over it a thin line for its 95 % interval.

The scale of shares runs from 0 to 100 %; that of amounts ends in round numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor
from typing import Final
from xml.etree import ElementTree

import msgspec

from replays.intervals import Estimate
from tools.simulate.printing import COPPER, PERCENT, Unit, in_percent, in_words, length
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

_LINES: Final = "A line over a bar is the 95 % confidence interval."

Row = tuple[str, Estimate, str]
"""The label, the figure, and the figure in words."""


class _Svg:
    """A white SVG picture. Lengths are in units of one pixel at normal size; the `y` of words is their base line."""

    def __init__(self, width: int, height: int) -> None:
        box = {"width": f"{width}", "height": f"{height}", "viewBox": f"0 0 {width} {height}"}
        self._svg = ElementTree.Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": "sans-serif", **box}
        )
        self.box(0, 0, width, height, "#ffffff")

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """Draw a filled rectangle."""
        box = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{height:.1f}", "fill": fill}
        ElementTree.SubElement(self._svg, "rect", box)

    def words(
        self, x: float, y: float, text: str, size: int, fill: str, *, centred: bool = False, bold: bool = False
    ) -> None:
        """Write a line of text, starting at x or centred on it."""
        look = {"x": f"{x:.1f}", "y": f"{y:.1f}", "font-size": f"{size}", "fill": fill}
        look |= {"text-anchor": "middle"} if centred else {}
        look |= {"font-weight": "bold"} if bold else {}
        ElementTree.SubElement(self._svg, "text", look).text = text

    def picture(self) -> bytes:
        """The picture, in UTF-8."""
        drawn: bytes = ElementTree.tostring(self._svg, encoding="utf-8", xml_declaration=True)
        return drawn


class Scale(msgspec.Struct, frozen=True):
    """The range of a section's bars, and the labels of its ticks."""

    low: float
    high: float
    ticks: Mapping[float, str]

    def place(self, value: float) -> float:
        """The x of a value."""
        return _BARS_FROM + _BARS * (value - self.low) / (self.high - self.low)


Section = tuple[str, Sequence[Row], Scale]
"""The heading, the rows, and the scale of their bars."""

_SHARES: Final = Scale(0.0, 1.0, {tick / 100: f"{tick} %" for tick in (0, 25, 50, 75, 100)})


def amounts(estimates: Sequence[Estimate]) -> Scale:
    """A scale in round numbers that includes all bars, their lines, and 0."""
    lows = [estimate.value if estimate.low is None else estimate.low for estimate in estimates]
    highs = [estimate.value if estimate.high is None else estimate.high for estimate in estimates]
    low, high = min(0.0, *lows), max(0.0, *highs)
    step = _step((high - low) / _MOST_STEPS)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return Scale(first * step, last * step, {tick * step: f"{tick * step:,.0f}" for tick in range(first, last + 1)})


def _step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50, … that is at least `least`."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step >= least:
                return step
        power *= 10


def draw(found: Simulation, name: str) -> bytes:
    """The picture of a simulation, in UTF-8; `name` is the game's."""
    lines = "One table is too few for intervals." if found.tables == 1 else _LINES
    return chart(f"{name}: {length(found)}", f"{lines} Seed {found.seed}.", _sections(found))


def chart(title: str, note: str, sections: Iterable[Section]) -> bytes:
    """The picture of some sections, in UTF-8. Those without rows are left out."""
    sections = [section for section in sections if section[1]]
    height = 2 * _MARGIN + _HEADING + sum(_HEADING + _ROW * len(rows) for _, rows, _ in sections)
    svg = _Svg(_WIDTH, height)
    svg.words(_MARGIN, _MARGIN + 14, title, 16, _INK)
    svg.words(_MARGIN, _MARGIN + 34, note, 12, _FAINT)
    y = _MARGIN + _HEADING
    for heading, rows, scale in sections:
        svg.words(_MARGIN, y + 26, heading, 14, _INK)
        y += _HEADING
        for value, tick in scale.ticks.items():
            svg.words(scale.place(value), y - 7, tick, 10, _FAINT, centred=True)
        for row in rows:
            _draw_row(svg, y, row, scale)
            y += _ROW
    return svg.picture()


def _sections(found: Simulation) -> Sequence[Section]:
    wins = [_row(one.policy, one.win_rate, PERCENT) for one in found.policies]
    coins = [_row(one.policy, one.coins_cp, COPPER) for one in found.policies]
    coins.append(_row("the House", found.house_cp, COPPER))
    rates = [_row(in_words(rate), rate.rate, PERCENT) for rate in found.rates if in_percent(rate)]
    return (
        ("Rounds won", wins, _SHARES),
        ("Coins gained in a round, in copper", coins, amounts([estimate for _, estimate, _ in coins])),
        ("How often", rates, _SHARES),
    )


def _row(label: str, estimate: Estimate, unit: Unit) -> Row:
    interval = "" if estimate.low is None else f"  ({unit.interval(estimate)})"
    return label, estimate, unit.value(estimate) + interval


def _draw_row(svg: _Svg, y: float, row: Row, scale: Scale) -> None:
    what, estimate, words = row
    begin, end = sorted((scale.place(0.0), scale.place(estimate.value)))
    svg.words(_MARGIN, y + 12, what, 12, _INK)
    svg.box(_BARS_FROM, y + 2, _BARS, 12, _GROUND)
    svg.box(begin, y + 2, end - begin, 12, _BAR)
    for value in scale.ticks:
        svg.box(scale.place(value) - 0.5, y - 2, 1, _ROW, _ZERO if value == 0 else _TICK)
    if estimate.low is not None and estimate.high is not None:
        low, high = scale.place(estimate.low), scale.place(estimate.high)
        svg.box(low, y + 7, max(high - low, 1.0), 2, _LINE)
    svg.words(_BARS_FROM + _BARS + 16, y + 12, words, 12, _INK)
