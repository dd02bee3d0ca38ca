"""The games as people and programs see them: `GET /api/games` and `tavern games --json`."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from events.event import Command, type_tag
from events.gaming_sets import FAVOURING, SET_NAMES, SetKind, SetName
from games import policies
from games.engine.catalogue import Catalogue
from games.engine.rulebook import AnyRulebook
from games.mechanics.tricks.sets import SETS
from games.table import GM_COMMANDS, SEAT_COMMANDS, TABLE_LABELS, TABLE_REFUSALS
from projections.labels import Labels


class Seats(msgspec.Struct, frozen=True, kw_only=True):
    """The minimum and maximum number of seats."""

    min: int
    max: int


class CommandKind(msgspec.Struct, frozen=True, kw_only=True):
    """A command: its type, who gives it, and its JSON Schema."""

    type: str
    of: Literal["seat", "gm"]
    schema: dict[str, Any]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """An installed game. `options` is the JSON Schema of its options; `version` is that of its rules; `how_to_play` are
    three short sentences for somebody who sits down; `plays_with` says whether its dice stand for cards.

    `refusals` are its refusal codes with their meanings; `temperaments` are those that its NPCs can have; `labels` are
    its own, which override those of every table.
    """

    id: str
    name: str
    version: int
    seats: Seats
    summary: str
    how_to_play: list[str]
    plays_with: SetKind
    options: dict[str, Any]
    commands: list[CommandKind]
    refusals: dict[str, str]
    temperaments: list[str]
    labels: Labels


class SetOnSale(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming set: its name, its label, its kind, how it looks to everybody and its price in copper.

    `help` says what is special about it. `favours`: whether its owner names faces for it. `found_at` is the DC of an
    inspection that finds out a crooked set; null for an honest one.
    """

    set: SetName
    label: str
    kind: SetKind
    look: str
    price_cp: int
    help: str
    favours: bool
    found_at: int | None


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogue: the games, the gaming sets, and the commands, refusal codes and labels of every table."""

    games: list[Game]
    sets: list[SetOnSale]
    commands: list[CommandKind]
    refusals: dict[str, str]
    labels: Labels


def games_of(catalogue: Catalogue) -> Games:
    """The catalogue: each game's options and commands with their JSON Schema."""
    every = [*_commands(SEAT_COMMANDS, "seat"), *_commands(GM_COMMANDS, "gm")]
    games = [_game(rulebook) for rulebook in catalogue.rulebooks.values()]
    labels = msgspec.structs.replace(TABLE_LABELS, temperaments=policies.LABELS)
    return Games(games=games, sets=_sets(), commands=every, refusals=dict(TABLE_REFUSALS), labels=labels)


def _game(rulebook: AnyRulebook) -> Game:
    return Game(
        id=rulebook.id,
        name=rulebook.name,
        version=rulebook.version,
        seats=Seats(min=rulebook.min_seats, max=rulebook.max_seats),
        summary=rulebook.summary,
        how_to_play=list(rulebook.how_to_play),
        plays_with=rulebook.plays_with,
        options=msgspec.json.schema(rulebook.options),
        commands=[*_commands(rulebook.commands, "seat"), *_commands(rulebook.gm_commands, "gm")],
        refusals=dict(sorted(rulebook.refusals.items())),
        temperaments=policies.temperaments(rulebook.id),
        labels=rulebook.labels,
    )


def _sets() -> list[SetOnSale]:
    return [
        SetOnSale(
            set=name,
            label=SETS[name].label,
            kind=SETS[name].kind,
            look=SETS[name].look,
            price_cp=SETS[name].price_cp,
            help=SETS[name].help,
            favours=name in FAVOURING,
            found_at=SETS[name].found_at,
        )
        for name in SET_NAMES
    ]


def _commands(kinds: Iterable[type[Command]], of: Literal["seat", "gm"]) -> list[CommandKind]:
    return [CommandKind(type=type_tag(kind), of=of, schema=msgspec.json.schema(kind)) for kind in kinds]
