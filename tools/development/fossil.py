"""Fossils: what this version writes must open, replay and audit the same for ever.

    python -m tools.development.fossil farkle --set cheating=on --rounds 2

plays a table at random by the present rules, and writes three files into replays/fossils: its log, what every viewer
is shown of it, and the proof of its last round. Freeze a new game, and every new version of a game's rules, once; then
record the hashes of the new files:

    python -m tools.development.fossil --sums

tests/replays/test_fossils.py compares them with what the present code makes of them.
"""

import hashlib
import lzma
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

import click
import msgspec

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from games.installed import CATALOGUE
from replays.export import write_export
from replays.rebuild import Frame, replay, rounds_of
from tools.development.playing import play_at_random, proof_of

REPLAYS: Final = Path(__file__).parents[2] / "replays"
FOSSILS: Final = REPLAYS / "fossils"
FROZEN: Final = (FOSSILS, REPLAYS / "recorded")
SUMS: Final = REPLAYS / "SHA256SUMS"
"""The hashes of all frozen files, in the format of sha256sum."""
_IMPROVABLE: Final = frozenset({"you", "holds", "text", "detail"})
"""Members of views that are sentences, or what can be done next, whatever is in them."""
_SEAT_FACTS: Final = ("seat", "kind", "purse_cp", "playing", "status", "conditions", "total")
_DIE_FACTS: Final = ("n", "die", "face", "hole", "place")


def frozen_files() -> list[Path]:
    """The files that never change: fossils and recorded rounds."""
    return sorted(path for folder in FROZEN for path in folder.rglob("*") if path.is_file())


def sums() -> str:
    """The hashes of all frozen files, as they are now."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(REPLAYS)}\n" for path in frozen_files()
    )


def views_of(log: Path) -> Path:
    """The file with what the viewers of a fossil are shown."""
    return log.with_suffix(".views.json.xz")


def proof_file_of(log: Path) -> Path:
    """The file with the proof of a fossil's last round."""
    return log.with_suffix(".proof.json")


def shown(lines: Iterable[bytes]) -> dict[str, dict[str, Any]]:
    """What each viewer is shown of each round: `frames`, a hash over their `course`, and the last view in full."""
    entries = CATALOGUE.codec.decode_log(lines)
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
    """The places where a frozen fact is missing from the current result, or differs. Views may gain members."""
    if isinstance(frozen, dict) and isinstance(now, dict):
        members = cast("dict[str, Any]", now)
        for name, member in cast("dict[str, Any]", frozen).items():
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


def freeze(log: Path, lines: Sequence[bytes], table: str) -> int:
    """Write the three files of a fossil; returns the number of its rounds. Raises `FileExistsError`."""
    if log.exists():
        raise FileExistsError(f"there already is a fossil {log.stem}, and fossils never change")
    last = rounds_of(CATALOGUE.codec.decode_log(lines))[-1].round
    log.parent.mkdir(exist_ok=True)
    log.write_bytes(b"".join(write_export(table, lines)))
    views_of(log).write_bytes(lzma.compress(msgspec.json.encode(shown(lines)), preset=9 | lzma.PRESET_EXTREME))
    proof_file_of(log).write_bytes(proof_of(lines, last))
    return last


@click.command(help=__doc__)
@click.argument("game", type=click.Choice(sorted(CATALOGUE.rulebooks)), required=False)
@click.option("--number", default=1, show_default=True, help="Which of the tables that can be played at random.")
@click.option("--rounds", default=1, show_default=True)
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="An option of the table, JSON or text.")
@click.option("--managed", is_flag=True, help="With what GMs do besides, such as admitting seats.")
@click.option("--sums", "only_sums", is_flag=True, help="Record the hashes of all frozen files.")
def main(game: str | None, number: int, rounds: int, options: tuple[str, ...], managed: bool, only_sums: bool) -> None:
    """Freeze a table, or record hashes."""
    if only_sums:
        SUMS.write_text(sums(), encoding="utf-8")
        return
    if game is None:
        raise click.UsageError("name a game, or give --sums")
    chosen = {option: _value(value) for option, _, value in (one.partition("=") for one in options)}
    lines = play_at_random(game, number, rounds, chosen, managed=managed)
    log = FOSSILS / f"{game}-{CATALOGUE.rulebook(game).version}.jsonl"
    try:
        played = freeze(log, lines, CATALOGUE.codec.decode(lines[0]).table)
    except FileExistsError as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"{log.name}: {len(lines)} entries; {played} of {rounds} rounds were played")


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


if __name__ == "__main__":
    main()
