"""A file that was copied while a server ran, without its write-ahead log: no command takes it for a whole store."""

import shutil
from pathlib import Path

import pytest

from tests.server.serving import Opened
from tests.tools.running import json_of
from tests.tools.visiting import a_table, serve, stop, visit


@pytest.fixture
async def partial(tmp_path: Path) -> Path:
    """A copy of a store at which a table is played, without the log in which that table is."""
    served = await serve(tmp_path / "tavern.db")
    await a_table(served)
    shutil.copy(tmp_path / "tavern.db", tmp_path / "copy.db")
    await stop(served)
    return tmp_path / "copy.db"


COMMANDS = {
    "check": ("check", "--store", "copy.db"),
    "tables": ("tables", "--store", "copy.db"),
    "heads": ("tables", "--heads", "--store", "copy.db"),
    "audit": ("audit", "copy.db"),
    "replay": ("replay", "copy.db"),
    "export": ("export", "copy.db"),
    "backup": ("backup", "copy.db", "--to", "backup.db"),
    "repair": ("repair", "copy.db", "--to", "repaired.db"),
    "copy": ("copy", "copy.db", "--to", "other.db"),
    "token": ("token", "x", "--store", "copy.db"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
async def test_whoever_reads_a_file_without_its_log_is_warned_once(
    partial: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(partial.parent)

    ran = await visit(*command)

    warning = "Warning: copy.db was not closed by its server, and its write-ahead log, copy.db-wal, is missing: "
    assert ran.stderr.count(warning) == 1
    assert "nothing is missing" not in ran.output
    assert ran.exit_code == {"copy": 0, "tables": 0 if "--heads" in command else 2}.get(command[0], ran.exit_code or 9)


async def test_a_check_of_a_file_without_its_log_finds_that_and_says_that_it_holds_no_tables(partial: Path) -> None:
    for options in ((), ("--full",)):
        ran = await visit("check", *options, "--store", partial)
        assert ran.exit_code == 1
        assert "✗ write-ahead log: it is missing, and the newest entries may have been in it\n" in ran.stdout
        assert f"! {partial} holds no tables. If this is a copy, make another with tavern backup" in ran.stdout
        assert "✓" not in ran.stdout
    (wrong,) = json_of(await visit("check", "--store", partial, "--json"))["wrong"]
    assert (wrong["part"], wrong["remedy"]) == ("write-ahead log", "copy")


async def test_a_file_that_has_a_part_of_the_tables_lacks_its_log_too(partial: Path, tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db", chance=2)
    await a_table(served, "The Sunken Bell")
    shutil.copy(tmp_path / "tavern.db", partial)
    await stop(served)

    checked = await visit("check", "--store", partial, "--json")

    assert checked.exit_code == 1
    report = json_of(checked)
    assert (report["tables"], report["entries"], [one["remedy"] for one in report["wrong"]]) == (1, 4, ["copy"])
    assert (await visit("audit", partial)).stderr.startswith("Warning: copy.db was not closed by its server")


async def test_a_store_without_tables_is_whole_and_said_to_be_empty(tmp_path: Path) -> None:
    await stop(await serve(tmp_path / "new.db"))

    ran = await visit("check", "--store", tmp_path / "new.db")

    assert ran.exit_code == 0
    assert f"! {tmp_path / 'new.db'} holds no tables. If this is a copy, " in ran.stdout
    assert ran.stdout.endswith("are whole: 0 tables, 0 entries\n")
    assert ran.stderr == ""


@pytest.mark.parametrize("ended", ["running", "closed", "copied"])
async def test_a_whole_store_is_nothing_to_warn_of(tmp_path: Path, ended: str) -> None:
    served = await serve(tmp_path / "tavern.db")
    table: Opened = await a_table(served)
    if ended == "copied":
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"tavern.db{end}", tmp_path / f"copy.db{end}")
    if ended != "running":
        await stop(served)

    path = tmp_path / ("copy.db" if ended == "copied" else "tavern.db")
    checked = await visit("check", "--full", "--store", path)

    assert (checked.exit_code, checked.stderr) == (0, "")
    assert checked.stdout.endswith("are whole: 1 table, 4 entries, compared with the log\n")
    assert (await visit("tables", "--heads", "--store", path)).stdout.count(table.id) == 1
    if ended == "running":
        await stop(served)
