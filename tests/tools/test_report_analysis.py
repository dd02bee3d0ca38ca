"""The analysis in a report: decisions with their verdicts, accuracies and chances, for those who may see them."""

import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from events.audience import GM, HOUSE, Viewer
from events.entry import Entry
from events.event import Event
from events.table_events import SeatTaken
from games.installed import CATALOGUE
from replays.analysis.decisions import Decision, Option, Verdict
from replays.analysis.rounds import SeatAnalysis
from replays.audit import Report
from replays.export import parse_export
from replays.odds import Estimated
from replays.rebuild import Round, rounds_of
from server.report.page import index_page, report_page
from server.report.recap import recaps
from tests.recorded.replaying import ROOT
from tests.tools.running import evening_entries, export_of, failure_of, tavern
from tests.tools.test_report import LONGEST, MOST_BYTES, Parsed, recorded
from tools.analysing import analysed

GOBLIN = ROOT / "replays" / "recorded" / "goblin" / "0192-nobody-walks-out.jsonl"
CLEAN = Report(table="")


def figure(value: float, half: float = 0.05) -> Estimated:
    return Estimated(value=value, low=value - half, high=value + half)


def decision(
    entry: Entry[Event], verdict: Verdict = "good", loss: float = 0.0, other: float = 0.1, ante_cp: int = 500
) -> Decision:
    """A decision between rolling, which was chosen and is worth 0.5, and holding."""
    chosen = Option(command={"type": "roll"}, worth=figure(0.5), chosen=True)
    held = Option(command={"type": "hold"}, worth=figure(other), chosen=False)
    return Decision(
        seat=entry.seat or "", step=entry.seq, at=entry.at, ante_cp=ante_cp, chance=figure(0.4), loss=figure(loss),
        options=[chosen, held] if verdict == "good" else [held, chosen], verdict=verdict,
    )  # fmt: skip


def analyses_of(decisions: list[Decision]) -> list[SeatAnalysis]:
    seats = dict.fromkeys(one.seat for one in decisions)
    return [
        SeatAnalysis(
            seat=seat, decisions=[one for one in decisions if one.seat == seat], left_out=0, no_time=0, accuracy=0.0,
            samples=60, policy="cautious",
        )
        for seat in seats
    ]  # fmt: skip


def moves_of(entries: list[Entry[Event]], played: Round) -> list[Entry[Event]]:
    return [entry for entry in entries[played.first : played.last] if entry.seat]


def page_of(entries: list[Entry[Event]], played: Round, viewer: Viewer, decisions: list[Decision]) -> str:
    (recap,), table = recaps(CATALOGUE, entries, viewer, [played])
    return report_page(recap, CLEAN, table, analyses_of(decisions))


