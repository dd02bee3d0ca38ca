"""The chronicle of a Set, as each viewer hears it."""

from events.audience import GM, PUBLIC
from games.bluffmaster.cards import ChooseCard
from games.bluffmaster.grants import Grant
from games.bluffmaster.splitting import Agree, ProposeSplit, RefuseSplit
from games.mechanics.betting import Call, Fold, Open, Raise
from games.table import Leave
from tests.games.bluffmaster.table import EVEN, PURSE, BluffmasterSet, a_set, ability, opened, viewer


def chronicle(playing: BluffmasterSet, who: str = PUBLIC) -> list[str]:
    """What somebody hears of the newest entry."""
    seen = playing.newest_seen(who)
    return [] if seen is None else list(seen.chronicle)


def test_the_chronicle_reports_the_opening() -> None:
    playing = a_set()
    assert chronicle(playing) == [
        "A Set begins: Abernathy, Bri and Columbia play.",
        "The first round of the Set.",
        "Abernathy pays 10 gp to the pot (ante).",
        "Bri pays 10 gp to the pot (ante).",
        "Columbia pays 10 gp to the pot (ante).",
        "A throw for who bets first: Abernathy 12, Bri 5 and Columbia 8.",
        "Abernathy will bet first.",
        "Abernathy rolls the first die under the cup.",
        "Bri rolls the first die under the cup.",
        "Columbia rolls the first die under the cup.",
        "It is Abernathy’s turn.",
    ]
    assert "Bri rolls the first die under the cup: 7." in chronicle(playing, viewer("bri"))


def test_the_chronicle_names_a_player_without_a_seat_among_the_five() -> None:
    playing = opened(dict.fromkeys(["ada", "bo", "cy", "dee", "eve", "fen"], PURSE))
    playing.start()
    assert chronicle(playing)[0] == "A Set begins: Ada, Bo, Cy, Dee and Eve play. Sitting out: Fen."


def test_the_chronicle_reports_the_sample_betting() -> None:
    playing = a_set()
    moves = [
        ("abernathy", Open(amount_cp=2_000)),
        ("bri", Call()),
        ("columbia", Raise(amount_cp=1_000)),
        ("abernathy", Call()),
        ("bri", Fold()),
    ]
    heard = []
    for seat, move in moves:
        playing.give(seat, move)
        heard += chronicle(playing)
    assert heard == [
        "Abernathy opens with 20 gp.",
        "It is Bri’s turn.",
        "Bri calls, and pays 20 gp.",
        "It is Columbia’s turn.",
        "Columbia pays 30 gp, and raises to 30 gp.",
        "It is Abernathy’s turn.",
        "Abernathy calls, and pays 10 gp.",
        "It is Bri’s turn.",
        "Bri folds.",
        "Abernathy rolls the second die under the cup.",
        "Columbia rolls the second die under the cup.",
        "The second betting opens.",
        "It is Abernathy’s turn.",
    ]


def test_the_chronicle_reports_abilities_and_the_showdown() -> None:
    playing = a_set(purses=dict.fromkeys(EVEN, 1_000)).load({("columbia", "reroll", 20): [2]})
    playing.load({("abernathy", "the_pot", 20): [14], ("columbia", "the_pot", 20): [3]})
    playing.uses(
        abernathy=ability("reroll", "columbia", 1),
        bri=ability("subtract", "columbia"),
        columbia=ability("add", "columbia"),
    )
    assert chronicle(playing) == [
        "The cards are turned: Abernathy plays reroll on Columbia, Bri plays subtract on Columbia "
        "and Columbia plays add on themselves.",
        "Abernathy has Columbia’s second die rolled again, under the cup.",
        "Bri takes 3 from Columbia’s total.",
        "Columbia adds 3 to their own total.",
        "The cups are lifted.",
        "Abernathy’s first die shows 16.",
        "Abernathy’s second die shows 3.",
        "Bri’s first die shows 7.",
        "Bri’s second die shows 9.",
        "Columbia’s first die shows 17.",
        "Columbia’s second die shows 2.",
        "Abernathy has 19.",
        "Bri has 16.",
        "Columbia has 19.",
        "A throw for the pot: Abernathy 14 and Columbia 3.",
        "Abernathy wins the throw, and with it the pot of 30 gp.",
        "The Set is over, and Abernathy (30 gp won) is ahead.",
    ]
    assert "Abernathy has Columbia’s second die rolled again, under the cup: 2." in chronicle(
        playing, viewer("columbia")
    )


def test_the_chronicle_reports_a_tie_a_side_pot_and_the_end() -> None:
    faces = {"abernathy": (12, 10, 10), "bri": (5, 12, 8), "columbia": (8, 1, 1)}
    playing = a_set(faces, purses={"abernathy": 2_000, "bri": 1_500, "columbia": 2_000})
    playing.load({("abernathy", "the_pot", 20): [4], ("bri", "the_pot", 20): [11]})
    playing.bets(("abernathy", Open(amount_cp=1_000)), ("bri", Call()), ("columbia", Call()))
    playing.uses(bri=ability("add", "columbia"))
    heard = chronicle(playing)
    assert heard[heard.index("Columbia has 5 (2 + 3).") + 1 :][:3] == [
        "A throw for the pot: Abernathy 4 and Bri 11.",
        "Bri wins the throw, and with it the pot of 45 gp.",
        "Abernathy wins a side pot of 10 gp.",
    ]


