"""The frozen facts of a fossil: its verdict, the course of its rounds for every viewer, and each viewer's last view.

Views may gain fields, and sentences may improve, so the frozen facts must be *contained* in later results.
"""

import hashlib
import io
import lzma
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, cast

import msgspec

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.entry import Entry
from events.event import Event
from games.installed import CATALOGUE
from replays.audit import Report, audit
from replays.proof_rerun import ProofToRun, rerun_round
from replays.rebuild import Frame, replay, rounds_of
from server.static import verify
from tools.sources.export_file import ExportFile
from tools.sources.source import Log
from tools.sources.store_file import SQLITE, StoreFile

FOSSILS: Final = Path(__file__).parents[2] / "replays" / "fossils"
MANIFEST: Final = FOSSILS / "manifest.json"
_IMPROVABLE: Final = frozenset({"you", "holds", "text", "detail"})
"""Members of views that are sentences, or what can be done next, whatever is in them."""
_SEAT_FACTS: Final = ("seat", "kind", "purse_cp", "playing", "status", "conditions", "total")
_DIE_FACTS: Final = ("n", "die", "face", "hole", "place")

Kind = Literal["log", "store", "proof"]


class Verdict(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The result of auditing a table's log or a proof: only codes, since words may improve.

    `findings` and `not_run` name entries (seqs) and codes, `not_run` the first and the last entry.
    """

    entries: int
    same_again: int
    findings: list[tuple[int | None, str]] = []
    not_run: list[tuple[int, int, str]] = []


class Fossil(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An entry of the manifest: a file, the code that wrote it, and what it holds.

    `commit` and `date` are those of the code that wrote it. `sha256` is the hash of the uncompressed file, `views` that
    of its frozen views. `rules` has the versions of each game's rules in it, `verdicts` one for each table. Only stores
    have a `schema`, and only proofs a `proof` version.
    """

    name: str
    kind: Kind
    commit: str
    date: str
    rules: dict[str, list[int]]
    editions: list[int]
    formats: list[int]
    schema: int | None = None
    proof: int | None = None
    sha256: str
    views: str | None = None
    verdicts: dict[str, Verdict]


def manifest() -> list[Fossil]:
    """All fossils, in the order in which they were added."""
    return msgspec.json.decode(MANIFEST.read_bytes(), type=list[Fossil]) if MANIFEST.exists() else []


def head_of(fossils: Sequence[Fossil]) -> str:
    """A hash over these entries of the manifest, which changes with anything in them."""
    return hashlib.sha256(b"\n".join(map(msgspec.json.encode, fossils))).hexdigest()


def path_of(fossil: Fossil) -> Path:
    """The compressed file of a fossil."""
    ending = {"log": "jsonl", "store": "db", "proof": "json"}[fossil.kind]
    return FOSSILS / f"{fossil.kind}s" / f"{fossil.name}.{ending}.xz"


def views_of(fossil: Fossil) -> Path:
    """The compressed file with what is frozen of a fossil's views."""
    return FOSSILS / "views" / f"{fossil.name}.json.xz"


def content_of(path: Path) -> bytes:
    """A compressed file's content."""
    return lzma.decompress(path.read_bytes())


def logs_in(kind: Kind, content: bytes, folder: Path) -> dict[str, Log]:
    """The logs in a fossil, by table. A store is written into `folder`, and opened read-only from there."""
    if kind == "log":
        source: ExportFile | StoreFile = ExportFile(io.BytesIO(content))
    else:
        file = folder / "fossil.db"
        file.write_bytes(content)
        source = StoreFile(f"{SQLITE}{file}")
    return {table: source.log(table) for table in source.tables()}


def verdict_on(log: Log) -> Verdict:
    """The current result of auditing a log."""
    report: Report = audit(
        CATALOGUE, log.lines, table=log.table, header=log.header, claim=log.claim, side_records=log.side_records
    )
    return Verdict(
        entries=report.entries,
        same_again=report.same_again,
        findings=[(finding.seq, finding.code) for finding in report.findings],
        not_run=[(facts.first, facts.last, facts.code) for facts in report.facts_only],
    )


def verdict_on_proof(content: bytes) -> Verdict:
    """The current result of verifying a proof and re-running its round."""
    checked: dict[str, Any] = verify.checked(content, None, [])
    found = [(one["seq"], one["code"]) for one in checked["wrong"]]
    again = rerun_round(CATALOGUE, msgspec.json.decode(content, type=ProofToRun))
    found += [(seq, "rerun_differs") for seq in again.differing]
    not_run = [(seq, seq, "left_out") for seq in again.not_run]
    if again.not_run_code is not None:
        not_run = [(1, again.entries, again.not_run_code)]
    return Verdict(entries=again.entries, same_again=again.same_again, findings=found, not_run=not_run)


def entries_of(lines: Iterable[bytes]) -> list[Entry[Event]]:
    """The entries of a log. Raises `UnreadableEntry`."""
    return CATALOGUE.codec.decode_log(lines)


def shown(lines: Iterable[bytes]) -> dict[str, dict[str, Any]]:
    """What each viewer is shown of each round: `frames`, a hash over their `course`, and the last view in full."""
    entries = entries_of(lines)
    seats = dict.fromkeys(entry.seat for entry in entries if entry.seat is not None)
    viewers: list[Viewer] = [PUBLIC, GM, *map(seat_viewer, seats)]
    rounds: dict[str, dict[str, Any]] = {}
    for played in rounds_of(entries):
        for viewer in viewers:
            frames = replay(CATALOGUE, entries, viewer, played).frames
            if frames:
                rounds.setdefault(str(played.round), {})[viewer] = {
                    "frames": len(frames),
                    "course": hashlib.sha256(b"\n".join(map(_facts_of, frames))).hexdigest(),
                    "view": _lasting(msgspec.json.decode(msgspec.json.encode(frames[-1].view))),
                }
    return rounds


def _facts_of(frame: Frame) -> bytes:
    """The facts of a view that exist in every game and every version of views."""
    view: dict[str, Any] = msgspec.to_builtins(frame.view)
    seats = [{**{name: seat[name] for name in _SEAT_FACTS}, "dice": _dice(seat["dice"])} for seat in view["seats"]]
    names = ("version", "round", "phase", "turn", "to_act", "question", "order", "pot_cp")
    facts = {name: view[name] for name in names}
    accounts = {name: cp for name, cp in view["accounts"].items() if cp}
    rest = {"at": frame.at, "accounts": accounts, "seats": seats, "house_dice": _dice(view["house_dice"])}
    return msgspec.json.encode({**facts, **rest}, order="sorted")


def _dice(dice: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: die[name] for name in _DIE_FACTS} for die in dice]


