"""Rounds as a log has them, read by nobody's code but this: what a referee needs to judge them.

Lines are JSON. What outlasts a round (purses, sheets, sets, who sits where) is kept from the table's first line on.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
BANKS = ("house", "outside")
"""The accounts that may owe."""


class Objection(Exception):
    """What a referee has against a round."""


def insist(fair: object, why: str) -> None:
    """Object unless something is as the rules have it."""
    if not fair:
        raise Objection(why)


@dataclass
class Step:
    """A command with what came of it."""

    actor: str
    seat: str | None
    command: Event
    events: list[Event]


@dataclass
class Table:
    """What outlasts a round."""

    game: str = ""
    options: Event = field(default_factory=dict)
    purses: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, str] = field(default_factory=dict)
    """Who is present, in order of arrival, as a player, the GM's own, an NPC or a watcher."""
    sheets: dict[str, Event] = field(default_factory=dict)
    sets: dict[tuple[str, str], Event] = field(default_factory=dict)
    """By seat and kind (dice, card): the set that is played with, if it was brought or given."""

    def take_in(self, event: Event) -> None:
        """Keep what an event changes for good. Objects to coins from nowhere."""
        seat = event.get("seat", "")
        match event["type"]:
            case "table_opened":
                self.game, self.options = event["game"], dict(event["options"])
            case "options_set":
                self.options = dict(event["options"])
            case "game_set":
                self.game, self.options = event["game"], dict(event["options"])
            case "seat_taken":
                self.kinds[seat], self.sheets[seat] = event["kind"], event["character"] or {}
            case "seat_left":
                self.kinds.pop(seat)
            case "character_set":
                self.sheets[seat] = event["character"]
            case "gaming_set_brought":
                self.sets[seat, event["kind"]] = deepcopy(event["brought"])
            case "gaming_set_given":
                self.sets[seat, event["kind"]] = deepcopy(event["given"])
            case "dice_loaded" | "dice_loaded_out_of_play":
                self.sets[seat, "dice"].setdefault("faces", {}).update(event["faces"])
            case "coins_moved":
                insist(event["amount_cp"] >= 0, "a negative amount moves")
                self.purses[event["payer"]] -= event["amount_cp"]
                self.purses[event["payee"]] += event["amount_cp"]
                insist(
                    event["payer"] in BANKS or self.purses[event["payer"]] >= 0, f"{event['payer']} pays what it lacks"
                )
            case _:
                pass


@dataclass
class Round:
    """A round: the table as it was before, who plays, and every step until it was over."""

    before: Table
    seats: list[str]
    sitting_out: list[str]
    steps: list[Step] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        return [event for step in self.steps for event in step.events]


def rounds_of(lines: Iterable[bytes]) -> Iterator[Round]:
    """The rounds of a table's log that are over."""
    table, running = Table(), None
    for line in lines:
        entry = json.loads(line)
        if "events" not in entry:
            continue
        step = Step(entry["actor"], entry["seat"], entry["command"], [])
        before = (
            deepcopy(table) if entry["command"]["type"] in ("start_round", "reveal_luck") or running is None else None
        )
        for event in entry["events"]:
            if event["type"] == "round_started":
                running = Round(table if before is None else before, event["seats"], event["sitting_out"])
            step.events.append(event)
            table.take_in(event)
        if running:
            running.steps.append(step)
            if any(event["type"] in ("round_ended", "round_voided") for event in step.events):
                yield running
                running = None
