"""The holder of a log can chain it again: then only the dice expose a forgery, to both verifiers."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.entry import line_hash
from games.table import NewInvite, VoidRound
from replays.export import parse_export, write_export
from tests.playing import Playing
from tests.replays.logs import bank_evening, event, forged, race_evening, reseal
from tests.replays.proving import prove
from tests.toys.catalogue import TOYS
from tests.verifier.second_opinions import LEFT_OUT, Node, both, in_python, wrong

RECORDED = Path(__file__).parents[2] / "replays" / "recorded"
Forgery = Callable[[dict[str, Any]], object]
NAMED_TWICE = b'"table":"table-1","at":'


def exported(lines: list[bytes], table: str = "table-1") -> bytes:
    return b"".join(write_export(table, lines))


def in_start(**changes: Any) -> Forgery:
    return lambda entry: event(entry, "round_started").update(changes)


def in_roll(**changes: Any) -> Forgery:
    return lambda entry: event(entry, "die_rolled").update(changes)


def in_draw(**changes: Any) -> Forgery:
    return lambda entry: event(entry, "die_rolled")["draw"].update(changes)


def in_end(kind: str, **changes: Any) -> Forgery:
    return lambda entry: event(entry, kind).update(changes)


ZEROS = "0" * 64
NOT_LAID = ["4 face_mismatch", "6 face_mismatch"]
"""The House's second die does not come to lie where it should, and later nothing is there to be revealed."""
BANK = [
    (4, in_draw(face=2), ["4 draw_mismatch"]),
    (4, in_draw(n=2), ["4 draw_order", "4 draw_mismatch"]),
    (4, in_draw(seat="bri"), [*NOT_LAID, "4 draw_mismatch"]),
    (4, in_draw(checked=True), ["4 draw_missing", *NOT_LAID]),
    (4, in_roll(draw=None), ["4 unreadable", *NOT_LAID]),
    (4, in_roll(n=1), NOT_LAID),
    (4, in_roll(die="d8"), NOT_LAID),
    (4, in_start(commitment=ZEROS), ["4 path_mismatch", "6 commitment_mismatch"]),
    (4, in_start(path=[]), ["4 path_mismatch"]),
    (4, in_start(first=1025), ["4 root_missing"]),
    (6, in_end("die_revealed", face=1), ["6 face_mismatch"]),
    (6, in_end("die_revealed", n=7), ["6 face_mismatch"]),
    (6, in_end("seed_recorded", seed=ZEROS), ["6 commitment_mismatch", "6 seed_misplaced"]),
    (6, in_end("seed_recorded", round=2), ["6 seed_misplaced", "6 seed_missing"]),
    (6, in_end("round_unsealed", seed=ZEROS), ["6 seed_misplaced"]),
    (1, in_end("root_published", root=ZEROS), ["4 path_mismatch", "7 path_mismatch"]),
    (1, in_end("root_published", last=9), ["1 bad_root", "4 root_missing", "7 root_missing"]),
    (5, lambda entry: entry.update(table="table-2"), ["5 wrong_table"]),
    (5, lambda entry: entry.pop("events"), ["5 unreadable"]),
]


@pytest.mark.parametrize(("seq", "forgery", "found"), BANK)
def test_a_forged_round_of_bank_is_found_out(node: Node, seq: int, forgery: Forgery, found: list[str]) -> None:
    reported = wrong(node, exported(forged(bank_evening().lines, seq, forgery)))

    assert list(dict.fromkeys(f"{at} {code}" for at, code in reported)) == found


def test_a_luck_word_that_was_swapped_moves_every_draw(node: Node) -> None:
    lines = race_evening().lines

    def swapped(entry: dict[str, Any]) -> None:
        event(entry, "round_started")["luck"][0].update(luck="owl")

    found = wrong(node, exported(forged(lines, 4, swapped)))

    assert found[0] == (4, "luck_mismatch")
    assert {code for _, code in found[1:]} == {"draw_mismatch"}
    rolled = {place for place, line in enumerate(lines, 1) if b'"draw":{' in line}
    assert {seq for seq, _ in found[1:]} <= rolled