def _lasting(value: Any) -> Any:
    """A view without what may change: sentences, and what can be done next."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value).items()
        return {name: _lasting(member) for name, member in members if not _may_improve(name, member)}
    if isinstance(value, list):
        return [_lasting(member) for member in cast("Sequence[Any]", value)]
    return value


def _may_improve(name: str, member: Any) -> bool:
    """Whether a member of a view is sentences, or what can be done next; as are a class's abilities, by their names."""
    return name in _IMPROVABLE or (name == "abilities" and isinstance(member, dict))


def missing(frozen: Any, now: Any, where: str = "") -> Iterator[str]:
    """The places where a frozen fact is missing from the current result, or differs."""
    if isinstance(frozen, dict) and isinstance(now, dict):
        members = cast("dict[str, Any]", now)
        for name, member in cast("dict[str, Any]", frozen).items():
            if _may_improve(name, member):
                continue  # Fossils that were frozen earlier have the abilities.
            if name in members:
                yield from missing(member, members[name], f"{where}.{name}")
            else:
                yield f"{where}.{name} is missing"
    elif isinstance(frozen, list) and isinstance(now, list):
        before, after = cast("Sequence[Any]", frozen), cast("Sequence[Any]", now)
        if len(before) != len(after):
            yield f"{where} had {len(before)} members, and has {len(after)}"
        for n, (member, new) in enumerate(zip(before, after, strict=False)):
            yield from missing(member, new, f"{where}[{n}]")
    elif frozen != now:
        yield f"{where} was {frozen!r}, and is {now!r}"


def proof_version(content: bytes) -> int:
    """The version of a proof."""
    return msgspec.json.decode(content, type=ProofToRun).version
