"""Receipts: the client keeps them, and the audit and the verifiers hold a log against them."""

from pathlib import Path

import msgspec
import pytest

from events.entry import line_hash
from games.installed import CATALOGUE
from server.static import verify
from tavern_client import Tavern
from tavern_client.receipts import Receipt
from tests.replays.logs import forged
from tests.tools.running import TABLE, evening, export_of, failure_of, json_of, tavern
from tests.tools.standing_in import Said, standing_in, view
from tools.receipts import read_receipts
from tools.serving import local_server


def kept(folder: Path, *receipts: Receipt) -> Path:
    path = folder / "receipts.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(receipt) + b"\n" for receipt in receipts))
    return path


def receipt_of(seq: int, table: str = TABLE) -> Receipt:
    return Receipt(table=table, viewer="seat:bri", version=seq, receipt=line_hash(evening().lines[seq - 1]))


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_the_client_adds_the_receipt_of_every_command_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "receipts.jsonl"
    async with local_server(CATALOGUE) as url, Tavern(url, receipts=path) as there:
        gm = await there.open_table("twentyone")
        _, seat = [await there.sit(gm.table, gm.invite, name=name, purse_cp=5_000) for name in ("Bri", "Odo")]
        answers = [
            await seat.command("set_luck", luck="owl"),
            await gm.command("start_round"),
            await gm.command("void_round"),
        ]

    assert read_receipts(path) == [
        Receipt(table=gm.table, viewer=viewer, version=answer.version, round=number, receipt=answer.receipt)
        for viewer, number, answer in zip(("seat:odo", "gm", "gm"), (None, 1, 1), answers, strict=True)
    ]


async def test_without_a_file_the_client_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = {"version": 2, "events": [], "view": view(2), "receipt": "ab" * 32}
    async with standing_in(Said(answer)) as stand_in:
        await stand_in.tavern.seat("t", "bri", "token").command("roll")

    assert files_in(tmp_path) == []


async def test_a_receipt_that_cannot_be_kept_is_an_error(tmp_path: Path) -> None:
    async with local_server(CATALOGUE) as url, Tavern(url, receipts=tmp_path) as there:
        gm = await there.open_table("twentyone")

        with pytest.raises(IsADirectoryError):
            await gm.command("pause")


def test_receipts_whose_entries_are_there_are_counted(tmp_path: Path) -> None:
    file = kept(tmp_path, receipt_of(4), receipt_of(7), receipt_of(9, table="another"))

    audited = tavern("audit", export_of(tmp_path), "--receipts", file)

    assert audited.exit_code == 0
    assert "✓ 2 receipts have their entries in the log" in audited.stdout
    assert "1 receipt of other tables" in audited.stdout


def test_a_receipt_exposes_a_rewritten_log(tmp_path: Path) -> None:
    """Somebody with the log rewrites an entry, by the rules, and chains all after it: it agrees with itself."""
    file = kept(tmp_path, receipt_of(1), receipt_of(4))
    lines = forged(evening().lines, 2, lambda entry: entry.update(salt="00" * 16))
    export = export_of(tmp_path, lines)

    assert tavern("audit", export).exit_code == 0
    audited = tavern("audit", export, "--receipts", file, env={"COLUMNS": "300"})

    assert audited.exit_code == 1
    assert "✓ 1 receipt has its entry in the log" in audited.stdout
    finding = f"✗ receipt_missing  no entry for seat:bri's version 4: {receipt_of(4).receipt}"
    assert finding in audited.stdout
    report = json_of(tavern("audit", export, "--receipts", file, "--json"))
    assert report["clean"] is False
    assert report["receipts"] == [
        {"table": TABLE, "found": 1, "missing": [msgspec.to_builtins(receipt_of(4))]},
    ]
    with_receipts = verify.checked(export.read_bytes(), file.read_bytes())
    assert [one["code"] for one in with_receipts["wrong"]] == ["receipt_missing"]


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "receipts.jsonl"
    file.write_bytes(b'{"table":"bench","version":1,"receipt":"none"}\n')

    assert "is not a file of receipts" in failure_of(tavern("audit", export_of(tmp_path), "--receipts", file))
    assert "cannot be read" in failure_of(tavern("audit", export_of(tmp_path), "-r", tmp_path / "no"))


async def test_receipts_of_a_round_are_looked_for_in_its_proof(tmp_path: Path) -> None:
    path = tmp_path / "receipts.jsonl"
    async with local_server(CATALOGUE) as url, Tavern(url, receipts=path) as there:
        gm = await there.open_table("middles-seven", options={"unseal": "round"})
        bri = await there.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000)
        await bri.command("set_luck", luck="owl")
        await gm.command("start_round")
        await gm.command("void_round")
        proof = await gm.proof(1)

    report = verify.checked(proof, path.read_bytes())
    assert (report["right"], report["receipts"]) == (True, {"found": 2, "not_here": 1, "of_other_tables": 0})
    another = msgspec.json.decode(path.read_bytes().splitlines()[1]) | {"receipt": "0" * 64}
    report = verify.checked(proof, msgspec.json.encode(another))
    assert [one["code"] for one in report["wrong"]] == ["receipt_missing"]