def test_an_export_that_was_changed_and_not_chained_again_names_the_entry(node: Node) -> None:
    lines = list(race_evening().lines)
    for seq in range(1, len(lines)):
        changed = [*lines[: seq - 1], lines[seq - 1].replace(b'"salt":"', b'"salt":"00'), *lines[seq:]]
        assert wrong(node, exported(changed)) == [(seq, "chain_broken")]


def test_an_export_that_lacks_entries_or_has_them_twice_or_in_another_order_is_found_out(node: Node) -> None:
    lines = race_evening().lines
    header, *_ = exported(lines).splitlines()

    def found(*changed: bytes) -> list[tuple[int | None, str]]:
        return wrong(node, b"".join(line + b"\n" for line in (header, *changed)))

    assert found(*lines[:4], *lines[5:]) == [(4, "chain_broken"), (None, "truncated")]
    assert found(*lines[:5], *lines[4:]) == [(5, "chain_broken"), (None, "truncated")]
    assert found(*lines[:-1]) == [(None, "truncated")]
    assert found(*lines[:4], lines[5], lines[4], *lines[6:]) == [
        (4, "chain_broken"),
        (5, "chain_broken"),
        (6, "chain_broken"),
    ]
    assert found(*lines[:-1], lines[-1].replace(b'"salt":"', b'"salt":"00')) == [(len(lines), "not_as_headed")]


@pytest.mark.parametrize("member", [{"house": 6}, {"seq": 5}, {"v": 2, "house": 6}, {"seq": "nine"}], ids=str)
def test_a_log_of_a_version_before_1_is_refused(node: Node, member: dict[str, Any]) -> None:
    """All its entries named an edition of the common rules (`house`), or their own number."""
    for seq in (1, 5):
        refused_as_before_1(node, exported(forged(bank_evening().lines, seq, lambda entry: entry.update(member))))


@pytest.mark.parametrize("version", [2, 3])
def test_a_proof_of_a_version_before_1_is_refused(node: Node, version: int) -> None:
    proof = msgspec.json.decode(msgspec.json.encode(prove(TOYS, race_evening().lines, 1)))

    refused_as_before_1(node, msgspec.json.encode({**proof, "version": version}))


def refused_as_before_1(node: Node, data: bytes) -> None:
    sentence = "it was written by a version before 1.0, whose logs and proofs are no longer read"
    assert [in_python(data), node.check(data)] == [{"unreadable": sentence}] * 2


@pytest.mark.parametrize("version", [0, 2, True, None, "1"])
def test_a_line_of_another_format_is_no_entry(node: Node, version: Any) -> None:
    lines = forged(bank_evening().lines, 5, lambda entry: entry.update(v=version))

    assert wrong(node, exported(lines)) == [(5, "unreadable")]


def test_a_line_that_does_not_say_its_format_is_no_entry(node: Node) -> None:
    lines = forged(bank_evening().lines, 5, lambda entry: entry.pop("v"))

    assert wrong(node, exported(lines)) == [(5, "unreadable")]


def test_a_proof_numbers_its_entries_from_1(node: Node) -> None:
    lines = race_evening().lines
    proof = msgspec.json.decode(msgspec.json.encode(prove(TOYS, lines, 1)))
    later = [{**entry, "seq": entry["seq"] + 1} for entry in proof["entries"]]
    opening = {**proof["opening"], "seq": 2}

    assert wrong(node, msgspec.json.encode({**proof, "entries": later})) == [(None, "not_as_told")]
    assert wrong(node, msgspec.json.encode({**proof, "opening": opening})) == [(None, "not_as_told")]


def test_how_many_entries_are_left_out_of_a_proof_does_not_show(node: Node) -> None:
    playing = Playing.open(TOYS, "race", unseal="round").seat("Ada", "Bo").start()
    for command in (NewInvite(), NewInvite(), VoidRound()):
        playing.give(None, command)
    proof = msgspec.json.decode(msgspec.json.encode(prove(TOYS, playing.lines, 1)))
    start, _, left_out, end = proof["entries"]
    proof["entries"] = [start, {**left_out, "seq": 2}, {**end, "seq": 3}]

    dropped = both(node, msgspec.json.encode(proof))

    assert dropped["right"]
    assert LEFT_OUT in dropped["not_shown"]


