"""The plot of a round's coins: an SVG drawn from numbers."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tools.drawing import purse
from tools.report.markup import plain

WIDTH, HEIGHT = 360, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 22, 8, 18
_DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "14 4", "5 2 2 2 2 2", "1 5")
"""Patterns of lines. Their number has no factor in common with that of the colours, so that lines differ."""
COLOURS: Final = 6
_MOST_TICKS: Final = 6
_KEYS_APART: Final = 13


def _stroke(line: int) -> str:
    """The attributes of a line: its colour, and a pattern for those who see no colours."""
    dashes = _DASHES[line % len(_DASHES)]
    return f'class="line c{line % COLOURS}"' + (f' stroke-dasharray="{dashes}"' if dashes else "")


def sample(line: int) -> str:
    """A piece of a line, for the legend."""
    drawn = f'<path {_stroke(line)} d="M0 4H40" fill="none"/>'
    return f'<svg class="sample" viewBox="0 0 40 8" aria-hidden="true">{drawn}</svg>'


def plot(lines: Sequence[Sequence[int]], keys: Sequence[str], title: str) -> str:
    """A plot of lines of amounts (copper), each with one amount a step, and its key at its end."""
    low, high = min(0, *map(min, lines)), max(1, *map(max, lines))
    last = max(1, len(lines[0]) - 1)

    def x(step: int) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * step / last, 1)

    def y(amount_cp: int) -> float:
        return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (high - amount_cp) / (high - low), 1)

    drawn = [_tick(amount_cp, y(amount_cp)) for amount_cp in _ticks(low, high)]
    drawn.append(f'<text x="{_LEFT}" y="{HEIGHT - 5}">before</text>')
    drawn.append(f'<text class="end" x="{WIDTH - _RIGHT}" y="{HEIGHT - 5}">after</text>')
    drawn.append(f'<path class="now" data-left="{_LEFT}" data-right="{WIDTH - _RIGHT}" d="M0 {_TOP}v{y(low) - _TOP}"/>')
    for n, amounts in enumerate(lines):
        path = f"M{x(0)} {y(amounts[0])}"
        for step in range(1, len(amounts)):
            if amounts[step] != amounts[step - 1]:
                path += f"H{x(step)}V{y(amounts[step])}"
        drawn.append(f'<path {_stroke(n)} d="{path}H{x(last)}" fill="none"/>')
    ends = _apart([y(amounts[-1]) for amounts in lines])
    for n, (key, at) in enumerate(zip(keys, ends, strict=True)):
        drawn.append(f'<text class="key c{n % COLOURS}" x="{WIDTH - _RIGHT + 5}" y="{at + 4:.1f}">{plain(key)}</text>')
    heading = f"<title>{plain(title)}</title>"
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{heading}{"".join(drawn)}</svg>'


def _tick(amount_cp: int, at: float) -> str:
    label = "0" if not amount_cp else f"{'+' if amount_cp > 0 else ''}{purse(amount_cp)}"
    kind = "tick" if amount_cp else "tick zero"
    line = f'<path class="{kind}" d="M{_LEFT} {at}H{WIDTH - _RIGHT}"/>'
    return f'{line}<text class="end" x="{_LEFT - 6}" y="{at + 4}">{plain(label)}</text>'


def _ticks(low: int, high: int) -> list[int]:
    apart = next(unit * 10**zeros for zeros in range(20) for unit in (1, 2, 5) if _fits(low, high, unit * 10**zeros))
    return list(range(-(-low // apart) * apart, high + 1, apart))


def _fits(low: int, high: int, apart: int) -> bool:
    return high // apart - -(-low // apart) < _MOST_TICKS


def _apart(places: Sequence[float]) -> list[float]:
    """The places of the keys: as near to the ends of their lines as they can be without covering each other."""
    found = list(places)
    ordered = sorted(range(len(found)), key=found.__getitem__)
    for before, after in pairwise(ordered):
        found[after] = max(found[after], found[before] + _KEYS_APART)
    beyond = max(found) - (HEIGHT - 4)
    for n in reversed(ordered) if beyond > 0 else ():
        found[n] = min(found[n], HEIGHT - 4 - _KEYS_APART * (len(ordered) - 1 - ordered.index(n)))
    return found
