"""Writes docs/odds.md and its picture, from exact counts and simulations: `python -m tools.development.odds_page`, in
two minutes."""

import json
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any, Final

import click
from click.testing import CliRunner

from games.goblin.state import CHAMBER
from games.mechanics.one_throw import OneThrow
from games.middles_seven import MiddlesSeven
from games.policies.bank import house_totals, worth
from games.policies.prospects import bust_chance
from games.policies.races.farkle import nothing_chance
from games.policies.races.pig_for_two import Race
from games.rulers_bluff import HAND_LABELS, HANDS, hand_of
from games.scales import Scales
from games.triangle import rank_of_total
from games.trickster.cards.card import Size
from games.trickster.counting import chance
from games.twelve_nights import TWELVE, points
from games.twins import Twins
from replays.intervals import Estimate
from tools.cli import main
from tools.simulate.picture import Row, amounts, chart

PAGE: Final = Path(__file__).parents[2] / "docs" / "odds.md"
PICTURE: Final = PAGE.parent / "pictures" / "odds-banks.svg"
_TEXT: Final = Path(__file__).with_suffix(".md")
_BUYS: Final = (20, 10, 8, 6, 4)
_FIELD: Final = re.compile(r"^\{\{(.+)\}\}$", re.MULTILINE)
Simulate = Callable[[str], Mapping[str, Any]]
"""From a `tavern simulate` command to the figures that it prints as JSON."""


def percent(share: Fraction | float) -> str:
    """A share in percent, with one decimal, without the sign."""
    return f"{float(100 * share):.1f}".replace("-", "−")


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def busts() -> str:
    """How often a bought die busts a total of Twenty-One."""
    totals = range(12, 21)
    return table(
        ["total", *totals],
        [[f"d{sides}", *(percent(bust_chance(total, sides)) for total in totals)] for sides in _BUYS],
    )


def survival() -> str:
    """How many seats are alive after each stage of Goblin Mode, if all roll."""
    alive = Fraction(1)
    left: list[str] = []
    for sides in CHAMBER.values():
        alive *= 1 - Fraction(1, sides)
        left.append(percent(alive))
    return table(["after the", *CHAMBER], [["alive", *left]])


def kept_of_a_throw(game: OneThrow[Any, Any], call: str, dice: int, sides: int, *, cheated: bool = False) -> Fraction:
    """What the House keeps of a bet on its throw; with a cheat, its first die falls again if the bet would be lost."""
    faces = range(1, sides + 1)
    back = Fraction(0)
    throws = list(product(faces, repeat=dice))
    for throw in throws:
        returned = Fraction(game.returns(call, throw))
        if cheated and returned < 1:
            returned = sum((Fraction(game.returns(call, (face, *throw[1:]))) for face in faces), Fraction(0)) / sides
        back += returned
    return 1 - back / len(throws)


def kept_in_mountains(more: int, *, cheated: bool = False) -> Fraction:
    """The House's share of all bets, if so many buy-ins are added where a seat is likelier to win than to lose."""
    staked = kept = Fraction(0)
    for first, second in product(range(1, 9), repeat=2):
        wins = Fraction(max(abs(first - second) - 1, 0), 8)
        wins = 1 - (1 - wins) ** 2 if cheated else wins
        stake = 1 + (more if wins > Fraction(1, 2) else 0)
        staked, kept = staked + stake, kept + stake * (1 - 2 * wins)
    return kept / staked


_CARDS: Final = range(1, 7)


@cache
def _shown(pips: int, ace: bool, can_cheat: bool, win_pays: str, twelve: int) -> Fraction:
    """What comes back of a bet with these cards open, played best, in Twelve Nights."""
    total = points(pips, ace=ace)
    if total >= TWELVE or not can_cheat:
        return worth(pips, ace, 10, win_pays, twelve)[0]
    beaten = [chance for house, chance in house_totals(10).items() if house < total or house > TWELVE]
    stays = sum(beaten, Fraction(0)) * (2 if win_pays == "even" else 1)
    hits = sum((_covered((face,), pips, ace, win_pays, twelve) for face in _CARDS), Fraction(0)) / 6
    return max(stays, hits, Fraction(1, 2))


