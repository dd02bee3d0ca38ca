#!/usr/bin/env python3
"""Check a tavern's dice: the proof of a round, or the export of a table. Needs Python 3.9 or later, and nothing else.

    python3 verify.py proof.json [--receipts receipts.jsonl] [--draws] [--json]

It exits with 0 where all that can be checked is right, 1 where something is wrong, 2 where there is nothing to check.
docs/verify.md of the tavern describes every step, so you need not trust this file: write your own.
"""

# pyright: basic
# (What is read here has no type that could be relied on.)
from __future__ import annotations

import argparse
import hashlib
import hmac
import itertools
import json
import re
import sys
from pathlib import Path
from typing import Any

FIRST_RANGE, RANGE, GENESIS, MOST, DEEPEST = 16384, 1024, "0" * 64, 2**53 - 1, 500

# The shapes of things: nothing is looked into before it is known to have its shape. A tuple lists alternatives.
IS: dict[str, Any] = {
    "int": lambda value: type(value) is int,
    "nth": lambda value: type(value) is int and value >= 1,
    "sides": lambda value: type(value) is int and 1 <= value <= 2**32,
    "flag": lambda value: isinstance(value, bool),
    "text": lambda value: isinstance(value, str) and not re.search("[\ud800-\udfff]", value),
    "hash": lambda value: isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{64}", value)),
}
DRAW: dict[str, Any] = {"seat": "text", "purpose": "text", "sides": "sides", "n": "nth", "face": "int"}
LUCK: Any = [{"seat": "text", "luck": "text"}]
CALL: dict[str, Any] = {"round": "nth", "game": "text", "rules": "int", "commitment": "hash", "path": ["hash"]}
START: dict[str, Any] = {**CALL, "luck": LUCK}
SEED = {"round": "nth", "seed": "hash"}
DIE: dict[str, Any] = {"seat": "text", "n": "int"}
EVENTS: dict[str, Any] = {
    "table_opened": {"seeded": "flag"},
    "root_published": {"first": "int", "last": "int", "root": "hash"},
    "luck_called": {"first": "int", "seats": ["text"], "seals": [{"seat": "text", "seal": "hash"}], **CALL},
    "luck_revealed": {"seat": "text", "luck": "text"},
    "round_started": {"first": "int", "seats": ["text"], "luck": LUCK, **CALL},
    "round_ended": {"round": "nth"},
    "round_voided": {"round": "nth"},
    "seed_recorded": SEED,
    "round_unsealed": SEED,
    "die_rolled": {"die": "text", "draw": DRAW, **DIE},
    "dice_thrown": {"seat": "text", "ns": ["int"], "die": "text", "draws": [DRAW]},
    "die_rerolled": {"draw": DRAW, **DIE},
    "dice_taken_up": {"seat": "text"},
    "die_set_down": {"face": "int", **DIE},
    "die_revealed": {"face": "int", **DIE},
    "die_altered": {"was": "int", "face": "int", **DIE},
    "check_rolled": {"mode": "text", "draws": [DRAW], "natural": "int", "modifier": "int", "total": "int"},
}
ENTRY = {"table": "text", "seq": "int", "prev": "hash", "events": [{"type": "text"}]}
SHOWN: dict[str, Any] = {"seq": "int", "hash": "hash", "line": "text"}
PROOF = {
    "format": "text", "version": "nth", "table": "text", "seeded": "flag", "opening": SHOWN,
    "published": (SHOWN, {"hash": "hash"}, None), "root": {"from": "int", "to": "int", "root": "hash"}, **START,
    "seed": ("hash", None), "draws": [{"seq": "int", **DRAW}],
    "entries": [(SHOWN, {"seq": "int", "hash": ("hash", None)})],
}  # fmt: skip
HEADER = {"version": "nth", "table": "text", "entries": "int", "head": "hash"}
RECEIPT = {"table": "text", "version": "int", "receipt": "hash"}


class Unreadable(Exception):
    """There is nothing that could be checked."""