def text_of(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", page).split())


def test_each_decision_leads_to_its_step_and_has_its_worth_its_verdict_and_what_was_better() -> None:
    entries = evening_entries()
    played = rounds_of(entries)[0]
    moves = moves_of(entries, played)[:3]
    made = [decision(moves[0]), decision(moves[1], "blunder", 1.25, 1.75), decision(moves[2], other=0.6)]

    for viewer in (GM, HOUSE):
        page = page_of(entries, played, viewer, made)
        (recap,), _ = recaps(CATALOGUE, entries, viewer, [played])
        rows = re.findall(r'<tr><td><a href="#(s\d+)">\d+</a></td>(.*?)</tr>', page)
        places = {frame.at: f"s{frame.version}" for frame in recap.frames if frame.seat}
        assert [place for place, _ in rows] == [places[move.at] for move in moves]
        assert [text_of(row).split(" ")[-1] for _, row in rows] == ["best", "1.25", "best"]
        assert "+0.50 ± 0.05" in text_of(rows[1][1])
        assert "Hold +1.75 ± 0.05 blunder lost 1.25" in text_of(rows[1][1])
        assert "Hold" not in text_of(rows[0][1])
        assert "in antes of 5 gp" in text_of(page)
        assert page.count('<b class="bad">blunder</b>') == 2, "in the table, and in the chronicle"


def test_the_chances_are_drawn_with_the_keys_of_the_coins_and_end_where_the_round_did() -> None:
    entries = evening_entries()
    played = rounds_of(entries)[0]
    page = page_of(entries, played, GM, [decision(move) for move in moves_of(entries, played)])
    coins, chances = page.split('<svg class="plot"')[1:]
    for seat_line in re.findall(r"<li><svg .*?</svg> <b>\d</b> <bdi[^>]*>\w+</bdi></li>", chances):
        assert seat_line in coins
    assert "100 %" in chances
    assert chances.count('class="dot') > len(moves_of(entries, played))


def test_worths_are_chances_where_nothing_is_at_stake() -> None:
    entries = evening_entries()
    played = rounds_of(entries)[0]
    text = text_of(page_of(entries, played, GM, [decision(moves_of(entries, played)[0], ante_cp=0)]))
    assert "50 % ± 5 %" in text
    assert "how often its player wins" in text


def test_a_report_says_that_no_decision_could_be_judged() -> None:
    entries, (played, *_) = recorded(GOBLIN)
    (recap,), table = recaps(CATALOGUE, entries, GM, [played])
    seat = SeatAnalysis(seat="bri", decisions=[], left_out=2, no_time=0, accuracy=None, samples=60, policy="cautious")
    said = text_of(report_page(recap, CLEAN, table, [seat]))
    assert "Decisions that could not be judged: 2." in said
    assert "Nobody here had anything to decide" not in said


def test_a_long_round_with_its_analysis_is_small() -> None:
    entries, rounds = recorded(LONGEST)
    verdicts: Iterator[tuple[Verdict, float]] = cycle([("good", 0.0), ("mistake", 0.4)])
    moves = islice(cycle(moves_of(entries, rounds[0])), 300)
    made = [decision(move, verdict, loss, 0.8) for move, (verdict, loss) in zip(moves, verdicts, strict=False)]
    assert len(page_of(entries, rounds[0], HOUSE, made).encode()) < MOST_BYTES


def test_an_index_has_the_evening_s_accuracies_and_its_best_and_worst_moves() -> None:
    entries = evening_entries()
    rounds = [played for played in rounds_of(entries) if played.last is not None][:2]
    made, table = recaps(CATALOGUE, entries, GM, rounds)
    files = {f"{recap.played.round}.html": recap for recap in made}
    moves = [moves_of(entries, played) for played in rounds]
    analyses = {
        "1.html": analyses_of([decision(moves[0][0], "mistake", 0.4, 0.9), decision(moves[0][1])]),
        "2.html": analyses_of([decision(moves[1][0], "blunder", 2.0, 2.5), decision(moves[1][1], other=-1.0)]),
    }

    page = index_page(files, CLEAN, table, analyses)

    worst, best = (re.findall(r'<a href="(\d\.html)#s\d+">', part) for part in page.split("<h3>")[1:])
    assert worst == ["2.html", "1.html"]
    assert best == ["2.html", "1.html"]
    of_each = re.findall(r"<td><b>(\d+) %</b></td><td>(\d+)</td>", page)
    decisions = [move.seat for of_round in moves for move in of_round[:2]]
    assert sorted(int(count) for _, count in of_each) == sorted(Counter(decisions).values())


def test_a_report_has_what_the_analysis_of_the_same_round_says(tmp_path: Path) -> None:
    page = tmp_path / "page.html"

    ran = tavern("report", GOBLIN, "--as", "gm", "--analyse", "--to", page)

    assert ran.exit_code == 0, ran.stderr
    assert "How well was it played?" in page.read_text(encoding="utf-8")
    parsed = Parsed(page.read_text(encoding="utf-8"))
    places = {attrs["id"] for tag, attrs in parsed.elements if tag == "li" and "id" in attrs}
    links = [attrs["href"] or "" for tag, attrs in parsed.elements if tag == "a"]
    assert {link.removeprefix("#") for link in links} == places


def test_a_sealed_round_is_not_analysed_for_the_public(tmp_path: Path) -> None:
    export = export_of(tmp_path)
    sealed = next(played for played in rounds_of(evening_entries()) if not played.unsealed and played.last)

    asked = ("report", export, "--round", str(sealed.round), "--analyse", "--to", tmp_path / "page.html")

    assert failure_of(tavern(*asked)).startswith(f"Error: round {sealed.round} is sealed: its analysis would show")


def test_an_analysis_for_the_public_does_not_depend_on_sheets() -> None:
    """What a seat can do with its sheet is hidden from others, also once the round is unsealed."""
    entries, (played, *_) = recorded(GOBLIN)
    lines = list(parse_export(io.BytesIO(GOBLIN.read_bytes())).lines)
    told: list[Any] = []
    for bonus in (0, 5):
        changed = [with_sheets(entry, bonus) for entry in entries]
        assert changed != entries
        told.append(analysed(changed, lines, played, openly=True, samples=4, jobs=1))
    assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])


def with_sheets(entry: Entry[Event], bonus: int) -> Entry[Event]:
    events: list[Event] = []
    for event in entry.events:
        if isinstance(event, SeatTaken) and event.character is not None:
            abilities = dict.fromkeys(event.character.abilities, bonus)
            sheet = msgspec.structs.replace(event.character, abilities=abilities)
            event = msgspec.structs.replace(event, character=sheet)
        events.append(event)
    return msgspec.structs.replace(entry, events=events)


def test_a_seat_has_its_own_decisions_alone_in_its_report(tmp_path: Path) -> None:
    export = export_of(tmp_path)
    page = tmp_path / "page.html"

    ran = tavern("report", export, "--round", "1", "--as", "Odo", "--analyse", "--to", page)

    assert ran.exit_code == 0, ran.stderr
    rows = re.findall(r'<tr><td><a href="#s\d+">\d+</a></td><td>(.*?)</td>', page.read_text(encoding="utf-8"))
    assert set(map(text_of, rows)) == {"Odo"}
