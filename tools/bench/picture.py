"""A report as a picture: how near each figure comes to its ceiling, as bars in an SVG.

Bars and words need no plotting library: it would bring a dozen packages along, for a picture that a browser draws.
"""

from typing import Final
from xml.etree import ElementTree

from tools.bench.figures import Figure, Report
from tools.bench.printing import told

_WIDTH: Final = 960
_MARGIN: Final = 24
_BARS: Final = 440
_BAR_HEIGHT: Final = 12
_ROW: Final = 38
_HEADING: Final = 44
_INK, _FAINT, _BAR, _GROUND = "#22262b", "#6b7480", "#2f7d6d", "#e6e9ec"


def draw(report: Report) -> bytes:
    """The picture: a bar for each figure that has a ceiling, full where it would be reached. UTF-8."""
    rows = [(section, [one for one in section.figures if one.share is not None]) for section in report.sections]
    rows = [(section, figures) for section, figures in rows if figures]
    height = 2 * _MARGIN + _HEADING + sum(_HEADING + _ROW * len(figures) for _, figures in rows)
    box = {"width": f"{_WIDTH}", "height": f"{height}", "viewBox": f"0 0 {_WIDTH} {height}"}
    svg = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": "sans-serif", **box})
    ElementTree.SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
    where = f"tavern bench: Python {report.python}, {report.machine}, {report.cores} cores, {report.game}"
    _text(svg, _MARGIN, _MARGIN + 14, where, size=16, weight="bold")
    _text(svg, _MARGIN, _MARGIN + 34, "A full bar is the ceiling that was measured in the same run.", fill=_FAINT)
    y = _MARGIN + _HEADING
    for section, figures in rows:
        _text(svg, _MARGIN, y + 26, section.title, size=14, weight="bold")
        y += _HEADING
        for figure in figures:
            _bar(svg, y, figure)
            y += _ROW
    drawn: bytes = ElementTree.tostring(svg, encoding="utf-8", xml_declaration=True)
    return drawn


def _bar(svg: ElementTree.Element, y: int, figure: Figure) -> None:
    share = min(figure.share or 0.0, 1.0)
    _text(svg, _MARGIN, y + 6, figure.what)
    for width, fill in ((_BARS, _GROUND), (share * _BARS, _BAR)):
        box = {"x": f"{_MARGIN}", "y": f"{y + 12}", "width": f"{width:.1f}", "height": f"{_BAR_HEIGHT}", "fill": fill}
        ElementTree.SubElement(svg, "rect", box)
    reached = f"{told(figure.value, figure.unit)}; {figure.beside}: {told(figure.ceiling or 0.0, figure.unit)}"
    _text(svg, _MARGIN + _BARS + 12, y + 22, reached)


def _text(svg: ElementTree.Element, x: int, y: int, words: str, *, size: int = 12, **style: str) -> None:
    look = {"x": f"{x}", "y": f"{y}", "font-size": f"{size}", "fill": style.pop("fill", _INK)}
    if "weight" in style:
        look["font-weight"] = style["weight"]
    ElementTree.SubElement(svg, "text", look).text = words
