"""What a seat of Twenty-One may do now, with what it costs, and why not the rest.

Asked of the seat's own table; nothing here may depend on what the seat cannot see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from events.event import type_tag
from games.twentyone import standing
from games.twentyone.commands import Reroll, Resist
from games.twentyone.conditions import (
    BUST,
    CAUGHT,
    DARED,
    FOLDED,
    GOADED,
    HELD,
    LOCKED_TO_BLIND_D4,
    LOCKED_TO_BLIND_D20,
    LOCKED_TO_D20,
)
from games.twentyone.options import CHANGES, RESISTING_ANTES, SIDES, die_cost
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.variants import rules_of
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.chronicle import coins

_ANSWERS: Final = ("cut", "let_it_be", "cheat", "resist", "reroll", "retaliate", "pass")
_SKILLS: Final = ("goad", "bump", "foresight", "profile")
_MAIN: Final = ("roll", "hold", "fold")
_BUT_ROLLING: Final = ("hold", "fold")
_COINS: Final = Choices(choices=["coins"])
_DRINKS: Final = Choices(choices=["drinks"])
_GOADING: Final = Choices(choices=["intimidation", "persuasion"])
_OUT: Final = {
    FOLDED: ("folded", "You have folded: you are out of this round."),
    BUST: ("bust", "You are bust: you can accuse and bet on others, no more."),
    CAUGHT: ("caught", "You were caught cheating: you are out of this round, and can bet on others, no more."),
}
_ASKED: Final = {
    "cheat": ("question_first", "You are asked about the die in your hand: cheat, or let it be."),
    "goad": ("question_first", "You are asked whether you shrug the Goad off: resist, or let it be."),
    "retaliation": ("question_first", "You are asked which die of who bumped you rolls again: retaliate."),
    "free_reroll": ("question_first", "You are asked whether a die of your own rolls again: reroll, or let it be."),
    "one_more": ("question_first", "You are asked whether you roll one more die: roll, or let it be."),
}
"""What a seat is asked in the middle of the betting, and how it answers."""


def seat_offers(table: TwentyOneTable, seat: str, only: str | None = None) -> Iterator[Offer]:
    """All that a seat may and may not do now; with `only`, what stands in one section with that command."""
    if not table.seats[seat].playing:
        return _while_watching(table, seat)
    retaliation = table.state.retaliation
    if retaliation and retaliation.bumper == seat:
        return _locked(table, seat, table.names[retaliation.target])
    if only is None:
        return chain.from_iterable(section(table, seat) for _, section in _LISTED)
    n = SECTIONS.get(only)
    return iter(()) if n is None else _LISTED[n][1](table, seat)


def _while_watching(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    yield from _but_for(table, ("side_bet",), _ONLY_WATCHING)
    yield from _side_bets(table, seat)


_ONLY_WATCHING: Final = ("not_in_round", "You are not in this round; you can bet on those who are.")


def _but_for(table: TwentyOneTable, possible: Sequence[str], why: tuple[str, str]) -> Iterator[Offer]:
    for kind in rules_of(table).seat_commands:
        if type_tag(kind) not in possible:
            yield Refusal(type_tag(kind), *why)


def _locked(table: TwentyOneTable, seat: str, target: str) -> Iterator[Offer]:
    possible = rules_of(table).while_locked
    if "fold" in possible:
        yield Action(type="fold")
    if "accuse" in possible:
        yield from _accusations(table, seat)
    if "side_bet" in possible:
        yield from _side_bets(table, seat)
    others = " or ".join(command.replace("_", " ") for command in possible)
    why = ("retaliation_pending", f"{target} picks one of your dice to roll again; until then you can only {others}.")
    yield from _but_for(table, possible, why)


def _answers(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    asked = table.question if seat in table.to_act else ""
    yield Action(type="cut") if asked == "cut" else _NOT_AT_THE_CUT
    yield Action(type="let_it_be") if asked in _CAN_BE_LET_BE else _NOTHING_ASKED
    if asked == "cheat":
        yield from _cheats(table, seat)
    else:
        yield _NO_DIE_IN_HAND
    if asked == "retaliation":
        dice = list(range(len(table.seats[standing.known(table.state.retaliation).bumper].dice)))
        yield Action(type="retaliate", params={"n": Choices(choices=dice)})
    else:
        yield _NOTHING_TO_RETALIATE
    if Resist in rules_of(table).seat_commands:
        yield from _resistance(table, seat, asked)
    if Reroll in rules_of(table).seat_commands:
        yield _free_reroll(table, seat, asked)
    yield Action(type="pass") if asked == "staredown" else _NO_STAREDOWN


def _resistance(table: TwentyOneTable, seat: str, asked: str) -> Iterator[Offer]:
    cost_cp = RESISTING_ANTES * table.options.ante_cp
    if asked != "goad":
        yield Refusal("resist", "nothing_to_resist", "You are not asked whether you resist a Goad.")
    elif not standing.could_resist(table, seat):
        detail = f"Resisting costs {coins(cost_cp)}, and you have {coins(table.purse(seat))}."
        yield Refusal("resist", "purse_too_small", detail)
    else:
        yield Action(type="resist", cost_cp=cost_cp)


def _free_reroll(table: TwentyOneTable, seat: str, asked: str) -> Offer:
    if asked != "free_reroll":
        return Refusal(
            "reroll", "nothing_to_reroll", "A die of your own rolls again after a natural 20 on a bump alone."
        )
    return Action(type="reroll", params={"n": Choices(choices=list(range(len(table.seats[seat].dice))))})


_CAN_BE_LET_BE: Final = ("cut", "cheat", "goad", "free_reroll", "one_more")
_NOT_AT_THE_CUT: Final = Refusal("cut", "not_at_the_cut", "The lowest open die alone may re-roll, before the betting.")
_NOTHING_ASKED: Final = Refusal("let_it_be", "nothing_asked", "You are not asked anything.")
_NO_DIE_IN_HAND: Final = Refusal(
    "cheat", "no_die_in_hand", "You can cheat while you are asked about a die in your hand."
)
_NOTHING_TO_RETALIATE: Final = Refusal("retaliate", "nothing_to_retaliate", "Nobody’s failed bump waits for you.")
_NO_STAREDOWN: Final = Refusal("pass", "no_staredown", "There is nothing to pass on: you are not asked in a staredown.")


def _cheats(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    if standing.rolls_blind(table, seat):
        yield Refusal("cheat", "blind_roll", "You cannot cheat on a blind roll; let it be.")
        return
    in_hand = hand_of(table, seat).in_hand
    for n, die in enumerate(table.seats[seat].dice):
        if (n != in_hand and die.place != "hole") or die.face is None:
            detail = "Only the die in your hand or your covered hole die can be changed: all have seen the others."
            yield Refusal("cheat", "die_seen_by_all", detail, {"n": n})
            continue
        yield Action(type="cheat", params={"n": Choices(choices=[n]), "change": _changes(die.die, die.face)})


@lru_cache(maxsize=sum(SIDES.values()))
def _changes(die: str, face: int) -> Choices:
    return Choices(choices=[change for change in CHANGES if changed_face(die, face, change) is not None])


def changed_face(die: str, face: int, change: int) -> int | None:
    """The face after a change, clamped to the die; None where it changes nothing or would make a 20 on a d20."""
    changed = min(max(face + change, 1), SIDES[die])
    return None if changed == face or (die == "d20" and changed == 20) else changed


def _main(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    """Folding is always offered on one's turn: the last seat in a hand has none, for it has won."""
    if seat in table.to_act and table.question == "one_more":
        yield from _rolls(table, seat)
        yield from _not_now(table, seat, _BUT_ROLLING)
        return
    if not _has_the_turn(table, seat):
        yield from _not_now(table, seat, _MAIN)
        return
    yield from _rolls(table, seat)
    yield _hold(table, seat)
    yield Action(type="fold")


