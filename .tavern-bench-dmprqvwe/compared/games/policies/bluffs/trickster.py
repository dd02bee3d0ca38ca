"""Playing Trickster's Tavern: bets, calls, abilities, and which die to lose, from a seat's position."""

from collections.abc import Sequence
from typing import Final, cast

import msgspec

from games.policies.bluffs.bids import Bid, Hand
from games.policies.bluffs.liars import Sight, Tongue, bet_or_call
from games.policies.bluffs.powers import Aim, aim, weakest
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, values
from games.trickster.cards.card import PLAIN, Card, Constant, Manual, Size, Ward
from games.trickster.counting import WildFaces, wild_on
from games.trickster.options import MOST_OF_A_SEAT, by_name
from projections.actions import Action
from projections.views import SeatView

_IN: Final = "active"


def player(tongue: Tongue) -> Player:
    """A player of this kind."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if position.offers("choose_class"):
            names: list[str] = values(position.each("choose_class")[0], "card")
            return {
                "type": "choose_class",
                "card": chance.choice([name for name in names if name != PLAIN.name] or names),
            }
        if position.offers("lose_die"):
            return {"type": "lose_die", "n": weakest(sight_of(position).own)}
        abilities = position.each("use_ability")
        if not abilities and not position.asked:
            return None
        sight = sight_of(position)
        for index, aims in _aims(abilities).items():
            ability = _card(position, position.me).abilities[index]
            aimed = aim(sight, cast("Manual", ability), aims, tongue, chance)
            if aimed is not None:
                given = {name: value for name, value in msgspec.structs.asdict(aimed).items() if value is not None}
                return {"type": "use_ability", "ability": index, **given}
        return _bet(sight, tongue, chance) if position.asked else None

    return play


def _aims(abilities: Sequence[Action]) -> dict[int, list[Aim]]:
    """What each ability can be aimed at, by its number."""
    aims: dict[int, list[Aim]] = {}
    for action in abilities:
        seats, dice = (values(action, name) or [None] for name in ("target", "n"))
        aims.setdefault(values(action, "ability")[0], []).extend(
            Aim(target=target, n=n) for target in seats for n in dice
        )
    return aims


def _bet(sight: Sight, tongue: Tongue, chance: Chance) -> Choice:
    bet = bet_or_call(sight, tongue, chance)
    return {"type": "call_liar"} if bet is None else {"type": "bet", "amount": bet[0], "value": bet[1]}


def sight_of(position: Position) -> Sight:
    """What a seat sees of the dice, the bets and the classes."""
    details = position.details
    wild = [WildFaces(**rule) for rule in details["wild"]]
    at = position.order.index(position.mine)
    around = [position.seat(seat) for seat in (*position.order[at + 1 :], *position.order[:at])]
    seats = [position.seat(seat) for seat in position.order]
    return Sight(
        mine=position.mine,
        hands={seat.seat: _hand(seat, wild) for seat in seats if seat.dice or seat.seat == position.mine},
        bids=[Bid(bet["seat"], bet["amount"], bet["value"]) for bet in details["bets"]],
        rivals=[seat.seat for seat in around if seat.status == _IN],
        most=MOST_OF_A_SEAT * sum(seat.status == _IN for seat in seats),
        asked=position.asked,
        warded=[seat.seat for seat in seats if seat.dice and _is_warded(_card(position, seat))],
    )


def _hand(seat: SeatView, wild: Sequence[WildFaces]) -> Hand:
    return tuple(
        (cast("Size", die.die), wild_on(wild, seat.seat, cast("Size", die.die)), die.face) for die in seat.dice
    )


def _is_warded(card: Card) -> bool:
    constant = [ability for ability in card.abilities if isinstance(ability, Constant)]
    return any(isinstance(effect, Ward) for ability in constant for effect in ability.effects)


def _card(position: Position, seat: SeatView) -> Card:
    return by_name(position.options).get(seat.details.get("class", PLAIN.name), PLAIN)
