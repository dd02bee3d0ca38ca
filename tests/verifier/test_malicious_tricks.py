"""A malicious server at a table where one can cheat: it is patched while it runs. docs/verify.md says what finds it.

Ada is honest. Bo plays with heavy dice, Cy with sticky ones, and each of the two cheats once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
import pytest

from events.audience import seat_viewer
from events.dice import Dice
from events.event import Draw, Event
from events.gaming_sets import GamingSet, favoured, weighted_face
from events.round_events import DiceLoaded, DiceShown, GamingSetInPlay
from games.installed import CATALOGUE
from games.mechanics.tricks.cup import Cup, ShowDice
from games.mechanics.tricks.palming import Cheat
from games.mechanics.tricks.sets import crooked_set
from games.pig import BANK_FROM, Bank, Throw
from games.table import LoadDice, StartRound, Unseal, VoidRound
from projections.table import Seat
from tests.playing import SECRET, LoadedDealer, Playing
from tests.verifier.second_opinions import Node
from tests.verifier.test_malicious_server import Shown, attacks_under, draw_as_it_likes, found_by

HEAVY: Final = GamingSet(set="weighted_heavy", faces={"d6": 5})
STICKY: Final = GamingSet(set="weighted_sticky", faces={"d6": 3})
DOUBLE: Final = GamingSet(set="weighted_double")
HEADING: Final = "Where one can cheat"
_ACTS: Final = 40

Patch = pytest.MonkeyPatch


class Operator:
    """Who runs a table of Pig at which one can cheat."""

    revealed: Sequence[str] = ()

    def __init__(self, patch: Patch) -> None:
        self.patch = patch
        draw_as_it_likes(patch)
        self.playing = Playing.open(CATALOGUE, "pig", dealer=LoadedDealer(SECRET), cheating="on", caught="nothing")
        self.playing.sit("Ada")
        self.playing.sit("Bo", sets=[HEAVY])
        self.playing.sit("Cy", sets=[STICKY])

    def play(self) -> Shown:
        """A round, which is called off after some turns, and unsealed."""
        playing, cheaters = self.playing, {"bo", "cy"}
        playing.give(None, StartRound())
        playing.give("cy", LoadDice(die="d6", face=6))
        for _ in range(_ACTS):
            table = playing.table
            (seat,) = table.to_act
            if table.question == "in_the_cup":
                playing.give(seat, Cheat(n=0) if seat in cheaters else ShowDice())
                cheaters.discard(seat)
            else:
                playing.give(seat, Bank() if table.state.at_risk >= BANK_FROM else Throw())
        playing.give(None, VoidRound())
        playing.give(None, Unseal(round=1))
        assert not cheaters
        return Shown(self)


Attack = Callable[[Operator], None]


def chosen_weight(operator: Operator) -> None:
    """A weight is drawn until it suits."""
    roll = Dice.roll

    def patched(dice: Dice, seat: str, purpose: str, sides: int) -> Draw:
        draw = roll(dice, seat, purpose, sides)
        while purpose == "weight" and draw.face > sides * 4 // 5:
            draw = roll(dice, seat, purpose, sides)
        return draw

    operator.patch.setattr(Dice, "roll", patched)


def other_weight(operator: Operator) -> None:
    """A weight is said to be another than was drawn."""
    roll = Dice.roll

    def patched(dice: Dice, seat: str, purpose: str, sides: int) -> Draw:
        draw = roll(dice, seat, purpose, sides)
        return msgspec.structs.replace(draw, face=sides) if purpose == "weight" else draw

    operator.patch.setattr(Dice, "roll", patched)


def playing_with(operator: Operator, seat: str, own: GamingSet | None, *places: str) -> None:
    def patched(holder: Seat, kind: Any) -> GamingSet | None:
        return own if holder.seat == seat else crooked_set(holder, kind)

    for place in places:
        operator.patch.setattr(f"games.mechanics.tricks.{place}.crooked_set", patched)


def honest_seat_weighted(operator: Operator) -> None:
    playing_with(operator, "ada", DOUBLE, "cup")


def honest_seat_given_a_set(operator: Operator) -> None:
    playing_with(operator, "ada", DOUBLE, "cup", "game")


def crooked_set_denied(operator: Operator) -> None:
    playing_with(operator, "bo", None, "cup", "game")


def another_crooked_set(operator: Operator) -> None:
    playing_with(operator, "bo", DOUBLE, "cup", "game")


def other_set_on_the_way(operator: Operator) -> None:
    """The set in play changes within the round."""
    throw = Cup.throw_several

    def patched(cup: Cup, table: Any, dice: Dice, seat: str, *given: Any) -> Iterator[Event]:
        if seat == "bo":
            yield GamingSetInPlay(to=seat_viewer(seat), seat=seat, kind="dice", playing_with=DOUBLE)
        yield from throw(cup, table, dice, seat, *given)

    operator.patch.setattr(Cup, "throw_several", patched)


def unweighted(operator: Operator) -> None:
    operator.patch.setattr(Cup, "weigh", lambda *given: iter(()))


def palmed_unweighted(operator: Operator) -> None:
    """A weighted die that is thrown again in secret falls as a fair one."""
    palm, weigh = Cup.palm, Cup.weigh

    def patched(cup: Cup, *given: Any) -> Iterator[Event]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Cup, "weigh", lambda *given: iter(()))
            events = list(palm(cup, *given))
        assert Cup.weigh is weigh
        yield from events

    operator.patch.setattr(Cup, "palm", patched)


def other_favourite(operator: Operator) -> None:
    def patched(gaming_set: str, faces: Any, sides: int) -> int | None:
        known = favoured(gaming_set, faces, sides)
        return None if known is None else known % sides + 1

    operator.patch.setattr("games.mechanics.tricks.cup.favoured", patched)


def other_outcome(operator: Operator) -> None:
    """What the weight decides is read otherwise."""

    def patched(*given: Any) -> int:
        return weighted_face(*given) % 6 + 1

    operator.patch.setattr("games.mechanics.tricks.cup.weighted_face", patched)


def loaded_otherwise(operator: Operator) -> None:
    def patched(to: str, seat: str, faces: Any) -> DiceLoaded:
        return DiceLoaded(to=to, seat=seat, faces=dict.fromkeys(faces, 1))

    operator.patch.setattr("games.table.sets.DiceLoaded", patched)


def palmed_twice(operator: Operator) -> None:
    palm = Cup.palm

    def patched(*given: Any) -> Iterator[Event]:
        yield from palm(*given)
        yield from palm(*given)

    operator.patch.setattr(Cup, "palm", patched)


def palmed_by_itself(operator: Operator) -> None:
    """Ada shows a bad throw, and the server throws it again for her in secret."""
    show, done = Cup.show, list[str]()

    def patched(cup: Cup, table: Any, dice: Dice, seat: str, **given: Any) -> Iterator[Event]:
        if seat == "ada" and not done:
            done.append(seat)
            yield from cup.palm(table, dice, seat, 0)
        yield from show(cup, table, dice, seat, **given)

    operator.patch.setattr(Cup, "show", patched)


def another_face_shown(operator: Operator) -> None:
    def patched(cup: Cup, table: Any, seat: str) -> Iterator[Event]:
        (die,) = table.seats[seat].dice
        yield DiceShown(seat=seat, ns=[0], faces=[die.face % 6 + 1])

    operator.patch.setattr(Cup, "uncover", patched)


ATTACKS: Final[Mapping[str, Attack]] = {
    "draws a weight until it suits": chosen_weight,
    "says that another weight was drawn": other_weight,
    "weights an honest seat’s dice": honest_seat_weighted,
    "lets weighted dice fall as fair ones": unweighted,
    "lets them fall so when they are rolled again in secret": palmed_unweighted,
    "favours another face": other_favourite,
    "has the weight decide otherwise": other_outcome,
    "changes the set in play within the round": other_set_on_the_way,
    "rolls a die again in secret twice": palmed_twice,
    "shows another face": another_face_shown,
    "rolls a die again in secret though nobody cheats": palmed_by_itself,
    "loads sticky dice with another face than was asked for": loaded_otherwise,
    "puts a crooked set into play for an honest seat": honest_seat_given_a_set,
    "puts another crooked set into play than the seat has": another_crooked_set,
    "denies that a set in play is crooked": crooked_set_denied,
}


def test_an_honest_server_is_found_honest(node: Node, monkeypatch: Patch) -> None:
    assert found_by(node, Operator(monkeypatch).play()) == set()


def test_the_page_has_every_attack() -> None:
    assert attacks_under(HEADING).keys() == ATTACKS.keys()


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_finds_an_attack_is_on_the_page(node: Node, attack: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        operator = Operator(patch)
        ATTACKS[attack](operator)
        shown = operator.play()

    assert found_by(node, shown) == attacks_under(HEADING)[attack]
