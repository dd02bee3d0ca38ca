"""The chronicle of a round: one sentence for each event that is worth one, and no more than its listener may know."""

from events.audience import GM, PUBLIC
from games.twentyone.betting import Roll
from tests.games.twentyone.table import at_the_cut, betting, sheet


def test_the_chronicle_reports_the_opening() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(1, 1), purses={"cal": 10})
    assert table.heard_last("seat:odo") == [
        "Round 1 begins: Bri and Odo play. Sitting out: Cal.",
        "Bri pays 5 gp to the pot (ante).",
        "Odo pays 5 gp to the pot (ante).",
        "10 gp goes from the House to the pot (house match).",
        "Bri rolls a d10: 4.",
        "Bri rolls a d10 under the cup.",
        "Odo rolls a d10: 6.",
        "Odo rolls a d10 under the cup: 3.",
        "The order of turns: Bri, Odo.",
        "The Cut.",
        "Bri has the lowest die: roll the hole die again, or let it be?",
    ]


def test_only_the_seat_at_the_cut_hears_the_new_face() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    assert table.heard_last("seat:bri") == [
        "Bri’s hole die rolls again: 2.",
        "The betting opens.",
        "It is Bri’s turn.",
    ]
    assert table.heard_last(PUBLIC)[0] == "Bri’s hole die rolls again."


def test_only_the_buyer_hears_the_face_of_a_bought_die_until_it_is_set_down() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 1)
    assert table.heard_last("seat:bri") == [
        "Bri pays 2 gp 5 sp to the pot (bought die).",
        "Bri rolls a d10 into the hand: 1.",
    ]
    assert table.heard_last(PUBLIC)[1] == "Bri rolls a d10 into the hand."
    table.lets_it_be("bri")
    assert table.heard_last(PUBLIC) == [
        "Bri sets the d10 down: 1.",
        "A natural 1 spills over the table: Bri owes 1 gp for cleaning.",
        "It is Odo’s turn.",
    ]


def test_a_natural_20_is_reported_with_its_value_to_those_who_may_know() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d20", 20)
    assert table.heard_last("seat:bri")[1] == "A natural 20: Bri makes exactly 21, counting 8!"
    assert table.heard_last(PUBLIC)[1] == "A natural 20: Bri makes exactly 21!"
    table.holds("odo", "bri")
    assert table.heard_last(PUBLIC) == [
        "Bri holds.",
        "The cups are lifted.",
        "Bri’s hole die shows 9.",
        "Bri’s natural 20 counts 8.",
        "Odo’s hole die shows 3.",
        "Eyes go round the table. Will Bri and Odo accuse anybody?",
    ]


def test_the_chronicle_reports_a_bust_and_a_fold() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d10", 9)
    assert table.heard_last(PUBLIC) == [
        "Bri sets the d10 down: 9.",
        "Bri is over 21: bust!",
        "Bri’s hole die shows 9.",
        "It is Odo’s turn.",
    ]
    table.folds("odo")
    assert table.heard_last(PUBLIC)[:2] == ["Odo folds.", "2 gp 5 sp goes from the pot to Odo (early fold)."]


def test_the_rounds_of_betting_are_counted() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    heard = []
    for _ in range(22):
        table.buys("bri", "d20", 20)
        table.buys("odo", "d20", 20)
        heard.append(table.heard_last(PUBLIC)[-2].removeprefix("The betting goes round for the "))
    assert [sentence.removesuffix(" time.") for sentence in heard] == [
        *("2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th", "12th", "13th", "14th", "15th"),
        *("16th", "17th", "18th", "19th", "20th", "21st", "22nd", "23rd"),
    ]


def test_only_the_cheater_and_the_gm_hear_of_a_cheat() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), sheets={"bri": sheet(sleight_of_hand=7)})
    table.rolls("bri", "d10", 7)
    table.cheats("bri", n=2, change=-1, natural=7)
    assert table.heard_last(GM) == [
        "Bri’s Sleight of Hand: 14 against 10 (7 + 7).",
        "In secret, Bri reaches for the d10 (−1), and nobody sees.",
        "Bri’s heat is 12 now.",
        "In secret, Bri’s d10 is turned to 6.",
        "Bri sets the d10 down: 6.",
        "It is Odo’s turn.",
    ]
    assert table.heard_last("seat:bri")[:2] == [
        "Bri’s Sleight of Hand: 14 (7 + 7).",
        "In secret, Bri reaches for the d10 (−1), and nobody sees.",
    ]
    assert table.heard_last("seat:odo") == ["Bri sets the d10 down: 6.", "It is Odo’s turn."]


def test_the_chronicle_names_the_hole_die_in_a_failed_cheat() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.rolls("bri", "d10", 7)
    table.cheats("bri", n=1, change=3, natural=7)
    assert table.heard_last("seat:bri")[1] == "In secret, Bri reaches for the hole die (+3), but the fingers slip."


