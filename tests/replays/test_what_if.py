"""A round is played on from one of its steps: by its own commands it ends as it did, by others as the rules have it."""

import io
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from events.audience import GM
from events.entry import Entry, encode_entry
from events.event import Event
from events.round_events import DieRolled
from games.engine.addressed_command import AddressedCommand
from games.engine.catalogue import Catalogue
from games.engine.legality import Refused
from games.installed import CATALOGUE
from games.policies import Chance, Choice, Policy, named
from games.policies.position import Position
from games.table import TABLE_RULES, SeatNpc, StartRound, TakeOver
from replays.export import parse_export
from replays.rebuild import Round, rounds_of
from replays.what_if import CannotPlayOn, Moment, Move, ending_of, endings, give_all
from tests.recorded.replaying import recordings
from tests.replays.logs import Evening, bank_evening, race_evening
from tests.tools.simulating import within_the_errors
from tests.toys.catalogue import TOYS
from tests.toys.race import Bank, Race, Roll, Scored

GAMES = sorted(CATALOGUE.rulebooks)
RANDOM = named("random")


class LaterRace(Race):
    version = 2


def entries_of(evening: Evening) -> list[Entry[Event]]:
    return TOYS.codec.decode_log(evening.lines)


def first_round(entries: list[Entry[Event]]) -> Round:
    return rounds_of(entries)[0]


def a_moment(evening: Evening, after: int) -> Moment:
    """So many entries after the one that began the first round."""
    entries = entries_of(evening)
    played = first_round(entries)
    return Moment.of(TOYS, entries, played, played.first + after)


