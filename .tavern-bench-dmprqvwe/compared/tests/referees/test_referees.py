"""The Tavern Games as referees see them, who know the rules of the seed and the rulings, and none of our code for them.

Each referee follows a round's events from its start, and objects to the first that the rules do not allow: a turn out
of order, a total that the dice do not make, a winner who has not won, coins too many or too few, a die that others see.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, Final

import pytest

from events.character import Character
from events.gaming_sets import GamingSet
from games.installed import CATALOGUE
from tests.recorded.replaying import recordings
from tests.recorded.variety import OPTIONS
from tests.referees.farkle import FarkleReferee
from tests.referees.kit.book import Event, Objection, Round, rounds_of
from tests.referees.kit.referee import Referee
from tests.referees.mason import MasonReferee
from tests.referees.middles_seven import MiddlesSevenReferee
from tests.referees.mountains import MountainsReferee
from tests.referees.pig import PigReferee
from tests.referees.rulers_bluff import RulersBluffReferee
from tests.referees.scales import ScalesReferee
from tests.referees.triangle import TriangleReferee
from tests.referees.twelve_nights import TwelveNightsReferee
from tests.referees.twins import TwinsReferee
from tools.simulate.playing import Seated, Setup, SimulatedTable

REFEREES: Final[dict[str, type[Referee]]] = {
    "farkle": FarkleReferee,
    "mason": MasonReferee,
    "middles-seven": MiddlesSevenReferee,
    "mountains": MountainsReferee,
    "pig": PigReferee,
    "rulers-bluff": RulersBluffReferee,
    "scales": ScalesReferee,
    "triangle": TriangleReferee,
    "twelve-nights": TwelveNightsReferee,
    "twins": TwinsReferee,
}
ROUNDS: Final = 10
ROUNDS_OF_A_CAMPAIGN: Final = 1_000
ROUNDS_AT_A_TABLE: Final = 10
LINEUPS: Final = (
    ("random", "reckless"),
    ("random", "random", "random"),
    ("drunkard", "random", "card_sharp", "bully"),
    ("cautious", "random", "drunkard", "random", "reckless"),
)
CROOKED: Final = {
    "dice": ("weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky", "clear_dice"),
    "card": ("simply_marked", "expertly_marked", "fancy_cards"),
}
each_game = pytest.mark.parametrize("game", REFEREES)
cheating_or_not = pytest.mark.parametrize("cheating", ["off", "on"])


def options_of(game: str, table: int) -> dict[str, Any]:
    """The options of the `table`-th table: every value that rounds are recorded with comes up."""
    tried = {name: values for name, values in OPTIONS[game].items() if name not in ("cheating", "turn_seconds")}
    return {name: values[(table // (place + 1)) % len(values)] for place, (name, values) in enumerate(tried.items())}


def seated_at(game: str, table: int, cheating: str) -> list[Seated]:
    """Who plays there: with sheets that differ, and where one can cheat, some with crooked sets."""
    crooked = CROOKED[REFEREES[game].kind] if cheating == "on" else ()
    seated = []
    for place, policy in enumerate(LINEUPS[table % len(LINEUPS)]):
        sheet = Character(
            abilities={"dex": place, "wis": 2 - place, "cha": table % 5, "int": 4},
            skills={"sleight_of_hand": 3 * place} if place % 2 else {},
            proficiency=(table + place) % 4,
            tools={"dice": table % 2 == 0, "card": table % 3 == 0},
        )
        mine = crooked[(table + place) % len(crooked)] if crooked and (table + place) % 2 else None
        sets = [] if mine is None else [GamingSet(set=mine)]  # type: ignore[arg-type]
        seated.append(Seated(policy=policy, character=sheet, label=f"{place}", sets=sets))
    return seated


def simulated(game: str, cheating: str, rounds: int) -> Iterator[Round]:
    """Rounds that policies play, at tables that differ in all that they can."""
    for table in range(-(-rounds // ROUNDS_AT_A_TABLE)):
        setup = Setup(
            game=game,
            seated=seated_at(game, table, cheating),
            options={**options_of(game, table), "cheating": cheating},
            seed=f"referees of {game}, cheating {cheating}".encode(),
            most_acts=20_000,
            table_rounds=ROUNDS_AT_A_TABLE,
        )
        playing = SimulatedTable(CATALOGUE, setup, table)
        for _ in range(min(ROUNDS_AT_A_TABLE, rounds)):
            playing.play_round()
        yield from rounds_of(playing.lines)


@cache
def recorded(game: str) -> list[Round]:
    """The recorded rounds of a game."""
    logs = [path.read_bytes().splitlines() for path in recordings(game)]
    return [played for log in logs for played in rounds_of(log) if played.before.game == game]


def objection(game: str, played: Round) -> str | None:
    """What the game's referee has against a round."""
    try:
        REFEREES[game](played).judge()
    except Objection as objected:
        return str(objected)
    return None


