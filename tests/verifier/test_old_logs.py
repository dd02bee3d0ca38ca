"""Logs and rounds of all past servers are judged like today's, and forgeries of them are found out."""

import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.installed import CATALOGUE
from replays.export import parse_export, write_export
from replays.rebuild import rounds_of
from tests.replays.logs import event, forged
from tests.replays.proving import prove
from tests.verifier.second_opinions import Node, both, wrong
from tools.development.frozen import Fossil, content_of, manifest, path_of

LOGS = [fossil for fossil in manifest() if fossil.kind == "log"]
NAMELESS = [fossil for fossil in LOGS if 0 in fossil.editions]
"""Logs of the first servers, whose entries name no edition."""

SAT_OUT = "recorded-twentyone-0077-a-cleaning-fee-4745931"
CHEATED = "recorded-twentyone-0349-a-cheat-accused-4745931"
DRAFTED = "recorded-rulers-bluff-0364-a-tie-6b05e16"


def name_of(fossil: Fossil) -> str:
    return fossil.name


def lines_of(name: str) -> list[bytes]:
    (fossil,) = [one for one in LOGS if one.name == name]
    return list(parse_export(io.BytesIO(content_of(path_of(fossil)))).lines)


def after(name: str, seq: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    lines = lines_of(name)
    return b"".join(write_export(msgspec.json.decode(lines[0])["table"], forged(lines, seq, change)))


def in_entry(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda entry: entry.update(changes)


def in_event(kind: str, **changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda entry: event(entry, kind).update(changes)


def first_with(name: str, kind: str) -> int:
    return next(seq for seq, line in enumerate(lines_of(name), 1) if f'"type":"{kind}"'.encode() in line)


def test_both_accept_the_logs_of_all_past_servers_but_for_what_a_draft_of_an_edition_decided(node: Node) -> None:
    for fossil in LOGS:
        (verdict,) = fossil.verdicts.values()
        drafted = {seq for first, last, _ in verdict.not_run for seq in range(first, last + 1)}
        found = wrong(node, content_of(path_of(fossil)))
        assert {(seq, code) for seq, code in found if seq not in drafted or code != "luck_mismatch"} == set(), (
            fossil.name
        )


@pytest.mark.parametrize("fossil", NAMELESS, ids=name_of)
def test_both_accept_proofs_of_rounds_of_the_first_servers(node: Node, fossil: Fossil) -> None:
    lines = lines_of(fossil.name)
    for played in rounds_of(CATALOGUE.codec.decode_log(lines)):
        report = both(node, msgspec.json.encode(prove(CATALOGUE, lines, played.round)))
        assert report["right"], report["wrong"]


def test_the_first_servers_mixed_the_luck_of_all_seats_and_a_word_left_out_is_found(node: Node) -> None:
    start = first_with(SAT_OUT, "round_started")
    started = event(msgspec.json.decode(lines_of(SAT_OUT)[start - 1]), "round_started")
    assert len(started["luck"]) > len(started["seats"])

    def played_only(entry: dict[str, Any]) -> None:
        own = event(entry, "round_started")
        own["luck"] = [word for word in own["luck"] if word["seat"] in own["seats"]]

    def one_more(entry: dict[str, Any]) -> None:
        event(entry, "round_started")["luck"].append({"seat": "eve", "luck": ""})

    for change in (played_only, one_more):
        assert wrong(node, after(SAT_OUT, start, change))[0] == (start, "luck_mismatch")


def test_a_later_edition_mixes_only_the_luck_of_those_who_play(node: Node) -> None:
    start = first_with(SAT_OUT, "round_started")

    assert wrong(node, after(SAT_OUT, start, lambda entry: entry.update(house=1))) == [(start, "luck_mismatch")]


def test_a_die_that_was_altered_from_an_unknown_face_shows_the_new_one_from_then_on(node: Node) -> None:
    lines = lines_of(CHEATED)
    seq = first_with(CHEATED, "die_altered")
    altered = event(msgspec.json.decode(lines[seq - 1]), "die_altered")
    assert "was" not in altered

    report = both(node, after(CHEATED, seq, lambda _: None))

    assert (report["right"], len(report["altered"])) == (True, 1)
    assert report["altered"][0].endswith(f"to {altered['face']}")
    for face in (0, 21):
        assert (seq, "face_mismatch") in wrong(node, after(CHEATED, seq, in_event("die_altered", face=face)))


@pytest.mark.parametrize("named", [{"house": 1}, {"v": 2}])
def test_entries_that_name_an_edition_have_to_say_what_was_altered(node: Node, named: dict[str, int]) -> None:
    seq = first_with(CHEATED, "die_altered")

    assert (seq, "unreadable") in wrong(node, after(CHEATED, seq, lambda entry: entry.update(named)))


def test_a_table_that_names_an_edition_does_not_go_back_to_none(node: Node) -> None:
    seq = first_with(CHEATED, "die_altered")

    assert (seq, "unreadable") in wrong(node, after(CHEATED, 1, lambda entry: entry.update(house=1)))


def test_what_a_draft_drew_is_accepted_only_in_entries_of_its_time(node: Node) -> None:
    seq = next(n for n, line in enumerate(lines_of(DRAFTED), 1) if b'"seat":"house","purpose":"open"' in line)

    assert both(node, after(DRAFTED, seq, lambda _: None))["right"]
    for later in (in_entry(house=4), in_entry(v=2)):
        assert (seq, "draw_undeclared") in wrong(node, after(DRAFTED, seq, later))