def test_everybody_hears_of_a_fumbled_cheat() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d10", 7)
    table.cheats("bri", n=1, change=3, natural=1)
    assert table.heard_last(PUBLIC) == [
        "Bri fumbles a cheat in front of everybody, and is out of the round.",
        "Bri pays 5 gp to the pot (fine for cheating).",
        "Bri sets the d10 down: 7.",
        "It is Odo’s turn.",
    ]


def test_a_fine_beyond_the_purse_is_reported_with_what_was_owed() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), purses={"bri": 850})
    table.rolls("bri", "d10", 7)
    table.cheats("bri", n=1, change=3, natural=1)
    assert table.heard_last(PUBLIC)[1] == "Bri pays 1 gp of the 5 gp owed to the pot (fine for cheating)."


def test_the_chronicle_reports_a_goad_and_its_backfire() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    table.goads("odo", "bri", 20, 3)
    assert table.heard_last(PUBLIC) == [
        "Odo goads Bri.",
        "Odo’s Intimidation: 20 (20 + 0).",
        "Bri’s Insight: 3 (3 + 0).",
        "Bri is stung back into the game.",
        "Bri must roll now, or fold.",
        "It has to be a d20.",
    ]


def test_the_chronicle_reports_a_bump_and_its_retaliation() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 1, 15)
    assert table.heard_last(PUBLIC) == [
        "Bri bumps the table under Odo’s dice.",
        "Bri’s Strength: 1 (1 + 0).",
        "Odo’s Strength: 15 (15 + 0).",
        "Bri pays 5 gp to the pot (fine for a bump).",
        "Bri must wait for the answer.",
        "Odo may pick the die that rolls again.",
    ]
    table.retaliates("odo", 1, to=(10, 5))
    assert table.heard_last(PUBLIC) == ["Bri’s hole die rolls again."]


def test_a_bumper_gets_away_with_it_where_the_retaliation_is_waived() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 5, 15)
    table.waives()
    assert table.heard_last(PUBLIC) == ["Bri gets away with it."]


def test_a_bumper_who_folds_does_not_get_away_with_it() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 5, 15)
    table.folds("bri")
    assert table.heard_last(PUBLIC) == ["Bri folds.", "It is Odo’s turn."]


def test_everybody_hears_of_an_attempt_at_foresight_and_only_the_seer_of_its_result() -> None:
    tried = "Bri gazes into the candle and reaches for what is to come."
    for natural, outcome in (
        (15, "Bri senses what is next: d20 HIGH, d10 LOW, d8 LOW, d6 HIGH, d4 LOW."),
        (20, "Bri senses what is next: d20 19, d10 2, d8 3, d6 5, d4 1."),
        (5, "The signs blur: Bri’s next die will be blind."),
        (1, "The signs mislead: Bri has to roll a d20, and blind."),
    ):
        table = betting(bri=(4, 9), odo=(6, 3))
        table.foresees("bri", natural, d20=19, d10=2, d8=3, d6=5, d4=1)
        assert table.heard_last("seat:bri") == [tried, f"Bri’s Wisdom: {natural} against 12 ({natural} + 0).", outcome]
        assert table.heard_last(PUBLIC) == [tried]


def test_only_the_gm_hears_the_face_of_a_blind_die() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 5)
    table.buys("bri", "d8", 3)
    assert table.heard_last(GM)[0] == "Bri sets the d8 down blind (3)."
    assert table.heard_last("seat:bri")[0] == "Bri sets the d8 down blind."
    table.bumps("odo", "bri", 2, 15, 5, to=(8, 4))
    assert table.heard_last("seat:bri")[-1] == "Bri’s blind die rolls again."


def test_only_the_profiler_hears_a_profile_or_the_target_if_it_backfires() -> None:
    for natural, listener, outcome in (
        (15, "seat:odo", "Odo is sure: Bri has cheated."),
        (20, "seat:odo", "Odo is sure: Bri has cheated, with die 3 (d4)."),
        (5, "seat:odo", "Odo cannot read Bri."),
        (1, "seat:bri", "Bri sees through Odo: the hole die is 3, and Odo has not cheated."),
    ):
        table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
        table.rolls("bri", "d4", 2)
        table.cheats("bri", n=2, change=1, natural=15)
        table.profiles("odo", "bri", natural)
        assert table.heard_last(listener)[-1] == outcome
        assert table.heard_last(PUBLIC) == ["Odo studies Bri’s face."]


def test_the_chronicle_reports_a_profile_of_an_honest_player() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.profiles("bri", "odo", 20)
    assert table.heard_last("seat:bri")[-1] == "Bri is sure: Odo has not cheated."


def test_a_backfire_reveals_that_the_profiler_has_cheated() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.holds("odo")
    table.profiles("bri", "odo", 1)
    assert table.heard_last("seat:odo")[-1] == "Odo sees through Bri: the hole die is 5, and Bri has cheated."


