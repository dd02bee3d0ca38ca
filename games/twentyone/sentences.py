"""How Twenty-One's events are told."""

from collections.abc import Mapping
from typing import Any, Final

from events.accounts import OUTSIDE, SIDE_POOL
from events.event import Event
from events.round_events import ConditionSet, DieRevealed, PhaseBegan, QuestionAsked, RoundEnded, StatusChanged, Told
from events.table_events import CoinsMoved
from games.mechanics.coins import goes_to_who_left
from games.twentyone import happened
from games.twentyone.conditions import ACTIVE
from games.twentyone.standing import HOLE_DIE
from games.twentyone.state import TwentyOneTable
from games.twentyone.variants import rules_of
from projections.chronicle import coins, coins_moved, listed, name_of
from projections.game import Sentence

_SKILLS: Final = {
    "goad": "{seat} goads {target}.",
    "bump": "{seat} bumps the table under {target}’s dice.",
    "foresight": "{seat} gazes into the candle and reaches for what is to come.",
    "profile": "{seat} studies {target}’s face.",
}
_STATUSES: Final = {
    "hold": "{seat} holds.",
    "fold": "{seat} folds.",
    "left": "{seat} throws in the hand.",
    "above_21": "{seat} is over 21: bust!",
    "passed_out": "{seat} slides under the table and is out.",
    "goaded": "{seat} is stung back into the game.",
    "fumbled_a_cheat": "{seat} fumbles a cheat in front of everybody, and is out of the round.",
    "accused": "{seat} is a cheat, and is out of the round.",
    "disqualified": "{seat} is disqualified: bust!",
    "false_accusation": "{seat} has slandered an honest die: bust!",
}
_STATUSES_WHERE_CHEATS_ARE_BUST: Final[Mapping[str, str | None]] = {
    **_STATUSES,
    "fumbled_a_cheat": "{seat} fumbles a cheat in front of everybody.",
    "accused": None,
}
"""Who is caught is told to be out when told to be bust, a moment later."""
_CONDITIONS: Final = {
    ("sloppy", True): "{seat} is Sloppy, and the cup tips over.",
    ("goaded", True): "{seat} must roll now, or fold.",
    ("goaded_to_a_d20", True): "It has to be a d20.",
    ("locked", True): "{seat} must wait for the answer.",
    ("blind", True): "The signs blur: {seat}’s next die will be blind.",
    ("locked_to_a_blind_d20", True): "The signs mislead: {seat} has to roll a d20, and blind.",
    ("locked_to_a_blind_d4", True): "The signs blur: {seat} has to roll a d4, and blind.",
    ("locked_to_a_d20", True): "The signs mislead: {seat} has to roll a d20.",
    ("dared", True): "The taunt falls back on {seat}, who is dared: a free d8, or fold.",
    ("free_roll", True): "{seat} slams the mug down: one more roll is free.",
    ("free_reroll", True): "The table jumps: {seat} may roll a die of their own again.",
}
_PHASES: Final = {
    "cut": "The Cut.",
    "betting": "The betting opens.",
    "reveal": "The cups are lifted.",
    "duel": "It is a tie: a duel.",
}
_OUTCOMES: Final = {
    "rollover": "Nobody is left to win: {pot} waits in the pot for the next round.",
    "house": "Nobody is left to win: the House keeps the pot.",
}

_TOLD_ELSEWHERE: Final = frozenset({"side_bet", "side_bets_lost", "accusation_fee", "payout"})
"""Coins whose way the sentence beside them tells already."""


def _skill_tried(table: TwentyOneTable, event: happened.SkillTried) -> str:
    target = name_of(table, event.target) if event.target else ""
    return _SKILLS[event.skill].format(seat=name_of(table, event.seat), target=target)


def _status_changed(table: TwentyOneTable, event: StatusChanged) -> str | None:
    statuses = _STATUSES_WHERE_CHEATS_ARE_BUST if rules_of(table).cheats_are_bust else _STATUSES
    sentence = statuses.get(event.why)
    return sentence.format(seat=name_of(table, event.seat)) if sentence else None


