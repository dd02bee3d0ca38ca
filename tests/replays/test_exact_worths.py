"""What analysis finds agrees with exact values for the same policies, computed here from the rules of the games.

Seeds are fixed. One option may be four and a half standard errors off, and all together as much as noise takes them.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from math import sqrt
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from games.installed import CATALOGUE
from games.pig import BANK_FROM
from games.policies import Choice, Policy, named
from games.policies.at_random import play as at_random
from games.policies.policy import Chance, Player
from games.policies.position import Position, values
from games.policies.races.pig_for_two import Race, always_from
from projections.copies import copied
from projections.game import AnyTable
from projections.table import Die
from replays.analysis.decisions import Precision, analyse, decisions_of
from replays.analysis.rounds import tables_after
from replays.analysis.worlds import Sight, worlds
from replays.rebuild import rounds_of
from tests.games.test_twelve_nights_odds import Cards, more, total, totals
from tests.tools.simulating import a_setup
from tools.simulate.playing import SimulatedTable

ME: Final = "seat-1"
STATES: Final = 10
FAR: Final = 4.5
SQUARES: Final = 2.0
"""The most that the squares of all errors, in standard errors, are on average: noise alone makes it 1."""
RARE: Final = 0.15
"""How far off an option may be that came out the same in all worlds, because anything else is rare."""

EACH: Final = 10
"""How often a hidden die is expected to show each face."""

Decided = tuple[Sight, int, AnyTable]
"""A decision of `ME`: what it saw, the place there, and its own table then."""
Exact = Callable[[AnyTable, Choice], float | None]
"""The worth of an option to `ME`, from its own table: in antes, or in chances to win. None if it is not computed."""


def decided(game: str, *policies: str, **options: Any) -> Iterator[Decided]:
    """The decisions of `ME` in simulated rounds, without end."""
    for chunk in range(1_000):
        playing = SimulatedTable(CATALOGUE, a_setup(game, *policies, **options), chunk)
        playing.play_round()
        entries = CATALOGUE.codec.decode_log(playing.lines)
        first = rounds_of(entries)[0].first
        before = tables_after(CATALOGUE, entries[0].table, entries[: first - 1], [ME])
        sight = Sight(CATALOGUE, before[ME], entries[first - 1 :])
        own, places = copied(sight.table), decisions_of(sight)
        for place, seen in enumerate(sight.seen):
            if place in places:
                yield sight, place, own
            CATALOGUE.folding.fold_all(own, seen.events)


def errors_of(decision: Decided, exact: Exact, precision: Precision) -> list[float]:
    """How far the options of a decision are off, in standard errors."""
    sight, place, own = decision
    if exact(own, msgspec.json.decode(sight.seen[place].entry.command)) is None:
        return []
    analysed = analyse(sight, place, precision, random.Random)
    errors: list[float] = []
    for option in analysed.options if analysed else ():
        worth = exact(own, option.command)
        if worth is None:
            continue
        off, error = option.worth.value - worth, (option.worth.high - option.worth.low) / 4
        if error:
            errors.append(off / error)
        else:
            # A chance to win is never certain because it came out the same in all worlds; coins may be.
            assert own.game in ("twelve-nights", "twentyone")
            assert abs(off) <= RARE
    return errors


def agrees(decisions: Iterator[Decided], exact: Exact, policy: Policy, samples: int) -> None:
    precision = Precision(samples=samples, policy=policy, seed=b"exact")
    found = (errors for decision in decisions if (errors := errors_of(decision, exact, precision)))
    errors = [error for of_one in islice(found, STATES) for error in of_one]
    assert max(map(abs, errors)) <= FAR
    assert sum(error * error for error in errors) <= SQUARES * len(errors)


def falls_evenly(
    decisions: Iterator[Decided], possible: Callable[[AnyTable], Sequence[int]], die: int, policy: Policy
) -> None:
    """In the worlds of ten decisions, a hidden die of the other seat shows each possible face as often (Pearson)."""
    squares = freedom = 0.0
    for sight, place, own in islice(decisions, STATES):
        faces = possible(own)
        sampled = islice(worlds(sight, place, policy, random.Random(place)), EACH * len(faces))
        shown = Counter(world.table.seats["seat-2"].dice[die].face for world in sampled)
        assert shown.keys() <= set(faces)
        squares += sum((shown[face] - EACH) ** 2 / EACH for face in faces)
        freedom += len(faces) - 1
    assert abs(squares - freedom) <= FAR * sqrt(2 * freedom)


def policy_of(game: str, player: Player) -> Policy:
    return Policy(name="simple", summary="Plays by one rule.", plays={game: player}, otherwise=at_random)


# Pig


def points_of_a_turn(hold_at: int, at_risk: int = 0) -> float:
    """What a turn of Pig makes on average."""
    if at_risk >= hold_at:
        return at_risk
    return sum(points_of_a_turn(hold_at, at_risk + face) for face in range(2, 7)) / 6


def test_pig_is_solved_as_published() -> None:
    """Neller and Presser: the first of two optimal players wins 53.06 %, and to hold at 20 makes 8.14 points a turn."""
    assert f"{Race(None, None).first_wins:.2%}" == "53.06%"
    assert f"{points_of_a_turn(20):.2f}" == "8.14"


TARGET: Final = 50


@cache
def pig_chances() -> dict[tuple[int, int], float]:
    """The chance to win of who begins a turn, by both scores, if both bank from 20 points on."""
    return Race(always_from(20), always_from(20), TARGET).worth[0]


def pig_banked(own: int, other: int, at_risk: int) -> float:
    return 1.0 if own + at_risk >= TARGET else 1 - pig_chances()[other, own + at_risk]


def pig_thrown(own: int, other: int, at_risk: int) -> float:
    """Throwing once more, and going on as usual."""
    enough = max(BANK_FROM, min(20, TARGET - own))
    reached = [at_risk + face for face in range(2, 7)]
    kept = sum((pig_banked if now >= enough else pig_thrown)(own, other, now) for now in reached)
    return (kept + 1 - pig_chances()[other, own]) / 6


def test_pig_is_worth_what_its_exact_chances_say() -> None:
    def exact(own: AnyTable, option: Choice) -> float:
        mine, theirs = (own.state.banked.get(seat, 0) for seat in (ME, "seat-2"))
        return (pig_banked if option["type"] == "bank" else pig_thrown)(mine, theirs, own.state.at_risk)

    decisions = decided("pig", "threshold", "threshold", target=TARGET)
    agrees(decisions, exact, named("threshold"), 40)


# Trickster's Tavern: one die each, so that one challenge decides the game

Bid = tuple[int, int]
"""An amount, and a value."""
FIRST: Final[Bid] = (0, 6)


def counts(face: int, value: int) -> int:
    return {7: (6, 1), 8: (6, 2)}.get(face, (face,)).count(value)


def answer_of(face: int, bid: Bid) -> Bid | None:
    """Call (None) what is more than the own die and one other count as; otherwise raise as little as possible."""
    amount, value = bid
    if amount > counts(face, value) + 1:
        return None
    return (amount, value + 1) if value < 6 else (amount + 1, 1)


def wins(mine: int, theirs: int, bid: Bid, *, asked: bool) -> bool:
    """Whether `ME` wins with these faces, if this bid stands and `ME` is asked, or the other seat."""
    answer = answer_of(mine if asked else theirs, bid)
    if answer is not None:
        return wins(mine, theirs, answer, asked=not asked)
    is_true = counts(mine, bid[1]) + counts(theirs, bid[1]) >= bid[0]
    return is_true != asked


def raising(position: Position, chance: Chance) -> Choice | None:
    if position.offers("choose_class"):
        return {"type": "choose_class", "card": values(position.each("choose_class")[0], "card")[0]}
    if position.offers("lose_die"):
        return {"type": "lose_die", "n": 0}
    if not position.asked:
        return None
    bids: Sequence[dict[str, int]] = position.details["bets"]
    answer = answer_of(position.me.dice[0].face or 0, (bids[-1]["amount"], bids[-1]["value"]) if bids else FIRST)
    return {"type": "call_liar"} if answer is None else {"type": "bet", "amount": answer[0], "value": answer[1]}


def test_a_hidden_die_at_tricksters_tavern_falls_evenly() -> None:
    decisions = (one for one in bidding() if one[2].phase == "betting")
    falls_evenly(decisions, lambda own: faces_of(own.seats["seat-2"].dice[0]), 0, policy_of("trickster", raising))


def faces_of(die: Die) -> range:
    return range(1, int(die.die[1:]) + 1)


def bidding() -> Iterator[Decided]:
    cards = [{"name": f"A {die}", "hand": [die]} for die in ("d4", "d6", "d8")]
    return decided("trickster", "probable", "probable", cards=cards, standard_cards=False)


def test_a_bid_is_worth_what_the_hidden_die_says() -> None:
    def exact(own: AnyTable, option: Choice) -> float | None:
        if option["type"] not in ("bet", "call_liar"):
            return None
        (mine,), (theirs,) = own.seats[ME].dice, own.seats["seat-2"].dice
        faces = faces_of(theirs)
        if option["type"] == "bet":
            bid = option["amount"], option["value"]
            won = [wins(mine.face or 0, face, bid, asked=False) for face in faces]
        else:
            bet = own.state.bets[-1]
            won = [counts(mine.face or 0, bet.value) + counts(face, bet.value) < bet.amount for face in faces]
        return sum(won) / len(won)

    agrees(bidding(), exact, policy_of("trickster", raising), 96)


# Twelve Nights


@cache
def carefully(cards: Cards) -> float:
    """What a bet of one wins if a hand is played on with caution: another card up to 7, none from 10 on."""
    points = total(cards)
    if points >= 12:
        return 1.0 if points == 12 else -1.0
    if points >= 10:
        return stayed(cards)
    return drawn(cards) if points <= 7 else -0.5


def stayed(cards: Cards) -> float:
    """The House wins ties, and loses if it has more than twelve."""
    return float(2 * sum(chance for end, chance in totals(10).items() if end > 12 or end < total(cards)) - 1)


def drawn(cards: Cards) -> float:
    return sum(map(carefully, more(cards))) / 6


@pytest.mark.parametrize("cheating", ["off", "on"])
def test_a_card_of_twelve_nights_is_worth_what_all_cards_to_come_say(cheating: str) -> None:
    """With cheating, the others' cards lie face down, and one's own are shown before more are drawn."""

    def exact(own: AnyTable, option: Choice) -> float | None:
        cards = tuple(sorted(die.face or 0 for die in own.seats[ME].dice))
        match option["type"]:
            case "bet":
                hands = [tuple(sorted(pair)) for pair in product(range(1, 7), repeat=2)]
                return float(option["amount_cp"]) / 500 * sum(map(carefully, hands)) / 36
            case "pass":
                return 0.0
            case "hit":
                return drawn(cards)
            case "show_dice":
                return carefully(cards)
            case "stay":
                return stayed(cards)
            case "fold":
                return -0.5
            case _:
                return None

    decisions = decided("twelve-nights", "cautious", "best_play", "best_play", cheating=cheating)
    agrees(decisions, exact, named("cautious"), 160)


# Twenty-One between two


class Hand(NamedTuple):
    """`paid` is in tenths of an ante, with the fees that are owed."""

    total: int
    bought: int
    paid: int
    held: bool


Hands = tuple[Hand, Hand]
PRICES: Final = {"d20": 5, "d10": 5, "d8": 10, "d6": 10, "d4": 20}
ENOUGH: Final = 17


def won_by(hands: Hands, winner: int) -> float:
    """What the first hand gains: the House has matched both antes."""
    return (20 + hands[1].paid if winner == 0 else -hands[0].paid) / 10


@cache
def duel(mine: int, theirs: int) -> float:
    """The chance to win with so many dice bought: a d20, and a d4 for each; equal throws do not count."""
    throws = product(throws_of_duel(mine).items(), throws_of_duel(theirs).items())
    different = [(one > other, ways * others) for (one, ways), (other, others) in throws if one != other]
    return sum(ways for higher, ways in different if higher) / sum(ways for _, ways in different)


@cache
def throws_of_duel(bought: int) -> Counter[int]:
    """In how many ways the dice make each sum."""
    if not bought:
        return Counter(range(1, 21))
    return sum(
        (Counter({throw + face: ways for throw, ways in throws_of_duel(bought - 1).items()}) for face in range(1, 5)),
        Counter(),
    )


@cache
def goes_on(hands: Hands, turn: int) -> float:
    """What the first hand gains if both buy d6 until they have enough, and one of them has the turn."""
    mine, theirs = hands
    if mine.held and theirs.held:
        first = duel(mine.bought, theirs.bought) if mine.total == theirs.total else float(mine.total > theirs.total)
        return first * won_by(hands, 0) + (1 - first) * won_by(hands, 1)
    if hands[turn].held:
        return goes_on(hands, 1 - turn)
    return holds(hands, turn) if hands[turn].total >= ENOUGH else buys(hands, turn, "d6")


def with_hand(hands: Hands, whose: int, hand: Hand) -> Hands:
    return (hand, hands[1]) if whose == 0 else (hands[0], hand)


def holds(hands: Hands, whose: int) -> float:
    return goes_on(with_hand(hands, whose, hands[whose]._replace(held=True)), 1 - whose)


def buys(hands: Hands, whose: int, die: str) -> float:
    hand, sides = hands[whose], int(die[1:])
    hand = hand._replace(bought=hand.bought + 1, paid=hand.paid + PRICES[die])
    return sum(sets_down(with_hand(hands, whose, hand), whose, die, face) for face in range(1, sides + 1)) / sides


def sets_down(hands: Hands, whose: int, die: str, face: int) -> float:
    """A 1 costs a fee, and a 20 makes 21."""
    hand = hands[whose]
    reached = 21 if (die, face) == ("d20", 20) else hand.total + face
    after = with_hand(hands, whose, hand._replace(total=reached, paid=hand.paid + 2 * (face == 1)))
    return won_by(after, 1 - whose) if reached > 21 else goes_on(after, 1 - whose)


def buying_d6(position: Position, chance: Chance) -> Choice | None:
    if not position.asked:
        return None
    match position.question:
        case "turn" if position.offers("hold") and (position.me.total or 0) >= ENOUGH:
            return {"type": "hold"}
        case "turn":
            dice: list[str] = [die for action in position.each("roll") for die in values(action, "die")]
            return (
                {"type": "roll", "die": "d6" if "d6" in dice else dice[0], "pay": "coins"} if dice else {"type": "fold"}
            )
        case "staredown":
            return {"type": "pass"}
        case _:
            return {"type": "let_it_be"} if position.offers("let_it_be") else None


def made_21(own: AnyTable) -> bool:
    """Whether somebody's total is not the sum of the faces."""
    return any(own.state.hands[seat].made_21 for seat in own.order)


