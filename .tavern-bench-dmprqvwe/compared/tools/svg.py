"""Rectangles and words as an SVG picture, without a plotting library."""

from xml.etree import ElementTree


class Svg:
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