def _condition_set(table: TwentyOneTable, event: ConditionSet) -> str | None:
    sentence = _CONDITIONS.get((event.condition, event.on))
    return sentence.format(seat=name_of(table, event.seat)) if sentence else None


def _phase_began(table: TwentyOneTable, event: PhaseBegan) -> str | None:
    return _PHASES.get(event.phase)


def _question_asked(table: TwentyOneTable, event: QuestionAsked) -> str | None:
    seats = listed([name_of(table, seat) for seat in event.seats])
    match event.question:
        case "cut":
            return f"{seats} has the lowest die: roll the hole die again, or let it be?"
        case "retaliation":
            return f"{seats} may pick the die that rolls again."
        case "goad":
            return f"Will {seats} pay to shrug it off?"
        case "staredown":
            return f"Eyes go round the table. Will {seats} accuse anybody?"
        case _:
            return None


def _coins_moved(table: TwentyOneTable, event: CoinsMoved) -> str | None:
    if event.reason in _TOLD_ELSEWHERE:
        return None
    if (event.payer, event.payee) == (SIDE_POOL, OUTSIDE):
        return goes_to_who_left(table, event, [bet.bettor for bet in table.state.bets])
    return coins_moved(table, event)


def _die_name(table: TwentyOneTable, seat: str, n: int) -> str:
    return "hole die" if n == HOLE_DIE else table.seats[seat].dice[n].die


def _die_revealed(table: TwentyOneTable, event: DieRevealed) -> str:
    return f"{name_of(table, event.seat)}’s {_die_name(table, event.seat, event.n)} shows {event.face}."


def _die_picked_up(table: TwentyOneTable, event: happened.DiePickedUp) -> str:
    return f"{name_of(table, event.seat)}’s {_die_name(table, event.seat, event.n)} comes back into the hand."


def _drinks_taken(table: TwentyOneTable, event: happened.DrinksTaken) -> str:
    drinks = "a drink" if event.drinks == 1 else f"{event.drinks} drinks"
    return f"{name_of(table, event.seat)} puts it on the tab: {drinks}, {event.total} this round."


def _cheat_tried(table: TwentyOneTable, event: happened.CheatTried) -> str:
    outcome = "and nobody sees" if event.succeeded else "but the fingers slip"
    die, change = _die_name(table, event.seat, event.n), f"{event.change:+d}".replace("-", "−")
    return f"In secret, {name_of(table, event.seat)} reaches for the {die} ({change}), {outcome}."


def _heat_rose(table: TwentyOneTable, event: happened.HeatRose) -> str:
    return f"{name_of(table, event.seat)}’s heat is {event.heat} now."


def _table_heat_set(table: TwentyOneTable, event: happened.TableHeatSet) -> str:
    return f"The table’s heat is {event.heat} now."


def _made_twenty_one(table: TwentyOneTable, event: happened.MadeTwentyOne) -> str:
    counts = f", counting {event.counts}" if event.counts is not None else ""
    return f"A natural 20: {name_of(table, event.seat)} makes exactly 21{counts}!"


def _die_counted(table: TwentyOneTable, event: happened.DieCounted) -> str:
    return f"{name_of(table, event.seat)}’s natural 20 counts {event.counts}."


def _fee_owed(table: TwentyOneTable, event: happened.FeeOwed) -> str:
    return f"A natural 1 spills over the table: {name_of(table, event.seat)} owes {coins(event.fee_cp)} for cleaning."


def _betting_round_began(table: TwentyOneTable, event: happened.BettingRoundBegan) -> str | None:
    return f"The betting goes round for the {_ordinal(event.number)} time." if event.number > 1 else None


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _retaliation_closed(table: TwentyOneTable, event: happened.RetaliationClosed) -> str | None:
    got_away = event.why != "taken" and table.seats[event.bumper].status == ACTIVE
    return f"{name_of(table, event.bumper)} gets away with it." if got_away else None