def _covered(cards: tuple[int, ...], pips: int, ace: bool, win_pays: str, twelve: int) -> Fraction:
    """The same for a seat that has not cheated yet: it shows these new cards, or draws one of them again."""

    def back(now: tuple[int, ...], *, can_cheat: bool) -> Fraction:
        return _shown(pips + sum(now), ace or 1 in now, can_cheat, win_pays, twelve)

    again = (
        sum((back((*cards[:n], face, *cards[n + 1 :]), can_cheat=False) for face in _CARDS), Fraction(0)) / 6
        for n in range(len(cards))
    )
    return max(back(cards, can_cheat=True), *again)


def kept_in_twelve_nights(win_pays: str, twelve: int, stands_on: int = 10, *, cheated: bool = False) -> Fraction:
    """What the House keeps from the best play; with a cheat, it stands on 10."""
    pairs = list(product(_CARDS, repeat=2))
    if cheated:
        return 1 - sum((_covered(pair, 0, False, win_pays, twelve) for pair in pairs), Fraction(0)) / 36
    back = (worth(sum(pair), 1 in pair, stands_on, win_pays, twelve)[0] for pair in pairs)
    return 1 - sum(back, Fraction(0)) / 36


@cache
def kept_of_bets() -> Mapping[str, Sequence[Fraction]]:
    """What the House keeps in its games: from honest players, and from one who cheats once a round unnoticed."""

    def thrown(game: OneThrow[Any, Any], call: str, dice: int, sides: int) -> list[Fraction]:
        return [kept_of_a_throw(game, call, dice, sides, cheated=cheated) for cheated in (False, True)]

    def between(more: int) -> list[Fraction]:
        return [kept_in_mountains(more, cheated=cheated) for cheated in (False, True)]

    def twelves(win_pays: str, twelve: int) -> list[Fraction]:
        return [kept_in_twelve_nights(win_pays, twelve, cheated=cheated) for cheated in (False, True)]

    return {
        "Middle's 7: higher, lower": thrown(MiddlesSeven(), "higher", 2, 6),
        "Middle's 7: the middle": thrown(MiddlesSeven(), "middles_7", 2, 6),
        "Mountains: the buy-in alone": between(0),
        "Mountains: three buy-ins more on good odds": between(3),
        "Scales": thrown(Scales(), "number:1", 3, 6),
        "Light Scales": thrown(Scales(), "number:1", 3, 4),
        "Twins: a number": thrown(Twins(), "number:7", 2, 20),
        "Twins: a number on one die": thrown(Twins(), "black:7", 2, 20),
        "Twins: both odd, both even": thrown(Twins(), "both:odd", 2, 20),
        "Twins: total odd, total even": thrown(Twins(), "total:odd", 2, 20),
        **{
            f"Twelve Nights: `{win_pays}`, `twelve_returns` {twelve}": twelves(win_pays, twelve)
            for win_pays, twelve in product(("even", "stake"), (2, 3))
        },
    }


def banks() -> str:
    """The table of what the House keeps."""
    rows = [[bet, *map(percent, kept)] for bet, kept in kept_of_bets().items()]
    return table(["bet", "the House keeps", "with a cheat"], rows)


def banks_picture() -> bytes:
    """The picture of what the House keeps, in UTF-8."""
    sections: list[tuple[str, list[Row]]] = []
    for number, heading in enumerate(("From the best play", "From a player who also cheats once a round")):
        shares = [(bet.replace("`", ""), kept[number]) for bet, kept in kept_of_bets().items()]
        sections.append((heading, [(bet, _exact(share), f"{percent(share)} %") for bet, share in shares]))
    scale = amounts([figure for _, rows in sections for _, figure, _ in rows])
    note = "Bars to the left of 0: the House loses."
    return chart("What the House keeps of all bets, in percent", note, [(*section, scale) for section in sections])


def _exact(share: Fraction) -> Estimate:
    return Estimate(value=float(100 * share), low=None, high=None, tables=0)


def stands_on() -> str:
    """What the House keeps in Twelve Nights by what it stands on."""
    totals = range(4, 13)
    return table(
        ["`house_stands_on`", *totals], [["keeps", *(percent(kept_in_twelve_nights("even", 2, on)) for on in totals)]]
    )


def farkles() -> str:
    """How often nothing scores in Farkle."""
    dice = range(1, 7)
    return table(["dice thrown", *dice], [["nothing scores", *(percent(nothing_chance(count)) for count in dice)]])


