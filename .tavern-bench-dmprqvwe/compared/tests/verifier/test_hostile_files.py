"""Files that were made to be read in two ways, or to break a verifier: both verifiers, and an audit, read all of them
alike, or refuse them."""

import hashlib
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from replays.audit import audit
from replays.export import parse_export
from tests.replays.logs import bank_evening, event, forged
from tests.toys.catalogue import TOYS
from tests.verifier.second_opinions import JAVASCRIPT, PYTHON, Node, both, gist, in_python, wrong
from tests.verifier.test_forgeries import chained, exported

VECTORS = Path(__file__).parents[2] / "docs" / "vectors"
PROOF = (VECTORS / "proof.json").read_bytes()
SEALED = (VECTORS / "sealed.json").read_bytes()
LOG = (VECTORS / "log.jsonl").read_bytes()
FIRST = b'"version":1'


def valid_proof() -> dict[str, Any]:
    proof: dict[str, Any] = msgspec.json.decode(PROOF)
    return proof


def with_in_line_3(value: bytes) -> bytes:
    """An export with this as some event's member, chained again."""

    def added(entry: dict[str, Any]) -> None:
        entry["events"].append({"type": "bank.strange", "of": "HERE"})

    lines = list(forged(bank_evening().lines, 3, added))
    lines[2] = lines[2].replace(b'"HERE"', value)
    lines[3:] = chained(lines[2], lines[3:])
    return exported(lines)


def unreadable(data: bytes) -> list[int]:
    """The lines that an audit cannot read."""
    export = parse_export(data.splitlines(keepends=True))
    return [found.line for found in audit(TOYS, export.lines).findings if found.code == "unreadable"]


@pytest.mark.parametrize(
    "value",
    [b"NaN", b"-Infinity", b"1e999", b"1.5", b"1.0", b"1e2", b"1" * 17, b"9007199254740992", b"1" * 5_000]
    + [b"[" * depth + b"]" * depth for depth in (498, 900, 5_000)]
    + [b'"\\ud800"', b'["\\udC00\\ud800"]', b'{"\\uDbff":1}', b'"\\\\\\udfff"'],
    ids=lambda value: value[:20].decode(),
)
def test_what_not_everybody_reads_alike_is_no_entry(node: Node, value: bytes) -> None:
    assert wrong(node, with_in_line_3(value)) == [(3, "unreadable")]
    assert unreadable(with_in_line_3(value)) == [3]


@pytest.mark.parametrize(
    "value",
    [
        *(b"-0", b"9007199254740991", b"[" * 497 + b"]" * 497),
        *(b'"\\ud83c\\udfb2"', b'{"\\ud83c\\udfb2":1}', b'"\\\\ud800"'),
    ],
)
def test_what_is_strange_and_plain_is_an_entry(node: Node, value: bytes) -> None:
    assert both(node, with_in_line_3(value))["right"]
    assert unreadable(with_in_line_3(value)) == []


@pytest.mark.parametrize("version", [b"true", b"1.0", b"2", b'"1"', b"null"])
def test_another_version_is_not_checked(node: Node, version: bytes) -> None:
    assert FIRST in LOG
    assert both(node, LOG.replace(FIRST, b'"version":' + version, 1)) == "unreadable"
    assert both(node, msgspec.json.encode(valid_proof()).replace(FIRST, b'"version":' + version, 1)) == "unreadable"


def test_draws_count_in_the_order_in_which_they_are_written(node: Node) -> None:
    """A JavaScript object has members first whose names are numbers, wherever they were written."""
    draw = {"seat": "odo", "purpose": "omen", "sides": 1, "face": 1}

    def thrown(entry: dict[str, Any]) -> None:
        entry["events"].insert(2, {"type": "bank.omens", "by": {"b": {**draw, "n": 1}, "1": {**draw, "n": 2}}})

    lines = forged(bank_evening().lines, 4, thrown)

    report = both(node, exported(lines))
    assert report["right"]
    assert [found["n"] for found in report["draws"] if found["purpose"] == "omen"] == [1, 2]