def test_the_chronicle_reports_drinks() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.drinks("bri", "d4", 2, save=5)
    assert table.heard_last(PUBLIC) == [
        "Bri puts it on the tab: 2 drinks, 2 this round.",
        "Bri’s Constitution save: 5 against 14 (5 + 0).",
        "Bri is Sloppy, and the cup tips over.",
        "Bri’s hole die shows 5.",
        "Bri rolls a d4 into the hand.",
    ]
    table.lets_it_be("bri")
    table.load({("odo", "tab", 20): [1]})
    table.give("odo", Roll(die="d8", pay="drinks"))
    assert table.heard_last(PUBLIC) == [
        "Odo puts it on the tab: a drink, 1 this round.",
        "Odo’s Constitution save: 1 against 12 (1 + 0).",
        "Odo slides under the table and is out.",
        "Odo’s hole die shows 3.",
        "It is Cal’s turn.",
    ]


def test_disadvantage_is_reported_with_both_dice() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    table.holds("odo")
    table.goads("bri", "odo", (18, 7), 3)
    assert table.heard_last(PUBLIC)[1] == "Bri’s Intimidation: 7 (7 + 0, disadvantage: 18 and 7)."


def test_accusations_are_reported_with_the_die_they_name() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=1, change=1, natural=15)
    table.accuses("odo", "bri", 2)
    assert table.heard_last(PUBLIC) == [
        "Odo points at Bri’s d4: “You cheated with that!”",
        "It is not true of that die, and Odo’s fee goes into the pot.",
    ]
    table.accuses("cal", "bri", 1)
    assert table.heard_last(PUBLIC) == [
        "Cal points at Bri’s hole die: “You cheated with that!”",
        "It is true: Bri cheated with it.",
        "10 gp goes from the stakeholder to Cal (accusation fee back).",
        "Bri pays 25 gp to Cal (bounty).",
        "Bri is a cheat, and is out of the round.",
    ]


def test_the_chronicle_reports_side_bets() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bets("bri", on="bri", amount_cp=505)
    assert table.heard_last(PUBLIC) == ["Bri bets 5 gp 5 cp on themselves."]
    table.bets("odo", on="bri", amount_cp=500)
    assert table.heard_last(PUBLIC) == ["Odo bets 5 gp on Bri."]


def test_the_chronicle_reports_the_staredown_and_the_end() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.buys("bri", "d10", 1)
    table.holds("odo", "bri")
    table.passes("bri")
    assert table.heard_last(PUBLIC) == ["Bri looks away."]
    table.passes("odo")
    assert table.heard_last(PUBLIC) == [
        "Odo looks away.",
        "Bri pays 1 gp to the pot (cleaning fee).",
        "Bri wins and takes 23 gp 5 sp.",
    ]


def test_the_chronicle_reports_a_duel() -> None:
    table = betting(bri=(4, 9), odo=(6, 7))
    table.buys("bri", "d4", 2)
    table.buys("odo", "d4", 2)
    table.holds("bri", "odo")
    table.duels(bri=[3, 2], odo=[9, 4])
    table.closes_the_staredown()
    assert table.heard_last(PUBLIC) == [
        "It is a tie: a duel.",
        "Bri throws 5 in the duel (3 + 2).",
        "Odo throws 13 in the duel (9 + 4).",
        "Odo wins the duel and takes 40 gp.",
    ]


def test_the_chronicle_reports_a_round_without_a_winner() -> None:
    for no_winner, sentence in (
        ("rollover", "Nobody is left to win: 32 gp 5 sp waits in the pot for the next round."),
        ("house", "Nobody is left to win: the House keeps the pot."),
    ):
        table = betting(bri=(4, 5), odo=(6, 9), options={"no_winner": no_winner})
        table.rolls("bri", "d4", 2)
        table.cheats("bri", n=2, change=1, natural=15)
        table.rolls("odo", "d10", 9)
        table.accuses("odo", "bri", 2)
        table.lets_it_be("odo")
        assert table.heard_last(PUBLIC)[-1] == sentence


def test_the_chronicle_reports_departures_and_loans() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.lends("odo", 500)
    assert table.heard_last(PUBLIC) == ["Odo brings 5 gp to the table (a loan)."]
    table.leaves("bri")
    assert table.heard_last(PUBLIC) == [
        "Bri throws in the hand.",
        "2 gp 5 sp goes from the pot to Bri (early fold).",
        "It is Odo’s turn.",
        "Bri takes 97 gp 5 sp from the table (cash-out).",
        "Bri leaves the table.",
    ]


def test_no_sentence_speaks_in_slugs() -> None:
    table = betting(bri=(1, 9), odo=(6, 3), cal=(8, 2), options={"fee_on": "any"})
    table.goads("bri", "odo", 1, 5)
    table.drinks("bri", "d20", 3, save=5)
    table.lets_it_be("bri")
    table.foresees("odo", 1)
    table.buys("odo", "d20", 1)
    table.bumps("cal", "bri", 0, 5, (15, 15))
    table.retaliates("bri", 0, to=(10, 1))
    table.folds("cal")
    sentences = [sentence for seen in table.seen(GM) for sentence in seen.chronicle]
    assert sentences
    assert all("_" not in sentence and sentence[-1] in ".?!”" for sentence in sentences)
