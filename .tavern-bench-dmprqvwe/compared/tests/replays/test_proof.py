"""The proof of a round: the promise alone while it is sealed, the round and nothing else once it is not."""

import random
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given

from events.audience import PUBLIC
from events.character import Character
from events.codec import Opaque
from events.entry import line_hash
from events.event import Draw
from events.merkle import FIRST_RANGE, CommitmentTree
from events.round_events import DieRolled, LuckCalled, LuckWord, RoundStarted
from events.table_events import RootPublished
from games.table import NewInvite, NewToken, StartRound, Unseal, VoidRound
from projections.table import Root
from replays.proof import NotProvable, ProvenDraw, SealedEntry, ShownEntry, sealed_proof
from replays.rebuild import NoSuchRound, rounds_of
from tests.playing import SECRET, Playing
from tests.properties.meddling import Meddler
from tests.properties.subjects import Subject, every_installed_game
from tests.properties.walking import Walk, dear, lengths, seeds
from tests.replays.proving import prove
from tests.toys.catalogue import TOYS
from tests.toys.race import Roll

SHEET = Character(abilities={"dex": 4})
MOST_HIDDEN = 9
HASH = re.compile(rb"[0-9a-f]{64}")


def race(**options: Any) -> Playing:
    return Playing.open(TOYS, "race", **options).seat("Ada", "Bo")


def proof_of(playing: Playing, number: int = 1) -> Any:
    return prove(playing.catalogue, playing.lines, number)


def test_the_proof_of_a_sealed_round_is_the_promise_and_no_more() -> None:
    playing = race(unseal="dispute").start()
    playing.give("ada", Roll())
    playing.give(None, VoidRound())
    tree = CommitmentTree(SECRET, 1, FIRST_RANGE)

    proof = proof_of(playing)

    started = next(event for event in playing.entries[3].events if isinstance(event, RoundStarted))
    assert (proof.table, proof.round, proof.game, proof.rules) == (playing.table.table, 1, "race", 1)
    assert proof.seeded is True
    assert (proof.root, proof.commitment, proof.path) == (
        Root(first=1, last=FIRST_RANGE, root=tree.root.hex()),
        started.commitment,
        [node.hex() for node in tree.path(1)],
    )
    assert proof.opening.line == playing.lines[0].decode()
    assert (proof.published, proof.seed, proof.draws, proof.entries) == (None, None, [], [])
    assert proof.luck == [LuckWord(seat="ada", luck=""), LuckWord(seat="bo", luck="")]


def test_a_running_round_is_sealed_where_rounds_are_unsealed_by_ending() -> None:
    running = proof_of(race(unseal="round").start())

    assert (running.seed, running.entries) == (None, [])


def test_the_proof_of_an_unsealed_round_holds_its_entries_as_they_are_stored() -> None:
    playing = race(unseal="round").start()
    [rolled] = [event for event in playing.give("ada", Roll()) if isinstance(event, DieRolled)]
    playing.give(None, VoidRound())
    playing.give(None, StartRound())

    proof = proof_of(playing)

    assert [(shown.seq, shown.hash, shown.line) for shown in proof.entries] == [
        (seq, line_hash(playing.lines[seq + 2]), playing.lines[seq + 2].decode()) for seq in (1, 2, 3)
    ]
    assert proof.draws == [ProvenDraw(seq=2, **draw_of(rolled))]
    assert len(bytes.fromhex(proof.seed)) == 32


def test_the_proof_of_an_unsealed_round_has_the_table_as_everybody_saw_it_when_the_round_began() -> None:
    playing = Playing.open(TOYS, "race", unseal="round")
    playing.sit("Ada", character=SHEET)
    playing.seat("Bo")
    before = msgspec.to_builtins(playing.sight(PUBLIC).table, str_keys=True)
    playing.start()
    playing.give(None, VoidRound())

    proof = proof_of(playing)

    assert proof.start == before
    assert [seat["character"] for seat in before["seats"].values()] == [None, None]


def draw_of(rolled: DieRolled) -> dict[str, Any]:
    assert rolled.draw is not None
    return msgspec.structs.asdict(rolled.draw)


def test_lines_about_other_secrets_are_left_out() -> None:
    playing = race(unseal="round").start()
    playing.sit("Cy", character=SHEET)
    playing.give("ada", Roll())
    playing.give(None, NewInvite())
    playing.give(None, NewToken(target="bo"))
    playing.give(None, VoidRound())

    proof = proof_of(playing)

    assert [(shown.seq, shown.line is msgspec.UNSET) for shown in proof.entries] == [
        (1, False),
        (2, True),
        (3, False),
        (4, True),
        (5, True),
        (6, False),
    ]
    assert [shown.hash for shown in proof.entries] == [
        None if seq == 4 else line_hash(playing.lines[seq + 2]) for seq in range(1, 7)
    ]
    [taken] = [shown.events[0] for shown in proof.entries if shown.seq == 2]
    assert (taken.seat, taken.character, taken.character_to) == ("cy", None, "none")
    assert b'\\"dex\\":4' not in msgspec.json.encode(proof)


