"""The race that stands under the games that are races: on the smallest there is, and on one that is won otherwise."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from events.accounts import POT
from events.audience import ALL, PUBLIC
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import (
    DiceTakenUp,
    DiceThrown,
    PhaseBegan,
    RoundEnded,
    StatusChanged,
    TurnBegan,
)
from events.table_events import CoinsMoved, SeatLeft
from games.engine.catalogue import Catalogue
from games.engine.chapter import act, offers, on_timeout
from games.engine.drawn import Drawn
from games.engine.legality import Refused
from games.mechanics.race import TRICKS, Points, PointsBanked, PointsCounted, PointsLost, Race, RaceGame, RaceOptions
from games.table import TABLE_RULES, Leave, StartRound
from projections.actions import Action, Offer
from projections.game import AnyTable
from tests.playing import Playing


class Step(CommandV1, frozen=True, kw_only=True):
    """Throw a die: a 1 loses the turn."""


class Stop(CommandV1, frozen=True, kw_only=True):
    """Keep what the turn brought."""


class ToTwelve(Race):
    """A race to twelve."""

    def target(self, table: AnyTable) -> int:
        return 12


class Steps(RaceGame[RaceOptions, Points]):
    """To twelve, a die at a time."""

    id = "steps"
    version = 1
    name = "Steps"
    summary = "A die at a time, to twelve."
    how_to_play = ("Throw a die.", "Throw another.", "Twelve wins.")
    options = RaceOptions
    state = Points
    chapters: ClassVar = (ToTwelve, *TRICKS)
    draws: ClassVar = (Drawn(purpose="step", sides=(6,), event=DiceThrown),)

    @offers(Step, Stop)
    def may_step(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        yield Action(type="step")
        yield Action(type="stop")

    @act(Step)
    def step(self, table: AnyTable, dice: Dice, seat: str, command: Step) -> Iterator[Event]:
        draw = dice.roll(seat, "step", 6)
        yield DiceThrown(seat=seat, ns=[0], die="d6", place="open", draws=[draw], draws_to=ALL)
        if draw.face == 1:
            yield from self.race.lose_turn(table, seat)
        else:
            yield from self.race.count(table, seat, draw.face)

    @act(Stop)
    def stop(self, table: AnyTable, dice: Dice, seat: str, command: Stop) -> Iterator[Event]:
        return self.race.bank(table, seat)

    @on_timeout()
    def clock(self, table: AnyTable, seat: str) -> Command:
        return Stop()


class RoundByRound(ToTwelve):
    """Everybody has one turn, and the most points win; those who are equal go on until they are not."""

    def after_banking(self, table: AnyTable, seat: str) -> Iterator[Event]:
        best = max(table.state.banked.values())
        leading = [other for other, points in table.state.banked.items() if points == best]
        if seat == table.order[-1] and len(leading) == 1:
            yield from self.win(table, leading[0])
        else:
            yield from self.next_turn(table, seat)


class OnceAround(Steps):
    """Won when everybody has had a turn."""

    id = "once-around"
    chapters: ClassVar = (RoundByRound, *TRICKS)


class AllTogether(ToTwelve):
    """As many win as the first to stop has points."""

    def after_banking(self, table: AnyTable, seat: str) -> Iterator[Event]:
        winners = table.order[: table.state.banked[seat]]
        share_cp = table.balance(POT) // max(1, len(winners))
        yield RoundEnded(round=table.round, outcome="won", winners=winners, won_cp=dict.fromkeys(winners, share_cp))


class TogetherHome(Steps):
    """Won by several, or by nobody."""

    id = "together-home"
    chapters: ClassVar = (AllTogether, *TRICKS)


CATALOGUE = Catalogue.of([Steps(), OnceAround(), TogetherHome()], TABLE_RULES)


def racing(game: str = "steps", **options: Any) -> Playing:
    return Playing.open(CATALOGUE, game, **options).seat("Ada", "Bo", "Cy", purse_cp=500).start()


def steps(race: Playing, seat: str, *faces: int) -> list[Event]:
    """A seat steps so far, throw by throw; what came of the last."""
    race.load({(seat, "step", 6): faces})
    return [race.give(seat, Step()) for _ in faces][-1]


def turn(race: Playing, seat: str, *faces: int) -> list[Event]:
    """A seat steps so far and stops."""
    if faces:
        steps(race, seat, *faces)
    return race.give(seat, Stop())


def heard(race: Playing) -> list[str]:
    seen = race.newest_seen(PUBLIC)
    return list(seen.chronicle) if seen else []


def test_a_race_begins_with_the_antes_and_the_first_in_order() -> None:
    race = racing(ante_cp=100)
    antes = [CoinsMoved(payer=seat, payee=POT, amount_cp=100, reason="ante") for seat in ("ada", "bo", "cy")]
    assert race.entries[-1].events[1:] == [PhaseBegan(phase="racing"), *antes, TurnBegan(seat="ada")]


def test_without_an_ante_nobody_pays_anything() -> None:
    assert racing().entries[-1].events[1:] == [PhaseBegan(phase="racing"), TurnBegan(seat="ada")]


def test_a_player_who_cannot_pay_the_ante_sits_the_race_out() -> None:
    race = Playing.open(CATALOGUE, "steps", ante_cp=100).seat("Ada", "Bo").seat("Cy", purse_cp=99).start()
    assert race.table.order == ["ada", "bo"]


def test_one_seat_is_no_race() -> None:
    Playing.open(CATALOGUE, "steps").seat("Ada").when(None, StartRound()).then_refused("too_few_seats")


def test_what_a_turn_brings_is_at_risk_until_it_is_banked() -> None:
    race = racing()
    assert steps(race, "ada", 4, 3)[-1] == PointsCounted(seat="ada", points=3, at_risk=7)
    assert race.view(PUBLIC).details == {"at_risk": 7, "target": 12}
    assert race.give("ada", Stop()) == [
        PointsBanked(seat="ada", points=7, total=7),
        DiceTakenUp(seat="ada"),
        TurnBegan(seat="bo"),
    ]
    assert race.view(PUBLIC).details["at_risk"] == 0
    assert race.view(PUBLIC).seats[0].details == {"points": 7}


def test_a_player_who_loses_the_turn_keeps_what_was_banked_before() -> None:
    race = racing()
    for seat in ("ada", "bo", "cy"):
        turn(race, seat, 4)
    assert steps(race, "ada", 6, 1)[1:] == [
        PointsLost(seat="ada", points=6),
        DiceTakenUp(seat="ada"),
        TurnBegan(seat="bo"),
    ]
    assert race.table.state.banked == {"ada": 4, "bo": 4, "cy": 4}
    assert race.table.state.at_risk == 0


def test_a_turn_can_end_before_a_die_was_thrown() -> None:
    race = racing()
    assert race.give("ada", Stop()) == [PointsBanked(seat="ada", points=0, total=0), TurnBegan(seat="bo")]


def test_the_first_to_bank_the_target_wins_the_pot() -> None:
    race = racing(ante_cp=100)
    assert turn(race, "ada", 6, 6) == [
        PointsBanked(seat="ada", points=12, total=12),
        CoinsMoved(payer=POT, payee="ada", amount_cp=300, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 300}),
        *race.closing(),
    ]


def test_a_seat_that_acts_out_of_turn_learns_whose_turn_it_is() -> None:
    race = racing()
    race.when("bo", Step()).then_refused("not_your_turn")
    refused = [(offer.type, offer.detail) for offer in race.offers("bo") if not isinstance(offer, Action)][:2]
    assert refused == [("step", "It is Ada’s turn."), ("stop", "It is Ada’s turn.")]


def test_a_player_who_leaves_forfeits_and_the_turn_goes_on_where_it_was_theirs() -> None:
    race = racing(ante_cp=100)
    assert race.give("ada", Leave())[:2] == [
        StatusChanged(seat="ada", status="forfeited", why="left"),
        TurnBegan(seat="bo"),
    ]
    assert turn(race, "bo", 3)[-1] == TurnBegan(seat="cy")
    assert turn(race, "cy", 3)[-1] == TurnBegan(seat="bo")


def test_the_last_one_racing_has_won() -> None:
    race = racing(ante_cp=100)
    race.give("cy", Leave())
    assert race.give("ada", Leave()) == [
        StatusChanged(seat="ada", status="forfeited", why="left"),
        CoinsMoved(payer=POT, payee="bo", amount_cp=300, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 300}),
        CoinsMoved(payer="ada", payee="outside", amount_cp=400, reason="cash_out"),
        SeatLeft(seat="ada", why="left"),
        *race.closing(),
    ]


def test_a_race_can_be_won_when_all_have_had_their_turn() -> None:
    race = racing("once-around")
    turn(race, "ada", 6)
    turn(race, "bo", 6, 6)
    assert turn(race, "cy", 2)[1] == RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 0})


def test_a_race_that_is_won_otherwise_can_go_on_while_the_lead_is_shared() -> None:
    race = racing("once-around")
    for seat in ("ada", "bo"):
        turn(race, seat, 6)
    assert turn(race, "cy", 2)[-1] == TurnBegan(seat="ada")


@pytest.mark.parametrize(
    ("ante_cp", "faces", "sentence"),
    [
        (100, [], "The race is over, and nobody has won it."),
        (100, [2], "Ada and Bo win the race: Ada takes 1 gp 5 sp and Bo takes 1 gp 5 sp."),
        (0, [3], "Ada, Bo and Cy win the race."),
    ],
)
def test_the_chronicle_reports_a_race_with_several_winners_or_none(
    ante_cp: int, faces: list[int], sentence: str
) -> None:
    race = racing("together-home", ante_cp=ante_cp)
    turn(race, "ada", *faces)
    assert sentence in heard(race)


def test_a_seat_outside_the_race_learns_that_and_not_whose_turn_it_is() -> None:
    race = racing()
    race.sit("Wat", kind="watcher")
    for seat, reason in (
        ("wat", ("not_in_race", "You do not play this race.")),
        ("bo", ("not_your_turn", "It is Ada’s turn.")),
    ):
        with pytest.raises(Refused) as refused:
            race.give(seat, Step())
        assert (refused.value.code, refused.value.detail) == reason


@pytest.mark.parametrize(
    ("faces", "sentences"),
    [
        ([4], ["Ada throws a d6: 4.", "That is worth 4 points."]),
        ([4, 3], ["Ada throws a d6: 3.", "That is worth 3 points, 7 this turn."]),
        ([4, 1], ["Ada throws a d6: 1.", "Ada loses 4 points.", "It is Bo’s turn."]),
        ([1], ["Ada throws a d6: 1.", "Ada loses nothing but the turn.", "It is Bo’s turn."]),
    ],
)
def test_the_chronicle_reports_what_a_throw_gains_or_costs(faces: list[int], sentences: list[str]) -> None:
    race = racing()
    steps(race, "ada", *faces)
    assert heard(race) == sentences


def test_banking_is_reported_with_the_total_and_the_victory_with_the_pot() -> None:
    race = racing(ante_cp=100)
    race.give("cy", Leave())
    turn(race, "ada", 6)
    assert heard(race)[0] == "Ada writes down 6 points."
    race.give("bo", Stop())
    turn(race, "ada", 6)
    assert heard(race)[:2] == ["Ada writes down 6 points, 12 in all.", "Ada wins the race and takes 3 gp."]
