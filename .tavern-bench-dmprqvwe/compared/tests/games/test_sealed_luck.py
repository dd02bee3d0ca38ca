"""Sealed luck: who seals, what a round waits for, and what becomes of those who do not reveal."""

from typing import Any

import msgspec
import pytest

from events.audience import GM, PUBLIC, seat_viewer
from events.entry import line_hash
from events.event import Command
from events.round_events import (
    LuckCalled,
    LuckRevealed,
    LuckWithheld,
    LuckWord,
    RoundStarted,
    RoundVoided,
    SeedRecorded,
)
from games.addressed_command import AddressedCommand
from games.deciding.decider import decide
from games.installed import CATALOGUE
from games.legality import Refused
from games.table import Leave, RemoveSeat, RevealLuck, SealLuck, SetLuck, StartRound, VoidRound, WithholdLuck
from games.table.luck import call_of
from projections.actions import Action, Refusal
from replays.audit import audit
from tests.playing import TABLE, Playing, context_of, time_of
from tests.sealing import NO_KEY, OwnLuck

SEATS = ("ada", "bo", "cy")


def sealed_table(game: str = "twentyone", **options: Any) -> Playing:
    return Playing.open(CATALOGUE, game, luck="sealed", **options).seat("Ada", "Bo", "Cy")


def luck_of(playing: Playing, seat: str) -> OwnLuck:
    """What a seat seals for the next round, or reveals in the running one."""
    return OwnLuck(TABLE, playing.table.round + (not playing.table.running), seat)


def seal(playing: Playing, *seats: str) -> Playing:
    for seat in seats:
        playing.give(seat, SealLuck(seal=luck_of(playing, seat).seal))
    return playing


def reveal(playing: Playing, *seats: str) -> Playing:
    for seat in seats:
        playing.give(seat, luck_of(playing, seat).reveal(playing.table))
    return playing


def refusal(playing: Playing, seat: str | None, command: Command, actor: str | None = None) -> str:
    with pytest.raises(Refused) as refused:
        playing.give(seat, command, actor=actor)
    return refused.value.code


@pytest.mark.parametrize("game", list(CATALOGUE.rulebooks))
def test_a_round_of_every_game_starts_with_what_was_revealed_and_runs_again(game: str) -> None:
    playing = seal(sealed_table(game), "ada", "cy")
    playing.give(None, StartRound())
    called = playing.entries[-1].events[0]
    assert isinstance(called, LuckCalled)
    assert [one.seat for one in called.seals] == ["ada", "cy"]
    assert (playing.table.phase, playing.table.to_act) == ("luck", ["ada", "cy"])

    reveal(playing, "cy")
    assert playing.table.to_act == ["ada"]
    reveal(playing, "ada")

    started = next(event for event in playing.entries[-1].events if isinstance(event, RoundStarted))
    assert started.luck == [
        LuckWord(seat="ada", luck=OwnLuck(TABLE, 1, "ada").text),
        LuckWord(seat="bo", luck=""),
        LuckWord(seat="cy", luck=OwnLuck(TABLE, 1, "cy").text),
    ]
    assert (started.commitment, started.path) == (called.commitment, called.path)
    playing.give(None, VoidRound())
    report = audit(CATALOGUE, playing.lines)
    assert (report.findings, report.same_again) == ([], len(playing.lines))


def test_the_seed_and_the_seals_are_fixed_before_anybody_reveals() -> None:
    playing = seal(sealed_table(), *SEATS)
    playing.give(None, StartRound())
    assert refusal(playing, "ada", SealLuck(seal="0" * 64)) == "round_running"
    called = playing.entries[-1].events[0]
    assert isinstance(called, LuckCalled)
    assert playing.table.commitment == called.commitment
    assert not any(isinstance(event, LuckRevealed) for entry in playing.entries for event in entry.events)


def test_a_round_that_nobody_sealed_for_starts_at_once() -> None:
    playing = sealed_table()
    events = playing.give(None, StartRound())
    assert [type(event) for event in events[:2]] == [LuckCalled, RoundStarted]
    assert {word.luck for word in playing.table.luck} == {""}


