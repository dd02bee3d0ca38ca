"""What a seat of Twenty-One may do now, with what it costs, and why not the rest.

Asked of the seat's own table; nothing here may depend on what the seat cannot see.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from typing import Final

from events.event import type_tag
from games.twentyone import standing
from games.twentyone.commands import SEAT_COMMANDS
from games.twentyone.options import CHANGES, SIDE_BET_ROUNDS, SIDES, die_cost
from games.twentyone.standing import BUST, CAUGHT, FOLDED, HELD
from games.twentyone.state import TwentyOneTable, hand_of
from projections.chronicle import coins
from projections.offers import Action, Bounds, Choices, Offer, Refusal

_ANSWERS: Final = ("cut", "let_it_be", "cheat", "retaliate", "pass")
_SKILLS: Final = ("goad", "bump", "foresight", "profile")
_MAIN: Final = ("roll", "hold", "fold")
_ALL: Final = tuple(type_tag(kind) for kind in SEAT_COMMANDS)
_COINS: Final = Choices(choices=["coins"])
_DRINKS: Final = Choices(choices=["drinks"])
_GOADING: Final = Choices(choices=["intimidation", "persuasion"])
_OUT: Final = {
    FOLDED: ("folded", "You have folded: you are out of this round."),
    BUST: ("bust", "You are bust: you can accuse and bet on others, no more."),
    CAUGHT: ("caught", "You were caught cheating: you are out of this round."),
}


def seat_offers(table: TwentyOneTable, seat: str, only: str | None = None) -> Iterator[Offer]:
    """All that a seat may and may not do now; with `only`, what stands in one section with that command."""
    if not table.seats[seat].playing:
        for command in _ALL:
            if command != "side_bet":
                yield Refusal(command, "not_in_round", "You are not in this round; you can bet on those who are.")
        yield from _side_bets(table, seat)
        return
    retaliation = table.state.retaliation
    if retaliation and retaliation.bumper == seat:
        yield from _locked(table, seat)
        return
    for commands, section in _SECTIONS:
        if only is None or only in commands:
            yield from section(table, seat)


def _locked(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    yield Action(type="fold")
    target = table.names[standing.known(table.state.retaliation).target]
    detail = f"{target} is picking one of your dice to roll again; until then you can only fold."
    for command in _ALL:
        if command != "fold":
            yield Refusal(command, "retaliation_pending", detail)


def _answers(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    asked = table.question if seat in table.to_act else ""
    yield Action(type="cut") if asked == "cut" else _NOT_AT_THE_CUT
    yield Action(type="let_it_be") if asked in ("cut", "cheat") else _NOTHING_ASKED
    if asked == "cheat":
        yield from _cheats(table, seat)
    else:
        yield _NO_DIE_IN_HAND
    if asked == "retaliation":
        dice = list(range(len(table.seats[standing.known(table.state.retaliation).bumper].dice)))
        yield Action(type="retaliate", params={"n": Choices(choices=dice)})
    else:
        yield _NOTHING_TO_RETALIATE
    yield Action(type="pass") if asked == "staredown" else _NO_STAREDOWN


_NOT_AT_THE_CUT: Final = Refusal("cut", "not_at_the_cut", "The lowest open die alone may re-roll, before the betting.")
_NOTHING_ASKED: Final = Refusal("let_it_be", "nothing_asked", "You are not asked anything.")
_NO_DIE_IN_HAND: Final = Refusal("cheat", "no_die_in_hand", "You can cheat while a bought die is in your hand.")
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
    if not _has_the_turn(table, seat):
        yield from _not_now(table, seat, _MAIN)
        return
    yield from _rolls(table, seat)
    yield _hold(table, seat)
    yield Action(type="fold")


def _has_the_turn(table: TwentyOneTable, seat: str) -> bool:
    return seat in table.to_act and table.question == "turn"


def _not_now(table: TwentyOneTable, seat: str, commands: tuple[str, ...]) -> Sequence[Offer]:
    code, detail = _why_not_now(table, seat, table.seats[seat].status)
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
        return "question_first", f"Answer first: {table.question.replace('_', ' ')}."
    if status == HELD:
        return "already_held", "You hold: you stop rolling for this round."
    turn = table.names.get(table.turn or "", "somebody else")
    return "not_your_turn", f"It is {turn}’s turn."


def _rolls(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    by_price = standing.allowed_dice(table, seat)
    purse_cp, ante_cp = table.purse(seat), table.options.ante_cp
    for dice in by_price:
        cost_cp = die_cost(ante_cp, dice[0])
        if cost_cp <= purse_cp:
            yield Action(type="roll", params={"die": Choices(choices=dice), "pay": _COINS}, cost_cp=cost_cp)
            continue
        detail = f"A {' or a '.join(dice)} costs {coins(cost_cp)}, and you have {coins(purse_cp)}."
        for die in dice:
            yield Refusal("roll", "purse_too_small", detail, {"die": die, "pay": "coins"})
    allowed = [die for dice in by_price for die in dice]
    if standing.may_drink(table, seat):
        yield Action(type="roll", params={"die": Choices(choices=allowed), "pay": _DRINKS})
    elif not table.options.liquid_mode:
        yield Refusal("roll", "no_tab", "There is no tab at this table.", {"pay": "drinks"})
    else:
        yield Refusal("roll", "cut_off", "You are Sloppy: your tab is cut off for this round.", {"pay": "drinks"})
    if len(allowed) == 1:
        for die in SIDES:
            if die not in allowed:
                yield Refusal("roll", "only_a_d20", "You are forced to roll a d20.", {"die": die})


def _hold(table: TwentyOneTable, seat: str) -> Offer:
    if standing.is_in(table, seat, standing.GOADED):
        return Refusal("hold", "cannot_hold_when_goaded", "You are goaded: roll, or fold.")
    if standing.is_in(table, seat, standing.LOCKED_TO_BLIND_D20):
        return Refusal("hold", "cannot_hold_when_locked", "Foresight locked you into a blind d20: roll it, or fold.")
    return Action(type="hold")


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
                    detail = f"{table.names[other]} is Sloppy, or could pay for no die."
                    yield Refusal("goad", "cannot_be_goaded", detail, {"target": other})
        case "bump":
            for other in others:
                dice = Choices(choices=list(range(len(table.seats[other].dice))))
                yield Action(type="bump", params={"target": Choices(choices=[other]), "n": dice})
        case "profile":
            yield Action(type="profile", params={"target": Choices(choices=others)})
        case _:
            yield Action(type=skill)


def _accusations(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    cost_cp = standing.accusation_cp(table)
    status = table.seats[seat].status
    if table.phase not in ("betting", "staredown") or not table.state.any_bought:
        yield Refusal("accuse", "nothing_to_accuse", "Accusations are heard from the first bought die on.")
    elif status in (FOLDED, CAUGHT):
        yield Refusal("accuse", *_OUT[status])
    elif hand_of(table, seat).accused:
        yield Refusal("accuse", "accused_already", "You have accused this round; once a round is all.")
    elif table.purse(seat) < cost_cp:
        detail = f"An accusation costs {coins(cost_cp)}, and you have {coins(table.purse(seat))}."
        yield Refusal("accuse", "purse_too_small", detail)
    else:
        for target, dice in standing.could_be_accused(table, seat).items():
            params = {"target": Choices(choices=[target]), "n": Choices(choices=dice)}
            yield Action(type="accuse", params=params, cost_cp=cost_cp)


def _side_bets(table: TwentyOneTable, seat: str) -> Iterator[Offer]:
    least_cp, purse_cp = table.options.ante_cp, table.purse(seat)
    if table.phase != "betting" or table.state.betting_round > SIDE_BET_ROUNDS:
        detail = f"Side bets are taken during the first {SIDE_BET_ROUNDS} rounds of betting."
        yield Refusal("side_bet", "side_bets_closed", detail)
    elif purse_cp < least_cp:
        detail = f"A side bet is {coins(least_cp)} at least, and you have {coins(purse_cp)}."
        yield Refusal("side_bet", "purse_too_small", detail)
    else:
        backed = Choices(choices=standing.contenders(table))
        amount = Bounds(min=least_cp, max=purse_cp)
        yield Action(type="side_bet", params={"target": backed, "amount_cp": amount})


_SECTIONS: Final[Sequence[tuple[Container[str], Callable[[TwentyOneTable, str], Iterator[Offer]]]]] = (
    (_ANSWERS, _answers),
    (_MAIN, _main),
    (_SKILLS, _skills),
    (("accuse",), _accusations),
    (("side_bet",), _side_bets),
)
"""What is offered together, with the commands that stand there."""


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
