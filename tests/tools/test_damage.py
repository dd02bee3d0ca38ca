"""Damage in a store or an export: it is found, the entry is named, the good part is shown, exported and repaired."""

import random
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.storage.sqlite import SqliteStore
from replays.export import parse_export, write_export
from replays.signing import Signer, flaw_of
from tests.events.storage.files import break_overflow_chain
from tests.tools.running import TABLE, evening, evening_entries, export_of, failure_of, json_of, tavern
from tests.tools.test_stores import fill
from tests.tools.visiting import a_table, serve, stop, visit

SIGNER = Signer(bytes(range(32)))


def flip(path: Path, line: bytes, place: int) -> None:
    """Change one bit of one byte of a line, where it lies in a store's file."""
    connection = sqlite3.connect(path, isolation_level=None)
    spoiled = bytearray(line)
    spoiled[place] ^= 1
    connection.execute("UPDATE log SET line = ? WHERE line = ?", (bytes(spoiled), line))
    connection.close()


async def kept(path: Path, lines: list[bytes], table: str = TABLE) -> Path:
    store = SqliteStore.open(path)
    await fill(store, table, lines)
    await store.close()
    return path


def signed_export(folder: Path) -> Path:
    path = folder / "signed.jsonl"
    path.write_bytes(b"".join(write_export(TABLE, evening().lines, sign=SIGNER.sign)))
    return path


async def test_a_byte_that_is_flipped_anywhere_in_a_line_of_a_store_is_found_and_its_entry_is_named(
    tmp_path: Path,
) -> None:
    lines = list(evening().lines[:20])
    path = await kept(tmp_path / "tavern.db", lines)
    chance = random.Random(5)
    for seq, line in enumerate(lines, 1):
        place = chance.randrange(len(line))
        flip(path, line, place)
        audited = await visit("audit", path, "--json", "--no-rerun")
        assert audited.exit_code == 1, (seq, place)
        (report,) = json_of(audited)["tables"]
        # Two lines that do not fit together are named by the later one.
        assert report["findings"][0]["line"] in (seq, seq + 1), (seq, place)
        exported = await visit("export", path)
        header = parse_export(exported.stdout_bytes.splitlines()).header
        assert header.damage
        assert (header.damage.seq, header.entries) == (seq, seq - 1), place
        flip(path, bytes(bytearray(line[:place]) + bytes([line[place] ^ 1]) + line[place + 1 :]), place)
    assert (await visit("audit", path, "--no-rerun")).exit_code == 0


def test_a_byte_that_is_flipped_anywhere_in_a_signed_export_is_found(tmp_path: Path) -> None:
    path = signed_export(tmp_path)
    whole = path.read_bytes()
    assert tavern("verify", path, "--key", SIGNER.key, "--no-rerun").exit_code == 0
    chance = random.Random(6)
    start = 0
    for line in whole.splitlines(keepends=True)[:20]:
        for place in chance.sample(range(start, start + len(line)), 2):
            spoiled = bytearray(whole)
            spoiled[place] ^= 1
            path.write_bytes(spoiled)
            assert tavern("verify", path, "--key", SIGNER.key, "--no-rerun").exit_code in (1, 2), place
        start += len(line)


def test_verify_shows_whose_key_signed_and_that_a_key_in_the_file_proves_nothing(tmp_path: Path) -> None:
    path = signed_export(tmp_path)
    expected = tavern("verify", path, "--key", SIGNER.key)
    assert expected.exit_code == 0
    assert f"✓ signed with the expected key\n  {SIGNER.key}" in expected.stdout
    unknown = tavern("verify", path)
    assert unknown.exit_code == 3
    assert "! signed with a key that only the file itself vouches for" in unknown.stdout
    assert "Compare the key with one from another source" in unknown.stdout
    another = tavern("verify", path, "--key", "ab" * 32)
    assert another.exit_code == 1
    assert "✗ signed with another key than expected" in another.stdout
    unsigned = tavern("verify", export_of(tmp_path))
    assert unsigned.exit_code == 3
    assert "! not signed" in unsigned.stdout
    report = msgspec.json.decode(tavern("verify", path, "--json").stdout)
    assert report["signature"] == {"signed": True, "trusted": False, "key": SIGNER.key, "known": None}
    assert (report["clean"], report["verified"]) == (True, True)


def test_what_verify_cannot_use_is_reported_in_one_line(tmp_path: Path) -> None:
    path = signed_export(tmp_path)
    assert "is neither a key" in failure_of(tavern("verify", path, "--key", "tavern.example"))
    assert "cannot get the key from" in failure_of(tavern("verify", path, "--key", "http://127.0.0.1:9"))