def _side_bet_placed(table: TwentyOneTable, event: happened.SideBetPlaced) -> str:
    backed = "themselves" if event.backed == event.seat else name_of(table, event.backed)
    return f"{name_of(table, event.seat)} bets {coins(event.amount_cp)} on {backed}."


def _side_bets_lost(table: TwentyOneTable, event: happened.SideBetsLost) -> str:
    return f"{name_of(table, event.seat)}’s bets are lost: {coins(event.amount_cp)} goes from the side pool to the pot."


def _accused(table: TwentyOneTable, event: happened.Accused) -> str:
    die = _die_name(table, event.target, event.n)
    return f"{name_of(table, event.seat)} points at {name_of(table, event.target)}’s {die}: “You cheated with that!”"


def _accusation_judged(table: TwentyOneTable, event: happened.AccusationJudged) -> str:
    if event.right:
        return f"It is true: {name_of(table, event.target)} cheated with it."
    return f"It is not true of that die, and {name_of(table, event.seat)}’s fee goes into the pot."


def _staredown_passed(table: TwentyOneTable, event: happened.StaredownPassed) -> str:
    return f"{name_of(table, event.seat)} looks away."


def _duel_rolled(table: TwentyOneTable, event: happened.DuelRolled) -> str:
    faces = " + ".join(str(draw.face) for draw in event.draws)
    return f"{name_of(table, event.seat)} throws {event.total} in the duel ({faces})."


def _told(table: TwentyOneTable, event: Told) -> str:
    name, facts = name_of(table, event.seat), event.facts
    if event.kind == "foresight":
        return f"{name} senses what is next: {', '.join(f'{die} {fall}' for die, fall in facts.items())}."
    about = name_of(table, str(facts["about"]))
    if event.kind == "read_back":
        cheated = "has cheated" if facts["cheated"] else "has not cheated"
        return f"{name} sees through {about}: the hole die is {facts['hole_die']}, and {about} {cheated}."
    return f"{name} {_profiled(about, facts)}"


def _profiled(about: str, facts: Mapping[str, Any]) -> str:
    if facts["cheated"] is None:
        return f"cannot read {about}."
    if not facts["cheated"]:
        return f"is sure: {about} has not cheated."
    dice = f", with die {listed([str(n) for n in facts['dice']])}" if facts.get("dice") else ""
    return f"is sure: {about} has cheated{dice}."


def _round_ended(table: TwentyOneTable, event: RoundEnded) -> str:
    if not event.winners:
        return _OUTCOMES[event.outcome].format(pot=coins(table.balance("pot")))
    if len(event.winners) > 1:
        shares = listed([f"{name_of(table, seat)} takes {coins(won_cp)}" for seat, won_cp in event.won_cp.items()])
        return f"They are still tied, and share the pot: {shares}."
    winner = event.winners[0]
    how = "wins the duel and" if event.outcome == "won_in_a_duel" else "wins and"
    return f"{name_of(table, winner)} {how} takes {coins(event.won_cp[winner])}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    CoinsMoved: _coins_moved,
    DieRevealed: _die_revealed,
    StatusChanged: _status_changed,
    ConditionSet: _condition_set,
    PhaseBegan: _phase_began,
    QuestionAsked: _question_asked,
    Told: _told,
    RoundEnded: _round_ended,
    happened.SkillTried: _skill_tried,
    happened.DrinksTaken: _drinks_taken,
    happened.CheatTried: _cheat_tried,
    happened.HeatRose: _heat_rose,
    happened.TableHeatSet: _table_heat_set,
    happened.DiePickedUp: _die_picked_up,
    happened.MadeTwentyOne: _made_twenty_one,
    happened.DieCounted: _die_counted,
    happened.FeeOwed: _fee_owed,
    happened.BettingRoundBegan: _betting_round_began,
    happened.RetaliationClosed: _retaliation_closed,
    happened.SideBetPlaced: _side_bet_placed,
    happened.SideBetsLost: _side_bets_lost,
    happened.Accused: _accused,
    happened.AccusationJudged: _accusation_judged,
    happened.StaredownPassed: _staredown_passed,
    happened.DuelRolled: _duel_rolled,
}