def test_the_chronicle_names_the_last_player_left_and_those_who_sit_out() -> None:
    playing = a_set(purses={"columbia": 1_100})
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Call()), ("columbia", Call()))
    assert chronicle(playing)[:2] == ["Columbia calls, and pays 1 gp.", "Columbia is all-in."]
    playing.checks_round()
    playing.throws({"abernathy": (12, 1, 1), "bri": (5, 1, 1)})
    playing.uses(abernathy=ability("add", "abernathy"))
    assert "Columbia cannot pay the ante, and sits this round out." in chronicle(playing)

    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    assert chronicle(playing)[:4] == [
        "Bri folds.",
        "Nobody matched 1 gp of Abernathy’s bet.",
        "Nobody else is left for the pot: Abernathy takes 20 gp.",
        "The third round of the Set.",
    ]


def test_only_their_holders_hear_which_cards_they_have() -> None:
    playing = opened(dict.fromkeys(EVEN, PURSE), cards="chosen")
    playing.start()
    assert chronicle(playing)[-1] == "Everybody chooses a card in secret."
    playing.give("bri", ChooseCard(ability="add"))
    assert (chronicle(playing), chronicle(playing, viewer("bri"))) == ([], ["Bri takes the card of add."])

    playing = opened(dict.fromkeys(EVEN, PURSE), cards="dealt").load({("bri", "card", 3): [2]})
    playing.start()
    assert "Bri is dealt the card of subtract." in chronicle(playing, GM)
    assert "Bri is dealt the card of subtract." not in chronicle(playing)


def test_only_the_player_hears_which_card_they_laid_down() -> None:
    playing = a_set().to_the_abilities()
    playing.give("bri", ability("reroll", "bri", 0))
    assert (chronicle(playing), chronicle(playing, viewer("bri"))) == ([], ["Bri lays down reroll, for themselves."])


def test_the_chronicle_reports_a_card_for_somebody_who_has_left() -> None:
    playing = a_set().to_the_abilities()
    playing.give("abernathy", ability("subtract", "columbia"))
    playing.give("bri", ability("add", "bri"))
    playing.give("columbia", Leave())
    assert "Nothing comes of Abernathy’s subtract: Columbia is out of the round." in chronicle(playing)


def test_the_chronicle_reports_a_split() -> None:
    playing = a_set()
    playing.give("bri", ProposeSplit(shares={"abernathy": 2, "columbia": 1}))
    heard = chronicle(playing)
    playing.give("columbia", RefuseSplit())
    heard += chronicle(playing)
    playing.give("bri", ProposeSplit(shares={"abernathy": 2, "columbia": 1}))
    playing.give("abernathy", Agree())
    heard += chronicle(playing)
    playing.give("columbia", Agree())
    heard += chronicle(playing)
    assert heard == [
        "Bri would stop here and split the pot. In parts: Abernathy 2 of 3 and Columbia 1 of 3. Do all agree?",
        "Columbia does not agree: the Set goes on.",
        "Abernathy agrees.",
        "Columbia agrees.",
        "All agree, and split the pot: 20 gp to Abernathy and 10 gp to Columbia.",
        "The Set is over, and Abernathy (20 gp won) is ahead.",
    ]


def test_the_chronicle_reports_a_proposal_taken_back_and_one_that_has_lapsed() -> None:
    playing = a_set()
    playing.give("bri", ProposeSplit(shares={"abernathy": 1}))
    playing.give("bri", RefuseSplit())
    assert chronicle(playing) == ["Bri takes the proposal back: the Set goes on."]
    playing.give("bri", ProposeSplit(shares={"abernathy": 1}))
    playing.checks_round()
    assert chronicle(playing)[1] == "The game has gone on, and the split is off the table."


def test_the_chronicle_reports_a_set_with_nobody_ahead() -> None:
    playing = a_set()
    playing.give("bri", ProposeSplit(shares={"abernathy": 1, "bri": 1, "columbia": 1}))
    playing.give("abernathy", Agree())
    playing.give("columbia", Agree())
    assert chronicle(playing)[-1] == "The Set is over, and nobody is ahead."


def test_a_re_roll_of_ones_own_die_is_reported_as_such() -> None:
    playing = a_set().to_the_abilities()
    playing.uses(bri=ability("reroll", "bri", 1))
    assert "Bri has their own second die rolled again, under the cup." in chronicle(playing)


def test_the_chronicle_reports_a_grant() -> None:
    playing = a_set()
    heard: list[str] = []
    for grant in (
        Grant(target="bri", ability="reroll", uses=2),
        Grant(target="bri", ability="add", amount=5),
        Grant(target="bri", ability="add", uses=3),
        Grant(target="bri", ability="subtract", uses=2, amount=4),
    ):
        playing.give(None, grant)
        heard += chronicle(playing)
    assert heard == [
        "From now on Bri can use reroll twice a Set.",
        "From now on Bri can use add once a Set, by 5.",
        "From now on Bri can use add 3 times a Set, by 5.",
        "From now on Bri can use subtract twice a Set, by 4.",
    ]
