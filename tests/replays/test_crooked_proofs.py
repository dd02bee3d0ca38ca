"""What the proof of a round shows of crooked sets and sheets: what the round itself did with them, and nothing else."""

from typing import Any

import msgspec
import pytest

from events.audience import HOUSE, PUBLIC
from events.character import Character
from events.gaming_sets import GamingSet
from events.round_events import CheckRolled, GamingSetInPlay
from games.installed import CATALOGUE
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.inspecting import Inspect
from games.mechanics.tricks.palming import Cheat
from games.pig import Throw
from games.table import GiveSet, LoadDice, SetCharacter, StartRound, Unseal, VoidRound
from projections.table import SeatSet
from projections.viewer_projection import ViewerProjection
from replays.proof_rerun import ProofToRun, RoundRerun, rerun_round
from server.tables.rounds import as_replayed, veil
from tests.playing import Playing
from tests.replays.logs import event, forged
from tests.replays.proving import prove

HEAVY = GamingSet(set="weighted_heavy", faces={"d6": 5})
STICKY = GamingSet(set="weighted_sticky")
SHARP = Character(abilities={"dex": 5, "wis": 4}, skills={"perception": 7}, proficiency=3, tools={"dice": True})
WORDS = (b"weighted", b"sticky", b"marked", b"given", b"dice_loaded")


def pig(**options: Any) -> Playing:
    return Playing.open(CATALOGUE, "pig", **{"cheating": "on", "caught": "nothing", **options})


def proof_of(playing: Playing, lines: list[bytes] | None = None) -> dict[str, Any]:
    proof: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(prove(CATALOGUE, lines or playing.lines, playing.table.round))
    )
    return proof


def again(proof: dict[str, Any]) -> RoundRerun:
    return rerun_round(CATALOGUE, msgspec.json.decode(msgspec.json.encode(proof), type=ProofToRun))


def called_off(playing: Playing) -> Playing:
    playing.give(None, VoidRound())
    if playing.table.options.unseal == "dispute":
        playing.give(None, Unseal(round=playing.table.round))
    return playing


def test_a_round_with_crooked_sets_sheets_and_watchers_runs_again_from_its_proof_alone() -> None:
    playing = pig()
    playing.sit("Bri", sets=[HEAVY], character=SHARP)
    playing.sit("Odo", sets=[STICKY])
    playing.sit("Wil", kind="watcher", character=SHARP)
    playing.sit("Wanda", kind="watcher")
    playing.give(None, StartRound())
    playing.give("odo", LoadDice(die="d6", face=3))
    playing.give("wil", Inspect(target="bri"))
    for command in (Throw(), Cheat(n=0)):
        playing.give("bri", command)
    called_off(playing)

    proof = proof_of(playing)
    assert again(proof).verified
    checks = [one for entry in playing.entries for one in entry.events if isinstance(one, CheckRolled)]
    assert [one.seat for one in checks] == ["wil", "bri", "odo", "wil", "house"]
    start = msgspec.json.encode(proof["start"])
    assert not any(word in start for word in WORDS)
    assert {seat["character"] for seat in proof["start"]["seats"].values()} == {None}


@pytest.mark.parametrize(
    "forgery",
    [
        {"playing_with": {"set": "weighted_high"}},
        {"playing_with": {"set": "weighted_heavy", "faces": {"d6": 2}}},
        {"seat": "odo"},
    ],
)
def test_another_set_in_play_does_not_run_again(forgery: dict[str, Any]) -> None:
    playing = pig()
    playing.sit("Bri", sets=[HEAVY])
    playing.seat("Odo").start()
    for command in (Throw(), ShowDice()):
        playing.give("bri", command)
    called_off(playing)
    at = next(
        seq for seq, entry in enumerate(playing.entries, 1) for one in entry.events if isinstance(one, GamingSetInPlay)
    )

    result = again(
        proof_of(playing, forged(playing.lines, at, lambda entry: event(entry, "gaming_set_in_play").update(forgery)))
    )

    assert not result.clean


def test_a_gift_that_the_round_has_no_use_for_shows_nowhere_in_its_proof() -> None:
    tables = [pig().seat("Bri", "Odo") for _ in range(2)]
    tables[0].give(None, GiveSet(target="bri", set="simply_marked"))
    proofs = []
    for playing in tables:
        playing.give(None, StartRound())
        for command in (Throw(), ShowDice()):
            playing.give("bri", command)
        proofs.append(proof_of(called_off(playing)))

    assert proofs[0]["start"] == proofs[1]["start"]
    assert not any(word in msgspec.json.encode(proofs[0]) for word in WORDS)
    assert again(proofs[0]).verified


def test_the_houses_replay_shows_the_sets_that_the_round_was_played_with_and_no_others() -> None:
    playing = pig()
    playing.sit("Bri", sets=[HEAVY, GamingSet(set="simply_marked")])
    playing.sit("Odo", sets=[GamingSet(set="ivory_dice")])
    playing.seat("Cy")
    playing.give(None, GiveSet(target="cy", set="expertly_marked"))
    before = len(playing.entries)
    playing.give(None, StartRound())
    house = ViewerProjection(CATALOGUE.folding, CATALOGUE.folding.blank(playing.table.table, HOUSE))
    for entry in playing.entries[:before]:
        house.skip(entry)

    veil(house.table, PUBLIC)

    assert [seat.sets for seat in house.table.seats.values()] == [{}, {"dice": SeatSet(look="ivory")}, {}]
    house.skip(as_replayed(playing.entries[before], HOUSE, PUBLIC))
    assert house.table.seats["bri"].sets == {"dice": SeatSet(own=HEAVY)}


def test_a_sheet_changed_between_rounds_is_read_again_each_round() -> None:
    playing = pig()
    playing.seat("Bri", "Odo")
    for number, character in ((1, SHARP), (2, Character(skills={"perception": -3}))):
        playing.give(None, SetCharacter(target="odo", character=character))
        playing.give(None, StartRound())
        for command in (Throw(), Cheat(n=0)):
            playing.give(playing.table.to_act[0], command)
        called_off(playing)
        assert playing.table.round == number
        assert again(proof_of(playing)).verified
