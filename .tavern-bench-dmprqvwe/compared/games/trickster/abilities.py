"""Manual abilities: a seat uses one when it likes, from the throw until somebody calls Liar. (Rulings.)"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import ClassVar

from events.dice import Dice
from events.event import CommandV1, Event
from games.chapter import Chapter, Uses, act, explains, offers
from games.trickster.cards.card import Ability, AboutDice, Constant, Effect, Manual
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
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, Labels, ValueLabel


class UseAbility(CommandV1, frozen=True, kw_only=True):
    """Use the ability of your class with that number (from 0). Some need a seat, or a die `n` of the seat."""

    ability: int
    target: str | None = None
    n: int | None = None


class ManualAbilities(Chapter):
    """Abilities used out of turn resolve in the order of the log."""

    reasons: ClassVar = {
        "ability_used": "The ability is used up for this round, or for the game.",
        "no_die": "The seat has no dice for the ability to act on.",
        "no_effect": "The ability would do nothing: a d20 cannot grow, and wild faces are wild already.",
        "no_manual_ability": "The seat’s class has no manual ability.",
        "no_such_ability": "The seat’s class has no such ability.",
        "no_target": "No other seat has dice that abilities can touch.",
        "not_by_hand": "That ability happens by itself, or is always in effect.",
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
                        "Ability",
                        "Which of your class’s abilities.",
                        "choice",
                        {"0": "First ability", "1": "Second ability"},
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
        """Each manual ability that is not used up and would do something, with the choices that its owner has."""
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
            offered = [offer for index, one in manual.items() for offer in self._offers(table, seat, index, one)]
            yield from offered
            if not any(isinstance(offer, Action) for offer in offered):
                yield Refusal(
                    "use_ability", "no_such_ability", "Your class has no other ability that you use yourself."
                )

    def _offers(self, table: TricksterTable, seat: str, index: int, ability: Manual) -> Iterator[Offer]:
        """The ability with all it can be aimed at: once for seats in a row whose dice to choose from are the same."""
        useful = self._useful(table, seat, ability)
        nothing = None if useful else ("no_effect", f"“{ability.name}” would do nothing now.")
        if reason := self._why_not(table, seat, index, ability) or nothing:
            yield Refusal("use_ability", *reason, {"ability": index})
            return
        dice = {target: [aim.n for aim in aims] for target, aims in groupby(useful, key=lambda aim: aim.target)}
        for numbers, targets in groupby(dice, key=dice.__getitem__):
            named = {"ability": [index], "target": list(targets), "n": numbers}
            params = {name: Choices(choices=choices) for name, choices in named.items() if choices != [None]}
            yield Action(type="use_ability", params=params)

    def _useful(self, table: TricksterTable, seat: str, ability: Manual) -> Sequence[Aim]:
        """What an ability can be aimed at so that its first effect does something; if nothing, so that another does."""

        def doing(effects: Sequence[Effect]) -> Sequence[Aim]:
            does = partial(self.powers.effects.does_something, table, seat)
            return [aim for aim in _aims(table, seat, ability) if any(does(effect, aim) for effect in effects)]

        return doing(ability.effects[:1]) or doing(ability.effects[1:])

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
        ability = table.state.cards[seat].abilities[command.ability]
        if isinstance(ability, Manual) and Aim(target=command.target, n=command.n) in _aims(table, seat, ability):
            return Refusal("use_ability", "no_effect", f"“{ability.name}” would do nothing there.")
        return None

    @act(UseAbility)
    def use(self, table: TricksterTable, dice: Dice, seat: str, command: UseAbility) -> Iterator[Event]:
        """The ability takes effect at once; then reactions follow to the dice that it made fall."""
        yield from self.powers.use(table, dice, seat, command.ability, Aim(target=command.target, n=command.n))
        yield from self.powers.react_unseen(table, dice)


def _not_by_hand(ability: Ability) -> str:
    how = "is always in effect" if isinstance(ability, Constant) else "happens by itself"
    return f"“{ability.name}” {how}."


def _aims(table: TricksterTable, seat: str, ability: Manual) -> list[Aim]:
    """Every choice that an ability leaves its owner: a seat, a die, or both. Only its first effect leaves any."""
    first = ability.effects[0]
    if not isinstance(first, AboutDice):
        return [Aim()]
    seats = targets(table, seat) if first.of == "chosen" else [None]
    if first.die != "chosen":
        return [Aim(target=target) for target in seats]
    return [Aim(target=target, n=n) for target in seats for n in range(len(table.seats[target or seat].dice))]


def targets(table: TricksterTable, seat: str) -> list[str]:
    """The other seats still in whose dice abilities can touch."""
    return [
        other for other in still_in(table) if other != seat and table.seats[other].dice and not is_warded(table, other)
    ]