def fits(shape: Any, value: Any, exact: bool = False) -> bool:
    """Whether a value has a shape; an `exact` one has no members besides."""
    if isinstance(shape, str):
        return bool(IS[shape](value))
    if isinstance(shape, tuple):
        return any(fits(one, value, exact) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(shape[0], one, exact) for one in value)
    if not isinstance(shape, dict) or not isinstance(value, dict):
        return shape is value is None
    known = all(name in value and fits(shape[name], value[name], exact) for name in shape)
    return known and (not exact or len(value) == len(shape))


def parsed(data: bytes) -> Any:
    """JSON that all read alike: no member is named twice, all numbers are whole, and it does not nest without end."""

    def once(members: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(members)) < len(members):
            raise ValueError("a member is named twice")
        return dict(members)

    def whole(digits: str) -> int:
        if not re.fullmatch("-?[0-9]{1,16}", digits) or abs(int(digits)) > MOST:
            raise ValueError("a number is not whole, or too great")
        return int(digits)

    try:
        text = data.decode("utf-8")
        if text.count("{") + text.count("[") > DEEPEST:
            # Not with one pattern: without a closing quote, it would look for one from every quote on.
            depth, is_text, is_escaped = 0, False, False
            for char in text:
                if is_text:
                    is_text = is_escaped or char != '"'
                    is_escaped = char == "\\" and not is_escaped
                else:
                    is_text = char == '"'
                    depth += (char in "{[") - (char in "}]")
                if depth > DEEPEST:
                    raise ValueError("it is nested too deep")
        return json.loads(text, object_pairs_hook=once, parse_int=whole, parse_float=whole, parse_constant=whole)
    except ValueError as error:
        raise Unreadable(f"this is no JSON to rely on: {error}") from None