def test_an_export_without_entries_has_nothing_wrong(node: Node) -> None:
    assert both(node, exported([]))["right"]


def cheats() -> Iterator[tuple[str, list[bytes], int]]:
    """Recorded rounds in which a die was turned, and the entry in which it was."""
    for path in sorted(RECORDED.glob("*/*.jsonl")):
        lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
        for seq, line in enumerate(lines, 1):
            if b'"type":"die_altered"' in line:
                yield path.name, lines, seq


def test_a_cheat_that_was_taken_out_of_the_log_leaves_a_face_that_was_never_drawn(node: Node) -> None:
    found = list(cheats())
    assert found
    for name, lines, seq in found:

        def honest(entry: dict[str, Any]) -> None:
            entry["events"] = [event for event in entry["events"] if event["type"] != "die_altered"]

        table = msgspec.json.decode(lines[0])["table"]
        assert both(node, exported(lines, table))["altered"], name
        reported = wrong(node, exported(forged(lines, seq, honest), table))
        assert [code for at, code in reported if at is not None and at >= seq][:1] == ["face_mismatch"], name


def test_a_check_has_to_count_what_was_rolled(node: Node) -> None:
    def better(entry: dict[str, Any]) -> None:
        for found in entry["events"]:
            if found["type"] == "check_rolled":
                found["total"] += 1

    path = next(path for path in sorted(RECORDED.glob("twentyone/*")) if b'"type":"check_rolled"' in path.read_bytes())
    lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
    seq = next(place for place, line in enumerate(lines, 1) if b'"type":"check_rolled"' in line)
    table = msgspec.json.decode(lines[0])["table"]

    assert wrong(node, exported(forged(lines, seq, better), table)) == [(seq, "face_mismatch")]


def test_a_member_that_is_named_twice_is_refused(node: Node) -> None:
    lines = list(bank_evening().lines)
    lines[1] = lines[1].replace(NAMED_TWICE, b'"table":"table-9",' + NAMED_TWICE)
    lines[2:] = chained(lines[1], lines[2:])

    assert wrong(node, exported(lines)) == [(2, "unreadable")]


def chained(first: bytes, rest: list[bytes]) -> list[bytes]:
    """The lines after one that cannot be written again, chained to it."""
    prev, chain = line_hash(first), list[bytes]()
    for line in rest:
        chain.append(msgspec.json.encode({**msgspec.json.decode(line), "prev": prev}))
        prev = line_hash(chain[-1])
    return chain


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"format":"tavern-proof","version":4}', b"\xff", b'{"format":"tavern-log"', b"null\n", b"["],
)
def test_what_is_neither_a_proof_nor_an_export_is_not_checked(node: Node, data: bytes) -> None:
    assert both(node, data) == "unreadable"


@pytest.mark.parametrize("line", [b"\xff", b"[1]", b"nothing", b'{"table":1}', b"[" * 100_000])
def test_a_line_that_is_no_entry_is_named(node: Node, line: bytes) -> None:
    lines = bank_evening().lines

    assert (3, "unreadable") in wrong(node, exported([*lines[:2], line, *lines[3:]]))


def test_a_line_that_nests_without_end_is_named(node: Node) -> None:
    def nested(entry: dict[str, Any]) -> None:
        entry["events"].append({"type": "bank.nested", "of": "DEEP"})

    lines = list(forged(bank_evening().lines, 3, nested))
    lines[2] = lines[2].replace(b'"DEEP"', b"[" * 50_000 + b"]" * 50_000)
    lines[3:] = chained(lines[2], lines[3:])

    assert wrong(node, exported(lines)) == [(3, "unreadable")]


def test_resealing_alone_changes_nothing(node: Node) -> None:
    assert both(node, exported(reseal(bank_evening().lines)))["right"]