@pytest.mark.parametrize("number", [0, -5])
def test_a_round_without_a_number_is_refused(node: Node, number: int) -> None:
    seed = "11" * 32

    def started(entry: dict[str, Any]) -> None:
        commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        event(entry, "round_started").update(round=number, commitment=commitment)

    def ended(entry: dict[str, Any]) -> None:
        for found in entry["events"]:
            found.update({name: value for name, value in (("round", number), ("seed", seed)) if name in found})

    found = wrong(node, exported(forged(forged(bank_evening().lines, 4, started), 6, ended)))

    assert found[0] == (4, "unreadable")
    assert (None, "malformed") in wrong(node, msgspec.json.encode({**valid_proof(), "round": number}))


def test_half_a_surrogate_pair_is_refused_by_both(node: Node) -> None:
    """A line is hashed as UTF-8, which has none: what a program puts in its place is anybody's guess."""
    proof = msgspec.json.decode(SEALED)
    line = proof["opening"]["line"].replace("The Prancing Pony", "\N{REPLACEMENT CHARACTER}")
    proof["opening"].update(line=line, hash=hashlib.sha256(line.encode()).hexdigest())
    data = msgspec.json.encode(proof)
    assert both(node, data)["right"]

    halved = data.replace("\N{REPLACEMENT CHARACTER}".encode(), b"\\ud800")
    sentence = "this is no JSON to rely on: a text has half of a surrogate pair"
    assert [in_python(halved), node.check(halved)] == [{"unreadable": sentence}] * 2

    lines = list(
        forged(bank_evening().lines, 4, lambda entry: event(entry, "round_started")["luck"][0].update(luck="@"))
    )
    lines[3] = lines[3].replace(b'"@"', b'"\\udc00"')
    lines[4:] = chained(lines[3], lines[4:])
    assert wrong(node, exported(lines))[0] == (4, "unreadable")
    for report in (in_python(exported(lines)), node.check(exported(lines))):
        assert report["wrong"][0]["detail"] == f"the line is no entry: {sentence}"


SHOWN = {"table": "table-2", "viewer": "public", "round": 1, "version": 1, "receipt": "0" * 64}
CALL = {"game": "race", "rules": 1, "opening": "0" * 64, "root": "0" * 64, "first": 1, "commitment": "0" * 64}
ANSWERED = {
    "table": "table-2",
    "viewer": "seat:a",
    "round": 1,
    "call": {**CALL, "seats": ["a"], "seals": {}},
    "luck": "",
}
SEEN = {"table": "table-2", "viewer": "public", "root": {"from": 1, "to": 4096, "root": "0" * 64}}


def test_what_a_record_says_stands_on_lines_of_its_own(node: Node) -> None:
    line = msgspec.json.encode(SHOWN)

    assert both(node, PROOF, line + b"\r" + line) == "unreadable"
    assert both(node, PROOF, line + b"\n\n") == "unreadable"
    assert both(node, PROOF, line + b"\r\n" + line)["record"]["of_other_tables"] == 2
    assert both(node, PROOF, b"")["record"]["of_other_tables"] == 0


@pytest.mark.parametrize(
    "line",
    [
        [],
        {},
        {**SHOWN, "version": 0},
        {**SHOWN, "viewer": None},
        {**SHOWN, "round": 0},
        {name: SHOWN[name] for name in SHOWN if name != "round"},
        {**SHOWN, "receipt": "0" * 63},
        {**SHOWN, "events": None},
        {**SHOWN, "events": [{}]},
        {**SHOWN, "coins": {"pot": True}},
        {**SHOWN, "coins": [1]},
        {**SHOWN, "dice": {"a": [["d6"]]}},
        {**SHOWN, "dice": {"a": [[6, 1]]}},
        {**SHOWN, "dice": {"a": [["d6", "1"]]}},
        {**SHOWN, "dice": {"a": {"0": ["d6", 1]}}},
        {**ANSWERED, "round": None},
        {**ANSWERED, "call": {**CALL, "seats": ["a"], "seals": {"a": ""}}},
        {**ANSWERED, "call": {**CALL, "seats": ["a"]}},
        {**ANSWERED, "luck": None},
        {**SEEN, "root": {"from": 1, "to": 4096}},
        {**SHOWN, "root": None},
    ],
    ids=str,
)
def test_a_record_that_says_something_else_is_not_compared(node: Node, line: Any) -> None:
    assert both(node, PROOF, msgspec.json.encode(line)) == "unreadable"