def objections(game: str, rounds: Iterator[Round]) -> list[str]:
    found = [(place, objection(game, played)) for place, played in enumerate(rounds)]
    return [f"round {place}: {objected}" for place, objected in found if objected]


@each_game
def test_the_referees_have_nothing_against_the_recorded_rounds(game: str) -> None:
    assert recorded(game)
    assert objections(game, iter(recorded(game))) == []


@cheating_or_not
@each_game
def test_the_referees_have_nothing_against_rounds_at_random(game: str, cheating: str) -> None:
    assert objections(game, simulated(game, cheating, ROUNDS)) == []


@pytest.mark.campaign
@cheating_or_not
@each_game
def test_the_referees_have_nothing_against_a_thousand_rounds(game: str, cheating: str) -> None:
    assert objections(game, simulated(game, cheating, ROUNDS_OF_A_CAMPAIGN)) == []


# What is altered

AMOUNTS: Final = {
    "coins_moved": "amount_cp",
    "betting.paid": "amount_cp",
    "betting.given_back": "amount_cp",
    "house_bets.bet_placed": "amount_cp",
    "house_bets.bet_settled": "back_cp",
    "showdown.pot_won": "amount_cp",
    "races.points_counted": "points",
    "races.points_banked": "total",
    "races.points_lost": "points",
    "check_rolled": "total",
    "triangle.total_reckoned": "total",
}
OF_THE_GM: Final = ("loan", "cash_out", "buy_in")
WHOSE: Final = ("turn_began", "races.points_banked", "betting.paid", "house_bets.bet_settled")


def another(seat: str, played: Round) -> str:
    """Somebody else who plays."""
    return next((other for other in played.seats if other != seat), "nobody")


def alterations(played: Round) -> Iterator[tuple[Event, Event]]:
    """Each event that can be altered, with what is changed about it."""
    for event in played.events:
        kind = event["type"]
        if kind in AMOUNTS and event.get("reason") not in OF_THE_GM:
            yield event, {AMOUNTS[kind]: event[AMOUNTS[kind]] + 2}
        if kind in WHOSE:
            yield event, {"seat": another(event["seat"], played)}
        if kind == "round_ended":
            winners = [another(seat, played) for seat in event["winners"][:1]] or played.seats[:1]
            yield event, {"winners": winners}
        if kind in ("die_revealed", "dice_shown"):
            yield (
                event,
                {"face": event["face"] + 1}
                if "face" in event
                else {"faces": [face % 6 + 1 for face in event["faces"]]},
            )
        if kind in ("dice_thrown", "die_rolled"):
            to = "draws_to" if kind == "dice_thrown" else "draw_to"
            yield event, {to: "gm" if event[to] == "all" else "all"}
        if kind == "rulers_bluff.hand_ranked":
            yield event, {"hand": "pair" if event["hand"] != "pair" else "no_pair"}


def judged_by_its_referee(game: str, played: Round, event: Event, changes: Event) -> str | None:
    """What is objected to once an event is altered."""
    was = dict(event)
    event.update(changes)
    try:
        return objection(game, played)
    finally:
        event.update(was)


def altered(game: str, rounds: Iterator[Round]) -> Iterator[tuple[Round, Event, Event]]:
    """All alterations of rounds that were played to their end."""
    for played in rounds:
        if not any(event["type"] == "round_voided" for event in played.events):
            for event, changes in alterations(played):
                yield played, event, changes


@each_game
def test_the_referees_object_to_whatever_is_altered(game: str) -> None:
    few = [played for played in recorded(game) if len(played.events) < 400]
    tried = list(altered(game, iter(few)))
    unnoticed = [
        (event["type"], changes)
        for played, event, changes in tried
        if judged_by_its_referee(game, played, event, changes) is None
    ]

    assert unnoticed == []
    kinds = {event["type"] for _, event, _ in tried}
    assert {"coins_moved", "round_ended"} <= kinds
    assert kinds & {"turn_began", "house_bets.bet_settled"}


@each_game
def test_the_referees_object_to_an_end_before_the_end(game: str) -> None:
    played = next(played for played, _ in product(recorded(game), (0,)) if len(played.steps) > 3)
    cut = Round(played.before, played.seats, played.sitting_out, played.steps[:-1])

    assert objection(game, cut) == "the round does not end"
