"""Fossils: what past versions of the code wrote opens, replays and audits as it did when it was frozen, for ever.

A fossil is never changed or taken away. When one is added, its pin is added here: the tool that freezes it prints it.
"""

import asyncio
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from events.codec import UnreadableEntry
from events.dispute_events import DISPUTE_EVENTS
from events.entry import EntryFormat
from events.event import type_tag
from events.round_events import ROUND_EVENTS
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.schema import SCHEMA_VERSION
from events.table_events import TABLE_EVENTS
from games.deciding.catalogue import Catalogue
from games.installed import CATALOGUE, DRAFTS, EARLIER
from games.rulebook import EDITIONS, AnyRulebook
from tests.rerunning import rerun
from tools.development.frozen import (
    FOSSILS,
    MANIFEST,
    Fossil,
    content_of,
    entries_of,
    head_of,
    logs_in,
    manifest,
    missing,
    path_of,
    shown,
    verdict_on,
    verdict_on_proof,
    views_of,
)

PINS = {
    366: "2c1af59772a703722469ed1ac74be9bdc32db4466fb8b10ef5c2a4c6a848eb20",
    368: "a7f00e3eca3cd51097ea88e2599963a4d881a657b44018558e6328e8e118d92a",
}
"""By how many fossils there were, the hash over their entries in the manifest."""

ALL = manifest()
PROOFS = [fossil for fossil in ALL if fossil.kind == "proof"]
STORES = [fossil for fossil in ALL if fossil.kind == "store"]
WITH_LOGS = [fossil for fossil in ALL if fossil.kind != "proof"]


def name_of(fossil: Fossil) -> str:
    return fossil.name


def test_no_entry_of_the_manifest_was_changed_or_taken_away() -> None:
    assert {count: head_of(ALL[:count]) for count in PINS} == PINS


def test_the_newest_pin_covers_all_fossils() -> None:
    assert len(ALL) == max(PINS)


def test_the_files_are_those_of_the_manifest() -> None:
    named = {path for fossil in ALL for path in (path_of(fossil), views_of(fossil)) if path != views_of(fossil)}
    named |= {views_of(fossil) for fossil in WITH_LOGS}
    assert {path for path in FOSSILS.rglob("*") if path.is_file()} - {MANIFEST} == named


@pytest.mark.parametrize("fossil", ALL, ids=name_of)
def test_the_files_of_a_fossil_are_as_they_were_frozen(fossil: Fossil) -> None:
    assert sha256(content_of(path_of(fossil))).hexdigest() == fossil.sha256
    if fossil.views is not None:
        assert sha256(content_of(views_of(fossil))).hexdigest() == fossil.views


@pytest.mark.parametrize("fossil", WITH_LOGS, ids=name_of)
def test_a_log_audits_to_its_frozen_verdict_and_replays_to_its_frozen_views(fossil: Fossil, tmp_path: Path) -> None:
    logs = logs_in(fossil.kind, content_of(path_of(fossil)), tmp_path)
    frozen = msgspec.json.decode(content_of(views_of(fossil)))
    assert {table: verdict_on(log) for table, log in logs.items()} == fossil.verdicts
    assert list(missing(frozen, {table: shown(log.lines) for table, log in logs.items()})) == []


@pytest.mark.parametrize("fossil", PROOFS, ids=name_of)
def test_a_proof_is_judged_as_it_was_frozen(fossil: Fossil) -> None:
    assert list(fossil.verdicts.values()) == [verdict_on_proof(content_of(path_of(fossil)))]


def test_every_fossil_is_honest_and_all_is_re_run_that_no_draft_of_an_edition_decided() -> None:
    for fossil in WITH_LOGS:
        for verdict in fossil.verdicts.values():
            left = sum(last - first + 1 for first, last, _ in verdict.not_run)
            assert (verdict.findings, verdict.same_again + left) == ([], verdict.entries), fossil.name
            assert {code for _, _, code in verdict.not_run} <= {"edition_draft"}, fossil.name
    assert [fossil.name for fossil in PROOFS for verdict in fossil.verdicts.values() if verdict.findings] == []