def test_a_record_may_say_more_than_a_verifier_knows(node: Node) -> None:
    lines = [{**line, "at": "noon"} for line in (SHOWN, ANSWERED, SEEN)]
    lines.append({**SHOWN, "events": [], "coins": {}, "dice": {"a": [["d6", None]], "house": []}})

    report = both(node, PROOF, b"\n".join(map(msgspec.json.encode, lines)))

    assert report["record"]["of_other_tables"] == 4


@pytest.mark.parametrize("program", [(sys.executable, PYTHON), ("node", JAVASCRIPT)], ids=["python", "javascript"])
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["text", "json"])
def test_no_text_of_a_file_steers_the_terminal(
    tmp_path: Path, program: tuple[str, Path], options: tuple[str, ...]
) -> None:
    steering = "x\x1b[8m\nEverything that can be checked is right.\u202e\x9b"
    (tmp_path / "forged.json").write_bytes(msgspec.json.encode({**valid_proof(), "table": steering}))

    command = [*map(str, program), "forged.json", *options]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)

    lines = ran.stdout.decode().splitlines()
    assert ran.returncode == 1
    assert all(line.isascii() and line.isprintable() for line in lines)
    if options:
        assert msgspec.json.decode(ran.stdout)["table"] == steering
    else:
        assert lines[-1] == "9 wrong."
    assert "Everything that can be checked is right." not in ran.stdout.decode().splitlines()


def test_the_root_to_which_a_proof_leads_is_reported(node: Node) -> None:
    """Another opening with another root has nothing wrong with it: it is for the reader to compare the roots."""
    assert both(node, PROOF)["root"] == valid_proof()["root"]["root"]
    assert both(node, LOG)["root"] is None


def test_it_is_reported_whether_somebody_knew_all_rolls(node: Node) -> None:
    assert [both(node, proof)["seeded"] for proof in (PROOF, SEALED)] == [True, True]
    assert both(node, LOG)["seeded"] is True
    assert both(node, exported([]))["seeded"] is None
    drawn = forged(bank_evening().lines, 1, lambda entry: event(entry, "table_opened").update(seeded=False))
    assert both(node, exported(drawn))["seeded"] is False


def a_log(*events: list[dict[str, Any]]) -> bytes:
    """An export of entries with these events, whatever they are."""
    lines, prev = list[bytes](), "0" * 64
    for of_one in events:
        lines.append(msgspec.json.encode({"v": 1, "table": "t", "prev": prev, "events": of_one}))
        prev = hashlib.sha256(lines[-1]).hexdigest()
    header = {"format": "tavern-log", "version": 1, "table": "t", "entries": len(lines), "head": prev}
    return b"\n".join([msgspec.json.encode(header), *lines])


SEED = "11" * 32


def a_round(
    seats: list[str], drawn: list[dict[str, Any]], luck: str = "", set_out: Sequence[dict[str, Any]] = ()
) -> bytes:
    commitment = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    start: dict[str, Any] = {"type": "round_started", "round": 1, "game": "twentyone", "rules": 1, "seats": seats}
    start |= {
        "luck": [{"seat": seat, "luck": luck} for seat in seats],
        "commitment": commitment,
        "first": 1,
        "path": [],
        "opening": "0" * 64,
    }
    seed = {"type": "seed_recorded", "round": 1, "seed": SEED}
    return a_log([start, *set_out], [*drawn, {"type": "round_ended", "round": 1}, seed])


def draws(count: int, sides: int) -> list[dict[str, Any]]:
    return [{"seat": "0", "purpose": "duel", "sides": sides, "n": n, "face": 1} for n in range(1, count + 1)]