def holes_of(own: AnyTable) -> range:
    """What the other seat's hole die may be: it is not bust."""
    return range(1, min(10, 21 - sum(die.face or 0 for die in own.seats["seat-2"].dice)) + 1)


def twenty_one(own: AnyTable, option: Choice) -> float | None:
    """The average over what the other seat's hole die may be."""
    mine, theirs = own.seats[ME], own.seats["seat-2"]
    if made_21(own) or own.question not in ("cut", "turn", "cheat"):
        return None
    shown = sum(die.face or 0 for die in theirs.dice)
    first, second = (
        Hand(
            total=sum(die.face or 0 for die in seat.dice if die.place != "hand"),
            bought=own.state.hands[seat.seat].bought,
            paid=-own.moved[seat.seat] // 50 + own.state.hands[seat.seat].fees_cp // 50,
            held=seat.status == "held",
        )
        for seat in (mine, theirs)
    )
    worths: list[float] = []
    for hole in holes_of(own):
        hands = first, second._replace(total=shown + hole)
        match option:
            case {"type": "hold"}:
                worths.append(holds(hands, 0))
            case {"type": "fold"}:
                worths.append(won_by(hands, 1) + (0 if own.state.hands[ME].acted else 0.5))
            case {"type": "roll", "die": die, "pay": "coins"}:
                worths.append(buys(hands, 0, die))
            case {"type": "let_it_be"} if own.question == "cheat":
                worths.append(sets_down(hands, 0, mine.dice[-1].die, mine.dice[-1].face or 0))
            case {"type": "let_it_be"}:
                worths.append(goes_on(hands, 0))
            case {"type": "cut"}:
                again = [first._replace(total=(mine.dice[0].face or 0) + face) for face in range(1, 11)]
                worths.append(sum(goes_on((hand, hands[1]), 0) for hand in again) / 10)
            case _:
                return None
    return sum(worths) / len(worths)


def two_at_twenty_one() -> Iterator[Decided]:
    return decided("twentyone", "plain", "plain", liquid_mode=False)


def test_a_hole_die_of_twenty_one_falls_evenly_as_far_as_its_seat_is_not_bust() -> None:
    decisions = (one for one in two_at_twenty_one() if one[2].question == "turn" and not made_21(one[2]))
    falls_evenly(decisions, holes_of, 1, policy_of("twentyone", buying_d6))


def test_twenty_one_is_worth_what_the_hidden_die_and_all_dice_to_come_say() -> None:
    agrees(two_at_twenty_one(), twenty_one, policy_of("twentyone", buying_d6), 160)
