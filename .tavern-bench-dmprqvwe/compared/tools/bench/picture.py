"""A report as an SVG picture: how close each figure comes to its ceiling, as bars."""

from typing import Final

from tools.bench.report import Figure, Report, in_unit
from tools.svg import Svg

_WIDTH: Final = 960
_MARGIN: Final = 24
_BARS: Final = 440
_BAR_HEIGHT: Final = 12
_ROW: Final = 38
_HEADING: Final = 44
_INK, _FAINT, _BAR, _GROUND = "#22262b", "#6b7480", "#2f7d6d", "#e6e9ec"


def draw(report: Report) -> bytes:
    """The picture, in UTF-8: a bar for each figure that has a ceiling, full if it reaches the ceiling."""
    rows = [(section, [one for one in section.figures if one.share is not None]) for section in report.sections]
    rows = [(section, figures) for section, figures in rows if figures]
    height = 2 * _MARGIN + _HEADING + sum(_HEADING + _ROW * len(figures) for _, figures in rows)
    svg = Svg(_WIDTH, height)
    where = f"tavern bench: Python {report.python}, {report.machine}, {report.cores} cores, {report.game}"
    svg.words(_MARGIN, _MARGIN + 14, where, 16, _INK, bold=True)
    svg.words(_MARGIN, _MARGIN + 34, "A full bar is the ceiling measured in the same run.", 12, _FAINT)
    y = _MARGIN + _HEADING
    for section, figures in rows:
        svg.words(_MARGIN, y + 26, section.title, 14, _INK, bold=True)
        y += _HEADING
        for figure in figures:
            _draw_bar(svg, y, figure)
            y += _ROW
    return svg.picture()


def _draw_bar(svg: Svg, y: int, figure: Figure) -> None:
    share = min(figure.share or 0.0, 1.0)
    svg.words(_MARGIN, y + 6, figure.what, 12, _INK)
    for width, fill in ((_BARS, _GROUND), (share * _BARS, _BAR)):
        svg.box(_MARGIN, y + 12, width, _BAR_HEIGHT, fill)
    reached = f"{in_unit(figure.value, figure.unit)}; {figure.beside}: {in_unit(figure.ceiling or 0.0, figure.unit)}"
    svg.words(_MARGIN + _BARS + 12, y + 22, reached, 12, _INK)
