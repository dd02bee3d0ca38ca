"""What a seat may not do, and the reasons given; a move is accepted if and only if it is offered."""

import pytest

from events.event import Command, type_tag
from games.engine.decider import offers_of
from games.engine.legality import Refused
from games.installed import CATALOGUE
from games.mechanics.side_bets import SideBet
from games.twentyone.accusing import Accuse, CloseStaredown
from games.twentyone.betting import Roll
from games.twentyone.bump import Bump, Waive
from games.twentyone.skills import Goad, Profile
from projections.actions import Refusal
from tests.games.twentyone.table import TwentyOneTable, at_the_cut, betting, seated

ALL = {type_tag(kind) for kind in CATALOGUE.rulebook("twentyone").commands}


def reasons_for(table: TwentyOneTable, seat: str) -> dict[str, set[str]]:
    """For each command of the game, why a seat may not give it, in some case at least."""
    reasons: dict[str, set[str]] = {}
    for offer in table.offers(seat):
        if isinstance(offer, Refusal) and offer.type in ALL:
            reasons.setdefault(offer.type, set()).add(offer.code)
    return reasons


def test_before_a_round_every_move_is_refused_since_there_is_none() -> None:
    table = seated("bri", "odo")
    assert reasons_for(table, "bri") == {command: {"no_round"} for command in ALL}
    assert table.refusal(None, Waive()) == table.refusal(None, CloseStaredown()) == "no_round"


def test_at_the_cut() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    not_yet = {"roll", "hold", "fold", "goad", "bump", "foresight", "profile"}
    same = {
        **{command: {"betting_not_open"} for command in not_yet},
        "cheat": {"no_die_in_hand"},
        "retaliate": {"nothing_to_retaliate"},
        "pass": {"no_staredown"},
        "accuse": {"nothing_to_accuse"},
        "side_bet": {"side_bets_closed"},
    }
    assert reasons_for(table, "bri") == same
    assert reasons_for(table, "odo") == {**same, "cut": {"not_at_the_cut"}, "let_it_be": {"nothing_asked"}}


def test_on_ones_turn_and_on_anothers() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    nothing_asked = {
        "cut": {"not_at_the_cut"},
        "let_it_be": {"nothing_asked"},
        "cheat": {"no_die_in_hand"},
        "retaliate": {"nothing_to_retaliate"},
        "pass": {"no_staredown"},
        "accuse": {"nothing_to_accuse"},
    }
    assert reasons_for(table, "bri") == nothing_asked
    main = {"roll", "hold", "fold", "goad", "bump", "foresight", "profile"}
    assert reasons_for(table, "odo") == {**nothing_asked, **{command: {"not_your_turn"} for command in main}}


def test_with_a_die_in_the_hand() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 5)
    assert [action.type for action in table.actions("bri")] == [
        "let_it_be",
        "cheat",
        "cheat",
        "accuse",
        "side_bet",
        "ask_for_coins",
        "sit_out",
        "leave",
        "dispute",
    ]
    assert reasons_for(table, "bri")["cheat"] == {"die_seen_by_all"}
    assert reasons_for(table, "bri")["hold"] == {"question_first"}


def test_while_a_retaliation_is_waited_for() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 5, 15)
    assert reasons_for(table, "bri") == {
        **{command: {"retaliation_pending"} for command in ALL - {"fold", "side_bet", "accuse"}},
        "accuse": {"nothing_to_accuse"},
    }
    assert reasons_for(table, "odo")["hold"] == {"question_first"}
    assert reasons_for(table, "cal")["hold"] == {"not_your_turn"}
    assert reasons_for(table, "cal")["retaliate"] == {"nothing_to_retaliate"}


def test_in_the_staredown() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.folds("odo")
    table.holds("cal", "bri")
    assert [action.type for action in table.actions("bri")] == [
        "pass",
        "accuse",
        "ask_for_coins",
        "sit_out",
        "leave",
        "dispute",
    ]
    assert reasons_for(table, "bri")["hold"] == {"betting_closed"}
    assert reasons_for(table, "bri")["side_bet"] == {"side_bets_closed"}
    assert reasons_for(table, "odo")["hold"] == {"folded"}
    assert reasons_for(table, "odo")["accuse"] == {"folded"}


def test_the_refusals_of_a_seat_outside_the_round_say_so_and_it_can_bet() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    assert reasons_for(table, "wat") == {command: {"not_in_round"} for command in ALL - {"side_bet"}}
    assert [action.type for action in table.actions("wat")] == ["side_bet", "leave", "dispute"]


def test_the_refusals_of_a_seat_that_is_out_say_how() -> None:
    table = betting(bri=(1, 1), odo=(2, 9), cal=(3, 9), dee=(9, 1))
    table.folds("bri")
    table.buys("odo", "d20", 19)
    table.rolls("cal", "d4", 2)
    table.cheats("cal", n=2, change=1, natural=1)
    for seat, code in (("bri", "folded"), ("odo", "bust"), ("cal", "caught")):
        for command in ("roll", "hold", "fold", "goad", "bump", "foresight", "profile"):
            assert reasons_for(table, seat)[command] == {code}
    assert reasons_for(table, "odo").get("accuse") is None
    assert reasons_for(table, "bri")["accuse"] == {"folded"}
    assert reasons_for(table, "cal")["accuse"] == {"caught"}


