"""The sentences of the common vocabulary, as somebody who sees everything reads them."""

from typing import Any

import pytest

from events.accounts import ESCROW, HOUSE, OUTSIDE, POT, SIDE_POOL
from events.audience import GM, seat_viewer
from events.audience import HOUSE as ALL_SEEING
from events.dispute_events import DisputeRaised, DisputeRuled
from events.event import Event
from events.gaming_sets import GamingSet
from events.round_events import (
    CheckRolled,
    ConditionSet,
    DiceLoaded,
    DiceShown,
    DiceThrown,
    DieAltered,
    DieRerolled,
    DieRerolledSecretly,
    DieRolled,
    DieSetDown,
    DieWeighted,
    GamingSetInPlay,
    LuckCalled,
    LuckRevealed,
    LuckWord,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    Seal,
    StatusChanged,
)
from events.table_events import (
    AdmissionAsked,
    CoinsMoved,
    GameSet,
    GamingSetBrought,
    GamingSetGiven,
    ListingSet,
    NpcSet,
    SeatGivenBack,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TokenRenewed,
)
from projections.chronicle import coins, describe, listed, number_word, upper_first
from projections.labels import Label, Labels
from tests.playing import TABLE, Playing, drawn
from tests.sealing import NO_KEY
from tests.toys.catalogue import TOYS

SEATED = Playing.open(TOYS, "race").seat("Ada", "Bo", "de Witt")
HEAVY = GamingSet(set="weighted_heavy", faces={"d6": 5, "d8": 2})


def heard(*events: Event, labels: Labels = Labels()) -> str | None:  # noqa: B008 - it cannot be changed
    """The sentence for the last of these events."""
    folding = TOYS.folding
    table = folding.blank(TABLE, ALL_SEEING)
    for entry in SEATED.entries:
        folding.fold_all(table, entry.events)
    folding.fold_all(table, events)
    return describe(table, events[-1], TOYS.rulebooks, labels)


def moved(payer: str, payee: str, amount_cp: int, **more: Any) -> CoinsMoved:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason="side_bet", **more)


def check(modifier: int, *, against: int | None = None, mode: str = "normal", faces: tuple[int, ...] = (9,)) -> Event:
    draws = [drawn("ada", "check", 20, face, n) for n, face in enumerate(faces, 1)]
    return CheckRolled(
        to=GM, seat="ada", check="sleight_of_hand", mode=mode, draws=draws, natural=faces[0], modifier=modifier,
        total=faces[0] + modifier, against=against, against_to=GM,
    )  # fmt: skip


def started(*seats: str, out: tuple[str, ...] = ()) -> RoundStarted:
    luck = [LuckWord(seat=seat, luck="") for seat in seats]
    return RoundStarted(
        round=1, game="race", rules=1, seats=list(seats), sitting_out=list(out), luck=luck, commitment="", first=1,
        path=[], opening="",
    )  # fmt: skip


def called(*seats: str) -> LuckCalled:
    seals = [Seal(seat=seat, seal="ab") for seat in seats]
    return LuckCalled(
        round=1, game="race", rules=1, seats=["ada", "bo"], seals=seals, commitment="", first=1, path=[], opening=""
    )  # fmt: skip


def thrown(*faces: int, place: str = "open", die: str = "d6") -> DiceThrown:
    draws = [drawn("ada", "throw", 6, face, n) for n, face in enumerate(faces, 1)]
    return DiceThrown(seat="ada", ns=list(range(len(faces))), die=die, place=place, draws=draws, draws_to="all")


def rolled(place: str, face: int | None = None) -> DieRolled:
    draw = None if face is None else drawn("ada", "roll", 8, face)
    return DieRolled(seat="ada", n=0, die="d8", place=place, draw=draw, draw_to="all")


def weighted(was: int, face: int) -> DieWeighted:
    return DieWeighted(to=GM, seat="ada", n=0, set="weighted_heavy", was=was, face=face)


def rerolled(by: str) -> DieRerolledSecretly:
    return DieRerolledSecretly(to=GM, seat="ada", n=0, by=by, why="cheat", draw=drawn("ada", "again", 6, 6))


def disputed(text: str = "", version: int | None = None) -> DisputeRaised:
    return DisputeRaised(dispute=1, seat="ada", round=2, text=text, version=version, version_to="all")


def ruled(verdict: str = "upheld", **more: Any) -> DisputeRuled:
    return DisputeRuled(dispute=1, verdict=verdict, text="So be it", **{"remedy": "none", **more})


