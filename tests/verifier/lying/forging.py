"""Proofs that are not those of the log: rewritten, and hashed again, as a careful forger would."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec

from events.dice import commitment_of, round_seed
from events.entry import line_hash
from events.merkle import FIRST_RANGE, CommitmentTree
from tavern_client import verify
from tests.sealing import OwnLuck

Json = dict[str, Any]
ANOTHER: Final = "ab" * 32
_DRAWN: Final = ("seat", "purpose", "sides", "n", "face")


def _rewritten(
    proof: Json,
    opening: Callable[[Json], object] = lambda entry: None,
    change: Callable[[list[Json]], object] = lambda entries: None,
    *,
    redrawn: bool = True,
) -> None:
    """Change the opening's entry and those of the round. `redrawn`: all faces follow from the seed and the luck."""
    first, entries = msgspec.json.decode(proof["opening"]["line"]), [_entry_of(shown) for shown in proof["entries"]]
    opening(first)
    line = msgspec.json.encode(first)
    proof["opening"].update(line=line.decode(), hash=line_hash(line))
    change(entries)
    started = _event(entries, "round_started")
    called = _event(entries, "luck_called")
    for name in ("game", "rules", "commitment", "path"):
        proof[name] = started[name]
    proof["luck"] = started["luck"]
    if redrawn:
        words = verify.words_of(started["luck"])
        for draw in verify.draws_in([entry["events"] for entry in entries]):
            draw["face"] = verify.face_of(proof["seed"], called["round"], words, draw)
    proof["draws"] = [
        {"seq": seq, **{name: draw[name] for name in _DRAWN}}
        for seq, entry in enumerate(entries, 1)
        for draw in verify.draws_in(entry["events"])
    ]
    _hashed_again(proof, entries)


def _hashed_again(proof: Json, entries: list[Json]) -> None:
    shown, prev = list[Json](), entries[0]["prev"]
    for seq, entry in enumerate(entries, 1):
        if "prev" in entry:
            line = msgspec.json.encode({**entry, "prev": prev})
            shown.append({"seq": seq, "hash": line_hash(line), "line": line.decode()})
        else:
            shown.append({**entry, "seq": seq})
        prev = shown[-1]["hash"]
    proof["entries"] = shown


def _entry_of(shown: Json) -> Json:
    """What a proof shows of an entry: all of it, or if it is left out, what is in its place."""
    entry: Json = msgspec.json.decode(shown["line"]) if "line" in shown else dict(shown)
    return entry


def _event(entries: list[Json], kind: str, seat: str | None = None) -> Json:
    return next(
        event for entry in entries for event in entry["events"]
        if event["type"] == kind and seat in (None, event.get("seat"))
    )  # fmt: skip


def seeded(proof: Json) -> None:
    """The opening says that who opened the table chose its secret, or did not."""
    proof["seeded"] = not proof["seeded"]
    _rewritten(proof, lambda entry: _event([entry], "table_opened").update(seeded=proof["seeded"]))


def seeded_and_named(proof: Json) -> None:
    """The same, and the round names that opening."""
    seeded(proof)
    _name(proof)


def _name(proof: Json) -> None:
    """Have the round name the opening as it is now."""

    def name(entries: list[Json]) -> None:
        for kind in ("luck_called", "round_started"):
            _event(entries, kind)["opening"] = proof["opening"]["hash"]

    _rewritten(proof, change=name)


def another_root(proof: Json) -> None:
    """The opening publishes another root, and the round names that opening."""
    proof["root"]["root"] = ANOTHER
    _rewritten(proof, lambda entry: _event([entry], "root_published").update(root=ANOTHER))
    _name(proof)


@cache
def _another_tree() -> CommitmentTree:
    return CommitmentTree(bytes(32), 1, FIRST_RANGE)


def another_secret(proof: Json) -> None:
    """Root, commitment and seed are those of another secret, and the dice follow from it."""
    seed = round_seed(bytes(32), 1)
    root = _another_tree().root.hex()
    proof["root"]["root"], proof["seed"] = root, seed.hex()
    promised = {"commitment": commitment_of(seed).hex(), "path": [node.hex() for node in _another_tree().path(1)]}

    def promise(entries: list[Json]) -> None:
        for kind in ("luck_called", "round_started"):
            _event(entries, kind).update(promised)
        for kind in ("seed_recorded", "round_unsealed"):
            _event(entries, kind)["seed"] = seed.hex()

    _rewritten(proof, lambda entry: _event([entry], "root_published").update(root=root), promise)
    _name(proof)


def another_course(proof: Json) -> None:
    """Bo's ante was smaller."""

    def pay(entries: list[Json]) -> None:
        _event([_of_payer(entries, "bo")], "coins_moved")["amount_cp"] -= 1

    _rewritten(proof, change=pay)


def _of_payer(entries: list[Json], payer: str) -> Json:
    return {"events": [event for entry in entries for event in entry["events"] if event.get("payer") == payer]}


def another_roll(proof: Json) -> None:
    """Ada's hole die shows another face."""

    def roll(entries: list[Json]) -> None:
        events = [event for entry in entries for event in entry["events"] if event.get("place") == "hole"]
        draw = next(event["draw"] for event in events if event["seat"] == "ada")
        draw["face"] = draw["face"] % 10 + 1

    _rewritten(proof, change=roll, redrawn=False)


def another_call(proof: Json, reveal: Json | None = None) -> None:
    """The round was called with another seal of Bo's, who revealed what fits it. `reveal`: Ada's to that call."""
    bo = OwnLuck(proof["table"], 1, "bo", draw=1)

    def call(entries: list[Json]) -> None:
        called = _event(entries, "luck_called")
        next(seal for seal in called["seals"] if seal["seat"] == "bo")["seal"] = bo.seal
        digest = verify.digest_of(proof["table"], called, proof["root"]["root"])
        _event(entries, "luck_revealed", "bo").update(bo.params(digest))
        luck = {"bo": bo.text}
        if reveal is not None:
            _event(entries, "luck_withheld", "ada").update(type="luck_revealed", **reveal)
            luck["ada"] = reveal["luck"]
        for word in _event(entries, "round_started")["luck"]:
            word["luck"] = luck.get(word["seat"], word["luck"])

    _rewritten(proof, change=call)


def withheld(proof: Json) -> None:
    """Ada withheld her luck."""

    def withhold(entries: list[Json]) -> None:
        revealed = _event(entries, "luck_revealed", "ada")
        for name in ("luck", "key", "signature"):
            del revealed[name]
        revealed["type"] = "luck_withheld"
        next(word for word in _event(entries, "round_started")["luck"] if word["seat"] == "ada")["luck"] = ""

    _rewritten(proof, change=withhold)


def without_listing(proof: Json) -> None:
    """The table was not listed."""

    def drop(entries: list[Json]) -> None:
        entries.remove(next(entry for entry in entries if entry["events"][0]["type"] == "listing_set"))

    _rewritten(proof, change=drop)
