"""Fossils: what version 1 of each game wrote opens, replays, audits and verifies as it did when it was frozen.

Frozen files never change and are never taken away; `python -m tools.development.fossil` adds new ones.
"""

import io
import lzma
from pathlib import Path

import msgspec
import pytest

from events.dispute_events import DISPUTE_EVENTS
from events.event import type_tag
from events.round_events import ROUND_EVENTS
from events.table_events import TABLE_EVENTS
from games.installed import CATALOGUE
from games.table import SERVER_COMMANDS
from replays.audit import audit
from replays.export import parse_export
from replays.proof_rerun import ProofToRun, rerun_round
from tavern_client import verify
from tools.development.fossil import FOSSILS, REPLAYS, SUMS, missing, proof_file_of, shown, sums, views_of

LOGS = sorted(FOSSILS.glob("*.jsonl"))


def test_the_frozen_files_are_those_whose_hashes_are_recorded() -> None:
    assert sums() == SUMS.read_text(encoding="utf-8")


def test_every_version_of_every_games_rules_has_a_fossil() -> None:
    rulebooks = CATALOGUE.rulebooks
    known = {f"{game}-{rulebook.version}" for game in rulebooks for rulebook in rulebooks.versions(game)}
    assert {log.stem for log in LOGS} == known


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_audits_clean_and_replays_to_its_frozen_views(log: Path) -> None:
    export = parse_export(io.BytesIO(log.read_bytes()))
    report = audit(CATALOGUE, export.lines, header=export.header)
    assert (report.findings, report.same_again) == ([], len(export.lines))
    frozen = msgspec.json.decode(lzma.decompress(views_of(log).read_bytes()))
    assert list(missing(frozen, shown(export.lines))) == []


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_proof_is_verified_and_its_round_re_run(log: Path) -> None:
    proof = proof_file_of(log).read_bytes()
    assert verify.checked(proof, None, [])["wrong"] == []
    to_run = msgspec.json.decode(proof, type=ProofToRun)
    again = rerun_round(CATALOGUE, to_run)
    left_out = {shown.seq for shown in to_run.entries if shown.line is None}
    assert (again.clean, set(again.not_run)) == (True, left_out)


def test_every_event_and_every_command_is_frozen() -> None:
    frozen: set[str] = set()
    for path in REPLAYS.rglob("*.jsonl"):
        for entry in CATALOGUE.codec.decode_log(parse_export(io.BytesIO(path.read_bytes())).lines):
            frozen |= {type_tag(type(event)) for event in entry.events}
            frozen.add(type_tag(type(CATALOGUE.read_recorded(entry.game, bytes(entry.command)))))
    own = [kind for rulebook in CATALOGUE.rulebooks.values() for kind in rulebook.events]
    given = [
        kind for rulebook in CATALOGUE.rulebooks.values() for kind in CATALOGUE.rulebooks.client_commands(rulebook)
    ]
    kinds = (*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS, *own, *given, *SERVER_COMMANDS)
    assert {type_tag(kind) for kind in kinds} - frozen == set()
