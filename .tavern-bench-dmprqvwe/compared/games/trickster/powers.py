"""How abilities take effect, and those that happen by themselves. (Seeds 002, "Classes".)

Others see nothing of an ability triggered by hidden faces: its events are for its owner and the GM, and stand in an
entry that others see anyway.
"""

from collections.abc import Iterator
from typing import ClassVar

from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Event, HiddenV1, namespaced
from games.chapter import Chapter, Uses, fold
from games.mechanics.sentences import sentence
from games.trickster.cards.card import Manual, Reactive, Trigger, matches
from games.trickster.effects import Aim, Effects
from games.trickster.state import TricksterTable, ability_of, faces, is_used, still_in
from projections.chronicle import name_of

_tag = namespaced("trickster")


class AbilityUsed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat used an ability of its class (its number, from 0), or it happened by itself: `how` is manual or reactive.

    `target` and `n` are what its owner chose, if anything.
    """

    seat: str
    ability: int
    how: str
    target: str | None = None
    n: int | None = None


class AbilityUsedUnseen(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """An ability of a seat happened by itself because of faces that only the seat sees."""

    seat: str
    ability: int


class Powers(Chapter):
    """Abilities take effect one after the other, each with everything that follows from it."""

    events: ClassVar = (AbilityUsed, AbilityUsedUnseen)
    effects = Uses(Effects)

    def use(self, table: TricksterTable, dice: Dice, seat: str, index: int, aim: Aim) -> Iterator[Event]:
        """An ability that others see takes effect; then the reactions to lost dice follow."""
        ability = ability_of(table, seat, index)
        how = "manual" if isinstance(ability, Manual) else "reactive"
        yield AbilityUsed(seat=seat, ability=index, how=how, target=aim.target, n=aim.n)
        lost: list[str] = []
        for effect in ability.effects:
            lost += yield from self.effects.apply(table, dice, seat, effect, aim, unseen=False)
        for loser in lost:
            yield from self.react(table, dice, loser, "lost_die")

    def react(
        self, table: TricksterTable, dice: Dice, seat: str, trigger: Trigger, rival: str | None = None
    ) -> Iterator[Event]:
        """The abilities of a seat that react to a trigger take effect, in the order of its card."""
        for index in range(len(_abilities(table, seat))):
            if self._fires(table, seat, index, trigger):
                yield from self.use(table, dice, seat, index, Aim(rival=rival))

    def react_unseen(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Reactions to hidden faces take effect, seat by seat, until there are no more."""
        for seat in still_in(table):
            while (index := self._hidden_one(table, seat)) is not None:
                yield AbilityUsedUnseen(to=seat_viewer(seat), seat=seat, ability=index)
                for effect in ability_of(table, seat, index).effects:
                    yield from self.effects.apply(table, dice, seat, effect, Aim(), unseen=True)

    def _hidden_one(self, table: TricksterTable, seat: str) -> int | None:
        numbers = range(len(_abilities(table, seat)))
        return next((index for index in numbers if self._fires(table, seat, index, "rolled")), None)

    def _fires(self, table: TricksterTable, seat: str, index: int, trigger: Trigger) -> bool:
        ability = ability_of(table, seat, index)
        if not isinstance(ability, Reactive) or ability.on != trigger or seat not in still_in(table):
            return False
        if is_used(table, seat, index) or len(table.seats[seat].dice) > (ability.dice_at_most or 100):
            return False
        return ability.pattern is None or matches(ability.pattern, faces(table, seat))

    @fold(AbilityUsed, AbilityUsedUnseen)
    def _used(self, table: TricksterTable, event: AbilityUsed | AbilityUsedUnseen) -> None:
        table.state.used.setdefault(event.seat, {})[str(event.ability)] = table.state.throw

    @sentence(AbilityUsed)
    def _used_aloud(self, table: TricksterTable, event: AbilityUsed) -> str:
        ability = ability_of(table, event.seat, event.ability)
        name = name_of(table, event.seat)
        if event.how == "reactive":
            return f"{name}’s ability “{ability.name}” takes effect."
        on = "" if event.target is None else f" on {name_of(table, event.target)}"
        die = "" if event.n is None else f"{'’s' if on else ' on'} die {event.n + 1}"
        return f"{name} uses “{ability.name}”{on}{die}."

    @sentence(AbilityUsedUnseen)
    def _used_unseen_aloud(self, table: TricksterTable, event: AbilityUsedUnseen) -> str:
        ability = ability_of(table, event.seat, event.ability)
        return f"Unseen by others, {name_of(table, event.seat)}’s ability “{ability.name}” takes effect."


def _abilities(table: TricksterTable, seat: str) -> list[object]:
    card = table.state.cards.get(seat)
    return [] if card is None else list(card.abilities)
