"""A report as HTML: one file that needs no other. Its policy admits its own style and script by their hashes."""

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from events.audience import HOUSE, PUBLIC, Viewer, seat_of
from events.printable import escaped_json
from projections.chronicle import coins
from projections.game import AnyTable
from projections.standings import standings_of
from projections.views import DieView, SeatView, View
from replays.analysis.rounds import SeatAnalysis
from replays.audit import Report
from replays.rebuild import Round
from server.labels import game_name, outcome
from server.report.analysis import evening, judged, marks
from server.report.markup import Writer, grid, isolated, plain
from server.report.plot import Line, coins_plot, sample
from server.report.recap import Recap
from server.report.words import learned, purse, situation, stakes, standing

_HERE: Final = Path(__file__).parent
_STYLE: Final = (_HERE / "report.css").read_text(encoding="utf-8")
_SCRIPT: Final = (_HERE / "report.js").read_text(encoding="utf-8")
_POT_KEY: Final = "P"
_ABOUT_THE_RULES: Final = ("game_not_installed", "other_rules")
"""Why commands were not run again, if everybody may know it."""
_NOTHING: Final = "(nothing to report)"
_DICE: Final = {
    "open": ("8", "open"),
    "covered": ("▒", "covered"),
    "known": ("(8)", "covered, known to this viewer"),
    "hand": ("‹8›", "in the hand, known to this viewer"),
    "unseen": ("‹▒›", "in the hand"),
}
"""How dice are shown, by kind: an example, and what it means."""


def report_page(recap: Recap, audit: Report, table: AnyTable, analyses: Sequence[SeatAnalysis] | None = None) -> str:
    """The report of a round; None of its seats may have been analysed.

    `table` is that of the reader of the report at the end of the log, who reads the audit's findings only as the house.
    """
    played, names = recap.played, table.names
    writer = Writer(list(names.values()))
    title = f"{game_name(played.game)}, round {played.round}"
    place = f"{isolated(table.name)} · " if table.name else ""
    seats = _seats(recap)
    body = [
        f"<header><h1>{plain(title)}</h1><p>{place}{_when(played)}</p>",
        f'<p class="outcome">{writer.sentence(outcome(played, names))}</p>{_nets(recap, seats, names)}',
        f"<p>{_whose(recap.viewer, names)}</p></header>",
        *_stage(recap, seats, writer),
        _chronicle(recap, writer, marks(recap, analyses or [])),
        _coins(recap, seats, names),
        f"<div>{_disputes(recap, writer)}{_verdict(audit, table.viewer, recap)}</div>",
    ]
    if analyses is not None:
        body.append(judged(recap, analyses, seats, names, writer))
    return _document(title, body, _SCRIPT)


def index_page(
    files: Mapping[str, Recap],
    audit: Report,
    table: AnyTable,
    analyses: Mapping[str, Sequence[SeatAnalysis]] | None = None,
) -> str:
    """The page of an evening: its rounds, each with the name of its file, and the standings of the table.

    `analyses` are those of the rounds that were analysed, by their files.
    """
    writer = Writer(list(table.names.values()))
    rounds = [
        (
            f'<a href="{plain(file)}">Round {recap.played.round}</a>',
            plain(game_name(recap.played.game)),
            _when(recap.played),
            writer.sentence(outcome(recap.played, table.names)),
        )
        for file, recap in files.items()
    ]
    standings = [
        (isolated(one.name), str(one.rounds), str(one.wins), _signed(one.coins_cp)) for one in standings_of(table, {})
    ]
    many = "1 round" if len(files) == 1 else f"{len(files)} rounds"
    body = [
        f"<header><h1>{isolated(table.name or 'A tavern table')}</h1><p>{many}</p>",
        f"<p>{_whose(table.viewer, table.names)}</p></header>",
        f"<section><h2>Rounds</h2>{grid(('round', 'game', 'when', 'outcome'), rounds)}</section>",
        "<section><h2>Standings</h2>",
        grid(("seat", "rounds", "won", "coins won or lost"), standings, kind="numbers"),
        f"</section>{'' if analyses is None else evening(files, analyses, table.names)}{_verdict(audit, table.viewer)}",
    ]
    return _document(table.name or "A tavern table", body, "")