async def test_verify_asks_a_server_for_its_key_and_imports_keep_its_signature(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")
    table = await a_table(served)
    address = str(served.client.make_url("/"))
    by_server = (await table.gm.get("/export")).body
    path = tmp_path / "export.jsonl"
    path.write_bytes(by_server)
    assert (await visit("export", tmp_path / "tavern.db")).stdout_bytes == by_server
    assert (await visit("verify", path, "--key", address)).exit_code == 0
    assert (await visit("import", path, "--store", tmp_path / "archive.db")).exit_code == 0
    assert (await visit("export", tmp_path / "archive.db")).stdout_bytes == by_server
    archives = await serve(tmp_path / "archive.db")
    token = (await visit("token", table.id, "--store", tmp_path / "archive.db")).stdout.strip()
    answered = await archives.get(f"/api/tables/{table.id}/export", {"Authorization": f"Bearer {token}"})
    assert answered.body == by_server
    await stop(served)
    await stop(archives)


async def test_a_replay_of_a_damaged_log_shows_the_part_before_the_damage(tmp_path: Path) -> None:
    lines = list(evening().lines)
    path = await kept(tmp_path / "tavern.db", lines)
    flip(path, lines[-1], 50)

    replayed = await visit("replay", path, "--round", "1")

    assert replayed.exit_code == 0
    assert f"Warning: the log is damaged at entry {len(lines)}" in replayed.stderr
    assert "The Bent Copper" in replayed.stdout or "round 1" in replayed.stdout


WRONG_SECRET = "UPDATE secrets SET secret = zeroblob(32)"
NO_SECRET = "DELETE FROM secrets"


def by_hand(path: Path, change: str) -> None:
    """Change a store with a statement of SQL, as somebody with access to its file can."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(change)
    connection.close()


async def played_store(path: Path) -> str:
    """A store with one table, at which a round runs; the table."""
    served = await serve(path)
    table = await a_table(served)
    await stop(served)
    return table.id


@pytest.mark.parametrize(
    ("change", "code", "entry"),
    [
        (WRONG_SECRET, "secret_mismatch", 1),
        ("UPDATE secrets SET secret = x''", "secret_mismatch", 1),
        (NO_SECRET, "secret_missing", 1),
        ("UPDATE rounds SET first = first - 1", "rounds_mismatch", 4),
        ("UPDATE rounds SET last = first", "rounds_mismatch", 4),
        ("UPDATE rounds SET round = 7", "rounds_mismatch", 4),
        ("DELETE FROM rounds", "rounds_mismatch", 4),
    ],
)
async def test_an_audit_and_a_backup_find_a_wrong_secret_and_index_of_rounds(
    tmp_path: Path, change: str, code: str, entry: int
) -> None:
    path = tmp_path / "tavern.db"
    table = await played_store(path)
    assert (await visit("audit", path)).exit_code == 0
    assert (await visit("backup", "--to", tmp_path / "good.db", "--store", path)).exit_code == 0
    by_hand(path, change)

    audited = await visit("audit", path, "--json")
    copied = await visit("backup", "--to", tmp_path / "copy.db", "--store", path)

    assert audited.exit_code == 1
    (finding,) = json_of(audited)["tables"][0]["findings"]
    assert (finding["code"], finding["seq"]) == (code, entry)
    assert copied.exit_code == 1
    assert f"! table {table} is damaged ({code}): " in copied.stderr
    assert (tmp_path / "copy.db").exists()
    exported = await visit("export", path)
    (tmp_path / "export.jsonl").write_bytes(exported.stdout_bytes)
    assert (await visit("audit", tmp_path / "export.jsonl")).exit_code == 0


async def test_an_archive_needs_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    assert (await visit("import", export_of(tmp_path), "--store", path)).exit_code == 0

    assert (await visit("audit", path)).exit_code == 0
    assert (await visit("backup", "--to", tmp_path / "copy.db", "--store", path)).exit_code == 0


@pytest.mark.parametrize("change", [WRONG_SECRET, NO_SECRET])
async def test_a_table_with_a_wrong_secret_is_repaired_to_an_archive(tmp_path: Path, change: str) -> None:
    path = tmp_path / "tavern.db"
    table = await played_store(path)
    by_hand(path, change)

    repaired = await visit("repair", path, "--to", tmp_path / "new.db", "--json")

    assert repaired.exit_code == 1
    (report,) = json_of(repaired)["tables"]
    assert (report["table"], report["lost"]) == (table, ["secret"])
    assert (await visit("audit", tmp_path / "new.db")).exit_code == 0
    (info,) = json_of(await visit("tables", "--json", "--store", tmp_path / "new.db"))
    assert info["archive"] is True


async def test_a_repaired_store_has_the_good_part_of_every_table_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    table, sound = await a_table(served), await a_table(served, "The Sunken Bell")
    ada = await table.sit("Ada")
    await ada.post("/chat", {"text": "Well met."})
    published = (await served.get("/api/key")).json
    await stop(served)
    lines = [stored.line for stored in await _read(path, table.id)]
    flip(path, lines[-1], 60)
    before = path.read_bytes()

    repaired = await visit("repair", path, "--to", tmp_path / "new.db")

    assert repaired.exit_code == 1
    assert f"✗ {table.id}" in repaired.stdout
    assert f"entry {len(lines)}: " in repaired.stdout
    assert path.read_bytes() == before
    report = msgspec.json.decode((tmp_path / "new.db.report.json").read_bytes())
    (first, second) = report["tables"]
    assert (first["table"], first["had"], first["kept"], first["seq"]) == (
        table.id,
        len(lines),
        len(lines) - 1,
        len(lines),
    )
    assert (second["table"], second["kept"], second["reason"]) == (sound.id, second["had"], None)
    assert [stored.line for stored in await _read(tmp_path / "new.db", table.id)] == lines[:-1]
    assert (await visit("audit", tmp_path / "new.db")).exit_code in (0, 3)
    again = await serve(tmp_path / "new.db", chance=2)
    view = await table.again(again.client, table.gm).view()
    assert "damage" not in view
    assert (await table.again(again.client, table.gm).get("/chat")).json["messages"][0]["text"] == "Well met."
    assert (await table.again(again.client, table.gm).give("void_round", reason="damaged")).status in (200, 409)
    assert (await again.get("/api/key")).json == published
    await stop(again)


async def _read(path: Path, table: str) -> Any:
    store = SqliteStore.open(path, read_only=True)
    try:
        return await store.read(table)
    finally:
        await store.close()


async def test_the_good_part_ends_before_a_missing_entry(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    table = await played_store(path)
    by_hand(path, "DELETE FROM log WHERE seq = 3")

    audited = await visit("audit", path, "--json")
    exported = await visit("export", path, "--output", tmp_path / "log.jsonl")

    [report] = json_of(audited)["tables"]
    assert (report["table"], report["entries"]) == (table, 2)
    assert "truncated" in {finding["code"] for finding in report["findings"]}
    assert "entry 3: it is missing" in exported.stderr


async def test_a_sound_store_is_repaired_to_the_same_with_nothing_missing(tmp_path: Path) -> None:
    path = await kept(tmp_path / "tavern.db", list(evening().lines))

    repaired = await visit("repair", path, "--to", tmp_path / "new.db", "--json")

    assert repaired.exit_code == 0
    assert json_of(repaired)["whole"] is True
    assert (await visit("export", tmp_path / "new.db")).stdout == (await visit("export", path)).stdout
    assert "exists already" in failure_of(await visit("repair", path, "--to", tmp_path / "new.db"))


async def test_pages_that_cannot_be_read_any_more_end_the_log_where_they_are(tmp_path: Path) -> None:
    lines = list(evening().lines)
    store = SqliteStore.open(tmp_path / "tavern.db")
    await fill(store, TABLE, lines[:10])
    await fill(store, "long", [lines[0].replace(TABLE.encode(), b"long"), b'{"a":"' + b"a long line " * 5_000 + b'"}'])
    await store.close()
    break_overflow_chain(tmp_path / "tavern.db", b"a long line ")

    audited = await visit("audit", tmp_path / "tavern.db", "--no-rerun", "--json")
    repaired = await visit("repair", tmp_path / "tavern.db", "--to", tmp_path / "new.db", "--json")

    assert [len(report["findings"]) for report in json_of(audited)["tables"]] == [0, 1]
    assert [(one["kept"], one["seq"]) for one in json_of(repaired)["tables"]] == [(10, None), (1, 2)]


async def test_a_whole_store_is_audited_on_several_cores_as_on_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    await fill(store, TABLE, list(evening().lines))
    for number in range(3):
        await fill(store, f"another-{number}", list(evening().lines[: 5 + number]))
    await store.close()
    alone = await visit("audit", path, "--jobs", "1", "--json")
    monkeypatch.setattr("tools.commands.review.audit._WORTH_PROCESSES", 0)

    together = await visit("audit", path, "--jobs", "2", "--json")

    assert together.stdout == alone.stdout
    assert (together.exit_code, alone.exit_code) == (1, 1)
    assert "4 tables, " in (await visit("audit", path)).stdout


def test_the_signature_of_an_export_covers_its_header(tmp_path: Path) -> None:
    header = parse_export(signed_export(tmp_path).read_bytes().splitlines()).header
    assert flaw_of(header) is None
    assert header.entries == len(evening_entries())
    for change in (
        {"table": "other"},
        {"entries": 1},
        {"head": "0" * 64},
        {"key": "ab" * 32},
        {"signature": "cd" * 64},
    ):
        assert flaw_of(msgspec.structs.replace(header, **change)) is not None
