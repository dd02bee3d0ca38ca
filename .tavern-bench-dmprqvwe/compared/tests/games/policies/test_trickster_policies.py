"""How policies play Trickster's Tavern: what bets are worth to them, and what they use abilities on."""

import random
from collections.abc import Sequence
from itertools import product
from typing import Any, Final, Literal

import pytest

from games.deciding.seat_offers import SeatOffers
from games.policies import TEMPERAMENTS, Choice, named
from games.policies.bluffs.bids import Beliefs, Bid, Hand, Shown, at_least, of_hand, of_shown, strength
from games.policies.bluffs.liars import BY_CHANCE, MODELLING, Sight, bet_or_call
from games.policies.bluffs.powers import Aim, aim
from games.policies.bluffs.trickster import sight_of
from games.policies.position import Position
from games.trickster.cards.card import (
    SIZES,
    Card,
    Constant,
    Downgrade,
    Gain,
    Lose,
    Manual,
    Peek,
    Reroll,
    Size,
    Upgrade,
    Ward,
    Wild,
)
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.counting import VALUES, counted, sides_of
from games.trickster.odds import chance_of_bet
from games.trickster.state import Bet
from tests.games.policies.sitting import Table
from tests.games.trickster.table import TricksterGame, a_game, card

OWN: Final = ("probable", "modelling", "bluffing")
PLAYERS: Final = (*TEMPERAMENTS, *OWN)
NO_FACES: Final[frozenset[int]] = frozenset()


def hand(*dice: tuple[Size, int | None], wild: Sequence[int] = ()) -> Hand:
    return tuple((size, frozenset(wild), face) for size, face in dice)


def sixes(*faces: int | None) -> Hand:
    dice: list[tuple[Size, int | None]] = [("d6", face) for face in faces]
    return hand(*dice)


def chosen(name: str, playing: TricksterGame, seat: str, seed: int = 1) -> Choice | None:
    return named(name).choose(playing.view(f"seat:{seat}"), random.Random(seed))


# Chances


@pytest.mark.parametrize("value", VALUES)
def test_the_chances_of_a_hand_are_those_of_all_its_faces(value: int) -> None:
    dice: Hand = (
        ("d8", frozenset({7}), None),
        ("d20", NO_FACES, None),
        ("d6", frozenset({2}), 2),
        ("d4", NO_FACES, None),
    )
    faces = product(*(range(1, sides_of(size) + 1) if face is None else [face] for size, _, face in dice))
    counts = [
        sum(counted(size, one, value, wild) for (size, wild, _), one in zip(dice, fall, strict=True)) for fall in faces
    ]

    for needed in range(12):
        exact = sum(count >= needed for count in counts) / len(counts)
        assert at_least(needed, of_hand(dice, value)) == pytest.approx(exact)


def test_without_trust_a_bet_is_as_likely_as_the_hint_says() -> None:
    playing = a_game(
        {"ada": card("Giant", ["d8", "d20"], Constant(name="Foam", effects=[Wild(faces=[3], of="all")]))},
        {"ada": [8, 19], "bo": [1, 3, 3, 5, 6], "cy": [1, 2, 3, 4, 5]},
        seats=3,
        odds_hint="on",
    )
    own = playing.sight("seat:ada").table
    position = Position.at(SeatOffers(own, playing.catalogue.rulebooks, "ada"))
    beliefs = sight_of(position).beliefs(BY_CHANCE)
    for amount, value in product(range(1, 12), VALUES):
        exact = chance_of_bet(own, Bet(seat="bo", amount=amount, value=value))
        assert exact is not None
        assert beliefs.chance(amount, value) == pytest.approx(float(exact))


def test_a_seat_that_bets_on_a_value_is_believed_to_have_more_of_it() -> None:
    hands = {"me": sixes(1, 2, 3, 4, 5), "you": sixes(*[None] * 5)}
    silent = Beliefs("me", hands, [], 0.8)
    informed = Beliefs("me", hands, [Bid("you", 3, 4)], 0.8)

    assert informed.chance(3, 4) > 1.5 * silent.chance(3, 4)
    assert informed.chance(3, 5) == silent.chance(3, 5)
    assert Beliefs("me", hands, [Bid("you", 3, 4)], 0.0).chance(3, 4) == pytest.approx(silent.chance(3, 4))


def test_a_bet_is_read_as_bayes_says() -> None:
    """Two coins each, tails a 1; "2 ones" is true with one's own two tails, and else as the other's fall."""
    coins = hand(("d2", None), ("d2", None))
    chances = of_shown((Shown(coins, 2), Shown(coins)), 1, 1.0)
    own = [1 / 4 * 1 / 4, 1 / 2 * 3 / 4, 1 / 4 * 1]
    whole = sum(own)
    other = [1 / 4, 1 / 2, 1 / 4]
    exact = [sum(own[n] / whole * other[count - n] for n in range(3) if 0 <= count - n < 3) for count in range(5)]

    assert list(chances) == pytest.approx(exact)