def _document(title: str, body: Iterable[str], script: str) -> str:
    policy = f"default-src 'none'; style-src {_hash(_STYLE)}{f'; script-src {_hash(script)}' if script else ''}"
    head = [
        '<meta charset="utf-8">',
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}; base-uri 'none'; form-action 'none'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="color-scheme" content="light dark"><title>{plain(title)}</title><style>{_STYLE}</style>',
    ]
    end = f"<script>{script}</script>" if script else ""
    lines = "\n".join([*head, "</head><body>", *body, f"{end}</body></html>"])
    return f'<!DOCTYPE html>\n<html lang="en"><head>\n{lines}\n'


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _when(played: Round) -> str:
    began, ended = (datetime.fromisoformat(at or played.started_at) for at in (played.started_at, played.ended_at))
    return f"{began:%Y-%m-%d, %H:%M} to {ended:%H:%M} UTC"


def _whose(viewer: Viewer, names: Mapping[str, str]) -> str:
    if viewer == PUBLIC:
        return "As everybody saw it. Dice that were not shown stay covered here, too."
    seat = seat_of(viewer)
    who = "the GM" if seat is None else isolated(names.get(seat, seat))
    whose = "Everything, as it was" if viewer == HOUSE else f"As {who} saw it"
    return f'<strong class="secret">{whose}: hidden dice can be read in this file.</strong>'


def _signed(amount_cp: int) -> str:
    return f"+{coins(amount_cp)}" if amount_cp > 0 else purse(amount_cp) if amount_cp else "0"


def _seats(recap: Recap) -> list[str]:
    """The seats of the round, in the order of turns at its end."""
    orders = [frame.view.order for frame in reversed(recap.frames)]
    return list(dict.fromkeys(seat for order in orders for seat in order))


def _nets(recap: Recap, seats: Sequence[str], names: dict[str, str]) -> str:
    net_cp = recap.moved[-1] if recap.moved else {}
    shown = [f"<li>{isolated(names.get(seat, seat))} <b>{_signed(net_cp.get(seat, 0))}</b></li>" for seat in seats]
    return f'<ul class="nets" aria-label="Coins won or lost">{"".join(shown)}</ul>'


def _stage(recap: Recap, seats: Sequence[str], writer: Writer) -> Iterable[str]:
    """The table, as it lay at the end; and what changes on it from step to step, for the script."""
    pictures = [_picture(frame.view, seats, writer) for frame in recap.frames]
    if not pictures:
        return
    house = any(frame.view.house_dice for frame in recap.frames)
    names = {seat.seat: seat.name for frame in recap.frames for seat in frame.view.seats}
    cells = iter(pictures[-1])
    yield '<section class="stage" aria-labelledby="table"><h2 id="table">The table</h2>'
    yield _scrubber(len(pictures))
    yield '<div id="said" role="status" aria-live="polite"></div>'
    yield f'<p class="situation" data-cell>{next(cells)}</p><ul class="seats">'
    for seat in (*seats, HOUSE):
        turn, purse_there, dice, standing_there = (f"<span data-cell>{next(cells)}</span>" for _ in range(4))
        if seat != HOUSE or house:
            who = isolated(names.get(seat, seat)) if seat != HOUSE else "The House"
            yield f'<li><p class="who"><span><b>{who}</b> {turn}</span>{purse_there}</p><p class="dice">{dice}</p>'
            yield f'<p class="standing">{standing_there}</p></li>'
        else:
            yield f"<li hidden>{turn}{purse_there}{dice}{standing_there}</li>"
    yield f'</ul><p class="stakes" data-cell>{next(cells)}</p><p class="learned" data-cell>{next(cells)}</p>'
    kinds = {_kind(die) for frame in recap.frames for die in _all_dice(frame.view)}
    shown = [
        f'<span class="die {kind}">{example}</span> {means}'
        for kind, (example, means) in _DICE.items()
        if kind in kinds
    ]
    yield f'<p class="legend">{" · ".join(shown)}</p></section>'
    parts: dict[str, int] = {}
    steps: list[list[int]] = []
    before: Sequence[str | None] = [None] * len(pictures[0])
    for picture in pictures:
        changed = [(n, cell) for n, cell in enumerate(picture) if cell != before[n]]
        steps.append([number for n, cell in changed for number in (n, parts.setdefault(cell, len(parts)))])
        before = picture
    encoded = escaped_json(msgspec.json.encode({"parts": list(parts), "steps": steps})).replace("<", "\\u003c")
    yield f'<script type="application/json" id="steps">{encoded}</script>'


