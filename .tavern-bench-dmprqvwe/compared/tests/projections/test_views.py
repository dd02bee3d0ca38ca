"""The view of a table: who sees what of seats, dice, sets and newcomers, and what a viewer may do."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from events.accounts import POT
from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.gaming_sets import GamingSet
from projections.actions import Action, Offer, Refusal
from projections.game import AnyTable, Game
from projections.table import Asking, Case, Die, Note, Ruling, Score, SeatSet
from projections.views import Doing, View, view_of
from tests.playing import TABLE, Playing
from tests.toys.catalogue import TOYS

SEATED = Playing.open(TOYS, "race").seat("Ada", "Bo")
ADA = seat_viewer("ada")


class Shown(Game[Any, Any]):
    """A game that has something of its own to show everywhere."""

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        return {"shown": seat}

    def dice_view(self, table: AnyTable, seat: str) -> Mapping[int, dict[str, Any]]:
        return {1: {"marked": True}} if seat == "ada" else {}

    def total(self, table: AnyTable, seat: str) -> int | None:
        return sum(die.face or 0 for die in table.dice_of(seat))

    def round_view(self, table: AnyTable) -> dict[str, Any]:
        return {"lap": 3}


def offering(table: AnyTable, seat: str | None) -> Iterable[Offer]:
    return [Action(type=f"act as {seat}"), Refusal("stand", "not_now", "Not now.")]


def table_of(viewer: Viewer) -> AnyTable:
    """A table that may be changed, as a viewer knows it after two players sat down."""
    table = SEATED.fork().table
    table.viewer = viewer
    return table


def shown(table: AnyTable, *, installed: bool = True, acts_for: str | None = None) -> View:
    return view_of(table, {"race": Shown()} if installed else {}, offering, acts_for)


def dice(*faces: int) -> list[Die]:
    return [Die(n=n, die="d6", face=face, hole=False, place="open") for n, face in enumerate(faces)]


def test_dice_are_shown_with_what_the_game_says_of_them_and_their_total() -> None:
    table = table_of(PUBLIC)
    table.seats["ada"].dice, table.house_dice = dice(4, 2), dice(6)
    view = shown(table)
    ada, bo = view.seats
    assert [die.details for die in ada.dice] == [{}, {"marked": True}]
    assert (ada.total, bo.total, ada.details, bo.details) == (6, None, {"shown": "ada"}, {"shown": "bo"})
    assert (view.house_dice, view.details) == (dice(6), {"lap": 3})
    assert view.house_dice is not table.house_dice


@pytest.mark.parametrize("called", [False, True])
def test_a_game_that_is_not_installed_or_has_not_begun_its_round_shows_nothing_of_its_own(called: bool) -> None:
    table = table_of(PUBLIC)
    table.seats["ada"].dice = dice(4, 2)
    table.called = ["ada", "bo"] if called else []
    view = shown(table, installed=called)
    assert (view.seats[0].dice, view.seats[0].total, view.seats[0].details, view.details) == (dice(4, 2), None, {}, {})
    assert view.fair.called == (["ada", "bo"] if called else UNSET)


def test_a_set_is_shown_by_its_look_and_in_truth_as_far_as_the_viewer_knows_it() -> None:
    table = table_of(PUBLIC)
    table.seats["ada"].sets = {
        "dice": SeatSet(look="ivory", own=GamingSet(set="weighted_heavy", faces={"d6": 5})),
        "card": SeatSet(look="fancy", own=GamingSet(set="simply_marked")),
    }
    table.seats["bo"].sets = {"dice": SeatSet(look="common")}
    ada, bo = shown(table).seats
    assert msgspec.to_builtins([ada.sets, bo.sets]) == [
        [
            {"kind": "dice", "look": "ivory", "set": "weighted_heavy", "faces": {"d6": 5}},
            {"kind": "card", "look": "fancy", "set": "simply_marked"},
        ],
        [{"kind": "dice", "look": "common"}],
    ]


def test_what_a_seat_does_not_have_is_left_out() -> None:
    table = table_of(PUBLIC)
    table.seats["ada"].temperament, table.seats["ada"].seal = "bully", "ab"
    ada, bo = shown(table).seats
    assert (ada.temperament, ada.luck_seal, ada.sets) == ("bully", "ab", UNSET)
    assert (bo.temperament, bo.luck_seal, bo.sets) == (UNSET, UNSET, UNSET)


@pytest.mark.parametrize("viewer", [GM, PUBLIC, ADA])
@pytest.mark.parametrize("sets", [[], [GamingSet(set="ivory_dice")]])
def test_only_the_gm_is_shown_what_somebody_at_the_door_would_bring(viewer: Viewer, sets: list[GamingSet]) -> None:
    table = table_of(viewer)
    table.asking["cy"] = Asking(seat="cy", name="Cy", kind="player", purse_cp=30, luck="", character=None, sets=sets)
    (asking,) = shown(table).asking
    brought = (asking.purse_cp, asking.character, asking.sets)
    assert brought == ((30, None, sets or UNSET) if viewer == GM else (UNSET, UNSET, UNSET))
    assert (asking.seat, asking.name, asking.kind) == ("cy", "Cy", "player")


def test_a_seat_is_shown_what_it_may_do_and_what_it_learned() -> None:
    table = table_of(ADA)
    note = Note(kind="hint", facts={})
    table.seats["ada"].notes = [note]
    you = shown(table).you
    assert you is not None
    assert (you.seat, you.notes, you.acts_for) == ("ada", [note], UNSET)
    assert you.actions == [Action(type="act as ada")]
    assert you.refused == [Refusal("stand", "not_now", "Not now.")]


def test_nobody_who_only_watches_or_has_left_is_shown_what_may_be_done() -> None:
    assert shown(table_of(PUBLIC)).you is None
    assert shown(table_of(seat_viewer("cy"))).you is None
    table = table_of(ADA)
    table.seats["ada"].gone = True
    assert shown(table).you is None


def test_the_gm_is_shown_what_the_gm_and_on_request_a_seat_may_do() -> None:
    table = table_of(GM)
    table.seats["bo"].gone = True
    you = shown(table).you
    assert you is not None
    assert (you.seat, you.notes, you.acts_for) == (None, [], UNSET)
    assert you.actions == [Action(type="act as None")]
    for seat, acts in (
        ("ada", {"ada": Doing(actions=[Action(type="act as ada")], refused=you.refused)}),
        ("bo", {}),
        ("cy", {}),
    ):
        you = shown(table, acts_for=seat).you
        assert you is not None
        assert you.acts_for == acts


def test_it_is_the_turn_of_a_seat_only_if_the_table_waits_for_no_other() -> None:
    table = table_of(PUBLIC)
    for to_act, turn in (([], None), (["bo"], "bo"), (["ada", "bo"], None)):
        table.to_act = to_act
        assert (shown(table).turn, shown(table).to_act) == (turn, to_act)


def test_luck_is_shown_with_its_seals_once_there_are_any() -> None:
    table = table_of(PUBLIC)
    fair = shown(table).fair
    assert (fair.luck, fair.called, fair.seals, fair.revealed, fair.withheld) == ("open", UNSET, UNSET, UNSET, UNSET)
    assert "No player can choose a roll" in fair.holds
    table.seals, table.revealed, table.withheld = {"ada": "ab", "bo": "cd"}, {"ada": "owl"}, ["bo"]
    table.options = msgspec.structs.replace(table.options, luck="sealed")
    fair = shown(table).fair
    assert (fair.luck, fair.seals) == ("sealed", {"ada": "ab", "bo": "cd"})
    assert (fair.revealed, fair.withheld) == ({"ada": "owl"}, ["bo"])
    assert "Nobody can choose a roll" in fair.holds


def test_a_table_before_its_first_event_has_a_view() -> None:
    view = shown(TOYS.folding.blank(TABLE, PUBLIC))
    assert (view.options, view.fair.luck, view.question, view.turn, view.pot_cp) == (None, "open", None, None, 0)


def test_a_view_has_the_scores_of_those_at_the_table_the_pot_and_disputes_in_order() -> None:
    table = table_of(PUBLIC)
    table.scores = {"ada": Score(wins=2), "gone": Score(wins=3)}
    table.accounts[POT] = 70
    table.question = "roll"
    ruling = Ruling(verdict="denied", text="", remedy="none", payer=None, payee=None, amount_cp=None)
    cases = [Case(dispute=n, seat="ada", round=1, text="", version=None, ruling=None) for n in (1, 2, 3)]
    table.disputes, table.ruled = [cases[0], cases[2]], [msgspec.structs.replace(cases[1], ruling=ruling)]
    view = shown(table)
    assert view.standings == {"ada": Score(wins=2)}
    assert (view.pot_cp, view.question) == (70, "roll")
    assert [case.dispute for case in view.disputes] == [1, 2, 3]
