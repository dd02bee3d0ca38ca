"""What comes of the commands of every table, shown with Twenty-One."""

from typing import Any

import msgspec
import pytest

from events.audience import GM, PUBLIC, seat_viewer
from events.character import Character
from events.event import Command, type_tag
from events.merkle import AHEAD, FIRST_RANGE, RANGE, root_from
from events.round_events import RoundEnded, RoundStarted, RoundUnsealed, RoundVoided, SeedRecorded
from events.table_events import (
    CharacterSet,
    ClockPaused,
    ClockResumed,
    CoinsMoved,
    DeadlineSet,
    LuckSet,
    OptionsSet,
    RootPublished,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableOpened,
)
from games.goblin.chamber import Chamber
from games.installed import CATALOGUE
from games.legality import Refused
from games.table import (
    GM_COMMANDS,
    SEAT_COMMANDS,
    TABLE_RULES,
    CloseTable,
    GiveCoins,
    Leave,
    Pause,
    RemoveSeat,
    Resume,
    RevealLuck,
    SealLuck,
    SetCharacter,
    SetLuck,
    SetOptions,
    Sit,
    StartRound,
    TakeCoins,
    VoidRound,
    WithholdLuck,
)
from games.table.luck import OWN_LUCK, SEALED_LUCK
from games.table.seats import MAX_TABLE_SEATS, Seats
from games.twentyone.accusing import Accuse
from games.twentyone.betting import Fold, Roll
from games.twentyone.cheating import Cheat
from games.twentyone.turns import LetItBe
from projections.actions import Bounds, Choices
from projections.standings import standings_of
from projections.table import Result
from tests.playing import Playing, time_of
from tests.sealing import NO_KEY


def table(**options: Any) -> Playing:
    return Playing.open(CATALOGUE, "twentyone", **options)


def seated(**options: Any) -> Playing:
    return table(**options).seat("Bri", "Odo")


def moved(playing: Playing) -> list[tuple[str, str, int, str]]:
    events = playing.entries[-1].events
    return [(e.payer, e.payee, e.amount_cp, e.reason) for e in events if isinstance(e, CoinsMoved)]


def test_the_root_of_the_first_rounds_is_published_before_anybody_sits() -> None:
    root = table().entries[0].events[1]
    assert isinstance(root, RootPublished)
    assert (root.first, root.last) == (1, FIRST_RANGE)


def test_a_round_starts_with_its_commitment_and_the_path_to_the_published_root() -> None:
    playing = seated().start()
    root, started = playing.entries[0].events[1], playing.entries[-1].events[0]
    assert isinstance(root, RootPublished)
    assert isinstance(started, RoundStarted)
    path = [bytes.fromhex(node) for node in started.path]
    assert root_from(bytes.fromhex(started.commitment), started.round - 1, path).hex() == root.root


def test_the_luck_words_of_all_who_play_are_fixed_when_the_round_starts() -> None:
    playing = table()
    playing.sit("Bri", luck="seven")
    playing.sit("Wat", kind="watcher", luck="owl")
    playing.sit("Odo")
    playing.when("bri", SetLuck(luck="eight")).then(LuckSet(seat="bri", luck="eight"))
    started = playing.start().entries[-1].events[0]
    assert isinstance(started, RoundStarted)
    assert [(word.seat, word.luck) for word in started.luck] == [("bri", "eight"), ("odo", "")]


def test_a_luck_word_cannot_be_changed_while_a_round_runs() -> None:
    seated().start().when("bri", SetLuck(luck="late")).then_refused("round_running")


def test_512_rounds_before_a_range_begins_its_root_is_published_before_that_round_starts() -> None:
    playing = seated()
    playing.table.round = FIRST_RANGE - AHEAD - 1
    assert not any(isinstance(event, RootPublished) for event in playing.start().entries[-1].events)
    playing.give(None, VoidRound())
    first, second = playing.start().entries[-1].events[:2]
    assert isinstance(first, RootPublished)
    assert (first.first, first.last) == (FIRST_RANGE + 1, FIRST_RANGE + RANGE)
    assert isinstance(second, RoundStarted)


def test_the_next_root_is_published_once() -> None:
    playing = seated()
    playing.table.round = FIRST_RANGE - AHEAD
    playing.start().give(None, VoidRound())
    assert not any(isinstance(event, RootPublished) for event in playing.start().entries[-1].events)