def test_a_seal_counts_for_one_round_only() -> None:
    playing = seal(sealed_table(), *SEATS)
    playing.give(None, StartRound())
    playing.give(None, VoidRound())
    assert [seat.seal for seat in playing.table.seats.values()] == [None] * 3
    assert playing.table.round == 1
    playing.give(None, StartRound())
    assert playing.table.seals == {}


def test_a_later_seal_replaces_an_earlier_one() -> None:
    playing = sealed_table()
    playing.give("ada", SealLuck(seal="0" * 64))
    seal(playing, "ada").give(None, StartRound())
    reveal(playing, "ada")
    assert playing.table.luck[0].luck == OwnLuck(TABLE, 1, "ada").text


@pytest.mark.parametrize("luck", ["0" * 32, "0" * 32 + "owl"])
def test_something_else_than_was_sealed_is_not_revealed(luck: str) -> None:
    playing = seal(sealed_table(), "ada")
    playing.give(None, StartRound())
    given = luck_of(playing, "ada").reveal(playing.table)
    assert refusal(playing, "ada", msgspec.structs.replace(given, luck=luck)) == "not_offered"


def test_what_another_seat_sealed_cannot_be_revealed_nor_sealed_again() -> None:
    playing = sealed_table()
    playing.give("bo", SealLuck(seal=luck_of(playing, "ada").seal))
    playing.give(None, StartRound())
    of_ada = luck_of(playing, "ada").reveal(playing.table)
    assert refusal(playing, "bo", of_ada) == "not_offered"
    assert refusal(playing, "ada", of_ada) == "no_seal"


def test_a_reveal_answers_the_call_of_its_round_and_no_other() -> None:
    playing = seal(sealed_table(), "ada", "bo")
    playing.give(None, StartRound())
    own, call = luck_of(playing, "ada"), call_of(playing.table)
    shown = msgspec.structs.replace(call, seals={**call.seals, "bo": "0" * 64})

    assert refusal(playing, "ada", RevealLuck(**own.params(shown.digest()))) == "not_offered"
    playing.give("ada", RevealLuck(**own.params(call.digest())))
    assert playing.table.to_act == ["bo"]


def test_a_round_names_the_first_line_of_its_table() -> None:
    playing = reveal(seal(sealed_table(), "ada").start(), "ada")
    opening = line_hash(playing.lines[0])

    named = [e.opening for entry in playing.entries for e in entry.events if isinstance(e, LuckCalled | RoundStarted)]
    assert (named, playing.view(PUBLIC).fair.opening) == ([opening, opening], opening)


def test_nothing_of_the_game_can_happen_before_the_luck_is_revealed() -> None:
    playing = seal(sealed_table(), "ada")
    playing.give(None, StartRound())
    commands = {offer.type: offer for offer in playing.offers("bo")}
    assert isinstance(commands["roll"], Refusal)
    assert commands["roll"].code == "luck_not_revealed"
    assert playing.view(seat_viewer("bo")).details == {}


@pytest.mark.parametrize(("withheld", "plays"), [("plays", ["ada", "bo", "cy"]), ("sits_out", ["ada", "cy"])])
def test_a_seat_that_withholds_its_luck_plays_without_it_or_sits_out(withheld: str, plays: list[str]) -> None:
    playing = seal(sealed_table(withheld=withheld), "ada", "bo")
    playing.give(None, StartRound())
    playing.give("bo", WithholdLuck())
    reveal(playing, "ada")
    assert playing.table.order == plays
    assert [word.seat for word in playing.table.luck] == ["ada", "bo", "cy"]
    assert playing.table.withheld == ["bo"]
    assert {word.seat: word.luck for word in playing.table.luck}.get("bo", "") == ""
    assert playing.table.seats["bo"].status == ("active" if withheld == "plays" else "sitting_out")


@pytest.mark.parametrize("actor", [GM, "clock"])
def test_the_gm_and_the_clock_begin_without_somebody_who_does_not_answer(actor: str) -> None:
    playing = seal(sealed_table(turn_seconds=60), "ada")
    playing.give(None, StartRound())
    assert playing.table.deadline is not None
    playing.give("ada", WithholdLuck(), actor=actor)
    assert playing.table.phase == "cut"
    assert playing.entries[-1].actor == actor


