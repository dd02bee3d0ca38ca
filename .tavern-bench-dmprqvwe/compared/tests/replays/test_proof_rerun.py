"""A player's own re-run: from a proof alone, the rules and the dice give every entry of the round again."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from events.character import Character
from events.dice import commitment_of
from games.installed import CATALOGUE
from games.table import StartRound, Unseal, VoidRound
from games.twentyone.betting import Roll as Buy
from games.twentyone.cheating import Cheat
from games.twentyone.turns import LetItBe
from replays.export import parse_export
from replays.proof_rerun import BrokenProof, ProofToRun, RoundRerun, rerun_round
from replays.rebuild import rounds_of
from tests.games.test_sealed_luck import reveal, seal, sealed_table
from tests.playing import Playing
from tests.properties.subjects import Subject, every_installed_game
from tests.properties.walking import Walk, dear, lengths, seeds
from tests.replays.logs import event, forged
from tests.replays.proving import prove
from tests.toys.catalogue import TOYS
from tests.toys.race import Roll

RECORDED = Path(__file__).parents[2] / "replays" / "recorded"
GAMES = sorted(folder.name for folder in RECORDED.iterdir() if folder.is_dir())
SHEET = Character(abilities={"str": 3, "dex": 2, "wis": 1}, saves={"con": 4}, passive={"deception": 17})


def decoded_proof(catalogue: Any, lines: list[bytes], number: int = 1, **how: bool) -> dict[str, Any]:
    proof: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(prove(catalogue, lines, number, **how)))
    return proof


def again(catalogue: Any, proof: dict[str, Any]) -> RoundRerun:
    return rerun_round(catalogue, msgspec.json.decode(msgspec.json.encode(proof), type=ProofToRun))


def assert_all_that_is_shown_is_the_same(result: RoundRerun, proof: dict[str, Any]) -> None:
    left_out = [entry["seq"] for entry in proof["entries"] if "line" not in entry]
    assert (result.differing, sorted(result.not_run)) == ({}, left_out)
    assert result.same_again == len(proof["entries"]) - len(left_out)


@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_round_re_runs_from_the_proof_of_it_once_it_is_unsealed(game: str) -> None:
    for path in sorted((RECORDED / game).glob("*.jsonl")):
        lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
        for played in rounds_of(CATALOGUE.codec.decode_log(lines)):
            proof = decoded_proof(CATALOGUE, lines, played.round, as_if_unsealed=True)
            assert_all_that_is_shown_is_the_same(again(CATALOGUE, proof), proof)
            if not played.unsealed:
                sealed = again(CATALOGUE, decoded_proof(CATALOGUE, lines, played.round))
                assert sealed.not_run_at_all == "the round is sealed"


@every_installed_game
@dear
@given(seed=seeds, length=lengths)
def test_every_random_round_re_runs_from_its_proof_as_far_as_it_shows_entries(
    subject: Subject, seed: int, length: int
) -> None:
    playing = Walk(subject, seed).play(length)
    unseal_all(playing)
    for played in rounds_of(playing.entries):
        if played.unsealed:
            proof = decoded_proof(subject.catalogue, playing.lines, played.round)
            result = again(subject.catalogue, proof)
            assert result.differing == {}, played
            left_out = [entry["seq"] for entry in proof["entries"] if "line" not in entry]
            if not left_out:
                assert result.verified, (played, result)


def unseal_all(playing: Playing) -> None:
    for played in rounds_of(playing.entries):
        if played.last is not None and not played.unsealed and not playing.table.closed:
            playing.give(None, Unseal(round=played.round))


def with_sheets(game: str = "twentyone") -> Playing:
    playing = Playing.open(CATALOGUE, game)
    for name in ("Bri", "Odo"):
        playing.sit(name, character=SHEET)
    return playing


def test_sheets_and_heat_are_read_off_the_round_and_stand_in_no_proof() -> None:
    playing = with_sheets("twentyone-v3")
    for number in (1, 2):
        playing.give(None, StartRound())
        (cutter,) = playing.table.to_act
        playing.give(cutter, LetItBe())
        act_in_turn(playing)
        playing.give(None, VoidRound())
        playing.give(None, Unseal(round=number))

    for number in (1, 2):
        proof = decoded_proof(CATALOGUE, playing.lines, number)
        assert again(CATALOGUE, proof).verified
        assert "17" not in str(proof["start"]["seats"])
        assert [seat["character"] for seat in proof["start"]["seats"].values()] == [None, None]


def act_in_turn(playing: Playing) -> None:
    """Somebody buys a die and cheats with it, which reveals the heat."""
    seat = playing.table.turn
    assert seat is not None
    playing.give(seat, Buy(die="d4", pay="coins"))
    n = len(playing.table.seats[seat].dice) - 1
    face = playing.table.seats[seat].dice[n].face
    playing.give(seat, Cheat(n=n, change=1 if face == 1 else -1))


def race(**options: Any) -> Playing:
    playing = Playing.open(TOYS, "race", unseal="round", **options).seat("Ada", "Bo")
    playing.start()
    playing.give("ada", Roll())
    playing.give(None, VoidRound())
    return playing


FORGERIES: list[tuple[Callable[[dict[str, Any]], object], int]] = [
    (lambda entry: event(entry, "round_started")["seats"].reverse(), 1),
    (lambda entry: event(entry, "round_started")["luck"][0].update(luck="grind"), 1),
    (lambda entry: entry["command"].update(type="void_round"), 1),
]


@pytest.mark.parametrize(("forgery", "seq"), FORGERIES)
def test_an_entry_that_the_rules_do_not_give_is_named(forgery: Callable[[dict[str, Any]], object], seq: int) -> None:
    playing = race()
    lines = forged(playing.lines, 4, forgery)

    result = again(TOYS, decoded_proof(TOYS, lines))

    assert not result.clean
    assert seq in result.differing


def test_a_table_that_began_otherwise_gives_another_round() -> None:
    proof = decoded_proof(TOYS, race().lines)
    proof["start"]["accounts"]["ada"] = 0

    assert 1 in again(TOYS, proof).differing


def test_the_result_says_who_sat_there_with_how_many_coins() -> None:
    result = again(TOYS, decoded_proof(TOYS, race().lines))

    assert result.verified
    assert [(seat.seat, seat.name, seat.purse_cp) for seat in result.seats] == [
        ("ada", "Ada", 10_000),
        ("bo", "Bo", 10_000),
    ]


def with_an_entry_left_out() -> list[bytes]:
    playing = Playing.open(TOYS, "race", unseal="round").seat("Ada", "Bo").start()
    playing.sit("Cy", character=SHEET)
    playing.give("ada", Roll())
    playing.give(None, VoidRound())
    return playing.lines


def test_an_entry_that_is_left_out_is_not_re_run_and_all_others_are() -> None:
    result = again(TOYS, decoded_proof(TOYS, with_an_entry_left_out()))

    assert (result.clean, result.verified, result.same_again) == (True, False, 3)
    assert result.not_run == {2: "the proof leaves it out, because it has other secrets"}


def test_an_entry_that_is_left_out_excuses_none_after_it() -> None:
    lines = forged(with_an_entry_left_out(), 7, lambda entry: event(entry, "round_voided").update(reason="a whim"))

    result = again(TOYS, decoded_proof(TOYS, lines))

    assert list(result.differing) == [4]
    assert "or else entry 2" in result.differing[4]


def test_with_sealed_luck_a_round_re_runs_from_its_call() -> None:
    playing = seal(sealed_table(unseal="round"), "ada", "cy")
    playing.give(None, StartRound())
    reveal(playing, "ada", "cy")
    playing.give(None, VoidRound())

    assert again(CATALOGUE, decoded_proof(CATALOGUE, playing.lines)).verified


def test_a_game_that_is_not_installed_cannot_be_re_run() -> None:
    result = again(CATALOGUE, decoded_proof(TOYS, race().lines))

    assert result.not_run_at_all == "the game race is not installed"


@pytest.mark.parametrize("change", [{"table": "another"}, {"seats": 7}, {"options": {"target": "far"}}])
def test_an_invalid_table_is_refused(change: dict[str, Any]) -> None:
    proof = decoded_proof(TOYS, race().lines)
    proof["start"].update(change)

    with pytest.raises(BrokenProof):
        again(TOYS, proof)


def test_the_seed_of_the_proof_is_the_rounds() -> None:
    proof = decoded_proof(TOYS, race().lines)

    assert commitment_of(bytes.fromhex(proof["seed"])).hex() == proof["commitment"]