def test_others_see_no_more_than_the_bets() -> None:
    hands = {"me": sixes(6, 6, 6, 6, 6), "you": sixes(*[None] * 5)}
    blind = {**hands, "me": sixes(*[None] * 5)}

    assert Beliefs("me", hands, [], 0.8).public(5, 6) == Beliefs("you", blind, [], 0.0).chance(5, 6)


# Bets and calls


@pytest.mark.parametrize("name", PLAYERS)
def test_everybody_calls_a_bet_that_cannot_be_true(name: str) -> None:
    playing = a_game(faces={"ada": [1, 1, 1, 1, 1], "bo": [2, 2, 2, 2, 2]})
    playing.bet(11, 6)

    assert chosen(name, playing, "bo") == {"type": "call_liar"}


@pytest.mark.parametrize("name", PLAYERS)
def test_nobody_calls_a_bet_that_their_own_dice_make_true(name: str) -> None:
    playing = a_game(faces={"ada": [1, 1, 1, 1, 1], "bo": [4, 4, 4, 4, 4]})
    playing.bet(1, 4)

    choices = [chosen(name, playing, "bo", seed) for seed in range(20)]
    assert all(choice is not None and choice["type"] == "bet" for choice in choices)


def test_a_bet_is_called_when_it_is_not_likely_enough() -> None:
    hands = {"me": sixes(1, 1, 2, 2, 3), "you": sixes(*[None] * 5)}
    sight = Sight(mine="me", hands=hands, bids=[Bid("you", 5, 6)], rivals=["you"], most=36)

    assert bet_or_call(sight, MODELLING, random.Random(1)) is None


def test_bets_keep_to_what_one_has_unless_they_are_a_bluff() -> None:
    hands = {"me": sixes(5, 5, 5, 5, 1), "you": sixes(*[None] * 5)}
    sight = Sight(mine="me", hands=hands, bids=[Bid("you", 3, 4)], rivals=["you"], most=36)

    for seed in range(20):
        bet = bet_or_call(sight, BY_CHANCE, random.Random(seed))
        assert bet is not None
        assert sight.beliefs(BY_CHANCE).chance(*bet) > 0.4


@pytest.mark.parametrize("name", PLAYERS)
def test_the_die_that_counts_least_is_lost(name: str) -> None:
    giant = card("Giant", ["d6", "d12", "d20"])
    playing = a_game({"ada": giant}, {"ada": [1, 1, 1], "bo": [2, 2, 2, 2, 2]})
    playing.bet(18, 6)
    playing.call()

    assert chosen(name, playing, "ada") == {"type": "lose_die", "n": 0}


# Abilities


def aimed(
    effects: Sequence[Any], own: Hand, *others: Hand, bids: Sequence[Bid] = ()
) -> tuple[str | None, int | None] | None:
    """What an ability is used on by a player with these dice; None if it is not used."""
    hands = {"me": own, **{f"other-{n}": other for n, other in enumerate(others)}}
    rivals = [seat for seat in hands if seat != "me"]
    sight = Sight(mine="me", hands=hands, bids=list(bids), rivals=rivals, most=36)
    ability = Manual(name="Power", effects=list(effects))
    first = effects[0]
    seats = rivals if getattr(first, "of", "") == "chosen" else [None]
    by_die = getattr(first, "die", "") == "chosen"
    aims = [Aim(target=one, n=n) for one in seats for n in (range(len(hands[one or "me"])) if by_die else [None])]
    found = aim(sight, ability, aims, MODELLING, random.Random(1))
    return None if found is None else (found.target, found.n)


def test_the_largest_die_is_looked_at() -> None:
    peek = [Peek(of="chosen", die="chosen")]

    assert aimed(peek, sixes(1), sixes(None, None), hand(("d6", None), ("d20", None))) == ("other-1", 1)
    assert aimed(peek, sixes(1), sixes(3, 4)) is None


def test_that_die_is_upgraded_which_gains_most() -> None:
    assert aimed([Upgrade(levels=1)], hand(("d4", 1), ("d6", 1), ("d12", 1)), sixes(None)) == (None, 2)
    assert aimed([Upgrade(levels=1)], hand(("d20", 1)), sixes(None)) is None


def test_others_are_harmed_where_it_hurts_and_oneself_is_not() -> None:
    others = (sixes(None, None), hand(("d6", None), ("d20", None)))

    assert aimed([Downgrade(levels=1, of="chosen")], sixes(1), *others) == ("other-1", 1)
    assert aimed([Lose(of="chosen", die="largest")], sixes(1), *others) == ("other-1", None)
    assert aimed([Downgrade(levels=1)], sixes(1), *others) is None
    assert aimed([Lose()], sixes(1), *others) is None
    assert aimed([Gain(die="d6")], sixes(1), *others) == (None, None)


