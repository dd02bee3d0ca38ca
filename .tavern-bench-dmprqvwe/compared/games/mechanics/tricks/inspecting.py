"""Inspecting the set that somebody plays with. (Seeds 003, "Gaming Sets", and the rulings on it.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, CommandV1, Event, namespaced
from events.round_events import Told
from games.chapter import Chapter, Uses, act, fold, offers
from games.mechanics.checks import check_for
from games.mechanics.sentences import says, sentence
from games.mechanics.tricks.game import OUT_OF_THE_ROUND, AnyTrickGame, TrickGame, is_out, tricks_of
from games.mechanics.tricks.noticing import INSPECTED
from games.mechanics.tricks.sets import SETS, crooked_set, has_sheet, skill_check
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.game import AnyTable
from projections.labels import CommandLabel, Label, Labels, ValueLabel


class Inspect(CommandV1, frozen=True, kw_only=True):
    """Look closely at the set that a seat plays with."""

    target: str


class SetInspected(V1, frozen=True, kw_only=True, tag=namespaced("tricks")):
    """A seat looked closely at the set of another; only it learns what it found."""

    seat: str
    target: str


class Inspecting(Chapter):
    """Everybody sees that a seat inspects a set. An honest set and a failed check both read "nothing found"."""

    events: ClassVar = (SetInspected,)
    draws: ClassVar = (check_for("inspect", "investigation", by="anybody"),)
    reasons: ClassVar = {
        "inspected_already": "A seat can inspect each set once a round.",
        "nobody_to_inspect": "Nobody else plays this round.",
        "no_sheet": "A watcher needs a character sheet for this.",
        "out_of_round": "The seat is out of the round: it neither denounces nor inspects.",
    }
    labels: ClassVar = Labels(
        commands={
            "inspect": CommandLabel(
                "Inspect a set",
                "Look closely at somebody’s dice or cards: Investigation. Others see that you do, not what you find.",
                {"target": ValueLabel("Whose", "The seat that plays with them.", "seat")},
            ),
        },
        notes={
            INSPECTED: Label("You inspected a set", "You found it to be crooked, or you found nothing."),
        },
        checks={"investigation": Label("Investigation", "To find out a crooked set.")},
    )
    game: Uses[AnyTrickGame] = Uses(TrickGame)

    @offers(Inspect)
    def may_inspect(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """The sets of all others in the round, once a round. Watchers with a character sheet can inspect them, too."""
        if table.seats[seat].kind == "watcher" and not has_sheet(table.seats[seat]):
            yield Refusal("inspect", "no_sheet", "You watch without a character sheet, and cannot investigate.")
            return
        if is_out(table, seat):
            yield Refusal("inspect", *OUT_OF_THE_ROUND)
            return
        others = [other.seat for other in table.playing() if other.seat != seat and not other.gone]
        inspected = tricks_of(table).inspected.get(seat, ())
        left = [other for other in others if other not in inspected]
        if left:
            yield Action(type="inspect", params={"target": Choices(choices=left)})
        elif others:
            yield Refusal("inspect", "inspected_already", "You have inspected everybody’s set in this round.")
        else:
            yield Refusal("inspect", "nobody_to_inspect", "Nobody else plays this round.")

    @act(Inspect)
    def inspect(self, table: AnyTable, dice: Dice, seat: str, command: Inspect) -> Iterator[Event]:
        """Investigation against the DC of the set, if it is crooked."""
        kind, target = self.game.plays_with, command.target
        yield SetInspected(seat=seat, target=target)
        check = skill_check(table, dice, seat, "investigation", kind, purpose="inspect", to=seat_viewer(seat))
        yield check
        own = crooked_set(table.seats[target], kind)
        found_at = None if own is None else SETS[own.set].found_at
        found = found_at is not None and check.total >= found_at
        yield Told(to=seat_viewer(seat), seat=seat, kind=INSPECTED, facts={"about": target, "found": found})

    @fold(SetInspected)
    def _inspected(self, table: AnyTable, event: SetInspected) -> None:
        tricks_of(table).inspected.setdefault(event.seat, []).append(event.target)

    _inspected_aloud = says(SetInspected, "{seat} takes a close look at what {target} plays with.")

    @sentence(Told, kind=INSPECTED)
    def _found_aloud(self, table: AnyTable, event: Told) -> str:
        whose = name_of(table, event.facts["about"])
        return f"{whose}’s set is crooked!" if event.facts["found"] else f"Nothing is found wrong with {whose}’s set."
