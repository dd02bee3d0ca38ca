"""What may be done now in Bluffmaster, and why not the rest: judged from what the actor can see."""

from collections.abc import Iterator
from typing import Any, Final

from events.event import type_tag
from games.bluffmaster import commands, splitting, standing
from games.bluffmaster.options import ABILITIES, ADD, AMOUNT, MOST_AMOUNT, MOST_USES, REROLL, SUBTRACT
from games.bluffmaster.state import BluffmasterTable, Proposal
from games.mechanics import betting
from games.mechanics.betting import contenders
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal, Schema
from projections.chronicle import listed, name_of

_DICE: Final = Choices(choices=[0, 1])
_PARTS: Final = {"type": "integer", "minimum": 1, "maximum": commands.MOST_PARTS}


def seat_offers(table: BluffmasterTable, seat: str) -> Iterator[Offer]:
    """What a seat may do now, and what it might expect and may not."""
    if not table.seats[seat].playing:
        for kind in commands.SEAT_COMMANDS:
            yield Refusal(type_tag(kind), "not_in_set", "You do not play in this Set.")
        return
    asked = table.question if seat in table.to_act else ""
    yield from betting.choices(table, seat, asked=asked == "turn")
    yield from _card_offers(asked)
    yield from _ability_offers(table, seat, asked)
    yield from _split_offers(table, seat)


def _card_offers(asked: str) -> Iterator[Offer]:
    if asked == standing.CARD:
        yield Action(type="choose_card", params={"ability": Choices(choices=list(ABILITIES))})
    else:
        yield Refusal("choose_card", "not_asked", "You are not asked for a card now.")


def _ability_offers(table: BluffmasterTable, seat: str, asked: str) -> Iterator[Offer]:
    if asked != standing.ABILITY:
        detail = "Abilities are chosen once, by all who are in, after the second betting."
        yield Refusal("use_ability", "not_asked", detail)
        yield Refusal("use_none", "not_asked", detail)
        return
    held = standing.cards(table, seat) or ()
    usable = [ability for ability in held if standing.uses_left(table, seat, ability)]
    target = Choices(choices=contenders(table))
    if REROLL in usable:
        yield _use([REROLL], target=target, n=_DICE)
    if changing := [ability for ability in usable if ability != REROLL]:
        yield _use(changing, target=target)
    for ability in ABILITIES:
        if ability not in held:
            detail = f"You do not hold the card of {ability}. Your card is {listed(list(held))}."
            yield Refusal("use_ability", "no_card", detail, {"ability": ability})
        elif ability not in usable:
            detail = f"You have used {ability} as often as you can in this Set."
            yield Refusal("use_ability", "card_used", detail, {"ability": ability})
    yield Action(type="use_none")


def _use(abilities: list[str], **params: Param) -> Action:
    return Action(type="use_ability", params={"ability": Choices(choices=abilities), **params})


def _split_offers(table: BluffmasterTable, seat: str) -> Iterator[Offer]:
    proposal = table.state.proposal
    if proposal is None:
        if table.phase == standing.CHOOSING_CARDS:
            yield Refusal("propose_split", "nothing_to_split", "No antes are paid yet: you can leave as you are.")
        else:
            yield Action(type="propose_split", params={"shares": Schema(schema=_shares_schema(table))})
        yield Refusal("agree", "no_proposal", "Nobody has proposed to split the pot.")
        yield Refusal("refuse_split", "no_proposal", "Nobody has proposed to split the pot.")
        return
    proposer = name_of(table, proposal.seat)
    yield Refusal("propose_split", "split_proposed", f"{proposer} has proposed a split already: agree, or refuse it.")
    yield from _answers(table, seat, proposal)


def _answers(table: BluffmasterTable, seat: str, proposal: Proposal) -> Iterator[Offer]:
    if seat in splitting.asked(table, proposal):
        yield Action(type="agree")
        yield Action(type="refuse_split")
    elif seat == proposal.seat:
        yield Refusal("agree", "own_proposal", "It is your own proposal: the others answer it.")
        yield Action(type="refuse_split")
    else:
        yield Refusal("agree", "agreed_already", "You have agreed already.")
        yield Refusal("refuse_split", "agreed_already", "You have agreed, and that binds you.")


def _shares_schema(table: BluffmasterTable) -> dict[str, Any]:
    return {
        "type": "object",
        "description": "How many parts of the pot go to each seat that gets any",
        "properties": dict.fromkeys(standing.of_the_set(table), _PARTS),
        "additionalProperties": False,
        "minProperties": 1,
    }


def gm_offers(table: BluffmasterTable) -> Iterator[Offer]:
    """Grants: how often a seat may use an ability in a Set, or how much it changes; in a round and between rounds."""
    players = [seat.seat for seat in table.present() if seat.kind != "watcher"]
    if not players:
        yield Refusal("grant", "nobody_plays", "Nobody sits here who could be granted anything.")
        return
    target = Choices(choices=players)
    uses, amount = Bounds(min=1, max=MOST_USES), Bounds(min=AMOUNT, max=MOST_AMOUNT)
    changing = Choices(choices=[SUBTRACT, ADD])
    yield Action(type="grant", params={"target": target, "ability": Choices(choices=list(ABILITIES)), "uses": uses})
    optional = Bounds(min=1, max=MOST_USES, optional=True)
    yield Action(type="grant", params={"target": target, "ability": changing, "amount": amount, "uses": optional})