@pytest.mark.parametrize("removed", [False, True])
def test_somebody_who_leaves_before_the_round_starts_does_not_play_it(removed: bool) -> None:
    playing = seal(sealed_table(), "ada", "bo")
    playing.give(None, StartRound())
    reveal(playing, "bo")
    if removed:
        playing.give(None, RemoveSeat(target="ada"))
    else:
        playing.give("ada", Leave())
    assert sorted(playing.table.order) == ["bo", "cy"]
    assert playing.table.luck[0] == LuckWord(seat="ada", luck="")
    assert playing.table.purse("ada") == 0


def test_what_was_revealed_counts_even_if_its_seat_leaves_so_that_leaving_changes_no_roll() -> None:
    playing = seal(sealed_table(), "ada", "bo")
    playing.give(None, StartRound())
    reveal(playing, "ada")
    playing.give("ada", Leave())
    reveal(playing, "bo")
    assert playing.table.order == ["bo", "cy"]
    assert playing.table.luck[0] == LuckWord(seat="ada", luck=OwnLuck(TABLE, 1, "ada").text)
    playing.give(None, VoidRound())
    assert audit(CATALOGUE, playing.lines).findings == []


def test_a_round_that_too_few_reveal_for_is_voided_and_its_seed_recorded() -> None:
    playing = seal(Playing.open(CATALOGUE, "twentyone", luck="sealed", withheld="sits_out").seat("Ada", "Bo"), "ada")
    playing.give(None, StartRound())
    events = playing.give("ada", WithholdLuck())
    assert [type(event) for event in events[:1]] == [LuckWithheld]
    assert any(isinstance(event, RoundVoided) for event in events)
    assert any(isinstance(event, SeedRecorded) for event in events)
    assert playing.table.scores["ada"].rounds == 0
    assert (playing.table.running, playing.table.round) == (False, 1)


@pytest.mark.parametrize(
    "command",
    [SetLuck(luck="owl"), SealLuck(seal="0" * 64), RevealLuck(luck="0" * 32, **NO_KEY)],
    ids=lambda one: type(one).__name__,
)
def test_nobody_but_a_player_sets_seals_or_reveals_their_luck(command: Command) -> None:
    playing = sealed_table()
    assert refusal(playing, "ada", command, actor=GM) == "not_your_luck"
    move = AddressedCommand(actor=seat_viewer("bo"), seat="ada", command=command, at=time_of(playing.commands))
    with pytest.raises(Refused, match="cannot do that"):
        decide(context_of(CATALOGUE, playing.table, command), CATALOGUE.folding, playing.table, move)


def test_the_gm_sets_the_luck_of_the_gms_own_seat() -> None:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Ada")
    playing.sit("Mo", kind="gm", actor=GM)
    playing.give("mo", SetLuck(luck="owl"), actor=GM)
    assert playing.table.seats["mo"].luck == "owl"


def test_npcs_and_watchers_contribute_nothing() -> None:
    playing = sealed_table()
    playing.sit_npc("Grum")
    playing.sit("Wim", kind="watcher")
    for seat in ("grum", "wim"):
        assert not any(isinstance(offer, Action) and offer.type == "seal_luck" for offer in playing.offers(seat))


def test_each_mode_of_luck_refuses_the_commands_of_the_other_and_says_what_it_proves() -> None:
    sealed, in_the_open = sealed_table(), Playing.open(CATALOGUE, "twentyone").seat("Ada", "Bo")
    assert refusal(sealed, "ada", SetLuck(luck="owl")) == "luck_is_sealed"
    assert refusal(in_the_open, "ada", SealLuck(seal="0" * 64)) == "luck_is_open"
    assert (sealed.view(seat_viewer("ada")).fair.luck, in_the_open.view(seat_viewer("ada")).fair.luck) == (
        "sealed",
        "open",
    )
    assert sealed.view(seat_viewer("ada")).fair.holds != in_the_open.view(seat_viewer("ada")).fair.holds