def test_a_round_beyond_the_first_range_leads_to_its_own_root() -> None:
    playing = seated()
    playing.table.round = FIRST_RANGE - AHEAD
    playing.start().give(None, VoidRound())
    playing.table.round = FIRST_RANGE
    started = playing.start().entries[-1].events[0]
    assert isinstance(started, RoundStarted)
    path = [bytes.fromhex(node) for node in started.path]
    assert (started.first, len(path)) == (FIRST_RANGE + 1, 10)
    assert root_from(bytes.fromhex(started.commitment), 0, path).hex() == playing.table.roots[-1].root


def test_only_its_seat_and_the_gm_see_a_character_sheet() -> None:
    playing = seated()
    sheet = Character(abilities={"str": 3})
    playing.when(None, SetCharacter(target="bri", character=sheet)).then(
        CharacterSet(seat="bri", character=sheet, character_to="seat:bri")
    )
    seen = {viewer: playing.view(viewer).seats[0].character for viewer in (PUBLIC, "seat:odo", "seat:bri", GM)}
    assert seen == {PUBLIC: None, "seat:odo": None, "seat:bri": sheet, GM: sheet}


def test_sitting_down_brings_the_purse_from_outside() -> None:
    playing = table()
    events = playing.give("bri", Sit(name="Bri", kind="player", purse_cp=700))
    sheet = Character()
    assert events == [
        SeatTaken(seat="bri", name="Bri", kind="player", luck="", character=sheet, character_to="seat:bri"),
        CoinsMoved(payer="outside", payee="bri", amount_cp=700, reason="buy_in"),
    ]


def test_a_table_seats_as_many_as_it_has_room_for() -> None:
    playing = table().seat(*(f"Guest {n}" for n in range(MAX_TABLE_SEATS)))
    with pytest.raises(Refused, match="32 at the table") as refused:
        playing.sit("One too many")
    assert refused.value.code == "table_full"


def test_a_loan_and_a_cash_out_come_from_outside_and_go_there_with_the_gms_reason() -> None:
    playing = seated(ante_cp=500)
    playing.when(None, GiveCoins(target="bri", amount_cp=300, reason="a loan")).then(
        CoinsMoved(payer="outside", payee="bri", amount_cp=300, reason="loan", note="a loan")
    )
    playing.when(None, TakeCoins(target="bri", amount_cp=10_300, reason="dawn")).then(
        CoinsMoved(payer="bri", payee="outside", amount_cp=10_300, reason="cash_out", note="dawn")
    )


def test_no_more_can_be_taken_than_is_in_the_purse() -> None:
    playing = seated()
    playing.when(None, TakeCoins(target="bri", amount_cp=10_001, reason="x")).then_refused("not_offered")
    playing.give(None, TakeCoins(target="bri", amount_cp=10_000, reason="x"))
    playing.when(None, TakeCoins(target="bri", amount_cp=1, reason="x")).then_refused("purse_too_small")


def test_coins_can_be_taken_once_for_all_seats_with_as_many() -> None:
    """So that whatever is listed can be chosen together."""
    playing = table().seat("Bri", "Odo", "Cal", "Dee")
    playing.give(None, TakeCoins(target="odo", amount_cp=2_000, reason="x"))
    playing.give(None, TakeCoins(target="dee", amount_cp=10_000, reason="x"))
    listed = [one.params for one in playing.actions(None) if one.type == "take_coins"]
    assert [(params["target"], params["amount_cp"]) for params in listed] == [
        (Choices(choices=["bri", "cal"]), Bounds(min=1, max=10_000)),
        (Choices(choices=["odo"]), Bounds(min=1, max=8_000)),
    ]


