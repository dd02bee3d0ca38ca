"""No text in a log, a record, a proof or a store steers the terminal of who runs a command on it."""

import ast
import asyncio
import os
import pty
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from events.entry import line_hash
from events.printable import CONTROLS, escaped
from events.storage.sqlite import SqliteStore
from games.installed import CATALOGUE
from tests.replays.logs import reseal
from tests.tools.running import evening, export_of, json_of, tavern
from tests.tools.test_stores import fill
from tests.tools.visiting import visit
from tests.verifier.records import record_of, written

STEER: Final = "\x1b]0;owned\x07\x1b[2J\x1b[8m\x9b31m\x7f\u202e\U000e0041\nfake"
"""Sets the title, clears the screen, hides what follows, and begins a line of its own."""
SHOWN: Final = r"\x1b]0;owned\x07\x1b[2J\x1b[8m\x9b31m\x7f\u202e\U000e0041\x0afake"
STEERING: Final = re.compile(f"(?!\n)[{CONTROLS}\U000e0000-\U000e007f]")
TOOLS: Final = Path(__file__).parents[2] / "tools"


def cursed(value: Any) -> Any:
    """A value with other names for Bri, her seat, the table and the GM."""
    match value:
        case dict():
            named = {cursed(name): cursed(one) for name, one in value.items()}
            return {name: STEER if name in ("name", "gm", "table", "reason", "note") else named[name] for name in named}
        case list():
            return [cursed(one) for one in value]
        case "bri" | "seat:bri":
            return value + STEER
        case _:
            return value


@cache
def lines() -> tuple[bytes, ...]:
    """The evening, with such texts wherever a forger can have them."""
    return tuple(reseal(msgspec.json.encode(cursed(msgspec.json.decode(line))) for line in evening().lines))


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the log as a store and as an export, and with a record, heads, and a file of cards."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in it, made once."""
    folder = tmp_path_factory.mktemp("made")
    asyncio.run(_store_in(folder / "tavern.db"))
    shutil.move(export_of(folder, list(lines()), "bench"), folder / "other.jsonl")
    headed = (folder / "other.jsonl").read_bytes().replace(b'"bench"', msgspec.json.encode(STEER), 1)
    (folder / "evening.jsonl").write_bytes(headed)
    text = tavern("replay", folder / "evening.jsonl", "--notation").stdout
    (folder / "round.tavern").write_text(text)
    (folder / "faulty.tavern").write_text(text.replace("turn-began", STEER.replace("\n", "")))
    damaged = headed.replace(b'"head":', b'"damage":{"seq":2,"reason":' + msgspec.json.encode(STEER) + b'},"head":', 1)
    (folder / "damaged.jsonl").write_bytes(damaged)
    (folder / "unreadable.jsonl").write_bytes(headed.replace(b'"type":"die_rolled"', b'"type":"\x7f\xc2\x9b2J"', 1))
    (folder / "record.jsonl").write_bytes(written([{**one, "table": STEER} for one in _record()]))
    head = {"table": STEER, "seq": 3, "head": "0" * 64}
    (folder / "heads.jsonl").write_bytes(msgspec.json.encode(head) + b"\n")
    (folder / "proof.json").write_bytes(
        msgspec.json.encode({"format": "tavern-proof", "version": 3, "table": STEER, "seed": None})
    )
    return folder


async def _store_in(path: Path) -> None:
    store = SqliteStore.open(path)
    await fill(store, STEER, list(lines()))
    await store.close()


def _record() -> list[Any]:
    return record_of(CATALOGUE, evening().lines, "seat:bri")[:3]


COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "audit": ("audit", "tavern.db"),
    "audit an export": ("audit", "evening.jsonl"),
    "audit a damaged one": ("audit", "damaged.jsonl"),
    "audit an unreadable one": ("audit", "unreadable.jsonl"),
    "audit as JSON": ("audit", "evening.jsonl", "--json"),
    "audit with heads": ("audit", "tavern.db", "--heads", "heads.jsonl"),
    "audit with a record": ("audit", "evening.jsonl", "--record", "record.jsonl"),
    "audit another table": ("audit", "tavern.db", "--table", "x"),
    "audit a proof": ("audit", "proof.json"),
    "replay": ("replay", "tavern.db"),
    "replay as a seat": ("replay", "evening.jsonl", "--round", "1", "--as", "public"),
    "replay a step": ("replay", "evening.jsonl", "--round", "1", "--at", "8"),
    "replay as JSON": ("replay", "evening.jsonl", "--json"),
    "replay as a text": ("replay", "evening.jsonl", "--notation"),
    "replay a text": ("replay", "round.tavern"),
    "replay a faulty text": ("replay", "faulty.tavern"),
    "replay a damaged one": ("replay", "damaged.jsonl"),
    "replay as nobody": ("replay", "evening.jsonl", "--as", "nobody"),
    "report": ("report", "tavern.db", "--round", "1", "--as", "bri" + STEER, "--to", "page.html"),
    "report a damaged one": ("report", "damaged.jsonl", "--all", "--to", "pages"),
    "verify": ("verify", "evening.jsonl"),
    "verify as JSON": ("verify", "evening.jsonl", "--json"),
    "verify a proof": ("verify", "proof.json"),
    "tables": ("tables", "--store", "tavern.db"),
    "tables as JSON": ("tables", "--store", "tavern.db", "--json"),
    "heads": ("tables", "--store", "tavern.db", "--heads"),
    "export": ("export", "tavern.db", "--output", "again.jsonl"),
    "import": ("import", "evening.jsonl", "--store", "new.db"),
    "import the other": ("import", "other.jsonl", "--store", "new.db"),
    "check": ("check", "--store", "tavern.db", "--full"),
    "check as JSON": ("check", "--store", "tavern.db", "--full", "--json"),
    "backup": ("backup", "tavern.db", "--to", "backup.db"),
    "repair": ("repair", "tavern.db", "--to", "repaired.db"),
    "repair as JSON": ("repair", "tavern.db", "--to", "repaired.db", "--json"),
    "copy": ("copy", "tavern.db", "--to", "other.db"),
    "token": ("token", "x", "--store", "tavern.db"),
    "delete": ("delete", STEER, "--store", "tavern.db"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
async def test_no_text_in_a_log_steers_the_terminal(folder: Path, command: tuple[str, ...]) -> None:
    ran = await visit(*command)

    assert ran.exception is None or isinstance(ran.exception, SystemExit)
    for printed in (ran.stdout, ran.stderr):
        assert STEERING.findall(printed) == []
        assert not [line for line in printed.splitlines() if line.lstrip().startswith("fake")]


@pytest.mark.parametrize("command", ["audit", "replay", "tables", "import", "audit another table"])
async def test_such_texts_are_shown_with_escapes(folder: Path, command: str) -> None:
    ran = await visit(*COMMANDS[command])

    assert r"\x1b]0;owned\x07\x1b[2J" in "".join(ran.output.split())


async def test_json_has_the_same_texts(folder: Path) -> None:
    (kept,) = json_of(await visit("tables", "--store", "tavern.db", "--json"))
    assert (kept["table"], kept["name"], kept["gm"]) == (STEER, STEER, STEER)
    head = msgspec.json.decode((await visit("tables", "--store", "tavern.db", "--heads")).stdout)
    assert head == {"table": STEER, "seq": len(lines()), "head": line_hash(lines()[-1])}


async def test_a_table_with_such_a_name_can_be_deleted_by_the_name_that_is_shown(folder: Path) -> None:
    assert escaped(STEER) == SHOWN

    ran = await visit("delete", STEER, "--store", "tavern.db", stdin=f"{SHOWN}\n".encode())

    assert ran.exit_code == 0
    assert json_of(await visit("tables", "--store", "tavern.db", "--json")) == []


@pytest.mark.parametrize("command", ["audit", "replay", "tables", "export"])
def test_on_a_terminal_there_are_the_colours_of_the_program_and_nothing_else(folder: Path, command: str) -> None:
    asked = [
        sys.executable,
        "-c",
        "from tools.cli import main; main()",
        *(("export", "tavern.db") if command == "export" else COMMANDS[command]),
    ]
    leader, terminal = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(TOOLS.parent), "TERM": "xterm-256color", "COLUMNS": "200"}
    with subprocess.Popen(asked, stdout=terminal, stderr=terminal, stdin=terminal, env=environment) as running:
        os.close(terminal)
        printed = _read_all(leader)
    os.close(leader)

    assert running.returncode in (0, 1)
    # The bar that shows progress moves the cursor.
    plain, colours = re.subn(r"\x1b\[[0-9;]*m", "", re.sub(r"\x1b\[(\?25[lh]|2K|1A)", "", printed))
    assert [found for found in STEERING.findall(plain) if found != "\r"] == []
    assert "\x1b[8m" not in printed
    assert (colours == 0) is (command == "export")


def _read_all(leader: int) -> str:
    read = b""
    while True:
        try:
            some = os.read(leader, 1 << 16)
        except OSError:
            # Linux reports the end of a terminal like this.
            some = b""
        if not some:
            return read.decode()
        read += some


def test_all_commands_print_texts_that_are_escaped() -> None:
    """`tools.console` alone has rich's own texts and consoles; `click.echo` has no text of a log."""
    for path in TOOLS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and path.name != "console.py":
                assert node.module != "rich.text", path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Console":
                assert path.name == "console.py", path