@pytest.mark.parametrize("fossil", STORES, ids=name_of)
async def test_a_store_that_a_server_has_brought_up_to_date_audits_to_the_same_verdict(
    fossil: Fossil, tmp_path: Path
) -> None:
    written = tmp_path / "written.db"
    written.write_bytes(content_of(path_of(fossil)))
    store = SqliteStore.open(written)
    await store.close()
    now = written.read_bytes()
    assert int.from_bytes(now[60:64], "big") == SCHEMA_VERSION
    verdicts = await asyncio.to_thread(
        lambda: {table: verdict_on(log) for table, log in logs_in("store", now, tmp_path).items()}
    )
    assert verdicts == fossil.verdicts


def test_every_version_of_every_games_rules_has_a_fossil() -> None:
    frozen = {(game, version) for fossil in ALL for game, versions in fossil.rules.items() for version in versions}
    known = {(rulebook.id, rulebook.version) for rulebook in CATALOGUE.rulebooks.versions()}
    assert known - frozen == set()


def test_every_edition_entry_format_schema_and_version_of_proofs_has_a_fossil() -> None:
    assert {edition for fossil in ALL for edition in fossil.editions} >= set(EDITIONS)
    assert {one for fossil in ALL for one in fossil.formats} >= set(get_args(EntryFormat))
    assert {fossil.schema for fossil in STORES} == set(range(1, SCHEMA_VERSION + 1))
    assert {fossil.proof for fossil in PROOFS} == {3}


def test_tables_went_on_through_upgrades_in_the_midst_of_their_rounds_and_audit_whole(tmp_path: Path) -> None:
    """Real servers of each of these commits went on with one table, and left a round running for the next."""
    through: dict[str, list[tuple[int, int, int]]] = {}
    for fossil in STORES:
        if "-upgraded-" in fossil.name:
            (log,) = logs_in(fossil.kind, content_of(path_of(fossil)), tmp_path).values()
            entries = entries_of(log.lines)
            through[fossil.name] = list(dict.fromkeys((one.edition, one.rules, one.v) for one in entries))
            (verdict,) = fossil.verdicts.values()
            assert (verdict.same_again, verdict.not_run) == (len(entries), [])
    assert list(through.values()) == [
        [(0, 1, 1), (4, 1, 2), (4, 2, 2)],
        [(1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 1), (3, 2, 2), (4, 2, 2)],
        [(1, 1, 1), (1, 2, 1), (3, 2, 1), (3, 3, 1), (3, 3, 2), (4, 3, 2)],
    ]


def test_every_event_has_a_fossil() -> None:
    frozen = {
        tag
        for fossil in ALL
        if fossil.kind == "log"
        for tag in re.findall(r'"type":"([a-z0-9_.-]+)"', content_of(path_of(fossil)).decode())
    }
    own = [kind for rulebook in CATALOGUE.rulebooks.versions() for kind in rulebook.events]
    assert {type_tag(kind) for kind in (*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS, *own)} - frozen == set()


@cache
def lines_of(fossil_at: int) -> list[bytes]:
    return content_of(path_of(ALL[fossil_at])).splitlines()[1:]


def looks_forged(catalogue: Catalogue, lines: list[bytes]) -> bool:
    try:
        return any(outcome.result == "differs" for outcome in rerun(catalogue, lines))
    except UnreadableEntry:
        return True


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: type(draft).__name__)
def test_without_a_draft_some_honest_fossil_would_look_forged(draft: AnyRulebook) -> None:
    others = [one for one in DRAFTS if one is not draft]
    without = Catalogue(CATALOGUE.rulebooks.values(), EARLIER, others)
    of_draft = [
        n
        for n, fossil in enumerate(ALL)
        if fossil.kind == "log" and draft.id in fossil.rules and set(fossil.editions) & set(draft.drafted_in)
    ]
    assert any(looks_forged(without, lines_of(n)) for n in of_draft)
