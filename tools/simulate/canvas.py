"""Something to draw rectangles and words on: an SVG, which needs no library, or a PNG, which takes Pillow."""

import io
from typing import Final, Protocol
from xml.etree import ElementTree

_PNG_SCALE: Final = 2
"""Pixels to a unit, so that words are sharp."""


class Canvas(Protocol):
    """A white sheet. Lengths are in units of which a word of size 12 is 12 high; `y` of words is their base line."""

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A filled rectangle."""
        ...

    def words(self, x: float, y: float, text: str, size: int, fill: str, *, centred: bool = False) -> None:
        """A line of text, beginning at x, or with its middle there."""
        ...

    def done(self) -> bytes:
        """The picture."""
        ...


class Svg:
    """A picture in SVG, UTF-8."""

    def __init__(self, width: int, height: int) -> None:
        box = {"width": f"{width}", "height": f"{height}", "viewBox": f"0 0 {width} {height}"}
        self._svg = ElementTree.Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": "sans-serif", **box}
        )
        self.box(0, 0, width, height, "#ffffff")

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A filled rectangle."""
        box = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{height:.1f}", "fill": fill}
        ElementTree.SubElement(self._svg, "rect", box)

    def words(self, x: float, y: float, text: str, size: int, fill: str, *, centred: bool = False) -> None:
        """A line of text."""
        look = {"x": f"{x:.1f}", "y": f"{y:.1f}", "font-size": f"{size}", "fill": fill}
        look |= {"text-anchor": "middle"} if centred else {}
        ElementTree.SubElement(self._svg, "text", look).text = text

    def done(self) -> bytes:
        """The picture."""
        drawn: bytes = ElementTree.tostring(self._svg, encoding="utf-8", xml_declaration=True)
        return drawn


class Png:
    """A picture in PNG. Raises `ImportError` where Pillow is not installed."""

    def __init__(self, width: int, height: int) -> None:
        from PIL import Image, ImageDraw, ImageFont

        self._image = Image.new("RGB", (width * _PNG_SCALE, height * _PNG_SCALE), "#ffffff")
        self._draw = ImageDraw.Draw(self._image)
        self._font = ImageFont.load_default

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A filled rectangle."""
        corners = (x, y, x + width, y + height)
        left, top, right, bottom = (round(corner * _PNG_SCALE) for corner in corners)
        if right > left and bottom > top:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=fill)

    def words(self, x: float, y: float, text: str, size: int, fill: str, *, centred: bool = False) -> None:
        """A line of text."""
        place, anchor = (x * _PNG_SCALE, y * _PNG_SCALE), "ms" if centred else "ls"
        self._draw.text(place, text, fill=fill, font=self._font(size * _PNG_SCALE), anchor=anchor)

    def done(self) -> bytes:
        """The picture."""
        drawn = io.BytesIO()
        self._image.save(drawn, "PNG")
        return drawn.getvalue()