def pig() -> str:
    """From how many points the best play of two banks in Pig."""
    race, scores = Race(None, None), range(0, 100, 20)
    rows = [[own, *(race.bank_from[0][own, other] for other in scores)] for own in scores]
    first = f"If both play so, the first seat wins {percent(race.first_wins)} % of the races."
    return f"{table(['your points', *(f'other: {other}' for other in scores)], rows)}\n\n{first}"


def mason_scores() -> list[Fraction]:
    """The chances of the scores of a turn of Mason."""
    return [Fraction(comb(score + 5, 5), 2 ** (score + 6)) for score in range(120)]


def mason() -> str:
    """The scores of Mason that matter to a player: how likely a turn has at least so many points."""
    chances = mason_scores()
    least = range(0, 16, 2)
    return table(["at least", *least], [["chance", *(percent(1 - sum(chances[:score])) for score in least)]])


def hands() -> str:
    """How rare each hand of Ruler's Bluff is, and how many it beats."""
    ways = Counter(hand_of(list(faces))[0] for faces in product(range(1, 7), repeat=5))
    lower = {hand: sum(ways[below] for below in HANDS[:at]) for at, hand in enumerate(HANDS)}
    return table(
        ["hand", "ways of 7,776", "beats"],
        [
            [HAND_LABELS[hand].lower(), f"{ways[hand]:,}", percent(Fraction(lower[hand], 7_776))]
            for hand in reversed(HANDS)
        ],
    )


def triangle() -> str:
    """How many hands of Triangle a total beats."""
    totals = Counter(sum(faces) for faces in product(range(1, 13), range(1, 9), range(1, 7)))
    shown = (8, 10, 12, 14, 15, 16, 18, 20, 22, 24, 3)

    def beaten(total: int) -> Fraction:
        return Fraction(sum(ways for other, ways in totals.items() if rank_of_total(other) < rank_of_total(total)), 576)

    heads = ["three ones" if total == 3 else total for total in shown]
    return table(["total", *heads], [["beats", *(percent(beaten(total)) for total in shown)]])


def liars() -> str:
    """The chances of bets among dice that one does not see, all of them d6."""
    amounts = range(1, 8)
    plain: tuple[Size, frozenset[int]] = ("d6", frozenset())
    return table(
        ["dice that you do not see", *amounts],
        [[dice, *(percent(chance(amount, 4, {plain: dice})) for amount in amounts)] for dice in range(5, 26, 5)],
    )


EXACT: Final[Mapping[str, Callable[[], str]]] = {
    made.__name__: made for made in (busts, survival, banks, stands_on, farkles, pig, mason, hands, triangle, liars)
}


def players(command: str, simulate: Simulate) -> str:
    """A table of who wins how much in a simulation, how long a round takes, and the command."""
    figures = simulate(command)
    policies = figures["policies"]
    gains = any(one["coins_cp"]["value"] for one in policies)
    heads = ["player", "wins", "gains a round"] if gains else ["player", "wins"]
    rows = [[f"`{one['policy']}`", _share(one["win_rate"]), _coins(one["coins_cp"])][: len(heads)] for one in policies]
    length = f"A round takes {figures['acts']['value']:.0f} actions on average."
    return f"{table(heads, rows)}\n\n{length}\n\n```bash\n{command}\n```"


def _share(estimate: Mapping[str, Any]) -> str:
    low, value, high = (f"{100 * estimate[part]:.0f}" for part in ("low", "value", "high"))
    return f"{value} % ({low} … {high})"


def _coins(estimate: Mapping[str, Any]) -> str:
    low, value, high = (f"{estimate[part] / 100:+,.1f}" for part in ("low", "value", "high"))
    return f"{value} gp ({low} … {high})".replace("-", "−")


def page(simulate: Simulate) -> str:
    """The whole page: its text, with each line `{{…}}` replaced by a table."""
    return _FIELD.sub(lambda field: _filled(field[1], simulate), _TEXT.read_text(encoding="utf-8"))


def _filled(field: str, simulate: Simulate) -> str:
    if field in EXACT:
        return EXACT[field]()
    return players(f"tavern simulate {field}", simulate)


def simulated(command: str) -> Mapping[str, Any]:
    """Run a command of the page."""
    click.echo(command)
    ran = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"], catch_exceptions=False)
    figures: Mapping[str, Any] = json.loads(ran.stdout)
    return figures


if __name__ == "__main__":
    PAGE.write_text(page(simulated), encoding="utf-8")
    PICTURE.write_bytes(banks_picture())