def test_a_die_is_given_for_a_much_better_one() -> None:
    effects = [Lose(), Upgrade(levels=6, die="smallest"), Upgrade(levels=6, die="largest")]

    assert aimed(effects, hand(("d4", 1), ("d6", 1), ("d6", 1)), sixes(None)) is not None
    assert aimed(effects, hand(("d20", 1), ("d20", 1), ("d20", 1)), sixes(None)) is None


def test_a_die_is_rolled_again_that_does_not_count() -> None:
    assert aimed([Reroll()], sixes(4, 4, 1), sixes(None)) == (None, 2)
    assert aimed([Reroll()], sixes(4, 4, 4), sixes(None)) is None


def test_faces_become_wild_to_save_one_s_own_bet() -> None:
    wild = [Wild(faces=[1, 2, 3], of="all")]
    others = (sixes(None, None, None),)

    assert aimed(wild, sixes(1, 2, 5), *others, bids=[Bid("me", 3, 6)]) == (None, None)
    assert aimed(wild, sixes(1, 2, 5), *others, bids=[Bid("other-0", 3, 6)]) is None
    assert aimed(wild, sixes(6, 6, 6), *others, bids=[Bid("me", 3, 6)]) is None


def test_larger_dice_are_stronger() -> None:
    strengths = [strength(size) for size in SIZES]

    assert strengths == pytest.approx(sorted(strengths))
    assert strength("d20") == pytest.approx(57 / 20)
    assert strength("d6", frozenset({1})) == pytest.approx((5 + 6) / 6)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("of", ["next", "previous"])
def test_a_neighbour_without_dice_is_no_reason_to_use_an_ability(name: str, of: Literal["next", "previous"]) -> None:
    """Bo, between Ada and Cy, loses the last die to Cy's ability in mid-round."""
    peeper = card("Peeper", ["d6", "d6"], Manual(name="Peep", effects=[Peek(of=of, die="largest")]))
    axe = card("Axe", ["d6", "d6"], Manual(name="Axe", effects=[Lose(of="chosen", die="all")]))
    seats = ("ada", "bo", "cy") if of == "next" else ("cy", "bo", "ada")
    cards: dict[str, Card] = dict(zip(seats, (peeper, card("One", ["d6"]), axe), strict=True))
    playing = a_game(cards, {seats[0]: [1, 2], "bo": [3], seats[2]: [1, 1]}, seats=3)
    playing.uses(seats[2], target="bo")
    choices = [chosen(name, playing, seats[0], seed) for seed in range(5)]

    assert all(choice is None or choice["type"] == "bet" for choice in choices)


def test_a_neighbour_safe_from_abilities_is_no_reason_to_use_one() -> None:
    peeper = card("Peeper", ["d6", "d6"], Manual(name="Peep", effects=[Peek(of="next", die="largest")]))
    friar = card("Friar", ["d20", "d20"], Constant(name="Blessing", effects=[Ward()]))
    for other, uses in ((friar, False), (card("Giant", ["d20", "d20"]), True)):
        playing = a_game({"ada": peeper, "bo": other}, {"ada": [1, 2], "bo": [3, 3]})
        choice = chosen("modelling", playing, "ada")
        assert choice is not None
        assert (choice["type"] == "use_ability") == uses


def by_hand() -> list[Card]:
    return [one for one in STANDARD_CARDS if any(isinstance(ability, Manual) for ability in one.abilities)]


@pytest.mark.parametrize("one", by_hand(), ids=lambda one: one.name)
def test_a_standard_class_s_own_powers_are_used(one: Card) -> None:
    """In some games, by a player who uses them when they are worth it."""
    used = set[str]()
    for seed in range(4):
        options = {"classes": "chosen", "standard_cards": True}
        table = Table("trickster", {"Ada": named("modelling"), "Bo": named("modelling")}, seed, options=options)
        table.playing.start()
        table.playing.send("ada", b'{"type": "choose_class", "card": "%s"}' % one.name.encode())
        table.playing.send("bo", '{"type": "choose_class", "card": "Ogre’s Cousin"}'.encode())
        for _ in range(400):
            if not table.playing.table.running or "use_ability" in table.done["ada"]:
                break
            assert table.act(table.playing.table.to_act[0])
        used |= table.done["ada"]

    assert "use_ability" in used


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_plays_whole_games_with_dealt_classes(name: str) -> None:
    players = {"Ada": named(name), "Bo": named("random"), "Cy": named(name)}
    table = Table("trickster", players, 7, options={"classes": "dealt"})
    table.play_round()

    assert {"bet", "call_liar"} <= table.done["ada"] | table.done["cy"]
