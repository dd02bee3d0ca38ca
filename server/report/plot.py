"""Plots of a round's coins and chances: SVGs drawn from numbers."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from server.report.markup import plain
from server.report.words import purse

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


class Line(NamedTuple):
    """A line through points: each a step, 0 before the first, and an amount.

    `look` is the number of its colour and pattern, and `rings` are points of it that stand out.
    """

    look: int
    key: str
    points: Sequence[tuple[int, int]]
    rings: Sequence[tuple[int, int]] = ()


def coins_plot(lines: Sequence[Line], last: int, title: str) -> str:
    """A plot of amounts in copper, each of which stays until the next point. `last` is the last step."""
    amounts = [amount for line in lines for _, amount in line.points]
    return _plot(lines, last, title, min(0, *amounts), max(1, *amounts), _signed)


def chances_plot(lines: Sequence[Line], last: int, title: str) -> str:
    """A plot of chances in percent, with a dot at each point."""
    return _plot(lines, last, title, 0, 100, lambda percent: f"{percent} %", dots=True)


def _plot(
    lines: Sequence[Line],
    last: int,
    title: str,
    low: int,
    high: int,
    label: Callable[[int], str],
    *,
    dots: bool = False,
) -> str:
    def x(step: int) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * step / max(1, last), 1)

    def y(amount: int) -> float:
        return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (high - amount) / (high - low), 1)

    drawn = [_tick(amount, y(amount), label(amount)) for amount in _ticks(low, high)]
    drawn.append(f'<text x="{_LEFT}" y="{HEIGHT - 5}">before</text>')
    drawn.append(f'<text class="end" x="{WIDTH - _RIGHT}" y="{HEIGHT - 5}">after</text>')
    drawn.append(f'<path class="now" data-left="{_LEFT}" data-right="{WIDTH - _RIGHT}" d="M0 {_TOP}v{y(low) - _TOP}"/>')
    for line in lines:
        (first, amount), *following = line.points
        path, before = f"M{x(first)} {y(amount)}", amount
        for step, amount in following:
            if dots:
                path += f"L{x(step)} {y(amount)}"
            elif amount != before:
                path += f"H{x(step)}V{y(amount)}"
            before = amount
        drawn.append(f'<path {_stroke(line.look)} d="{path}H{x(line.points[-1][0])}" fill="none"/>')
        for step, amount in line.points if dots else ():
            drawn.append(f'<circle class="dot c{line.look % COLOURS}" cx="{x(step)}" cy="{y(amount)}" r="2.2"/>')
        drawn += [f'<circle class="ring" cx="{x(step)}" cy="{y(amount)}" r="5"/>' for step, amount in line.rings]
    ends = _apart([y(line.points[-1][1]) for line in lines])
    for line, at in zip(lines, ends, strict=True):
        key = plain(line.key)
        drawn.append(f'<text class="key c{line.look % COLOURS}" x="{WIDTH - _RIGHT + 5}" y="{at + 4:.1f}">{key}</text>')
    heading = f"<title>{plain(title)}</title>"
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{heading}{"".join(drawn)}</svg>'


def _signed(amount_cp: int) -> str:
    return "0" if not amount_cp else f"{'+' if amount_cp > 0 else ''}{purse(amount_cp)}"


def _tick(amount: int, at: float, label: str) -> str:
    kind = "tick" if amount else "tick zero"
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