def _scrubber(steps: int) -> str:
    buttons = [
        f'<button type="button" data-to="{to}" aria-label="{name} step">{sign}</button>'
        for to, name, sign in (
            ("first", "First", "|◀"),
            ("back", "Previous", "◀"),
            ("on", "Next", "▶"),
            ("last", "Last", "▶|"),
        )
    ]
    slider = f'<input type="range" min="0" max="{steps - 1}" value="0" aria-label="Step">'
    return f'<div class="scrubber" hidden><p id="where"></p><div class="buttons">{"".join(buttons)}</div>{slider}</div>'


def _picture(view: View, seats: Sequence[str], writer: Writer) -> list[str]:
    """The cells of the table's picture, as HTML: what is played, four for each seat and the House, the pot, notes."""
    there = {seat.seat: seat for seat in view.seats}
    cells = [writer.sentence(situation(view))]
    for name in seats:
        seat = there.get(name)
        cells += ["", "", "", "not at the table"] if seat is None else _seat(seat, view, writer)
    cells += ["", "", _dice(view.house_dice), ""]
    accounts, facts = stakes(view)
    said = "   ".join([*(f"{name} {there}" for name, there in accounts), *([facts] if facts else [])])
    return [*cells, writer.sentence(said), "<br>".join(writer.sentence(f"learned  {one}") for one in learned(view))]


def _seat(seat: SeatView, view: View, writer: Writer) -> list[str]:
    turn = '<em class="turn">▸ to act</em> ' if seat.seat in view.to_act else ""
    total = "" if seat.total is None else f"<b>total {seat.total}</b> · "
    said = " · ".join(part for part in standing(seat, view) if part)
    return [turn, plain(purse(seat.purse_cp)), _dice(seat.dice), total + writer.sentence(said)]


def _dice(dice: Sequence[DieView]) -> str:
    lying = " ".join(_die(die) for die in dice if die.place != "aside")
    aside = " ".join(_die(die) for die in dice if die.place == "aside")
    return f"{lying} aside {aside}" if aside else lying


def _die(die: DieView) -> str:
    kind, face = _kind(die), "▒" if die.face is None else str(die.face)
    shown = {"known": f"({face})", "hand": f"‹{face}›", "unseen": f"‹{face}›"}.get(kind, face)
    spoken = "" if kind == "open" else f"<i> {_DICE[kind][1].partition(',')[0]}</i>"
    return f'<span class="die {kind}"><small>{plain(die.die)}</small> {shown}{spoken}</span>'


def _kind(die: DieView) -> str:
    if die.place == "hand":
        return "unseen" if die.face is None else "hand"
    return "covered" if die.face is None else "known" if die.hole else "open"


def _all_dice(view: View) -> Iterable[DieView]:
    return (die for dice in (view.house_dice, *(seat.dice for seat in view.seats)) for die in dice)


