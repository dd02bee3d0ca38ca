"""`tavern report`: one file that has all that its viewer saw of a round, nothing that was hidden, and no way out."""

import base64
import hashlib
import io
import re
import webbrowser
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_viewer
from events.entry import Entry
from events.event import Event, visible
from games.installed import CATALOGUE
from replays.audit import Report
from replays.export import parse_export
from replays.findings import Finding
from replays.rebuild import Round, replay, rounds_of
from server.report.page import report_page
from server.report.recap import recaps
from tests.playing import Playing
from tests.recorded.replaying import recordings
from tests.replays.logs import event, forged, reseal
from tests.tools.running import evening, evening_entries, export_of, failure_of, tavern

CLEAN = Report(table="")
LONGEST = max((path for game in CATALOGUE.rulebooks for path in recordings(game)), key=lambda path: path.stat().st_size)
CHOSEN = [recordings(game)[at] for game in sorted(CATALOGUE.rulebooks) for at in (0, -1)]
MOST_BYTES = 500_000
HOSTILE = "</script><img src=x onerror=alert(1)>\u2028\u202e&'\"Bri"


class Parsed(HTMLParser):
    """A page as a browser reads it: its elements with their attributes, and the sentences of its chronicle."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": [], "title": []}
        self.chronicle: list[list[str]] = []
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "br"):
            self._open.append(tag)
        if self._open[-3:] == ["ol", "li", "a"]:
            self.chronicle.append([])
        if self._open[-2:] == ["a", "span"]:
            self.chronicle[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                """SVG has elements without an end."""

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.texts:
            self.texts[self._open[-1]].append(data)
        if "ol" in self._open and "span" in self._open:
            self.chronicle[-1][-1] += data


def recorded(path: Path) -> tuple[list[Entry[Event]], list[Round]]:
    entries = CATALOGUE.codec.decode_log(list(parse_export(io.BytesIO(path.read_bytes())).lines))
    return entries, [played for played in rounds_of(entries) if played.last is not None]


def pages(entries: list[Entry[Event]], rounds: list[Round], viewer: Viewer, audit: Report = CLEAN) -> list[str]:
    made, table = recaps(CATALOGUE, entries, viewer, rounds)
    return [report_page(recap, audit, table) for recap in made]


def some_viewers(entries: list[Entry[Event]]) -> list[Viewer]:
    return [PUBLIC, GM, HOUSE, *(seat_viewer(seat) for seat in [entry.seat for entry in entries if entry.seat][:1])]


@pytest.mark.parametrize("path", CHOSEN, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_report_has_the_viewer_s_chronicle_and_nothing_that_is_hidden_from_the_viewer(path: Path) -> None:
    entries, rounds = recorded(path)
    for viewer in some_viewers(entries):
        made = pages(entries, rounds, viewer)
        for page, played in zip(made, rounds, strict=True):
            frames = replay(CATALOGUE, entries, viewer, played).frames
            expected = [frame.chronicle or ["(nothing to report)"] for frame in frames]
            assert Parsed(page).chronicle == expected
        seen = [msgspec.structs.replace(entry, events=visible(entry.events, viewer)) for entry in entries]
        assert pages(seen, rounds, viewer) == made


def test_the_face_of_a_covered_die_is_in_the_report_of_those_who_know_it_alone() -> None:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo")
    playing.load({("bri", "hole", 10): [7]}).start()
    entries = CATALOGUE.codec.decode_log(playing.lines)
    rounds = [msgspec.structs.replace(played, last=len(entries)) for played in rounds_of(entries)]

    def mentions(viewer: Viewer) -> bool:
        (page,) = pages(entries, rounds, viewer)
        return "(7)" in page

    assert [mentions(viewer) for viewer in (PUBLIC, "seat:odo", "seat:bri", HOUSE)] == [False, False, True, True]


def test_the_report_of_the_longest_recorded_round_is_small() -> None:
    entries, rounds = recorded(LONGEST)

    assert max(len(page.encode()) for page in pages(entries, rounds, HOUSE)) < MOST_BYTES


def hashes(texts: list[str]) -> list[str]:
    return [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]


def test_the_policy_admits_the_report_s_own_style_and_script_alone_and_nothing_leads_elsewhere() -> None:
    entries, rounds = recorded(LONGEST)
    (page, *_) = pages(entries, rounds, GM)

    parsed = Parsed(page)
    (policy,) = [one["content"] or "" for tag, one in parsed.elements if tag == "meta" and "http-equiv" in one]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives == {
        "default-src": "'none'",
        "style-src": f"'sha256-{hashes(parsed.texts['style'])[0]}'",
        "script-src": f"'sha256-{hashes(parsed.texts['script'])[1]}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert re.findall(r"\w+://|url\(|@import|\bfetch\b|\bsrc=", page) == []
    attributes = [(name, value) for _, attrs in parsed.elements for name, value in attrs.items()]
    assert [name for name, _ in attributes if name == "style" or name.startswith("on")] == []
    assert [value for name, value in attributes if name == "href" and not re.fullmatch(r"#s\d+", value or "")] == []


def hostile(value: Any) -> Any:
    """A value in which Bri has another name."""
    match value:
        case dict():
            return {name: hostile(one) for name, one in value.items()}
        case list():
            return [hostile(one) for one in value]
        case "Bri":
            return HOSTILE
        case _:
            return value


def test_no_name_becomes_markup_or_turns_the_text_around_it() -> None:
    lines = reseal(msgspec.json.encode(hostile(msgspec.json.decode(line))) for line in evening().lines)
    entries = CATALOGUE.codec.decode_log(lines)
    rounds = [played for played in rounds_of(entries) if played.last is not None]

    for page, plain in zip(pages(entries, rounds, GM), pages(evening_entries(), rounds, GM), strict=True):
        assert re.findall("[\u2028\u202e]", page) == []
        parsed, as_usual = Parsed(page), Parsed(plain)
        assert [tag for tag, _ in parsed.elements] == [tag for tag, _ in as_usual.elements]
        data = parsed.texts["script"][0]
        assert "<" not in data
        for part in msgspec.json.decode(data)["parts"]:
            assert {tag for tag, _ in Parsed(part).elements} <= {"bdi", "b", "em", "span", "small", "i", "br"}


def test_a_report_shows_the_public_s_view_by_default_and_others_on_request_with_a_warning(tmp_path: Path) -> None:
    export, page = export_of(tmp_path), tmp_path / "page.html"

    ran = tavern("report", export, "--round", "1", "--to", page)

    assert ran.exit_code == 0
    assert ran.stderr == f"wrote round 1, as the public saw it, to {page}\n"
    assert "Dice that were not shown stay covered here, too." in page.read_text(encoding="utf-8")
    ran = tavern("report", export, "--round", "1", "--as", "Bri", "--to", tmp_path / "bri.html")
    assert "Warning: it contains hidden dice" in ran.stderr
    assert "hidden dice can be read in this file" in (tmp_path / "bri.html").read_text(encoding="utf-8")
    assert (tmp_path / "bri.html").stat().st_mode & 0o077 == 0


def test_a_report_says_who_won_what_and_that_the_log_and_its_dice_were_checked(tmp_path: Path) -> None:
    export, page = CHOSEN[0].parents[1] / "farkle" / "0002-a-loan.jsonl", tmp_path / "page.html"

    tavern("report", export, "--to", page)

    text = re.sub("<[^>]+>", "", page.read_text(encoding="utf-8"))
    for expected in (
        "Farkle, round 1", "The Bent Copper", "Bri won 20 gp", "Odo −5 gp", "Dee disputes round 1: “because”.",
        "✓ The log is complete and unchanged", "✓ Every command, run again by the rules, gave the same bytes.",
        "all its dice were computed again", "tavern audit FILE",
    ):  # fmt: skip
        assert expected in text


def test_a_forged_log_is_reported_as_such_and_only_the_house_reads_what_is_wrong(tmp_path: Path) -> None:
    def enrich(entry: dict[str, Any]) -> None:
        event(entry, "coins_moved")["amount_cp"] += 100

    first = rounds_of(evening_entries())[0].first
    export = export_of(tmp_path, forged(evening().lines, first, enrich))
    page = tmp_path / "page.html"

    tavern("report", export, "--round", "1", "--to", page)

    assert "Do not rely on this page." in page.read_text(encoding="utf-8")
    finding = Finding(line=9, seq=9, code="draw_mismatch", detail="Bri’s hole die fell on 7")
    audit = Report(table="", findings=[finding])
    entries, rounds = evening_entries(), rounds_of(evening_entries())[:1]
    shown = [finding.detail in pages(entries, rounds, viewer, audit)[0] for viewer in (PUBLIC, GM, HOUSE)]
    assert shown == [False, False, True]


def test_an_existing_file_is_replaced_only_on_request(tmp_path: Path) -> None:
    export, page = export_of(tmp_path), tmp_path / "page.html"
    page.write_text("mine")

    refused = failure_of(tavern("report", export, "--round", "1", "--to", page))

    assert refused == f"Error: {page} exists already; --overwrite replaces it"
    assert page.read_text() == "mine"
    assert tavern("report", export, "--round", "1", "--as", "gm", "--to", page, "--overwrite").exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert page.stat().st_mode & 0o077 == 0


def test_if_one_file_of_an_evening_exists_none_is_written(tmp_path: Path) -> None:
    (tmp_path / "evening").mkdir()
    (tmp_path / "evening" / "index.html").write_text("mine")

    refused = failure_of(tavern("report", export_of(tmp_path), "--all", "--to", tmp_path / "evening"))

    assert refused.startswith(f"Error: {tmp_path / 'evening' / 'index.html'} exists already")
    assert [path.name for path in (tmp_path / "evening").iterdir()] == ["index.html"]


def test_a_running_round_is_not_reported(tmp_path: Path) -> None:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo").start()
    export = export_of(tmp_path, playing.lines, playing.table.table)

    problem = failure_of(tavern("report", export, "--round", "1", "--to", tmp_path / "page.html"))

    assert problem == "Error: --round: round 1 is still running"
    problem = failure_of(tavern("report", export, "--all", "--to", tmp_path / "evening"))
    assert problem == f"Error: no round is over at table {playing.table.table} yet"


def test_an_evening_is_a_folder_with_a_file_for_each_round_that_is_over_and_an_index(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    over = [played for played in rounds_of(evening_entries()) if played.last is not None]

    ran = tavern("report", export_of(tmp_path), "--all", "--to", folder)

    assert ran.exit_code == 0
    files = [f"round-{played.round:03}.html" for played in over]
    assert sorted(path.name for path in folder.iterdir()) == ["index.html", *files]
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert [attrs["href"] for tag, attrs in Parsed(index).elements if tag == "a"] == files
    text = re.sub("<[^>]+>", " ", index)
    assert all(name in text for name in ("Bri", "Odo", "Cal", "Mirela", "Standings", "coins won or lost"))
    alone = tavern("report", export_of(tmp_path), "--round", "2", "--to", tmp_path / "two.html")
    assert alone.exit_code == 0
    assert (tmp_path / "two.html").read_bytes() == (folder / "round-002.html").read_bytes()


def test_a_replay_can_be_opened_in_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_page(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", open_page)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    ran = tavern("replay", export_of(tmp_path), "--round", "1", "--as", "Odo", "--open")

    (path,) = tmp_path.glob("tavern-*.html")
    assert opened == [path.as_uri()]
    assert ran.stderr == f"wrote the report to {path}\n"
    assert '<bdi dir="auto">Odo</bdi> saw it' in path.read_text(encoding="utf-8")
