"""Sealed luck counts for one call of a round: a reveal signs the call that it answers, which has to be the log's."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from events.entry import line_hash
from events.sealed_luck import seal_of
from games.installed import CATALOGUE
from games.table import StartRound, VoidRound
from replays.export import write_export
from tavern_client.luck.keys import OneTimeKey
from tests.games.test_sealed_luck import reveal, seal, sealed_table
from tests.playing import TABLE, Playing
from tests.replays.logs import Forgery, event, forged
from tests.replays.proving import prove
from tests.verifier.second_opinions import Node, wrong

MOVED: Final = "luck_answers_another_call"
ZEROS: Final = "0" * 64
SEATS: Final = ("ada", "bo")


@cache
def played() -> Playing:
    """A round that Ada and Bo sealed for, which was called off once it had started."""
    playing = seal(sealed_table(unseal="round"), *SEATS)
    playing.give(None, StartRound())
    reveal(playing, *SEATS)
    playing.give(None, VoidRound())
    return playing


def place_of(kind: str, lines: Sequence[bytes] | None = None) -> int:
    """The seq of the first entry with an event of a type."""
    return next(seq for seq, line in enumerate(lines or played().lines, 1) if f'"type":"{kind}"'.encode() in line)


def found(node: Node, lines: Sequence[bytes]) -> list[tuple[int | None, str]]:
    return wrong(node, b"".join(write_export(TABLE, lines)))


def in_call(**changes: Any) -> Forgery:
    return lambda entry: event(entry, "luck_called").update(changes)


def in_reveal(**changes: Callable[[Any], Any]) -> Forgery:
    def change(entry: dict[str, Any]) -> None:
        revealed = event(entry, "luck_revealed")
        revealed.update({name: of(revealed[name]) for name, of in changes.items()})

    return change


def called() -> dict[str, Any]:
    return event(msgspec.json.decode(played().lines[place_of("luck_called") - 1]), "luck_called")


def another_seal() -> list[dict[str, Any]]:
    """The seals of the call, but Bo's is another that he can open, too."""
    ada, _ = called()["seals"]
    luck = "0" * 32
    return [ada, {"seat": "bo", "seal": seal_of(TABLE, 1, "bo", luck, OneTimeKey(TABLE, 1, "bo", b"s" * 32).public)}]


@pytest.mark.parametrize(
    "change",
    [
        in_call(game="goblin"),
        in_call(rules=2),
        in_call(rules=-1),
        in_call(first=1025),
        in_call(commitment=ZEROS),
        in_call(seats=["bo", "ada", "cy"]),
        in_call(seats=["ada", "bo"]),
        in_call(seals=another_seal()),
    ],
    ids=["game", "rules", "rules below 0", "first", "commitment", "order of seats", "a seat", "seal"],
)
def test_a_reveal_that_is_moved_to_another_call_of_the_round_is_found(node: Node, change: Forgery) -> None:
    """The central attack is the last: an accomplice chooses another luck once the honest one is known."""
    lines = forged(played().lines, place_of("luck_called"), change)

    assert (place_of("luck_revealed"), MOVED) in found(node, lines)


def test_the_root_is_part_of_what_a_reveal_answers(node: Node) -> None:
    lines = forged(played().lines, 1, lambda entry: event(entry, "root_published").update(root=ZEROS))

    reported = found(node, lines)

    assert {(place_of("luck_called"), "path_mismatch"), (place_of("luck_revealed"), MOVED)} <= set(reported)


def test_the_opening_is_part_of_what_a_reveal_answers(node: Node) -> None:
    lines = forged(played().lines, 1, lambda entry: entry.update(salt="00" * 16))

    assert found(node, lines) == [(place_of("luck_revealed"), MOVED), (place_of("luck_revealed") + 1, MOVED)]


def with_reveal(**changes: Callable[[Any], Any]) -> list[bytes]:
    return forged(played().lines, place_of("luck_revealed"), in_reveal(**changes))


@pytest.mark.parametrize(
    "change",
    [
        lambda signature: signature[:-1] + ("1" if signature[-1] == "0" else "0"),
        lambda signature: signature[:8] + ("1" if signature[8] == "0" else "0") + signature[9:],
        lambda signature: "00000004" + signature[8:],
        lambda signature: signature[:-2],
        lambda signature: signature + "00",
        lambda signature: signature.upper(),
        lambda _: "",
    ],
    ids=["its last half-byte", "its randomizer", "its type", "too short", "too long", "in upper case", "none"],
)
def test_a_signature_counts_only_whole_and_unchanged(node: Node, change: Callable[[str], str]) -> None:
    assert found(node, with_reveal(signature=change)) == [(place_of("luck_revealed"), MOVED)]


def test_a_signature_by_another_key_than_was_sealed_is_found_by_the_seal(node: Node) -> None:
    other = OneTimeKey(TABLE, 1, "ada", b"s" * 32)

    assert found(node, with_reveal(key=lambda _: other.public)) == [(place_of("luck_revealed"), "luck_mismatch")]


@pytest.mark.parametrize("member", ["key", "signature"])
def test_a_reveal_without_a_key_or_a_signature_is_none(node: Node, member: str) -> None:
    lines = forged(played().lines, place_of("luck_revealed"), lambda entry: event(entry, "luck_revealed").pop(member))

    assert found(node, lines)[0] == (place_of("luck_revealed"), "unreadable")


def naming(kind: str, opening: Any) -> list[bytes]:
    """The log, whose first event of a kind names another opening; None: none."""

    def change(entry: dict[str, Any]) -> None:
        named = event(entry, kind)
        named.pop("opening")
        named.update({} if opening is None else {"opening": opening})

    return forged(played().lines, place_of(kind), change)


@pytest.mark.parametrize("kind", ["luck_called", "round_started"])
def test_a_round_names_the_opening_of_its_table(node: Node, kind: str) -> None:
    seq = place_of(kind)
    another = {code for at, code in found(node, naming(kind, ZEROS)) if at == seq}
    assert another == {"opening_mismatch"}
    for unreadable in (None, "", 1):
        assert (seq, "unreadable") in found(node, naming(kind, unreadable))


def test_a_proof_with_the_opening_of_another_table_is_found(node: Node) -> None:
    """The other table has the same secret, and so the same root, but other options."""
    proof = msgspec.json.decode(msgspec.json.encode(prove(CATALOGUE, played().lines, 1)))
    other = sealed_table(unseal="round", turn_seconds=60).lines[0]
    proof["opening"] |= {"line": other.decode(), "hash": line_hash(other)}

    assert wrong(node, msgspec.json.encode(proof)) == [
        (1, "opening_mismatch"),
        (3, "opening_mismatch"),
    ]