@pytest.mark.parametrize("path", [path for game in GAMES for path in recordings(game)], ids=lambda path: path.stem)
def test_the_recorded_commands_bring_about_the_recorded_entries(path: Path) -> None:
    lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
    entries = CATALOGUE.codec.decode_log(lines)
    for played in rounds_of(entries):
        assert played.last is not None
        steps = [seq for seq in range(played.first, played.last) if _is_in_play(entries, played, seq)]
        for seq in steps[:1] + steps[len(steps) // 2 : len(steps) // 2 + 1]:
            branch = Moment.of(CATALOGUE, entries, played, seq).branch(RANDOM, random.Random(1))
            for entry, line in zip(entries[seq : played.last], lines[seq : played.last], strict=True):
                command = CATALOGUE.read_recorded(entry.game, bytes(entry.command))
                addressed = AddressedCommand(actor=entry.actor, seat=entry.seat, command=command, at=entry.at)
                again = branch.give(addressed).entry
                assert encode_entry(with_inputs_of(entry, again)) == line
            ending = ending_of(branch.table)
            assert ending is not None
            assert (ending.outcome, ending.winners) == (played.outcome, played.winners)


def with_inputs_of(recorded: Entry[Event], again: Entry[Event]) -> Entry[Event]:
    """The entry with what the rules do not decide: id, salt, the command as it was written, and the line before."""
    inputs = {name: getattr(recorded, name) for name in ("id", "salt", "command", "prev")}
    return msgspec.structs.replace(again, **inputs)


def _is_in_play(entries: list[Entry[Event]], played: Round, seq: int) -> bool:
    try:
        Moment.of(CATALOGUE, entries, played, seq)
    except CannotPlayOn:
        return False
    return True


def steady(position: Position, _: Chance) -> Choice | None:
    """Rolls once, and banks."""
    if not position.asked:
        return None
    return {"type": "bank"} if position.offers("bank") else {"type": "roll"}


STEADY = Policy(name="steady", summary="Rolls once, and banks.", plays={}, otherwise=steady)


def test_other_commands_lead_to_what_the_rules_make_of_them_and_leave_the_moment_as_it_was() -> None:
    moment = a_moment(race_evening(), after=1)
    before = msgspec.json.encode(moment.whole)
    seat = moment.whole.to_act[0]
    branch = moment.branch(STEADY, random.Random(1))
    (banked,) = give_all(branch, TOYS, [Move(seat, Bank())])
    assert [event.banked for event in banked.entry.events if isinstance(event, Scored)] == [
        moment.whole.state.of[seat].at_risk
    ]
    assert branch.table.to_act != [seat]
    assert msgspec.json.encode(moment.whole) == before


def test_the_same_dice_fall_whoever_asks_and_fresh_ones_do_not() -> None:
    moment = a_moment(race_evening(), after=0)
    seat = moment.whole.to_act[0]

    def faces(seed: int, *, fresh: bool) -> list[int]:
        branch = moment.branch(STEADY, random.Random(seed), fresh=fresh)
        (rolled,) = give_all(branch, TOYS, [Move(seat, Roll())])
        return [event.draw.face for event in rolled.entry.events if isinstance(event, DieRolled) and event.draw]

    assert len({tuple(faces(seed, fresh=False)) for seed in range(6)}) == 1
    assert len({tuple(faces(seed, fresh=True)) for seed in range(6)}) > 1


def test_a_move_that_was_not_legal_is_refused_as_at_the_table() -> None:
    moment = a_moment(race_evening(), after=0)
    with pytest.raises(Refused) as caught:
        list(give_all(moment.branch(STEADY, random.Random(1)), TOYS, [Move(moment.whole.to_act[0], Bank())]))
    assert caught.value.code == "nothing_to_bank"


def test_policies_win_as_often_as_their_dice_have_it() -> None:
    """Whoever throws anything but a 1 wins: the first to throw does so six times out of seven."""
    evening = Evening("race", options={"target": 2})
    evening.gm(StartRound())
    first = evening.recorder.table.to_act[0]
    while evening.recorder.table.running:
        seat = evening.recorder.table.to_act[0]
        evening.seat(seat, Bank() if evening.recorder.table.state.of[seat].at_risk else Roll())
    moment, rounds = a_moment(evening, after=0), 600
    ended = list(islice(filter(None, endings(moment, [], STEADY, random.Random(1))), rounds))
    won = sum(ending.winners == [first] for ending in ended)
    assert within_the_errors(won, [Fraction(6, 7)] * rounds)
    assert {tuple(sorted(ending.net_cp.values())) for ending in ended} == {(-100, 100)}
    assert ended[:20] == list(islice(filter(None, endings(moment, [], STEADY, random.Random(1))), 20))


def test_moves_can_be_made_for_npcs_and_for_seats_that_the_gm_took_over() -> None:
    evening = Evening("race", seats=["Odo"], options={"target": 8})
    evening.gm(TakeOver(target="odo"))
    sit = SeatNpc(name="Bri", temperament="cautious", purse_cp=1_000)
    evening.recorder.play(AddressedCommand(actor=GM, seat="bri", command=sit, at=evening.now))
    evening.gm(StartRound())
    table = evening.recorder.table
    while table.running:
        seat = table.to_act[0]
        command = Bank() if table.state.of[seat].at_risk else Roll()
        actor = {"bri": "npc:bri", "odo": GM}[seat]
        evening.recorder.play(AddressedCommand(actor=actor, seat=seat, command=command, at=evening.now))

    moment = a_moment(evening, after=0)
    branch = moment.branch(STEADY, random.Random(1), fresh=True)
    list(give_all(branch, TOYS, [Move(moment.whole.to_act[0], Roll())]))
    list(branch.play(200))
    ending = ending_of(branch.table)
    assert ending is not None
    assert len(ending.winners) == 1


def test_a_round_that_is_over_takes_no_move() -> None:
    entries = entries_of(race_evening())
    played = first_round(entries)
    assert played.last is not None
    branch = Moment.of(TOYS, entries, played, played.last - 1).branch(STEADY, random.Random(1))
    seat = branch.table.to_act[0]
    with pytest.raises(CannotPlayOn, match="the round is over"):
        list(give_all(branch, TOYS, [Move(seat, Bank()), Move(seat, Roll())]))


@pytest.mark.parametrize(
    ("evening", "catalogue", "seq", "code"),
    [
        (bank_evening, TOYS, 7, "round_running"),
        (race_evening, TOYS, 3, "not_in_play"),
        (race_evening, TOYS, 10_000, "not_in_play"),
        (race_evening, Catalogue.of([LaterRace()], TABLE_RULES), 4, "other_rules"),
    ],
)
def test_what_cannot_be_played_on_says_why(
    evening: Callable[[], Evening], catalogue: Catalogue, seq: int, code: str
) -> None:
    entries = entries_of(evening())
    with pytest.raises(CannotPlayOn) as caught:
        Moment.of(catalogue, entries, rounds_of(entries)[-1], seq)
    assert caught.value.code == code