def test_every_command_of_the_game_is_offered_or_refused_with_a_reason_at_every_moment() -> None:
    table = at_the_cut(bri=(4, 5), odo=(6, 3), cal=(8, 2), watching=("wat",))

    def check_all() -> None:
        for holder in ("bri", "odo", "cal", "wat"):
            types = {offer.type for offer in table.offers(holder)}
            assert types >= ALL | {"leave"}

    check_all()
    table.lets_it_be("bri")
    check_all()
    table.rolls("bri", "d4", 2)
    check_all()
    table.cheats("bri", n=2, change=1, natural=15)
    table.bumps("odo", "bri", 0, 5, 15)
    check_all()
    table.retaliates("bri", 0, to=(10, 3))
    table.holds("odo", "cal", "bri")
    assert table.table.phase == "staredown"
    check_all()


def test_a_refusal_says_in_a_sentence_what_can_be_done() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 700}, options={"liquid_mode": False})
    details = {offer.detail for offer in table.offers("bri") if isinstance(offer, Refusal) and offer.type == "roll"}
    assert details == {
        "A d20 or a d10 costs 2 gp 5 sp, and you have 2 gp.",
        "A d8 or a d6 costs 5 gp, and you have 2 gp.",
        "A d4 costs 10 gp, and you have 2 gp.",
        "There is no tab at this table.",
    }
    assert all(offer.detail.endswith(".") for offer in table.offers("odo") if isinstance(offer, Refusal))


def test_a_seat_that_does_not_exist_can_do_nothing() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert list(offers_of(table.table, table.catalogue.rulebooks, "nobody")) == []


def why_not(table: TwentyOneTable, seat: str, command: Command) -> tuple[str, str]:
    """The code and the sentence with which a seat's command is refused."""
    with pytest.raises(Refused) as refused:
        table.give(seat, command)
    return refused.value.code, refused.value.detail


def details(table: TwentyOneTable, seat: str, kind: str) -> set[str]:
    return {offer.detail for offer in table.offers(seat) if isinstance(offer, Refusal) and offer.type == kind}


def test_a_seat_with_a_die_in_hand_hears_what_is_asked_and_is_not_ordered_to_cheat() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 5)
    assert details(table, "bri", "hold") == {"You are asked about the die in your hand: cheat, or let it be."}


def test_a_bumped_seat_hears_that_it_has_to_pick_a_die() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 5, 15)
    assert details(table, "odo", "hold") == {"Choose first which of the bumper’s dice to re-roll: retaliate."}


def test_every_refusal_of_a_caught_seat_says_so_and_that_it_can_still_bet() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=1)
    caught = {"You were caught cheating: you are out of this round, and can only bet on others."}
    assert [details(table, "bri", kind) for kind in ("roll", "hold", "accuse")] == [caught] * 3
    assert table.may("bri", "side_bet")


def test_an_accusation_that_is_not_offered_is_refused_with_why_that_seat_or_that_die_cannot_be_accused() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), dee=(9, 1), eve=(10, 1), watching=("wat",))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=1)
    table.folds("odo")
    table.rolls("cal", "d4", 2)
    for target, n, detail in (
        ("bri", 2, "Bri was caught cheating already, and is out of the round."),
        ("odo", 0, "Odo has folded, and is out of the round."),
        ("cal", 2, "Cal still has that die in hand: only dice that were set down can be accused."),
        ("dee", 0, "Nobody accuses themselves."),
        ("wat", 0, "Wat does not play this round."),
    ):
        assert why_not(table, "dee", Accuse(target=target, n=n)) == ("cannot_be_accused", detail)
    assert table.refusal("dee", Accuse(target="eve", n=2)) == "not_offered"
    assert table.refusal("dee", Accuse(target="nobody", n=0)) == "not_offered"


def test_a_skill_or_a_bet_on_somebody_out_of_the_round_is_refused_with_how_they_came_to_be_out() -> None:
    table = betting(ann=(2, 3), bri=(4, 5), odo=(6, 3), cal=(8, 9), dee=(9, 1), eve=(10, 1), watching=("wat",))
    table.load({("ann", "tab", 20): [1]})
    table.give("ann", Roll(die="d8", pay="drinks"))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=1)
    table.folds("odo")
    table.buys("cal", "d20", 19)
    for target, detail in (
        ("bri", "Bri was caught cheating already, and is out of the round."),
        ("odo", "Odo has folded, and is out of the round."),
        ("cal", "Cal is bust, and cannot win this round any more."),
        ("ann", "Ann lies under the table."),
        ("wat", "Wat does not play this round."),
    ):
        for command in (Goad(target=target), Bump(target=target, n=0), Profile(target=target)):
            assert why_not(table, "dee", command) == ("not_in_contention", detail)
        assert why_not(table, "wat", SideBet(target=target, amount_cp=500)) == ("not_in_contention", detail)


def test_if_nobody_is_left_to_be_accused_that_is_the_reason() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.folds("bri")
    table.rolls("odo", "d4", 2)
    table.leaves("cal")
    assert why_not(table, "odo", Accuse(target="bri", n=0)) == (
        "cannot_be_accused",
        "Nobody is left for you to accuse.",
    )