# The dice, as docs/dice.md specifies them.
def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def p(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def face_of(seed: str, number: int, luck: list[Any], draw: dict[str, Any]) -> int:
    """The face that follows from the seed for a draw."""
    words = p(*(word[name].encode() for word in luck for name in ("seat", "luck")))
    head = p(number.to_bytes(8, "big"), words, draw["seat"].encode(), draw["purpose"].encode())
    bound = 2**32 - 2**32 % draw["sides"]
    for block in itertools.count():
        numbers = p(*(number.to_bytes(8, "big") for number in (draw["sides"], draw["n"], block)))
        digest = hmac.new(bytes.fromhex(seed), head + numbers, "sha256").digest()
        for at in range(0, 32, 4):
            if (word := int.from_bytes(digest[at : at + 4], "big")) < bound:
                return int(word % draw["sides"] + 1)
    raise AssertionError("unreachable")


def seal_of(table: str, number: int, seat: str, luck: str) -> str:
    """The seal of a seat's luck in a round."""
    parts = (b"tavern luck seal v1", table.encode(), number.to_bytes(8, "big"), seat.encode(), luck.encode())
    return sha256(p(*parts)).hex()


def root_from(commitment: str, index: int, path: list[str]) -> str:
    """The root to which a path leads from the commitment at an index (RFC 9162)."""
    node = sha256(b"\0" + bytes.fromhex(commitment))
    for sibling in map(bytes.fromhex, path):
        node, index = sha256(b"\1" + (sibling + node if index % 2 else node + sibling)), index // 2
    return node.hex()


def is_range(first: int, last: int) -> bool:
    """Whether a root can be published for the rounds from `first` to `last`: only a table's first range may be long."""
    return (last - first + 1 == RANGE and first > 0 and first % RANGE == 1) or (first, last) == (1, FIRST_RANGE)


def draws_in(value: Any) -> Any:
    """All draws within an event, in order, and whatever else stands under the names of draws."""
    if isinstance(value, dict) and value.keys() == DRAW.keys():
        yield value
        return
    for name, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if name in ("draw", "draws") and part is not None:
            yield from part if isinstance(part, list) else [part]
        else:
            yield from draws_in(part)


def named(draw: dict[str, Any]) -> str:
    return "draw {n} of a d{sides} for {seat} ({purpose})".format(**draw)


class Check:
    """Follows a table's events in order, and notes what is wrong: (seq of the entry, code, what is wrong)."""

    def __init__(self) -> None:
        self.wrong: list[tuple[int | None, str, str]] = []
        self.not_shown: list[str] = []
        self.altered: list[str] = []
        self.hashes: set[str] = set()
        self.root: str | None = None  # of a proof
        self.seeded: bool | None = None
        self.roots: dict[int, dict[str, Any]] = {}
        self.seeds: dict[int, str] = {}
        self.draws: list[dict[str, Any]] = []  # of rounds that are over
        self.rounds: list[dict[str, Any]] = []
        self.name = ""  # of the table
        self.called: dict[str, Any] | None = None  # with sealed luck, how the round was called, until it starts
        self.revealed: dict[str, str] = {}
        self.luck: list[dict[str, Any]] = []  # of the last round
        self.began: int | None = None  # in which entry the last round began
        self.highest = 0
        self.started: dict[str, Any] = {}  # how the last round started
        self.running, self.whole = False, False  # whole: all entries of the table are here
        self.over: int | None = None
        self.drawn: list[dict[str, Any]] = []  # in the running round
        self.due: dict[Any, int] = {}
        self.table: dict[str, list[list[int]]] = {}  # the [sides, face] of each seat's dice

    def note(self, seq: int | None, code: str, detail: str) -> None:
        self.wrong.append((seq, code, detail))

    def entry(self, seq: int, table: str, line: bytes, digest: str | None = None) -> dict[str, Any] | None:
        """The entry in a line, which should be the `seq`-th of its table and hash to `digest`."""
        self.name = table
        if digest not in (None, sha256(line).hex()):
            self.note(seq, "hash_mismatch", "its line does not match its hash in the proof")
            return None
        try:
            entry: dict[str, Any] = parsed(line)
        except Unreadable:
            entry = {}
        if not fits(ENTRY, entry):
            self.note(seq, "unreadable", "the line is no entry")
            return None
        if entry["table"] != table:
            self.note(seq, "wrong_table", f"it belongs to table {entry['table']}")
        if entry["seq"] != seq:
            self.note(min(seq, entry["seq"]), "seq_gap", f"entry {entry['seq']} stands where {seq} should")
        return entry

    def events(self, seq: int, events: list[dict[str, Any]]) -> None:
        for event in events:
            kind, draws = event["type"], list(draws_in(event))
            if not fits([DRAW], draws, True):
                self.note(seq, "draw_missing", f"{kind} has something else where a draw should stand")
            elif not fits(EVENTS.get(kind, {}), event):
                self.note(seq, "unreadable", f"{kind} is not what it should be")
            else:
                for draw in draws:
                    self.draw(seq, draw)
                self.round_event(seq, kind, event)
                self.dice_event(seq, kind, event)
        if self.over is not None:
            self.note(seq, "seed_missing", f"round {self.over} is over, and its seed is not recorded")
            self.running, self.over = False, None

    def draw(self, seq: int, draw: dict[str, Any]) -> None:
        sequence = draw["seat"], draw["purpose"], draw["sides"]
        due = self.due.get(sequence, 0) + 1
        if not self.running or draw["n"] != due:
            self.note(seq, "draw_order", f"{named(draw)} stands where number {due}, or none, was expected")
        self.due[sequence] = draw["n"]
        self.drawn.append({"seq": seq, **draw})

    def round_event(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        number = event.get("round", 0)
        if kind == "table_opened":
            self.seeded = event["seeded"]
        elif kind == "root_published":
            first, last = event["first"], event["last"]
            if not is_range(first, last) or any(first <= root["to"] for root in self.roots.values()):
                self.note(seq, "bad_root", f"rounds {first} to {last} are no range for a root, or have one already")
            else:
                self.roots[first] = {"from": first, "to": last, "root": event["root"]}
        elif kind == "luck_called":
            self.begins(seq, event)
            self.called, self.revealed, self.started = event, {}, {**event, "luck": []}
            sealed = [seal["seat"] for seal in event["seals"]]
            if sealed != [seat for seat in event["seats"] if seat in sealed]:
                self.note(seq, "luck_mismatch", "the seals are not those of the round's seats, in their order")
        elif kind == "luck_revealed":
            self.luck_revealed(seq, event["seat"], event["luck"])
        elif kind == "round_started":
            self.round_started(seq, event)
        elif kind in ("round_ended", "round_voided"):
            self.over, self.called = number, None
        elif kind == "seed_recorded":
            self.seed_recorded(seq, event["round"], event["seed"])
        elif kind == "round_unsealed" and event["seed"] != self.seeds.get(
            number, None if self.whole else event["seed"]
        ):
            self.note(seq, "seed_misplaced", f"round {number} is unsealed with a seed that was not recorded")

    def begins(self, seq: int, event: dict[str, Any]) -> None:
        """A round begins: with its luck called, or else when it starts."""
        number = event["round"]
        if self.running:
            self.note(seq, "round_not_over", f"round {number} starts while another runs")
        if self.whole and number != self.highest + 1:
            self.note(seq, "round_order", f"round {number} begins, and round {self.highest + 1} is the next")
        self.promised(seq, event)
        self.highest, self.began, self.running = max(number, self.highest), seq, True
        self.drawn, self.due, self.table = [], {}, {}

    def luck_revealed(self, seq: int, seat: str, luck: str) -> None:
        called = self.called or {"round": 0, "seals": []}
        seals = [seal["seal"] for seal in called["seals"] if seal["seat"] == seat]
        if seals != [seal_of(self.name, called["round"], seat, luck)]:
            self.note(seq, "luck_mismatch", f"{seat} did not seal what it reveals")
        self.revealed[seat] = luck

    def round_started(self, seq: int, event: dict[str, Any]) -> None:
        called, self.called = self.called, None
        if called is None:
            self.begins(seq, event)
        else:
            if any(event[name] != called[name] for name in (*CALL, "first")):
                self.note(seq, "commitment_mismatch", "the round starts otherwise than it was called")
            revealed = [self.revealed.get(seat, "") for seat in event["seats"]]
            if not set(event["seats"]) <= set(called["seats"]) or revealed != [one["luck"] for one in event["luck"]]:
                self.note(seq, "luck_mismatch", "the round starts with luck that its seats did not reveal")
        if [one["seat"] for one in event["luck"]] != event["seats"]:
            self.note(seq, "luck_mismatch", "the luck is not that of the round's seats, in their order")
        self.started, self.luck = event, event["luck"]

    def promised(self, seq: int | None, started: dict[str, Any]) -> None:
        """Whether a round's commitment lies under the root that was published for it."""
        number, first, path = started["round"], started["first"], started["path"]
        root = self.roots.get(first)
        if root is None or not first <= number <= root["to"]:
            self.note(seq, "root_missing", f"no root is published under which round {number} lies")
            return
        deep = (root["to"] - first).bit_length()
        if len(path) != deep or root_from(started["commitment"], number - first, path) != root["root"]:
            self.note(seq, "path_mismatch", f"the path of round {number} does not lead to the published root")

    def seed_recorded(self, seq: int, number: int, seed: str) -> None:
        """A round is over: all its dice are drawn again."""
        if not self.running or not self.over == number == self.started["round"]:
            self.note(seq, "seed_misplaced", f"a seed of round {number} stands where that round does not end")
            return
        self.running, self.over, self.seeds[number] = False, None, seed
        self.draws += self.drawn
        self.rounds.append({"round": number, "game": self.started["game"], "draws": len(self.drawn)})
        if sha256(bytes.fromhex(seed)).hex() != self.started["commitment"]:
            self.note(seq, "commitment_mismatch", "the seed is not the one that was committed to")
            return
        for draw in self.drawn:
            if draw["face"] != (face := face_of(seed, number, self.started["luck"], draw)):
                detail = f"{named(draw)} is {draw['face']}, and {face} follows from the seed"
                self.note(draw["seq"], "draw_mismatch", detail)

    def dice_event(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        """Every face that lies on the table is a draw, or a recorded step away from one."""
        dice, n = self.table.setdefault(str(event.get("seat")), []), event.get("n", 0)
        sides, face = dice[n] if type(n) is int and 0 <= n < len(dice) else (0, 0)
        if kind == "die_rolled":
            self.lay(seq, event["seat"], n, event["die"], event["draw"], n == len(dice))
        elif kind == "dice_thrown":
            if len(event["ns"]) != len(event["draws"]):
                self.note(seq, "draw_missing", f"{len(event['ns'])} dice are thrown, and not as many draws recorded")
            for number, draw in zip(event["ns"], event["draws"]):
                self.lay(seq, event["seat"], number, event["die"], draw, 0 <= number <= len(dice))
        elif kind == "die_rerolled":
            self.lay(seq, event["seat"], n, f"d{sides}", event["draw"], sides > 0)
        elif kind == "dice_taken_up":
            dice.clear()
        elif kind in ("die_set_down", "die_revealed", "die_altered"):
            was = event["was"] if kind == "die_altered" else event["face"]
            if face != was or not 1 <= event["face"] <= sides:
                self.note(seq, "face_mismatch", f"die {n} of {event['seat']} shows {face}, and {kind} another face")
            elif kind == "die_altered":
                dice[n][1] = event["face"]
                self.altered.append(f"entry {seq}: die {n} of {event['seat']}, from {was} to {event['face']}")
        elif kind == "check_rolled":
            faces = [draw["face"] for draw in event["draws"]] or [0]
            counts = {"normal": faces[0], "advantage": max(faces), "disadvantage": min(faces)}.get(event["mode"])
            if event["natural"] != counts or event["total"] != event["natural"] + event["modifier"]:
                self.note(seq, "face_mismatch", f"a check of {event.get('seat')} counts otherwise than was rolled")

    def lay(self, seq: int, seat: str, n: int, die: str, draw: dict[str, Any], free: bool) -> None:
        """A die lies on the table as it was drawn, where it may lie."""
        if not free or draw["seat"] != seat or f"d{draw['sides']}" != die:
            self.note(seq, "face_mismatch", f"{named(draw)} is no draw for die {n} of {seat}")
        else:
            self.table[seat][n : n + 1] = [[draw["sides"], draw["face"]]]


def check_proof(check: Check, proof: dict[str, Any]) -> None:
    """The lines of a proof first: what one says that is not as it was written is not looked into."""
    if not fits(PROOF, proof, True):
        check.note(None, "malformed", "a member is missing, unknown, or not what it should be")
        return
    opening, published, entries = proof["opening"], proof["published"] or {}, proof["entries"]
    opened, publishing, *read = [
        check.entry(shown["seq"], proof["table"], shown["line"].encode(), shown["hash"]) if "line" in shown else None
        for shown in (opening, published, *entries)
    ]
    if opened and (opened["seq"] != 1 or opened["prev"] != GENESIS):
        check.note(opened["seq"], "chain_broken", "the opening is not the first entry of its table")
    for before, after, entry in zip(entries, entries[1:], read[1:]):
        due = before["seq"] + 1
        if after["seq"] != due:
            check.note(min(due, after["seq"]), "seq_gap", f"entry {after['seq']} stands where {due} should")
        elif entry and entry["prev"] != before["hash"]:
            at_fault = due if "line" in before else before["seq"]
            check.note(at_fault, "chain_broken", f"entry {due} does not follow on entry {before['seq']} as it is here")
        elif "line" not in before and "line" not in after and before["hash"]:
            check.note(before["seq"], "chain_broken", "it is left out, and no entry confirms its hash")
    if opened and not check.wrong:
        check.hashes = {shown["hash"] for shown in (opening, *entries) if shown["hash"]}
        check_promise(check, proof, opened, publishing)
    if proof["seed"] and not check.wrong:
        check_round(check, proof, read)


def check_promise(check: Check, proof: dict[str, Any], opened: dict[str, Any], publishing: Any) -> None:
    """The round was promised: its commitment lies under a root that was published in time."""
    if [event.get("seeded") for event in opened["events"] if event["type"] == "table_opened"] != [proof["seeded"]]:
        check.note(1, "not_as_told", "the first entry disagrees on whether the table's secret was given")
    for entry in filter(None, (opened, publishing)):
        check.events(entry["seq"], [event for event in entry["events"] if event["type"] == "root_published"])
    root = proof["root"]
    if proof["published"] and not publishing and is_range(root["from"], root["to"]):
        check.not_shown.append("root")
        check.roots.setdefault(root["from"], root)
    check.root, check.seeded = root["root"], proof["seeded"]
    over = [one for one in check.roots.values() if one["from"] <= proof["round"] <= one["to"]]
    if over != [root] or (proof["published"] is None) != (root["from"] == 1):
        check.note(None, "not_as_told", "the root is not the one that was published for this round")
    check.promised(None, {**proof, "first": root["from"]})
    if proof["seed"] is None:
        check.not_shown += ["game", "rules", "luck"]
        if proof["draws"] or proof["entries"]:
            check.note(None, "not_as_told", "the proof of a sealed round shows no draws and no entries")


def check_round(check: Check, proof: dict[str, Any], read: list[dict[str, Any] | None]) -> None:
    """The entries are the whole round, and agree with the proof."""
    check.roots = {proof["root"]["from"]: proof["root"]}
    for place, entry in enumerate(read, 1):
        seq, events = proof["entries"][place - 1]["seq"], entry["events"] if entry else []
        check.events(seq, events)
        if (check.began == seq) != (place == 1):
            check.note(seq, "not_whole", "the first entry, and no other, begins the round")
        if check.running == (place == len(read)):
            check.note(seq, "not_whole", "the last entry, and no other, ends the round")
    if any(check.started.get(name) != proof[name] for name in START):
        check.note(None, "not_as_told", "the entry that starts the round disagrees with the proof")
    if check.seeds.get(proof["round"]) != proof["seed"] or check.draws != proof["draws"]:
        check.note(None, "not_as_told", "the seed and the draws are not those that the entries record")


def check_export(check: Check, header: dict[str, Any], lines: list[bytes]) -> None:
    """A whole log: its lines first, as in a proof."""
    if not fits(HEADER, header):
        check.note(None, "malformed", "a member of the header is missing, or not what it should be")
        return
    check.whole, seq, prev = True, 0, GENESIS
    read: list[Any] = []
    for line in lines:
        entry = check.entry(seq + 1, header["table"], line)
        if entry and entry["seq"] == seq + 1 and entry["prev"] != prev:
            check.note(max(seq, 1), "chain_broken", f"entry {seq + 1} does not follow on it as it is here")
        seq, prev = entry["seq"] if entry else seq + 1, sha256(line).hex()
        check.hashes.add(prev)
        read.append(entry)
    if len(lines) != header["entries"]:
        check.note(None, "truncated", f"the header says {header['entries']} entries, but there are {len(lines)}")
    elif prev != header["head"]:
        check.note(seq or None, "not_as_headed", "the last line does not match the hash in the header")
    for entry in [] if check.wrong else read:
        check.events(entry["seq"], entry["events"])
    if check.running:
        check.not_shown.append(f"the dice of round {check.started['round']}, which is not over")


def check_receipts(check: Check, data: bytes, table: str, proof: dict[str, Any] | None) -> dict[str, int]:
    """The entries of receipts are here; of a proof, those that are said to be of its round."""
    counted = {"found": 0, "not_here": 0, "of_other_tables": 0}
    proved_round = proof["round"] if proof and proof["seed"] and all(one["hash"] for one in proof["entries"]) else None
    for receipt in map(parsed, data.removesuffix(b"\n").split(b"\n") if data else []):
        if not fits(RECEIPT, receipt):
            raise Unreadable("a line of the receipts is no receipt")
        here = "found" if receipt["receipt"] in check.hashes else "not_here"
        counted[here if receipt["table"] == table else "of_other_tables"] += 1
        due = not proof or (proved_round is not None and receipt.get("round") == proved_round)
        if here == "not_here" and due and receipt["table"] == table:
            detail = f"the entry of version {receipt['version']} is not here: {receipt['receipt']}"
            check.note(None, "receipt_missing", detail)
    return counted


def checked(data: bytes, receipts: bytes | None = None) -> dict[str, Any]:
    """What there is to say of a proof or an export, and of receipts beside it. Raises `Unreadable`."""
    check, lines = Check(), data.removesuffix(b"\n").split(b"\n")
    what = parsed(lines[0] if b'"tavern-log"' in lines[0] else data)
    name = what.get("format") if isinstance(what, dict) and fits({"version": "nth"}, what) else None
    if name not in ("tavern-proof", "tavern-log") or what["version"] != 1:
        raise Unreadable("this is neither a tavern-proof nor a tavern-log of version 1")
    proof = what if name == "tavern-proof" else None
    if proof is not None:
        check_proof(check, proof)
    else:
        check_export(check, what, lines[1:])
    report: dict[str, Any] = {"format": name, "table": what.get("table"), "root": check.root}
    report |= {"seeded": check.seeded, "rounds": check.rounds, "draws": check.draws}
    if receipts is not None and not check.wrong:
        report["receipts"] = check_receipts(check, receipts, report["table"], proof)
    wrong = [{"seq": seq, "code": code, "detail": detail} for seq, code, detail in check.wrong]
    return {**report, "altered": check.altered, "not_shown": check.not_shown, "right": not wrong, "wrong": wrong}


def verdict(report: dict[str, Any], draws: bool) -> str:
    lines = [f"table {report['table']}"]
    lines += [f"root {report['root']}"] if report["root"] else []
    lines += ["its secret was given by who opened it: they knew all rolls"] if report["seeded"] else []
    lines += [f"round {one['round']} of {one['game']}: {one['draws']} draws" for one in report["rounds"]]
    lines += [f"  entry {draw['seq']}: {named(draw)} is {draw['face']}" for draw in report["draws"] if draws]
    lines += [f"recorded as altered: {step}" for step in report["altered"]]
    lines += [f"claimed, but not proved by this file: {what}" for what in report["not_shown"]]
    if counted := report.get("receipts"):
        words = "receipts: {found} found, {not_here} not here, {of_other_tables} of other tables"
        lines.append(words.format(**counted))
    for one in report["wrong"]:
        where = "" if one["seq"] is None else f" in entry {one['seq']}"
        lines.append(f"WRONG{where}: {one['detail']} ({one['code']})")
    lines.append("Everything that can be checked is right." if report["right"] else f"{len(report['wrong'])} wrong.")
    # A forger chooses a file's texts: none of them may control a terminal.
    return "".join(f"{line if line.isascii() and line.isprintable() else ascii(line)}\n" for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a tavern's dice: the proof of a round, or an export.")
    parser.add_argument("file", help="a proof or an export; - for standard input")
    parser.add_argument("--receipts", metavar="FILE", help="receipts that were kept, as JSON Lines")
    parser.add_argument("--draws", action="store_true", help="tell every draw")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    try:
        data = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
        report = checked(data, Path(asked.receipts).read_bytes() if asked.receipts else None)
    except (Unreadable, OSError) as error:
        sys.stderr.write(f"nothing to check: {error}\n")
        return 2
    sys.stdout.write(json.dumps(report, indent=1) + "\n" if asked.json else verdict(report, asked.draws))
    return 0 if report["right"] else 1


if __name__ == "__main__":
    sys.exit(main())