def _has_the_turn(table: TwentyOneTable, seat: str) -> bool:
    return seat in table.to_act and table.question == "turn"


def _not_now(table: TwentyOneTable, seat: str, commands: tuple[str, ...]) -> Sequence[Offer]:
    status = CAUGHT if hand_of(table, seat).caught else table.seats[seat].status
    code, detail = _why_not_now(table, seat, status)
    return _refusals(commands, code, detail)


@lru_cache(maxsize=256)
def _refusals(commands: tuple[str, ...], code: str, detail: str) -> Sequence[Refusal]:
    return [Refusal(command, code, detail) for command in commands]


def _why_not_now(table: TwentyOneTable, seat: str, status: str) -> tuple[str, str]:
    if status in _OUT:
        return _OUT[status]
    if table.phase == "cut":
        return "betting_not_open", "The Cut comes first; then the betting goes round."
    if table.phase != "betting":
        return "betting_closed", "The betting is over."
    if seat in table.to_act:
        return _ASKED[table.question]
    if status == HELD:
        return "already_held", "You hold: you stop rolling for this round."
    turn = table.names.get(table.turn or "", "somebody else")
    return "not_your_turn", f"It is {turn}’s turn."


def _rolls(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    by_price = standing.allowed_dice(table, seat)
    purse_cp, ante_cp = table.purse(seat), table.options.ante_cp
    for_nothing = standing.rolls_for_nothing(table, seat)
    for dice in by_price:
        cost_cp = 0 if for_nothing else die_cost(ante_cp, dice[0])
        if cost_cp <= purse_cp:
            yield Action(type="roll", params={"die": Choices(choices=dice), "pay": _COINS}, cost_cp=cost_cp)
            continue
        detail = f"A {' or a '.join(dice)} costs {coins(cost_cp)}, and you have {coins(purse_cp)}."
        for die in dice:
            yield Refusal("roll", "purse_too_small", detail, {"die": die, "pay": "coins"})
    allowed = [die for dice in by_price for die in dice]
    if for_nothing:
        yield Refusal("roll", "costs_nothing", "This die costs you nothing: no drinks are due.", {"pay": "drinks"})
    elif standing.may_drink(table, seat):
        yield Action(type="roll", params={"die": Choices(choices=allowed), "pay": _DRINKS})
    elif not table.options.liquid_mode:
        yield Refusal("roll", "no_tab", "There is no tab at this table.", {"pay": "drinks"})
    else:
        yield Refusal("roll", "cut_off", "You are Sloppy: your tab is cut off for this round.", {"pay": "drinks"})
    only = standing.only_die(table, seat)
    if only:
        for die in SIDES:
            if die != only:
                yield Refusal("roll", *_FORCED[only], {"die": die})


_FORCED: Final = {
    "d20": ("only_a_d20", "You are forced to roll a d20."),
    "d8": ("only_a_d8", "You are dared: roll the free d8, or fold."),
    "d4": ("only_a_d4", "You are forced to roll a d4, and blind."),
}


def _hold(table: TwentyOneTable, seat: str) -> Offer:
    under = table.seats[seat].conditions
    for condition in _CANNOT_HOLD if under else ():
        if condition in under:
            return Refusal("hold", *_CANNOT_HOLD[condition])
    return Action(type="hold")


_CANNOT_HOLD: Final = {
    GOADED: ("cannot_hold_when_goaded", "You are goaded: roll, or fold."),
    DARED: ("cannot_hold_when_dared", "You are dared: roll the free d8, or fold."),
    LOCKED_TO_BLIND_D20: ("cannot_hold_when_locked", "Foresight locked you into a blind d20: roll it, or fold."),
    LOCKED_TO_BLIND_D4: ("cannot_hold_when_locked", "Foresight locked you into a blind d4: roll it, or fold."),
    LOCKED_TO_D20: ("cannot_hold_when_locked", "Foresight locked you into a d20: roll it, or fold."),
}


def _skills(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    if not _has_the_turn(table, seat):
        yield from _not_now(table, seat, _SKILLS)
        return
    hand = hand_of(table, seat)
    others = [other for other in standing.contenders(table) if other != seat]
    for skill in _SKILLS:
        if hand.skill_this_turn:
            yield Refusal(skill, "one_skill_a_turn", "You have used a skill this turn; now roll, hold or fold.")
        elif skill in hand.skills:
            yield Refusal(skill, "skill_used", f"You have used {skill} this round; each skill once a round.")
        else:
            yield from _skill(table, skill, others)


def _skill(table: TwentyOneTable, skill: str, others: list[str]) -> Iterator[Offer]:
    match skill:
        case "goad":
            targets = [other for other in others if standing.could_be_goaded(table, other)]
            if targets:
                yield Action(type="goad", params={"target": Choices(choices=targets), "skill": _GOADING})
            for other in others:
                if other not in targets:
                    detail = f"{table.names[other]} {_BEYOND_GOADING[HELD in rules_of(table).goadable]}"
                    yield Refusal("goad", "cannot_be_goaded", detail, {"target": other})
        case "bump":
            for other in others:
                dice = Choices(choices=list(range(len(table.seats[other].dice))))
                yield Action(type="bump", params={"target": Choices(choices=[other]), "n": dice})
        case "profile":
            yield Action(type="profile", params={"target": Choices(choices=others)})
        case _:
            yield Action(type=skill)


_BEYOND_GOADING: Final = {
    True: "is Sloppy, or could pay for no die.",
    False: "holds, is Sloppy, or could pay for no die.",
}


def _accusations(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    cost_cp = standing.accusation_cp(table)
    status = table.seats[seat].status
    if table.phase not in ("betting", "staredown") or not standing.accusations_are_heard(table):
        yield _NOTHING_TO_ACCUSE[rules_of(table).accusations_wait_for_a_bought_die]
    elif standing.is_done_with(table, seat):
        yield Refusal("accuse", *_OUT[FOLDED if status == FOLDED else CAUGHT])
    elif standing.has_had_its_say(table, seat):
        yield Refusal("accuse", "accused_already", "You have accused this round; once a round is all.")
    elif table.purse(seat) < cost_cp:
        detail = f"An accusation costs {coins(cost_cp)}, and you have {coins(table.purse(seat))}."
        yield Refusal("accuse", "purse_too_small", detail)
    elif not (accusable := standing.could_be_accused(table, seat)):
        yield Refusal("accuse", "cannot_be_accused", "Nobody is left whom you could accuse.")
    else:
        for target, dice in accusable.items():
            params = {"target": Choices(choices=[target]), "n": Choices(choices=dice)}
            yield Action(type="accuse", params=params, cost_cp=cost_cp)


_NOTHING_TO_ACCUSE: Final = {
    True: Refusal("accuse", "nothing_to_accuse", "Accusations are heard from the first bought die on."),
    False: Refusal("accuse", "nothing_to_accuse", "Nobody has set down a die yet that could be cheated on."),
}
"""By whether a die has to be bought first."""


def _side_bets(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    least_cp, purse_cp = table.options.ante_cp, table.purse(seat)
    if not _takes_side_bets(table):
        rounds = rules_of(table).side_bet_rounds
        when = "until the reveal" if rounds is None else f"during the first {rounds} rounds of betting"
        yield Refusal("side_bet", "side_bets_closed", f"Side bets are taken {when}.")
    elif purse_cp < least_cp:
        detail = f"A side bet is {coins(least_cp)} at least, and you have {coins(purse_cp)}."
        yield Refusal("side_bet", "purse_too_small", detail)
    else:
        backed = Choices(choices=standing.contenders(table))
        amount = Bounds(min=least_cp, max=purse_cp)
        yield Action(type="side_bet", params={"target": backed, "amount_cp": amount})


def _takes_side_bets(table: TwentyOneTable) -> bool:
    rules = rules_of(table)
    if table.phase != "betting":
        return table.phase == "cut" and rules.side_bets_at_the_cut
    return rules.side_bet_rounds is None or table.state.betting_round <= rules.side_bet_rounds


_LISTED: Final[Sequence[tuple[Sequence[str], Callable[[TwentyOneTable, str], Iterator[Offer]]]]] = (
    (_ANSWERS, _answers),
    (_MAIN, _main),
    (_SKILLS, _skills),
    (("accuse",), _accusations),
    (("side_bet",), _side_bets),
)
"""What is offered together, with the commands that stand there."""
SECTIONS: Final[Mapping[str, int]] = {command: n for n, (commands, _) in enumerate(_LISTED) for command in commands}
"""Which commands stand together, by the number of their section."""


def gm_offers(table: TwentyOneTable) -> Iterator[Offer]:
    """What the GM may do of the game's own commands."""
    if table.state.retaliation:
        yield Action(type="waive")
    else:
        yield Refusal("waive", "nothing_to_retaliate", "No failed bump waits for a retaliation.")
    if table.phase == "staredown":
        yield Action(type="close_staredown")
    else:
        yield Refusal("close_staredown", "no_staredown", "There is no staredown to close.")
