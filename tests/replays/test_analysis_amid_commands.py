"""Whatever else happens at a table during a round, the moves after it can be analysed."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from events.audience import GM
from events.character import Character
from events.event import type_tag
from events.gaming_sets import GamingSet
from games.installed import CATALOGUE
from games.mechanics.side_bets import SideBet
from games.mechanics.tricks.cup import ShowDice
from games.pig import Throw
from games.policies import named
from games.table import (
    GM_COMMANDS,
    SEAT_COMMANDS,
    SERVER_COMMANDS,
    AdmitSeat,
    AskForCoins,
    Dispute,
    GiveBack,
    GiveCoins,
    Leave,
    LoadDice,
    NewInvite,
    NewToken,
    Pause,
    RefuseCoins,
    RefuseSeat,
    RemoveSeat,
    Resume,
    RuleOnDispute,
    SetListed,
    SitIn,
    SitOut,
    TakeCoins,
    TakeOver,
    Unseal,
    VoidRound,
)
from games.twentyone.turns import LetItBe
from replays.analysis.decisions import Decision, Precision, analyse, decisions_of
from replays.analysis.rounds import tables_after
from replays.analysis.worlds import Sight
from replays.rebuild import rounds_of
from tests.playing import Playing

Happening = Callable[[Playing], object]

STICKY: Final = GamingSet(set="weighted_sticky", faces={"d6": 1})
CLEAR: Final = GamingSet(set="clear_dice")
NOT_DURING_A_ROUND: Final = {
    "open_table", "start_round", "void_round", "close_table", "set_options", "set_game", "set_character", "set_luck",
    "give_set", "seal_luck", "reveal_luck", "withhold_luck",
}  # fmt: skip
"""Commands that are refused while the game of a round is played, or that end it."""


def each(*commands: tuple[str | None, Any]) -> Happening:
    """Commands of seats, or (None) of the GM, one after the other."""

    def happens(playing: Playing) -> None:
        for seat, command in commands:
            playing.give(seat, command)

    return happens


HAPPENINGS: Final[Mapping[str, Happening]] = {
    "admit_seat": each((None, AdmitSeat(target="eve"))),
    "ask_for_coins": each(("odo", AskForCoins(amount_cp=500))),
    "dispute": each(("odo", Dispute(round=2, text="Hm!", version=4))),
    "give_back": each((None, TakeOver(target="odo")), (None, GiveBack(target="odo"))),
    "give_coins": each((None, GiveCoins(target="odo", amount_cp=500, reason="a loan"))),
    "leave": each(("odo", Leave())),
    "load_dice": each(("odo", LoadDice(die="d6", face=2)), ("bri", LoadDice(die="d6", face=3))),
    "new_invite": each((None, NewInvite())),
    "new_token": each((None, NewToken(target="odo")), (None, NewToken(target="bri"))),
    "pause": each((None, Pause())),
    "refresh_deadline": lambda playing: playing.refresh_the_deadline(),
    "refuse_coins": each(("odo", AskForCoins(amount_cp=500)), (None, RefuseCoins(target="odo"))),
    "refuse_seat": each((None, RefuseSeat(target="eve"))),
    "remove_seat": each((None, RemoveSeat(target="odo"))),
    "resume": each((None, Pause()), (None, Resume())),
    "rule_on_dispute": each(
        ("odo", Dispute(round=1, text="Hm!")), (None, RuleOnDispute(dispute=1, verdict="upheld", text="So be it."))
    ),
    "seat_npc": lambda playing: playing.sit_npc("Cy", luck="clover"),
    "set_listed": each((None, SetListed(listed=True))),
    "sit": lambda playing: playing.sit("Cy", luck="clover", sets=[STICKY], actor=GM),
    "sit_in": each(("odo", SitOut()), ("odo", SitIn())),
    "sit_out": each(("odo", SitOut())),
    "take_coins": each((None, TakeCoins(target="odo", amount_cp=500, reason="a debt"))),
    "take_over": each((None, TakeOver(target="odo"))),
    "unseal": each((None, Unseal(round=1))),
}


def amid(happens: Happening) -> Playing:
    """A second round of Pig with Bri, Odo and Ada. Bri throws, something happens, and Bri shows the die."""
    playing = Playing.open(CATALOGUE, "pig", target=50, admit="gm", cheating="on", turn_seconds=60)
    playing.seat("Bri", "Odo", sets=[STICKY], actor=GM).seat("Ada", actor=GM)
    playing.start().give(None, VoidRound())
    playing.sit("Eve", sets=[CLEAR], luck="clover")
    playing.start()
    playing.give("bri", Throw())
    happens(playing)
    playing.give("bri", ShowDice())
    playing.give(None, VoidRound())
    return playing


def analysed(playing: Playing, seat: str) -> Decision | None:
    """The newest decision of a seat in the newest round. Raises `NoWorld`."""
    entries = playing.entries
    first = rounds_of(entries)[-1].first
    before = tables_after(CATALOGUE, entries[0].table, entries[: first - 1], [seat])
    sight = Sight(CATALOGUE, before[seat], entries[first - 1 :])
    precision = Precision(samples=4, policy=named("cautious"), seed=b"amid")
    return analyse(sight, decisions_of(sight)[-1], precision, random.Random)


@pytest.mark.parametrize(
    "tag", sorted({type_tag(kind) for kind in (*SEAT_COMMANDS, *GM_COMMANDS, *SERVER_COMMANDS)} - NOT_DURING_A_ROUND)
)
def test_a_move_after_any_command_of_every_table_can_be_analysed(tag: str) -> None:
    assert analysed(amid(HAPPENINGS[tag]), "bri")


def sits_down_plays_a_part_and_leaves(playing: Playing) -> None:
    playing.sit("Cy", sets=[CLEAR], actor=GM)
    for command in (AskForCoins(amount_cp=500), Dispute(round=2, text="Who threw?", version=1), Leave()):
        playing.give("cy", command)


def asks_and_is_admitted(playing: Playing) -> None:
    playing.sit("Cy", sets=[CLEAR], luck="clover")
    playing.give(None, AdmitSeat(target="cy"))


@pytest.mark.parametrize("happens", [sits_down_plays_a_part_and_leaves, asks_and_is_admitted])
def test_a_move_after_a_newcomers_commands_can_be_analysed(happens: Happening) -> None:
    assert analysed(amid(happens), "bri")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            lambda playing: playing.sit("Cy", character=Character(skills={"perception": 20}), sets=[STICKY], actor=GM),
            lambda playing: playing.sit("Cy", sets=[GamingSet(set="common_dice")], actor=GM),
        ),
        (lambda playing: playing.sit("Cy", purse_cp=1), lambda playing: playing.sit("Cy", luck="clover", sets=[CLEAR])),
        (lambda playing: playing.sit_npc("Cy", "bully"), lambda playing: playing.sit_npc("Cy", "cautious")),
    ],
    ids=["sheet and set", "what a guest would bring", "temperament"],
)
def test_what_a_newcomer_hides_changes_nothing(one: Happening, other: Happening) -> None:
    assert analysed(amid(one), "bri") == analysed(amid(other), "bri")


def test_a_side_bet_of_somebody_who_sat_down_during_the_round_can_be_analysed() -> None:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo").start()
    playing.give(playing.table.to_act[0], LetItBe())
    playing.sit("Cy", kind="watcher")
    playing.give("cy", SideBet(target="bri", amount_cp=500))
    playing.give(None, VoidRound())

    assert analysed(playing, "cy")
