"""Manual abilities: a seat uses one when it likes, from the throw until somebody calls Liar. (Rulings.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import CommandV1, Event
from games.chapter import Chapter, Uses, act, explains, offers
from games.trickster.cards import Ability, AboutDice, Constant, Manual
from games.trickster.effects import Aim
from games.trickster.powers import Powers
from games.trickster.state import (
    BETTING,
    CHOOSING_CLASSES,
    STILL_CHOOSING,
    TricksterTable,
    is_used,
    is_warded,
    still_in,
)
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, Labels, ValueLabel


class UseAbility(CommandV1, frozen=True, kw_only=True):
    """Use the ability of your class with that number (from 0); some name a seat, or a die `n` of the seat."""

    ability: int
    target: str | None = None
    n: int | None = None


class ManualAbilities(Chapter):
    """Powers out of turn resolve in the order of the log."""

    reasons: ClassVar = {
        "ability_used": "The ability is used up for this round, or for the game.",
        "no_die": "The seat has no dice for the ability to act on.",
        "no_manual_ability": "The seat’s class has no ability that is used by hand.",
        "no_such_ability": "The seat’s class has no such ability.",
        "no_target": "No other seat has dice that abilities can touch.",
        "not_by_hand": "That ability happens by itself, or always holds.",
        "not_under_the_cup": "Abilities are used from the throw until somebody calls Liar.",
        "too_many_dice": "The ability is only for a seat with few dice.",
        "warded": "Abilities of others cannot touch that seat’s dice, or it has none.",
        "wrong_turn": "The ability is only for the seat’s own turn.",
    }
    labels: ClassVar = Labels(
        commands={
            "use_ability": CommandLabel(
                "Use an ability",
                "Use a power of your class; everybody sees that you do.",
                {
                    "ability": ValueLabel(
                        "Ability", "Which of your class’s abilities.", "choice", {"0": "The first", "1": "The second"}
                    ),
                    "target": ValueLabel("On whom", "Whose dice it is about.", "seat"),
                    "n": ValueLabel("Die", "Which of the dice it is about.", "die"),
                },
            ),
        },
    )
    powers = Uses(Powers)

    @offers(UseAbility)
    def may_use(self, table: TricksterTable, seat: str) -> Iterator[Offer]:
        """Each manual ability that is not used up, with what its owner has to choose."""
        if table.phase == CHOOSING_CLASSES:
            yield Refusal("use_ability", "choosing_classes", STILL_CHOOSING)
            return
        abilities = dict(enumerate(table.state.cards[seat].abilities))
        manual = {n: one for n, one in abilities.items() if isinstance(one, Manual)}
        for index, ability in abilities.items():
            if index not in manual:
                yield Refusal("use_ability", "not_by_hand", _not_by_hand(ability), {"ability": index})
        if not manual:
            yield Refusal("use_ability", "no_manual_ability", "Your class has no ability that you use yourself.")
        elif table.phase != BETTING:
            detail = "Abilities are used while the dice are under the cups, until somebody calls Liar."
            yield Refusal("use_ability", "not_under_the_cup", detail)
        else:
            offered = [self._offer(table, seat, index, ability) for index, ability in manual.items()]
            yield from offered
            if not any(isinstance(offer, Action) for offer in offered):
                yield Refusal(
                    "use_ability", "no_such_ability", "Your class has no other ability that you use yourself."
                )

    def _offer(self, table: TricksterTable, seat: str, index: int, ability: Manual) -> Offer:
        if reason := self._why_not(table, seat, index, ability):
            return Refusal("use_ability", *reason, {"ability": index})
        params: dict[str, Param] = {"ability": Choices(choices=[index])}
        first = ability.effects[0]
        if isinstance(first, AboutDice):
            if first.of == "chosen":
                held = {other: len(table.seats[other].dice) - 1 for other in targets(table, seat)}
                params["target"] = Choices(choices=list(held))
                if first.die == "chosen":
                    params["n"] = Bounds(min=0, max=max(held.values()), max_for=held)
            elif first.die == "chosen":
                params["n"] = Bounds(min=0, max=len(table.seats[seat].dice) - 1)
        return Action(type="use_ability", params=params)

    def _why_not(self, table: TricksterTable, seat: str, index: int, ability: Manual) -> tuple[str, str] | None:
        about = [effect for effect in ability.effects if isinstance(effect, AboutDice)]
        if is_used(table, seat, index):
            return "ability_used", f"You have used “{ability.name}” in this {ability.limit} already."
        if ability.turn == "own" and seat not in table.to_act:
            return "wrong_turn", f"You can use “{ability.name}” on your own turn."
        have, most = len(table.seats[seat].dice), ability.dice_at_most
        if most is not None and have > most:
            return "too_many_dice", f"“{ability.name}” is for {most} dice at most, and you have {have}."
        if not have and any(effect.of == "own" for effect in about):
            return "no_die", f"You have no dice left for “{ability.name}”."
        if any(effect.of == "chosen" for effect in about) and not targets(table, seat):
            return "no_target", "No other seat has dice that abilities can touch."
        return None

    @explains(UseAbility)
    def _why_not_so(self, table: TricksterTable, seat: str, command: UseAbility) -> Refusal | None:
        if not 0 <= command.ability < len(table.state.cards[seat].abilities):
            return Refusal("use_ability", "no_such_ability", f"Your class has no ability {command.ability}.")
        if command.target in still_in(table) and command.target not in (seat, *targets(table, seat)):
            detail = f"{name_of(table, command.target)} has no dice that your abilities can touch."
            return Refusal("use_ability", "warded", detail)
        return None

    @act(UseAbility)
    def use(self, table: TricksterTable, dice: Dice, seat: str, command: UseAbility) -> Iterator[Event]:
        """It takes effect at once; then what dice that fell by it trigger."""
        yield from self.powers.use(table, dice, seat, command.ability, Aim(target=command.target, n=command.n))
        yield from self.powers.react_unseen(table, dice)


def _not_by_hand(ability: Ability) -> str:
    how = "is always in effect" if isinstance(ability, Constant) else "happens by itself"
    return f"“{ability.name}” {how}."


def targets(table: TricksterTable, seat: str) -> list[str]:
    """The other seats still in whose dice abilities can touch."""
    return [
        other for other in still_in(table) if other != seat and table.seats[other].dice and not is_warded(table, other)
    ]