def _chronicle(recap: Recap, writer: Writer, marks: Mapping[int, str]) -> str:
    steps: list[str] = []
    for n, frame in enumerate(recap.frames):
        time, place = f"{datetime.fromisoformat(frame.at):%H:%M:%S}", f"s{frame.version}"
        sentences = "".join(f"<span>{writer.sentence(one)}</span>" for one in frame.chronicle or [_NOTHING])
        when = f"<small>{frame.version} · {time}{marks.get(n, '')}</small>"
        steps.append(f'<li id="{place}"><a href="#{place}">{when}{sentences}</a></li>')
    return f'<section class="told"><h2>What happened</h2><ol id="chronicle">{"".join(steps)}</ol></section>'


def _coins(recap: Recap, seats: Sequence[str], names: dict[str, str]) -> str:
    amounts = [[0, *(moved.get(seat, 0) for moved in recap.moved)] for seat in seats]
    keys, named = [str(n + 1) for n in range(len(seats))], [isolated(names.get(seat, seat)) for seat in seats]
    pot = [recap.pot_cp, *(frame.view.pot_cp for frame in recap.frames)]
    if any(pot) or not amounts:
        amounts, keys, named = [*amounts, pot], [*keys, _POT_KEY], [*named, "the pot"]
    lines = [Line(n, keys[n], list(enumerate(there))) for n, there in enumerate(amounts)]
    legend = "".join(f"<li>{sample(n)} <b>{keys[n]}</b> {name}</li>" for n, name in enumerate(named))
    title = "What each seat has won or lost, and what is in the pot, step by step"
    drawn = coins_plot(lines, len(recap.frames), title)
    heading = "<h2>Coins won and lost, and the pot</h2>"
    return f'<section class="coins">{heading}{drawn}<ul class="keys">{legend}</ul></section>'


def _disputes(recap: Recap, writer: Writer) -> str:
    if not recap.disputes:
        return "<section><h2>Disputes</h2><p>Nobody disputed this round.</p></section>"
    said = "".join(f"<li>{writer.sentence(sentence)}</li>" for sentence in recap.disputes)
    return f"<section><h2>Disputes</h2><ul>{said}</ul></section>"


def _verdict(audit: Report, viewer: Viewer, recap: Recap | None = None) -> str:
    """What the audit of the log says. Only the house reads findings, which may say what was hidden."""
    lines: list[tuple[str, str]] = []
    if audit.clean:
        lines.append(("good", "✓ The log is complete and unchanged, and all coins and dice add up."))
    else:
        lines.append(("bad", "✗ The audit found something wrong with the log. Do not rely on this page."))
        if viewer == HOUSE:
            lines += [("bad", f"entry {finding.seq}: {finding.detail}") for finding in audit.findings]
    not_run = [facts for facts in audit.facts_only if not facts.running]
    reasons = dict.fromkeys(facts.why for facts in not_run if viewer == HOUSE or facts.code in _ABOUT_THE_RULES)
    if audit.verified and audit.clean:
        lines.append(("good", "✓ Every command, run again by the rules, gave the same bytes."))
    lines += [("bad", f"! Not every command was run again: {why}.") for why in reasons]
    if not_run and not reasons:
        lines.append(("bad", "! Not every command was run again."))
    if recap is not None:
        lines += _of_the_round(recap, clean=audit.clean)
    shown = "".join(f'<p class="{kind}">{plain(line)}</p>' for kind, line in lines)
    how = (
        "<p>Anybody can edit a page like this, but not the log without being noticed. To check it, ask the GM for the "
        "export of the table, or for the proof of the round once it is unsealed:</p><pre>tavern audit FILE</pre>"
    )
    return f'<section class="verdict"><h2>Can it be trusted?</h2>{shown}{how}</section>'


def _of_the_round(recap: Recap, *, clean: bool) -> Iterable[tuple[str, str]]:
    if recap.facts_only is not None:
        yield "bad", f"! {recap.facts_only}"
    if clean and recap.played.unsealed:
        yield "good", "✓ The round is unsealed: its seed is public, and all its dice were computed again from it."
    elif not recap.played.unsealed:
        yield (
            "",
            "The round is sealed: only the log has its seed. Once the GM unseals it, everybody can check its dice.",
        )