def thrown(count: int) -> dict[str, Any]:
    return {"type": "dice_thrown", "seat": "0", "ns": list(range(count)), "die": "d4", "draws": draws(count, 4)}


def weighted(n: int) -> dict[str, Any]:
    weight = {"seat": "0", "purpose": "weight", "sides": 15, "n": n + 1, "face": 1}
    step = {"type": "die_weighted", "seat": "0", "n": n, "set": "weighted_heavy", "was": 1, "face": 4}
    return {**step, "favours": 4, "weight": weight}


def rerolled(n: int) -> dict[str, Any]:
    draw = {"seat": "0", "purpose": "palmed", "sides": 4, "n": n + 1, "face": 1}
    return {"type": "die_rerolled_secretly", "seat": "0", "n": n, "by": "0", "why": "palmed", "draw": draw}


def in_play(seat: str, name: str = "weighted_heavy") -> dict[str, Any]:
    return {"type": "gaming_set_in_play", "seat": seat, "kind": "dice", "playing_with": {"set": name}}


NAMES = [f"{number:x}" for number in range(1500)]
SLOW = {
    "quotes": b'{"format":"tavern-proof","version":1,"x":"' + b'\\"' * 32_000,
    "open quotes": b"[" * 600 + b'"' * 64_000,
    "escapes": b'"\\' * 32_000,
    "brackets": b"[" * 65_000,
    "objects": b'{"a":' * 13_000,
    "digits": b'{"format":"tavern-proof","version":' + b"9" * 64_000 + b"}",
    "exponents": b"[" + b"1e999," * 10_000 + b"1]",
    "minus": b"-" * 65_000,
    "spaces": b'{"format":"tavern-proof"' + b" " * 64_000 + b":1}",
    "lines": b'{"format":"tavern-log","version":1,"table":"t","entries":9,"head":"'
    + b"0" * 64
    + b'"}'
    + b"\n" * 64_000,
    "members": b"{" + b",".join(b'"%d":1' % number for number in range(6_000)) + b"}",
    "seats": a_round(NAMES, []),
    "draws with much luck": a_round(["0"], [{"type": "x", "draws": draws(400, 2**31 + 1)}], "w" * 30_000),
    "draws with many seats": a_round(NAMES[:800], [{"type": "x", "draws": draws(400, 6)}]),
    "duel": a_round(["0"], [{"type": "twentyone.duel_rolled", "seat": "0", "total": 1, "draws": draws(900, 4)}]),
    "thrown": a_round(["0"], [thrown(900)]),
    "thrown and not weighted": a_round(["0"], [thrown(900)], set_out=[in_play("0")]),
    "weighted": a_round(["0"], [thrown(240), *map(weighted, range(240))], set_out=[in_play("0")]),
    "weighted and not thrown": a_round(["0"], [weighted(0)] * 300, set_out=[in_play("0")]),
    "rolled again": a_round(["0"], [thrown(240), *map(rerolled, range(240))]),
    "shown": a_round(
        ["0"], [thrown(9), {"type": "dice_shown", "seat": "0", "ns": [8] * 15_000, "faces": [1] * 15_000}]
    ),
    "sets": a_round(NAMES[:400], [], set_out=[in_play(seat) for seat in NAMES[:400]]),
    "loaded": a_round(
        ["0"],
        [{"type": "dice_loaded", "seat": "0", "faces": {"d6": 1, "d20": 20}}] * 800,
        set_out=[in_play("0", "weighted_sticky")],
    ),
}


@pytest.mark.parametrize("data", SLOW.values(), ids=SLOW)
def test_no_file_of_64_kilobytes_takes_a_verifier_more_than_a_second(node: Node, data: bytes) -> None:
    """Of processor time, which does not depend on what else the machine does."""
    assert len(data) <= 68_000
    before = time.process_time()
    python = gist(in_python(data))
    assert time.process_time() - before < 1

    before = node.seconds()
    assert gist(node.check(data)) == python
    assert node.seconds() - before < 1
