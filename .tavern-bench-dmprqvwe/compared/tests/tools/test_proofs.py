"""`tavern verify` and `tavern audit` on the proof of a round."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from games.installed import CATALOGUE
from games.table import SetLuck, StartRound, VoidRound
from tests.playing import Playing
from tests.replays.logs import event, forged
from tests.replays.proving import prove
from tests.verifier.records import record_of, written
from tools.cli import main


@pytest.fixture
def played() -> Playing:
    playing = Playing.open(CATALOGUE, "twentyone", unseal="round").seat("Bri", "Odo")
    playing.give("bri", SetLuck(luck="seven"))
    playing.give(None, StartRound())
    playing.give(None, VoidRound())
    return playing


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def kept(tmp_path: Path, playing: Playing, lines: list[bytes] | None = None) -> str:
    path = tmp_path / "proof.json"
    path.write_bytes(msgspec.json.encode(prove(CATALOGUE, lines or playing.lines, 1)))
    return str(path)


def test_a_proof_is_verified_as_verify_py_does(tmp_path: Path, played: Playing) -> None:
    proof = kept(tmp_path, played)

    good, bad = run("verify", proof, "--luck", "bri=seven"), run("verify", proof, "--luck", "bri=eight")

    assert (good.exit_code, good.output.splitlines()[-1]) == (0, "Everything that can be checked is right.")
    assert (bad.exit_code, bad.output.splitlines()[-1]) == (1, "1 wrong.")
    assert '  luck of bri: "seven"' in good.output
    report: dict[str, Any] = msgspec.json.decode(run("verify", proof, "--json").output)
    assert report["right"] is True


@pytest.mark.parametrize("command", ["verify", "audit"])
def test_a_proof_is_compared_with_a_record(tmp_path: Path, played: Playing, command: str) -> None:
    proof, file = kept(tmp_path, played), tmp_path / "record.jsonl"
    record = record_of(CATALOGUE, played.lines, "seat:bri")
    file.write_bytes(written(record))
    good = run(command, proof, "--record", str(file))
    record[-1]["coins"]["pot"] += 1
    file.write_bytes(written(record))
    bad = run(command, proof, "--record", str(file))

    assert (good.exit_code, bad.exit_code) == (0, 1)
    assert "record: 1 roots, 0 calls, 2 entries and 2 views compared" in good.output
    assert "(shown_otherwise)" in bad.output


def test_a_proof_is_audited_by_re_running_its_round(tmp_path: Path, played: Playing) -> None:
    proof = kept(tmp_path, played)

    audited = run("audit", proof)

    assert audited.exit_code == 0
    assert "✓ 2 of 2 commands re-run to the same bytes" in audited.output
    assert "Bri (bri), 100 gp" in audited.output
    report: dict[str, Any] = msgspec.json.decode(run("audit", proof, "--json").output)
    assert (report["clean"], report["verified"], report["rerun"]["same_again"]) == (True, True, 2)


@pytest.mark.parametrize("command", ["verify", "audit"])
def test_a_proof_is_read_from_standard_input_too(tmp_path: Path, played: Playing, command: str) -> None:
    proof = Path(kept(tmp_path, played)).read_bytes()
    program = [sys.executable, "-c", "from tools.cli import main; main()", command, "-"]

    ran = subprocess.run(program, input=proof, capture_output=True, check=False)

    assert ran.returncode == 0
    assert b"round 1 of twentyone" in ran.stdout


def test_a_round_that_the_rules_do_not_give_is_found(tmp_path: Path, played: Playing) -> None:
    """Its dice are right, so no verifier can find the fault: an ante of one copper less was paid."""
    at = next(at for at, line in enumerate(played.lines, 1) if b'"type":"round_started"' in line)

    def cheaper(entry: dict[str, Any]) -> None:
        event(entry, "coins_moved")["amount_cp"] -= 1

    proof = kept(tmp_path, played, forged(played.lines, at, cheaper))

    assert run("verify", proof).exit_code == 0
    audited = run("audit", proof)
    assert audited.exit_code == 1
    assert "entry 1 is not what the rules produce" in audited.output


def test_the_missing_parts_of_a_sealed_proof_are_named(tmp_path: Path) -> None:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo").start()

    audited = run("audit", kept(tmp_path, playing))

    assert (audited.exit_code, audited.output.splitlines()[-1]) == (3, "! not re-run: the round is sealed")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("verify", "PROOF", "--key", "0" * 64), "proofs are not signed"),
        (("verify", "PROOF", "--luck", "bri"), "--luck takes SEAT=WORD"),
        (("audit", "PROOF", "--luck", "bri"), "--luck takes SEAT=WORD"),
        (("audit", "EXPORT", "--luck", "bri=seven"), "--luck is for a proof"),
        (("verify", "EXPORT", "--luck", "bri=seven"), "--luck is for a proof"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, played: Playing, arguments: tuple[str, ...], why: str) -> None:
    export = Path(__file__).parents[2] / "docs" / "vectors" / "log.jsonl"
    files = {"PROOF": kept(tmp_path, played), "EXPORT": str(export)}

    refused = run(*(files.get(argument, argument) for argument in arguments))

    assert refused.exit_code == 2
    assert why in refused.output