@pytest.mark.parametrize(
    ("amount_cp", "said"),
    [
        (0, "nothing"), (1, "1 cp"), (9, "9 cp"), (10, "1 sp"), (99, "9 sp 9 cp"), (100, "1 gp"),
        (250, "2 gp 5 sp"), (101, "1 gp 1 cp"), (1_234, "12 gp 3 sp 4 cp"),
    ],
)  # fmt: skip
def test_an_amount_is_counted_in_gold_silver_and_copper(amount_cp: int, said: str) -> None:
    assert coins(amount_cp) == said


@pytest.mark.parametrize(
    ("names", "said"), [(["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C", "D"], "A, B, C and D")]
)
def test_names_are_listed_with_commas_and_an_and_before_the_last(names: list[str], said: str) -> None:
    assert listed(names) == said


@pytest.mark.parametrize(("number", "word"), [(-1, "-1"), (0, "no"), (1, "one"), (12, "twelve"), (13, "13")])
def test_numbers_up_to_twelve_are_words(number: int, word: str) -> None:
    assert number_word(number) == word


@pytest.mark.parametrize(("given", "said"), [("", ""), ("a", "A"), ("the House", "The House"), ("éclair", "Éclair")])
def test_a_sentence_begins_in_upper_case_and_goes_on_as_it_was(given: str, said: str) -> None:
    assert upper_first(given) == said


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([TableOpened(name="", gm="", game="race", rules=1, options={}, seeded=False)], "The GM opens a table."),
        ([TableOpened(name="Nest", gm="Mo", game="race", rules=1, options={}, seeded=False)],
         "Mo opens a table, Nest."),
        ([AdmissionAsked(seat="cy", name="Cy", kind="player")], "Cy knocks and asks to sit down."),
        ([AdmissionAsked(seat="cy", name="Cy", kind="watcher")], "Cy knocks and asks to watch."),
        ([SeatTaken(seat="cy", name="Cy", kind="player", luck="")], "Cy sits down."),
        ([SeatTaken(seat="cy", name="Cy", kind="watcher", luck="")], "Cy comes to watch."),
        ([SeatLeft(seat="bo", why="removed")], "Bo is shown the door."),
        ([SeatLeft(seat="bo", why="left")], "Bo leaves the table."),
        ([NpcSet(seat="bo")], "The server plays Bo."),
        ([NpcSet(seat="bo", temperament="card_sharp", temperament_to="all")], "The server plays Bo (card sharp)."),
        ([SeatGivenBack(seat="bo")], "Bo is given back to its player."),
        ([NpcSet(seat="bo"), SeatGivenBack(seat="bo")], "The server plays Bo again."),
        ([TokenRenewed(to=GM, viewer=GM)], "The GM has a new token: the old one opens nothing any more."),
        ([TokenRenewed(to=GM, viewer=seat_viewer("bo"))], "Bo has a new token: the old one opens nothing any more."),
        ([ListingSet(listed=True)], "The GM puts the table on the list of open tables."),
        ([ListingSet(listed=False)], "The GM takes the table off the list of open tables."),
        ([GameSet(game="race", rules=1, options=dict(SEATED.entries[0].events[0].options))],  # type: ignore[attr-defined]
         "The table turns to another game: Race."),
    ],
)  # fmt: skip
def test_what_happens_at_the_table_is_said_in_a_sentence(events: list[Event], sentence: str) -> None:
    assert heard(*events) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (GamingSetBrought(seat="bo", kind="dice", look="ivory"), "Bo brings ivory dice."),
        (GamingSetBrought(seat="bo", kind="dice", look="ivory", brought=GamingSet(set="ivory_dice")),
         "Bo brings ivory dice."),
        (GamingSetBrought(seat="bo", kind="dice", look="common", brought=HEAVY),
         "Bo brings common dice. In truth they are weighted dice (heavy), d6 on 5 and d8 on 2."),
        (GamingSetBrought(seat="bo", kind="card", look="fancy", brought=GamingSet(set="simply_marked")),
         "Bo brings fancy cards. In truth they are simply marked cards."),
        (GamingSetGiven(to=GM, seat="bo", kind="dice", given=GamingSet(set="weighted_high")),
         "In secret, the GM gives Bo weighted dice (high)."),
        (GamingSetInPlay(to=GM, seat="bo", kind="dice", playing_with=HEAVY),
         "In secret, Bo plays with weighted dice (heavy), d6 on 5 and d8 on 2."),
        (DiceLoaded(to=GM, seat="bo", faces={"d6": 4}), "In secret, Bo loads the dice, d6 on 4."),
    ],
)  # fmt: skip
def test_gaming_sets_are_named_by_their_look_and_in_truth_to_those_who_may_know(event: Event, sentence: str) -> None:
    assert heard(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (called(), "Round 1 is called. Nobody sealed their luck."),
        (called("ada"), "Round 1 is called: Ada reveals what they sealed."),
        (called("ada", "bo"), "Round 1 is called: Ada and Bo reveal what they sealed."),
        (LuckRevealed(seat="ada", luck="ab" * 16 + "owl", **NO_KEY), "Ada reveals their luck: “owl”."),
        (LuckRevealed(seat="ada", luck="ab" * 16, **NO_KEY), "Ada reveals their luck."),
        (started("ada"), "Round 1 begins: Ada plays."),
        (started("ada", "bo"), "Round 1 begins: Ada and Bo play."),
        (started("ada", "bo", out=("de-witt",)), "Round 1 begins: Ada and Bo play. Sitting out: de Witt."),
        (StatusChanged(seat="ada", status="all_in", why="bet"), "Ada is all in."),
        (ConditionSet(to=GM, seat="ada", condition="hard_pressed", on=True), "Ada is now hard pressed."),
        (ConditionSet(to=GM, seat="ada", condition="hard_pressed", on=False), "Ada is no longer hard pressed."),
        (RoundEnded(round=1, outcome="drawn", winners=[], won_cp={}), "Round 1 ends without a winner."),
        (RoundEnded(round=1, outcome="won", winners=["ada", "bo"], won_cp={"bo": 250}),
         "Round 1 goes to Ada with nothing and Bo with 2 gp 5 sp."),
        (RoundVoided(round=1, reason=""), "The GM calls off round 1: everything is given back."),
        (RoundVoided(round=1, reason="fire"), "The GM calls off round 1 (fire): everything is given back."),
    ],
)  # fmt: skip
def test_a_round_begins_and_ends_in_a_sentence(event: Event, sentence: str) -> None:
    setting: list[Event] = [] if isinstance(event, LuckCalled | RoundStarted) else [started("ada", "bo")]
    if isinstance(event, LuckRevealed):
        setting = [called("ada")]
    assert heard(*setting, event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (moved("ada", POT, 30), "Ada pays 3 sp to the pot (side bet)."),
        (moved("ada", HOUSE, 30, owed_cp=50), "Ada pays 3 sp of the 5 sp owed to the House (side bet)."),
        (moved("ada", HOUSE, 50, owed_cp=50), "Ada pays 5 sp to the House (side bet)."),
        (moved("ada", HOUSE, 0, owed_cp=50), "Ada pays nothing of the 5 sp owed to the House (side bet)."),
        (moved(POT, "de-witt", 30), "3 sp goes from the pot to de Witt (side bet)."),
        (moved(SIDE_POOL, ESCROW, 30, note="a wager"), "3 sp goes from the side pool to the stakeholder (a wager)."),
        (moved(OUTSIDE, "bo", 30, note="loan"), "Bo brings 3 sp to the table (loan)."),
        (moved("bo", OUTSIDE, 30, note="gone"), "Bo takes 3 sp from the table (gone)."),
        (moved(HOUSE, OUTSIDE, 30, note="theirs"),
         "3 sp goes from the House to somebody who has left the table (theirs)."),
        (moved("ada", "bo", 0), None),
        (moved("ada", "bo", 0, owed_cp=0), None),
    ],
)  # fmt: skip
def test_coins_that_move_are_reported_with_payer_payee_and_reason(event: Event, sentence: str | None) -> None:
    assert heard(event) == sentence