def proved_after_a_sealed_round(hidden: int) -> Any:
    """The proof of a second round, after a first that stays sealed and has so many entries that only the GM sees."""
    playing = race(unseal="dispute").start()
    for _ in range(hidden):
        playing.give(None, NewInvite())
    playing.commands += MOST_HIDDEN - hidden
    for command in (VoidRound(), StartRound()):
        playing.give(None, command)
    playing.give(playing.table.to_act[0], Roll())
    playing.give(None, VoidRound())
    playing.give(None, Unseal(round=2))
    return proof_of(playing, 2)


@pytest.mark.parametrize("hidden", [1, 7, MOST_HIDDEN])
def test_a_proof_does_not_show_how_many_entries_a_sealed_round_before_it_has(hidden: int) -> None:
    proof, twin = (msgspec.json.encode(proved_after_a_sealed_round(count)) for count in (0, hidden))

    assert b'\\"type\\":\\"die_rolled\\"' in proof
    assert proof != twin
    assert HASH.sub(b"", proof) == HASH.sub(b"", twin)


def test_a_sheet_that_was_left_empty_is_left_out_like_any_other() -> None:
    playing = race(unseal="round").start()
    playing.sit("Cy")
    playing.give(None, VoidRound())

    assert [shown.line is msgspec.UNSET for shown in proof_of(playing).entries] == [False, True, False]


def test_a_round_that_was_not_played_has_no_proof() -> None:
    with pytest.raises(NoSuchRound):
        proof_of(race().start(), 2)


@pytest.mark.parametrize("openly", [True, False])
def test_where_the_root_was_published_is_shown_only_if_that_round_is_unsealed(openly: bool) -> None:
    playing = race().start()
    opening, start = playing.lines[0], playing.lines[3]
    tree = CommitmentTree(SECRET, 1025, 2048)
    root = {"type": "root_published", "v": 1, "first": 1025, "last": 2048, "root": tree.root.hex()}
    published = changed(start, lambda entry: entry["events"].insert(0, root))
    late = changed(start, lambda entry: entry["events"][0].update(round=1025, first=1025))

    proof = sealed_proof(TOYS.codec, opening, published, openly, [TOYS.codec.decode(late)])

    assert (proof.round, proof.root) == (1025, Root(first=1025, last=2048, root=tree.root.hex()))
    if openly:
        assert proof.published == ShownEntry(seq=1, hash=line_hash(published), line=published.decode())
    else:
        assert proof.published == SealedEntry(hash=line_hash(published))


def test_a_log_without_the_root_is_not_provable() -> None:
    playing = race().start()
    opening = changed(playing.lines[0], lambda entry: entry["events"].pop())

    with pytest.raises(NotProvable, match="publishes no root"):
        sealed_proof(TOYS.codec, opening, None, True, playing.entries[3:])


def test_the_proof_lists_the_draws_of_a_game_that_is_not_installed() -> None:
    draw = {"seat": "ada", "purpose": "race", "sides": 6, "n": 1, "face": 3}
    playing = race(unseal="round").start()
    playing.give("ada", Roll())
    playing.give(None, VoidRound())
    thrown = {"type": "chess.thrown", "v": 1, "of": [{"draw": draw}]}
    playing_lines = list(playing.lines)
    playing_lines[4] = changed(playing_lines[4], lambda entry: entry.update(events=[thrown]))
    assert isinstance(TOYS.codec.decode(playing_lines[4]).events[0], Opaque)

    proof = prove(TOYS, playing_lines, 1)

    assert proof.draws == [ProvenDraw(seq=2, **msgspec.structs.asdict(msgspec.convert(draw, Draw)))]


def changed(line: bytes, change: Any) -> bytes:
    entry = msgspec.json.decode(line)
    change(entry)
    return msgspec.json.encode(entry)


@every_installed_game
@dear
@given(seed=seeds, length=lengths)
def test_nothing_that_the_public_may_not_see_is_in_the_proof_of_a_sealed_round(
    subject: Subject, seed: int, length: int
) -> None:
    """Whatever is hidden is changed, left out or made up: the proofs of sealed rounds stay the same to the byte."""
    playing = Walk(subject, seed).play(length)
    entries, codec = playing.entries, subject.catalogue.codec
    sealed = {played.round for played in rounds_of(entries) if not played.unsealed}
    seats = [seat.seat for seat in playing.table.seats.values()]
    meddled = list(Meddler(random.Random(seed), PUBLIC, seats).meddled(entries))

    def beginnings(log: Any) -> dict[int, Any]:
        return {
            event.round: log[at:]
            for at, entry in reversed(list(enumerate(log)))
            for event in entry.events
            if isinstance(event, LuckCalled | RoundStarted) and event.round in sealed
        }

    opening = playing.lines[0]
    assert any(isinstance(event, RootPublished) for event in entries[0].events)
    before, after = beginnings(entries), beginnings(meddled)
    assert before.keys() == after.keys() == sealed
    for number in sealed:
        first, second = (sealed_proof(codec, opening, None, True, log[number]) for log in (before, after))
        assert msgspec.json.encode(first) == msgspec.json.encode(second)
        assert first == prove(playing.catalogue, playing.lines, number)
