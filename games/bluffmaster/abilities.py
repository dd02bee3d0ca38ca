"""Abilities: all choose at once in secret; the choices are shown, then reroll, subtract and add resolve."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

import msgspec

from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import DieRerolled, PhaseBegan
from games.bluffmaster.options import ABILITIES, ABILITY_LABELS, ADD, REROLL, SIDES, SUBTRACT, Ability
from games.bluffmaster.rounds import Rounds
from games.bluffmaster.showdown import BluffmasterShowdown
from games.bluffmaster.splitting import Splitting
from games.bluffmaster.state import ABILITIES_PHASE, ORDINALS, BluffmasterTable, Play, cards, change, power, uses_left
from games.engine.chapter import Uses, act, explains, fold, offers, on_timeout, round_details, seat_details
from games.mechanics.betting import contenders
from games.mechanics.sentences import says, sentence
from games.mechanics.simultaneous import ChoicesShown, Chosen, Simultaneous
from games.mechanics.throwing import throw_again, thrown_again
from projections.actions import Action, Choices, Offer, Param, Refusal
from projections.chronicle import listed, name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel

_ABILITY: Final = "ability"
_DICE: Final = Choices(choices=[0, 1])


class UseAbility(CommandV1, frozen=True, kw_only=True):
    """Play an ability card on a seat in secret: re-roll its die `n`, or change its total."""

    ability: Ability
    target: str
    n: int | None = None


class UseNone(CommandV1, frozen=True, kw_only=True):
    """Play no ability card in this round."""


class AbilityUsed(V1, frozen=True, kw_only=True, tag=namespaced("bluffmaster")):
    """An ability card took effect: `change` is what `target`'s total gains or loses, 0 for a re-roll of die `n`.

    If `lands` is false, it has no effect, because its target is no longer in the round.
    """

    seat: str
    ability: str
    target: str
    n: int | None
    change: int
    lands: bool


class Abilities(Simultaneous):
    """Each seat still in, even all-in, may use one ability on a seat still in."""

    events: ClassVar = (AbilityUsed,)
    draws: ClassVar = (thrown_again(REROLL, (SIDES,)),)
    reasons: ClassVar = {
        "card_used": "The ability is used up for this Set.",
        "no_card": "The seat does not hold the card of that ability.",
        "no_die_to_name": "Only a re-roll names a die.",
        "not_asked": "The seat is not asked for that now.",
        "target_out": "The target is not in the round.",
    }
    labels: ClassVar = Labels(
        commands={
            "use_ability": CommandLabel(
                "Play a card",
                "Use an ability in secret; all cards are turned at once.",
                {
                    "ability": ValueLabel(
                        "Ability",
                        "Re-rolls resolve first, then subtractions, then additions.",
                        "choice",
                        ABILITY_LABELS,
                    ),
                    "target": ValueLabel("On", "A seat still in, yourself included.", "seat"),
                    "n": ValueLabel("Die", "The die that rolls again.", "die"),
                },
            ),
            "use_none": CommandLabel("Play no card", "Keep your abilities for later."),
        },
        questions={
            _ABILITY: QuestionLabel(
                "Abilities",
                "Do you play an ability card? All are turned at once.",
                {"use_ability": "You lay a card down, covered.", "use_none": "You play nothing in this round."},
            ),
        },
        phases={ABILITIES_PHASE: Label("Abilities", "Everybody lays down a card, or none, in secret.")},
        details=DetailLabels(
            table={
                "abilities": DetailLabel(
                    "Cards played", "The cards played in this round, and what they changed.", "list"
                )
            },
            seat={
                "uses_left": DetailLabel(
                    "Uses left", "How often it can use each ability whose card it may hold, in this Set.", "object"
                ),
                "choice": DetailLabel("Card laid down", "What it plays in this round.", "object"),
                "change": DetailLabel("Change", "What abilities did to its total.", "count"),
            },
        ),
    )
    rounds = Uses(Rounds)
    showdown = Uses(BluffmasterShowdown)
    splitting = Uses(Splitting)

    def choosers(self, table: BluffmasterTable) -> Sequence[str]:
        """The seats that have not folded."""
        return contenders(table)

    def begin(self, table: BluffmasterTable) -> Iterator[Event]:
        """The betting is over, and all choose. A proposed split lapses."""
        yield from self.splitting.lapse(table)
        yield PhaseBegan(phase=ABILITIES_PHASE)
        yield from self.ask(table, _ABILITY)

    @offers(UseAbility, UseNone)
    def may_use(self, table: BluffmasterTable, seat: str) -> Iterator[Offer]:
        """Any ability whose card the seat holds and has not used up, on any seat still in; or none."""
        if table.question != _ABILITY or seat not in table.to_act:
            detail = "Abilities are chosen once, after the second betting, by all seats still in."
            yield from (Refusal(kind, "not_asked", detail) for kind in ("use_ability", "use_none"))
            return
        held = cards(table, seat) or ()
        usable = [ability for ability in held if uses_left(table, seat, ability)]
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
                detail = f"You have used up {ability} for this Set."
                yield Refusal("use_ability", "card_used", detail, {"ability": ability})
        yield Action(type="use_none")

    @explains(UseAbility)
    def _why_not(self, table: BluffmasterTable, seat: str | None, command: UseAbility) -> Refusal | None:
        left = contenders(table)
        if command.target not in left:
            names = listed([name_of(table, other) for other in left])
            detail = f"{name_of(table, command.target)} is not in the round: {names} are."
            return Refusal("use_ability", "target_out", detail)
        if command.ability != REROLL and command.n is not None:
            detail = f"Only a re-roll names a die: leave n out of {command.ability}."
            return Refusal("use_ability", "no_die_to_name", detail)
        return None

    @act(UseAbility)
    def _use_card(self, table: BluffmasterTable, dice: Dice, seat: str, command: UseAbility) -> Iterator[Event]:
        choice = {"ability": command.ability, "target": command.target, "n": command.n}
        yield from self.choose(table, dice, seat, choice)

    @act(UseNone)
    def _use_none(self, table: BluffmasterTable, dice: Dice, seat: str, command: UseNone) -> Iterator[Event]:
        yield from self.choose(table, dice, seat, {})

    @on_timeout(_ABILITY)
    def _no_card(self, table: BluffmasterTable, seat: str) -> Command:
        return UseNone()

    _phase_aloud = says(PhaseBegan, "The betting is over. Cards are laid down now, covered.", phase=ABILITIES_PHASE)

    _nothing_chosen_aloud = says(Chosen, "{seat} plays no card.", choice={})

    @sentence(Chosen)
    def _chosen_aloud(self, table: BluffmasterTable, event: Chosen) -> str:
        target = _target_name(table, event.seat, event.choice["target"])
        return f"{name_of(table, event.seat)} lays down {event.choice['ability']}, for {target}."

    @sentence(ChoicesShown)
    def _shown_aloud(self, table: BluffmasterTable, event: ChoicesShown) -> str:
        played = [
            f"{name_of(table, seat)} plays {choice['ability']} on {_target_name(table, seat, choice['target'])}"
            for seat, choice in event.choices.items()
            if choice
        ]
        return f"The cards are turned: {listed(played)}." if played else "Nobody has played a card."

    @seat_details
    def _abilities_of_seat(self, table: BluffmasterTable, seat: str) -> dict[str, Any]:
        if not table.seats[seat].playing:
            return {}
        return {
            "uses_left": {ability: uses_left(table, seat, ability) for ability in cards(table, seat) or ABILITIES},
            "choice": table.state.chosen.get(seat),
            "change": change(table, seat),
        }

    def all_have_chosen(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """The choices are shown and resolve; then the showdown. A seat left alone has already won."""
        left = contenders(table)
        if len(left) == 1:
            yield from self.rounds.win_alone(table, dice, left[0])
            return
        yield from self.splitting.lapse(table)
        yield from self.show(table)
        yield from self._resolve(table, dice)
        yield from self.showdown.show_down(table, dice)
        yield from self.rounds.end(table, dice)

    def _resolve(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """Reroll, then subtract, then add, each in the order of turns."""
        shown = dict(table.state.chosen)
        for ability in ABILITIES:
            for seat, choice in shown.items():
                if choice.get("ability") == ability:
                    yield from self._use(table, dice, seat, ability, choice["target"], choice["n"])

    def _use(
        self, table: BluffmasterTable, dice: Dice, seat: str, ability: str, target: str, n: int | None
    ) -> Iterator[Event]:
        lands = target in contenders(table)
        amount = power(table, seat, ability).amount
        changed = {SUBTRACT: -amount, ADD: amount}.get(ability, 0) if lands else 0
        yield AbilityUsed(seat=seat, ability=ability, target=target, n=n, change=changed, lands=lands)
        if lands and ability == REROLL and n is not None:
            # Only the die's owner and the GM see it, not the seat that had it rolled again.
            yield from throw_again(table, dice, target, n, why=REROLL, by=seat, to=seat_viewer(target))

    @fold(AbilityUsed)
    def _used(self, table: BluffmasterTable, event: AbilityUsed) -> None:
        state = table.state
        used = state.used.setdefault(event.seat, {})
        used[event.ability] = used.get(event.ability, 0) + 1
        state.changes[event.target] = state.changes.get(event.target, 0) + event.change
        state.plays.append(msgspec.convert(event, Play, from_attributes=True))

    @sentence(AbilityUsed)
    def _used_aloud(self, table: BluffmasterTable, event: AbilityUsed) -> str | None:
        seat, target = name_of(table, event.seat), name_of(table, event.target)
        if not event.lands:
            return f"Nothing comes of {seat}’s {event.ability}: {target} is out of the round."
        if event.ability == REROLL:
            return None
        doing = f"takes {-event.change} from" if event.ability == SUBTRACT else f"adds {event.change} to"
        return f"{seat} {doing} {'their own' if event.seat == event.target else f'{target}’s'} total."

    @sentence(DieRerolled)
    def _rerolled_aloud(self, table: BluffmasterTable, event: DieRerolled) -> str:
        face = f": {event.draw.face}" if event.draw else ""
        whose = "their own" if event.seat == event.by else f"{name_of(table, event.seat)}’s"
        die = f"{whose} {ORDINALS[event.n]} die"
        return f"{name_of(table, event.by)} has {die} rolled again, under the cup{face}."

    @round_details
    def _plays(self, table: BluffmasterTable) -> dict[str, Any]:
        return {"abilities": list(table.state.plays)}


def _use(abilities: list[str], **params: Param) -> Action:
    return Action(type="use_ability", params={"ability": Choices(choices=abilities), **params})


def _target_name(table: BluffmasterTable, seat: str, target: str) -> str:
    return "themselves" if seat == target else name_of(table, target)
