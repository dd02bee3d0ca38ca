"""Freeze a log, a store or a proof as it was written, so that it must always open, replay and audit the same.

A fossil of the present code, played at random (an export, and the proof of its last round):

    python -m tools.development.fossil play farkle --set cheating=on --rounds 2

A file that this code or another version of it has written:

    python -m tools.development.fossil add evening.jsonl --name evening --commit 173b261 --date 2026-11-21

Both append to replays/fossils/manifest.json and print the values that tests/replays/test_fossils.py has to pin.
"""

import hashlib
import lzma
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from events.entry import Entry
from events.event import Event
from games.installed import CATALOGUE
from replays.export import write_export
from replays.rebuild import rounds_of
from tools.development.frozen import (
    FOSSILS,
    MANIFEST,
    Fossil,
    Kind,
    Verdict,
    entries_of,
    head_of,
    logs_in,
    manifest,
    path_of,
    proof_version,
    shown,
    verdict_on,
    verdict_on_proof,
    views_of,
)
from tools.development.playing import play_at_random, proof_of

_SQLITE_MAGIC: Final = b"SQLite format 3\0"
_SCHEMA_AT: Final = slice(60, 64)
"""Where the header of a SQLite file has its user_version."""
_ROOT: Final = Path(__file__).parents[2]


def kind_of(content: bytes) -> Kind:
    """Whether a file is a store, a proof or an export."""
    if content.startswith(_SQLITE_MAGIC):
        return "store"
    return "proof" if b'"tavern-proof"' in content[:200] else "log"


def freeze(name: str, content: bytes, commit: str, date: str) -> Fossil:
    """Write a fossil's files, and append it to the manifest. Raises `FileExistsError` if there is one of that name."""
    fossils = manifest()
    if any(fossil.name == name for fossil in fossils):
        raise FileExistsError(f"there already is a fossil {name}, and fossils never change")
    fossil, views = described(name, content, commit, date)
    path = path_of(fossil)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
    if views is not None:
        views_of(fossil).parent.mkdir(parents=True, exist_ok=True)
        views_of(fossil).write_bytes(lzma.compress(views, preset=9 | lzma.PRESET_EXTREME))
    FOSSILS.mkdir(exist_ok=True)
    rows = ",\n".join(msgspec.json.encode(one).decode() for one in [*fossils, fossil])
    MANIFEST.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    return fossil


def described(name: str, content: bytes, commit: str, date: str) -> tuple[Fossil, bytes | None]:
    """A fossil's entry in the manifest, and what is frozen of its views."""
    kind = kind_of(content)
    common: dict[str, Any] = {"name": name, "kind": kind, "commit": commit, "date": date}
    digest = hashlib.sha256(content).hexdigest()
    if kind == "proof":
        proof: dict[str, Any] = msgspec.json.decode(content)
        lines = [entry["line"].encode() for entry in proof["entries"] if entry.get("line")]
        entries = [CATALOGUE.codec.decode(line, seq) for seq, line in enumerate(lines, 1)]
        verdicts = {proof["table"]: verdict_on_proof(content)}
        found = _rules_in(entries) if entries else _no_rules(proof["game"], proof["rules"])
        return Fossil(**common, **found, proof=proof_version(content), sha256=digest, verdicts=verdicts), None
    with tempfile.TemporaryDirectory() as folder:
        logs = logs_in(kind, content, Path(folder))
        entries = [entry for log in logs.values() for entry in entries_of(log.lines)]
        views = msgspec.json.encode({table: shown(log.lines) for table, log in logs.items()})
        judged: dict[str, Verdict] = {table: verdict_on(log) for table, log in logs.items()}
    schema = int.from_bytes(content[_SCHEMA_AT], "big") if kind == "store" else None
    fossil = Fossil(
        **common,
        **_rules_in(entries),
        schema=schema,
        sha256=digest,
        views=hashlib.sha256(views).hexdigest(),
        verdicts=judged,
    )
    return fossil, views


def _rules_in(entries: list[Entry[Event]]) -> dict[str, Any]:
    rules: dict[str, set[int]] = {}
    for entry in entries:
        rules.setdefault(entry.game, set()).add(entry.rules)
    return {
        "rules": {game: sorted(versions) for game, versions in sorted(rules.items())},
        "editions": sorted({entry.edition for entry in entries}),
        "formats": sorted({entry.v for entry in entries}),
    }


def _no_rules(game: str, rules: int) -> dict[str, Any]:
    return {"rules": {game: [rules]}, "editions": [], "formats": []}


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    ran = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - ours alone
    return ran.stdout.strip()


@click.group(help=__doc__)
def main() -> None:
    """Fossils."""


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", required=True)
@click.option("--commit", default=lambda: _git("rev-parse", "--short", "HEAD"))
@click.option("--date", default=lambda: _git("log", "-1", "--format=%as"))
def add(file: Path, name: str, commit: str, date: str) -> None:
    """Freeze a file that a server, a tool or a test has written."""
    _print(freeze(name, file.read_bytes(), commit, date))


@main.command()
@click.argument("game", type=click.Choice(sorted(CATALOGUE.rulebooks)))
@click.option("--number", default=1, show_default=True, help="Which of the tables that can be played at random.")
@click.option("--rounds", default=1, show_default=True)
@click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", help="An option of the table, as JSON or text."
)
@click.option("--name", default=None, help="[default: the game, its rules, the edition and the number]")
@click.option("--managed", is_flag=True, help="With what GMs do besides, such as admitting seats.")
@click.option("--proof/--no-proof", default=True, show_default=True, help="Freeze the proof of the last round, too.")
def play(
    game: str, number: int, rounds: int, options: tuple[str, ...], name: str | None, managed: bool, proof: bool
) -> None:
    """Play a table at random by the present rules, and freeze its log."""
    chosen = {option: _value(value) for option, _, value in (one.partition("=") for one in options)}
    lines = play_at_random(game, number, rounds, chosen, managed=managed)
    newest = entries_of(lines)[-1]
    title = name or f"{game}-{newest.rules}-edition-{newest.edition}-{number}"
    commit, date = _git("rev-parse", "--short", "HEAD"), _git("log", "-1", "--format=%as")
    _print(freeze(title, b"".join(write_export(newest.table, lines)), commit, date))
    if proof:
        last = rounds_of(entries_of(lines))[-1].round
        _print(freeze(f"{title}-round-{last}", proof_of(lines, last), commit, date))


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _print(fossil: Fossil) -> None:
    fossils = manifest()
    click.echo(f"{fossil.name}: {fossil.kind}, rules {fossil.rules}, editions {fossil.editions}")
    for table, verdict in fossil.verdicts.items():
        click.echo(f"  {table}: {verdict.same_again} of {verdict.entries} re-run, {len(verdict.findings)} findings")
    click.echo(f"  pin: {len(fossils)}: {head_of(fossils)!r}")


if __name__ == "__main__":
    main()