def test_the_reason_of_a_payment_and_the_name_of_a_check_are_labels_if_there_are_any() -> None:
    labels = Labels(coins={"side_bet": Label("Wager")}, checks={"sleight_of_hand": Label("Sleight")})
    assert heard(moved("ada", POT, 30), labels=labels) == "Ada pays 3 sp to the pot (wager)."
    assert heard(check(0), labels=labels) == "Ada’s Sleight: 9 (9 + 0)."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (check(0), "Ada’s sleight of hand: 9 (9 + 0)."),
        (check(3), "Ada’s sleight of hand: 12 (9 + 3)."),
        (check(-1, against=0), "Ada’s sleight of hand: 8 against 0 (9 − 1)."),
        (check(2, against=15, mode="advantage", faces=(9, 4)),
         "Ada’s sleight of hand: 11 against 15 (9 + 2, advantage: 9 and 4)."),
    ],
)  # fmt: skip
def test_a_check_is_reported_with_its_die_its_modifier_and_what_it_had_to_reach(event: Event, sentence: str) -> None:
    assert heard(event) == sentence


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([rolled("open", 4)], "Ada rolls a d8: 4."),
        ([rolled("hole", 4)], "Ada rolls a d8 under the cup: 4."),
        ([rolled("hand")], "Ada rolls a d8 into the hand."),
        ([thrown(4, place="hole"), DieRerolled(seat="ada", n=0, by="bo", why="cheek")], "Ada’s hole die rolls again."),
        ([thrown(4, 2), DieRerolled(seat="ada", n=1, by="bo", why="x", draw=drawn("ada", "x", 6, 3), draw_to="all")],
         "Ada’s d6 rolls again: 3."),
        ([thrown(4, place="hand"), DieSetDown(seat="ada", n=0, place="blind"),
          DieRerolled(seat="ada", n=0, by="bo", why="x")], "Ada’s blind die rolls again."),
        ([thrown(4, place="hand"), DieSetDown(seat="ada", n=0, place="blind")], "Ada sets the d6 down blind."),
        ([thrown(4, place="hand"), DieSetDown(seat="ada", n=0, place="blind", face=4, face_to="all")],
         "Ada sets the d6 down blind (4)."),
        ([thrown(4, place="hand"), DieSetDown(seat="ada", n=0, place="hole")], "Ada puts the d6 back under the cup."),
        ([thrown(4, place="hand"), DieSetDown(seat="ada", n=0, place="hole", face=4, face_to="all")],
         "Ada puts the d6 back under the cup: 4."),
        ([thrown(4, place="hand"), DieSetDown(seat="ada", n=0, place="open", face=4, face_to="all")],
         "Ada sets the d6 down: 4."),
        ([thrown(4, 2, place="hand"), DiceShown(seat="ada", ns=[0, 1], faces=[4, 2])], "Ada shows 4 and 2."),
        ([thrown(4), DieAltered(to=GM, seat="ada", n=0, was=4, face=6, why="cheat")],
         "In secret, Ada’s d6 is turned to 6."),
        ([thrown(4), weighted(4, 5)], "Ada’s weighted die falls on 5, and not on 4."),
        ([thrown(4), weighted(4, 4)], None),
        ([thrown(4), rerolled("ada")], "In secret, Ada rolls a d6 again: 6."),
        ([thrown(4), rerolled("bo")], "In secret, Bo rolls a d6 of Ada again: 6."),
    ],
)  # fmt: skip
def test_what_becomes_of_dice_is_said_in_a_sentence(events: list[Event], sentence: str | None) -> None:
    assert heard(*events) == sentence


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([disputed()], "Ada disputes round 2."),
        ([disputed("  ")], "Ada disputes round 2."),
        ([disputed("That die was mine", 0)], "Ada disputes round 2 at step 0: “That die was mine”."),
        ([disputed("Who, me?")], "Ada disputes round 2: “Who, me?”"),
        ([disputed(), ruled()], "The GM upholds Ada’s dispute of round 2: “So be it”."),
        ([disputed(), ruled("denied")], "The GM denies Ada’s dispute of round 2: “So be it”."),
        ([disputed(), ruled(remedy="coins", payer=HOUSE, payee="ada", amount_cp=50)],
         "The GM upholds Ada’s dispute of round 2: “So be it”. The House owes 5 sp to Ada."),
    ],
)  # fmt: skip
def test_a_dispute_and_its_ruling_are_quoted(events: list[Event], sentence: str) -> None:
    assert heard(*events) == sentence


def test_the_ruling_that_is_reported_is_the_newest() -> None:
    other = DisputeRaised(dispute=2, seat="bo", round=3, text="")
    second = DisputeRuled(dispute=2, verdict="denied", text="", remedy="none")
    assert heard(disputed(), other, ruled(), second) == "The GM denies Bo’s dispute of round 3."


def test_a_game_that_is_not_installed_is_named_by_its_id_and_common_sentences_still_hold() -> None:
    table = TOYS.folding.blank(TABLE, ALL_SEEING)
    table.game, table.names = "unknown", {"bo": "Bo"}
    assert (
        describe(table, GameSet(game="unknown", rules=1, options={}), {}) == "The table turns to another game: unknown."
    )
    assert describe(table, SeatLeft(seat="bo", why="left"), {}) == "Bo leaves the table."
    assert describe(table, moved("bo", POT, 30), {}) == "Bo pays 3 sp to the pot (side bet)."