@pytest.mark.parametrize(
    "command",
    [
        StartRound(),
        SetOptions(options={"ante_cp": 100}),
        SetCharacter(target="bri", character=Character()),
        CloseTable(),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_belongs_between_rounds_is_refused_during_one(command: Command) -> None:
    seated().start().when(None, command).then_refused("round_running")


def test_a_table_from_before_the_door_was_kept_seats_at_once_and_may_be_looked_at() -> None:
    playing = table()
    opened = playing.entries[0].events[0]
    assert isinstance(opened, TableOpened)
    old = {name: value for name, value in opened.options.items() if name not in ("admit", "watch")}
    before = CATALOGUE.folding.blank("t")
    CATALOGUE.folding.fold(before, msgspec.structs.replace(opened, options=old))
    assert (before.options.admit, before.options.watch, before.listed) == ("auto", "open", None)
    playing.give(None, SetOptions(options=old))
    playing.sit("Bri")
    assert list(playing.table.seats) == ["bri"]


def test_options_that_are_not_named_stay_and_all_are_recorded() -> None:
    playing = seated(ante_cp=200)
    (event,) = playing.give(None, SetOptions(options={"liquid_mode": False}))
    assert isinstance(event, OptionsSet)
    assert (event.options["ante_cp"], event.options["liquid_mode"]) == (200, False)
    assert (playing.table.options.ante_cp, playing.table.options.liquid_mode) == (200, False)


@pytest.mark.parametrize(
    "options",
    [
        {"ante_cp": 3},
        {"ante_cp": 0},
        {"unseal": "never"},
        {"admit": "nobody"},
        {"watch": ""},
        {"turn_seconds": 1},
        {"x": 1},
    ],
)
def test_options_that_do_not_fit_the_game_are_refused(options: dict[str, Any]) -> None:
    seated().when(None, SetOptions(options=options)).then_refused("bad_options")


def test_a_round_needs_as_many_as_its_game_says() -> None:
    table().seat("Bri").when(None, StartRound()).then_refused("too_few_seats")


def test_a_seat_that_cannot_pay_the_ante_sits_the_round_out() -> None:
    playing = seated()
    playing.sit("Cal", purse_cp=499)
    started = playing.start().entries[-1].events[0]
    assert isinstance(started, RoundStarted)
    assert (started.seats, started.sitting_out) == (["bri", "odo"], ["cal"])


def test_leaving_between_rounds_takes_the_purse_along_and_forgets_the_seat() -> None:
    playing = seated()
    playing.when("bri", Leave()).then(
        CoinsMoved(payer="bri", payee="outside", amount_cp=10_000, reason="cash_out"), SeatLeft(seat="bri", why="left")
    )
    assert list(playing.table.seats) == ["odo"]
    assert "bri" not in playing.table.accounts
    assert playing.offers("bri") == []


def test_a_seat_that_the_gm_removes_leaves_as_it_would_by_itself() -> None:
    playing = seated()
    playing.give(None, RemoveSeat(target="odo"))
    assert playing.entries[-1].events[-1] == SeatLeft(seat="odo", why="removed")
    assert moved(playing) == [("odo", "outside", 10_000, "cash_out")]


def test_a_pot_that_rolled_over_is_split_among_those_who_were_in_its_round() -> None:
    playing = seated(ante_cp=500, house_match=False)
    faces = {("odo", "opening"): 5, ("odo", "hole"): 5, ("odo", "bought"): 3}
    faces |= {("bri", "opening"): 10, ("bri", "hole"): 10, ("bri", "bought"): 10}
    playing.load({(seat, purpose, 10): [face] for (seat, purpose), face in faces.items()})
    playing.load({("odo", "cheat", 20): [15]}).start()
    playing.give("odo", LetItBe())
    playing.give("odo", Roll(die="d10"))
    playing.give("odo", Cheat(n=2, change=1))
    playing.give("bri", Roll(die="d10"))
    playing.give("bri", LetItBe())
    playing.give("bri", Accuse(target="odo", n=2))
    assert playing.table.result == Result(round=1, outcome="rollover", winners=[], won_cp={})
    pot_cp = playing.table.balance("pot")
    playing.seat("Cyd", "Dan")
    for seat in ("bri", "odo"):
        playing.give(None, TakeCoins(target=seat, amount_cp=playing.table.purse(seat), reason="skint"))
    playing.start().give(None, VoidRound())
    playing.give(None, CloseTable())
    split = [move for move in moved(playing) if move[3] == "pot_split"]
    assert split == [("pot", "odo", pot_cp // 2, "pot_split"), ("pot", "bri", pot_cp // 2, "pot_split")]


def test_an_id_is_not_used_again_when_its_seat_has_left() -> None:
    playing = seated()
    playing.give("bri", Leave())
    assert playing.sit("Bri") == "bri-2"


def test_when_a_round_ends_its_seed_is_recorded_for_nobody_and_stays_sealed() -> None:
    playing = seated(unseal="dispute").start()
    playing.give(playing.table.to_act[0], LetItBe())
    events = playing.give(playing.table.to_act[0], Fold())
    assert isinstance(events[-2], RoundEnded)
    assert events[-1] == SeedRecorded(to="none", round=1, seed=playing.dealer.seed(1).hex())
    for viewer in playing.viewers():
        assert not any(isinstance(event, SeedRecorded) for seen in playing.seen(viewer) for event in seen.events)


def test_a_table_that_unseals_by_round_publishes_the_seed_with_the_last_entry() -> None:
    playing = seated(unseal="round").start()
    playing.give(playing.table.to_act[0], LetItBe())
    playing.give(playing.table.to_act[0], Fold())
    unsealed = RoundUnsealed(round=1, seed=playing.dealer.seed(1).hex())
    assert playing.seen(PUBLIC)[-1].events[-1] == unsealed


def test_a_voided_round_gives_everything_back_and_counts_for_nobody() -> None:
    playing = seated().start()
    playing.give(playing.table.to_act[0], LetItBe())
    playing.give(playing.table.to_act[0], Roll(die="d10"))
    assert playing.table.accounts != {"bri": 10_000, "odo": 10_000, "outside": -20_000}
    events = playing.give(None, VoidRound(reason="the roof fell in"))
    assert RoundVoided(round=1, reason="the roof fell in") in events
    assert isinstance(events[-1], SeedRecorded)
    assert {name: cp for name, cp in playing.table.accounts.items() if cp} == {
        "bri": 10_000,
        "odo": 10_000,
        "outside": -20_000,
    }
    assert [standing.rounds for standing in standings_of(playing.table, {})] == [0, 0]


def test_loans_and_cash_outs_of_a_voided_round_stay() -> None:
    playing = seated().start()
    playing.give(None, GiveCoins(target="bri", amount_cp=50, reason="a loan"))
    playing.give(None, TakeCoins(target="odo", amount_cp=9_500, reason="for the road"))
    playing.give(None, VoidRound())
    assert (playing.table.purse("bri"), playing.table.purse("odo")) == (10_050, 500)


def test_a_player_who_left_a_round_that_is_voided_is_given_theirs_outside() -> None:
    playing = seated().seat("Cal").start()
    leaver = next(seat for seat in ("bri", "odo", "cal") if seat not in playing.table.to_act)
    playing.give(leaver, Leave())
    playing.give(None, VoidRound())
    assert ("house", "outside", 250, "void") in moved(playing)
    assert all(playing.table.purse(seat) == 10_000 for seat in playing.table.seats if seat != leaver)
    assert playing.table.balance("pot") == 0
    assert playing.table.balance("house") == 0


def test_closing_the_table_gives_everybody_what_is_theirs() -> None:
    playing = seated()
    playing.when(None, CloseTable()).then(
        CoinsMoved(payer="bri", payee="outside", amount_cp=10_000, reason="cash_out"),
        CoinsMoved(payer="odo", payee="outside", amount_cp=10_000, reason="cash_out"),
        TableClosed(),
    )


@pytest.mark.parametrize(("seat", "command"), [(None, StartRound()), ("bri", Fold()), ("bri", Leave())])
def test_nothing_is_played_at_a_closed_table(seat: str | None, command: Command) -> None:
    playing = seated()
    playing.give(None, CloseTable())
    playing.when(seat, command).then_refused("table_closed")
    with pytest.raises(Refused):
        playing.sit("Late")


def test_a_deadline_stands_from_when_the_table_turns_to_somebody_and_follows_the_turns() -> None:
    playing = seated(turn_seconds=60).start()
    deadlines = [event for event in playing.entries[-1].events if isinstance(event, DeadlineSet)]
    assert [deadline.deadline for deadline in deadlines] == [playing.table.deadline]
    assert playing.table.deadline == time_of(playing.commands - 1).replace("19:00:21", "19:01:21")
    before = playing.table.deadline
    playing.give(None, GiveCoins(target="bri", amount_cp=1, reason="a tip"))
    assert playing.table.deadline == before
    playing.give(playing.table.to_act[0], LetItBe())
    assert playing.table.deadline == time_of(playing.commands - 1).replace("19:00:35", "19:01:35")


def test_no_deadline_stands_while_nobody_is_to_act() -> None:
    playing = seated(turn_seconds=60).start()
    playing.give(None, VoidRound())
    assert DeadlineSet(deadline=None) in playing.entries[-1].events


def test_a_paused_clock_has_no_deadline_and_a_resumed_one_a_fresh_one() -> None:
    playing = seated(turn_seconds=60).start()
    playing.when(None, Resume()).then_refused("not_paused")
    playing.when(None, Pause()).then(ClockPaused(), DeadlineSet(deadline=None))
    playing.when(None, Pause()).then_refused("already_paused")
    resumed, deadline = playing.give(None, Resume())
    assert resumed == ClockResumed()
    assert isinstance(deadline, DeadlineSet)
    assert deadline.deadline is not None


def test_the_house_restarts_a_deadline_that_passed_in_its_absence() -> None:
    playing = seated(turn_seconds=60).start()
    playing.refresh_the_deadline()
    assert playing.entries[-1].actor == "house"
    assert playing.table.deadline == time_of(playing.commands - 1).replace("19:00:28", "19:01:28")


def test_the_standings_show_rounds_wins_and_coins() -> None:
    playing = seated().start()
    playing.give(playing.table.to_act[0], LetItBe())
    loser = playing.table.to_act[0]
    winner = "odo" if loser == "bri" else "bri"
    playing.give(loser, Fold())
    first, second = standings_of(playing.sight(PUBLIC).table, {})
    assert (first.seat, first.rounds, first.wins, first.coins_cp, first.caught) == (winner, 1, 1, 1_250, 0)
    assert (second.seat, second.rounds, second.wins, second.coins_cp, second.here) == (loser, 1, 0, -250, True)


def test_acting_for_a_seat_the_gm_has_exactly_that_seats_actions() -> None:
    playing = seated().start()
    for seat in playing.table.seats:
        doing = playing.acting_for(seat)
        own = playing.view(seat_viewer(seat)).you
        assert own is not None
        assert doing.actions == [action for action in own.actions if action.type not in OWN_LUCK]
        assert [one for one in doing.refused if one.type not in OWN_LUCK] == [
            one for one in own.refused if one.type not in OWN_LUCK
        ]


@pytest.mark.parametrize("luck", ["open", "sealed"])
@pytest.mark.parametrize("stage", ["between rounds", "in a round", "closed"])
def test_every_command_that_the_table_has_is_offered_or_refused_at_any_time(stage: str, luck: str) -> None:
    playing = seated(luck=luck)
    if stage == "in a round":
        playing.start()
    elif stage == "closed":
        playing.give(None, CloseTable())
    rulebook = CATALOGUE.rulebook("twentyone")
    of_seats, of_the_gm = ({offer.type for offer in playing.offers(seat)} for seat in ("bri", None))
    kinds = {type_tag(kind) for kind in (*SEAT_COMMANDS, *rulebook.commands)} - {"load_dice"}
    assert of_seats == (kinds - SEALED_LUCK if luck == "open" else kinds)
    assert {type_tag(kind) for kind in (*GM_COMMANDS, *rulebook.gm_commands)} == of_the_gm


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SealLuck(seal="00" * 32), "luck_is_open"),
        (RevealLuck(luck="00" * 16, **NO_KEY), "no_seal"),
        (WithholdLuck(), "no_seal"),
    ],
    ids=["seal", "reveal", "withhold"],
)
def test_what_only_sealed_luck_has_is_refused_where_luck_is_open_though_not_listed(command: Command, code: str) -> None:
    playing = seated()
    assert type_tag(type(command)) not in {offer.type for offer in playing.offers("bri")}
    with pytest.raises(Refused) as refused:
        playing.give("bri", command)
    assert refused.value.code == code


def test_the_rules_of_every_table_are_found_by_their_chapter() -> None:
    assert isinstance(TABLE_RULES.chapter(Seats), Seats)
    with pytest.raises(LookupError, match="no chapter Chamber"):
        TABLE_RULES.chapter(Chamber)
