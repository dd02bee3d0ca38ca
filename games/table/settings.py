"""Settings: the table's options, and the game that it plays."""

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, Final

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, NoneType, Type, UnionType, type_info

from events.event import Command, CommandV1, Event
from events.table_events import GameSet, OptionsSet
from games.engine.chapter import Chapter, explains, gm_act, gm_offers
from games.engine.in_words import said
from games.engine.labelling import option_labels
from games.engine.legality import Refused
from games.engine.rulebook import AnyRulebook
from games.engine.rulebooks import Context, Rulebooks
from games.table.reasons import BETWEEN_ROUNDS
from projections.actions import Action, Choices, Offer, Param, Refusal, Schema
from projections.game import AnyTable, TableOptions
from projections.labels import CommandLabel, Labels, ValueLabel, in_words

_KEPT_WITH_THE_TABLE: Final = ("turn_seconds", "next_round_seconds", "admit", "watch", "luck", "withheld")
"""The options that stay when the game changes. Each game has its own default for publishing seeds."""


class SetOptions(CommandV1, frozen=True, kw_only=True):
    """Change options; those not named stay as they are."""

    options: dict[str, Any]


class SetGame(CommandV1, frozen=True, kw_only=True):
    """Switch to another game, with its defaults except for the `options` named.

    The clock and admission stay as they are set. What the old game remembers, such as the GM's grants, is there again
    when the table returns to it.
    """

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])


class Settings(Chapter):
    """The GM's choices between rounds. `resolve` completes such a command before it is decided and recorded."""

    reasons: ClassVar = {
        "bad_options": "The options are not valid for the game.",
        "no_other_game": "No other game is installed here.",
        "same_game": "The table already plays that game.",
    }
    labels: ClassVar = Labels(
        commands={
            "set_options": CommandLabel(
                "Change options",
                "They hold from the next round on.",
                {"options": ValueLabel("Options", "Those that you leave out stay as they are.", "object")},
            ),
            "set_game": CommandLabel(
                "Change the game",
                "The table plays another game from the next round on.",
                {
                    "game": ValueLabel("Game", "Any other game that is installed.", "choice"),
                    "options": ValueLabel("Options", "Those of that game; it has defaults.", "object"),
                },
            ),
        },
    )

    # Options

    @gm_offers(SetOptions)
    def may_set_options(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Between rounds."""
        if table.running:
            yield Refusal("set_options", *BETWEEN_ROUNDS)
        else:
            schema = _options_schema(rulebooks.at(table))
            yield Action(type="set_options", params={"options": Schema(schema=schema)})

    @gm_act(SetOptions)
    def set_options(self, table: AnyTable, context: Context, command: SetOptions) -> Iterator[Event]:
        """All options of the table, resolved."""
        yield OptionsSet(options=command.options)

    # The game

    @gm_offers(SetGame)
    def may_set_game(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Any other game, between rounds."""
        others = [game for game in rulebooks if game != table.game]
        if table.running:
            yield Refusal("set_game", *BETWEEN_ROUNDS)
        elif not others:
            yield Refusal("set_game", "no_other_game", "No other game is installed here.")
        else:
            params: dict[str, Param] = {
                "game": Choices(choices=others),
                "options": Schema(schema=_ANY_OPTIONS, optional=True),
            }
            yield Action(type="set_game", params=params)

    @explains(SetGame)
    def why_not_set(self, table: AnyTable, rulebooks: Rulebooks, command: SetGame) -> Refusal | None:
        """Setting the game that the table plays already."""
        if command.game != table.game:
            return None
        detail = f"The table already plays {rulebooks[command.game].name}: change its options instead."
        return Refusal("set_game", "same_game", detail)

    @gm_act(SetGame)
    def set_game(self, table: AnyTable, context: Context, command: SetGame) -> Iterator[Event]:
        """The game, with its current rules and all of its options, resolved."""
        yield GameSet(game=command.game, rules=context.rulebooks[command.game].version, options=command.options)


def resolve(table: AnyTable, rulebooks: Rulebooks, command: Command) -> Command:
    """Complete a command with everything that a re-run needs: its options are spelled out.

    Raises `Refused` (`bad_options`, `not_offered`).
    """
    match command:
        case SetOptions():
            current, rulebook = msgspec.to_builtins(table.options), rulebooks[table.game]
        case SetGame():
            if command.game not in rulebooks:
                raise Refused("not_offered", f"No game “{command.game}” is installed here.")
            current = {name: getattr(table.options, name) for name in _KEPT_WITH_THE_TABLE}
            rulebook = rulebooks[command.game]
        case _:
            return command
    return msgspec.structs.replace(command, options=resolve_options(rulebook, {**current, **command.options}))


def resolve_options(rulebook: AnyRulebook, options: dict[str, object]) -> dict[str, object]:
    """A game's options, completed with its defaults. Raises `Refused` (`bad_options`) if they do not fit."""
    if fault := rulebook.explain_options(options):
        raise Refused("bad_options", f"The options do not fit {rulebook.name}: {fault}.")
    try:
        resolved: dict[str, object] = msgspec.to_builtins(msgspec.convert(options, rulebook.options))
    except msgspec.ValidationError as error:
        fault = _misfit(rulebook, options) or str(error)
        raise Refused("bad_options", f"The options do not fit {rulebook.name}: {fault}.") from None
    return resolved


def _misfit(rulebook: AnyRulebook, options: dict[str, object]) -> str | None:
    """The first option that its own type does not allow, in words."""
    types = {field.encode_name: field.type for field in msgspec.structs.fields(rulebook.options)}
    labels = {**option_labels(TableOptions), **option_labels(rulebook.options)}
    for name, value in options.items():
        if name not in types:
            return f"there is no option “{name}”"
        try:
            msgspec.convert(value, types[name])
        except msgspec.ValidationError:
            label = labels.get(name) or ValueLabel(in_words(name))
            return f"“{label.label}” must be {_allowed(type_info(types[name]), label)}"
    return None


def _allowed(kind: Type, label: ValueLabel) -> str:
    match kind:
        case Metadata(type=inner):
            return _allowed(inner, label)
        case UnionType(types=types):
            return " or ".join(_allowed(one, label) for one in types)
        case NoneType():
            return "left open"
        case BoolType():
            return "yes or no"
        case IntType(ge=int(least), le=int(most), multiple_of=step):
            steps = f", in steps of {said(step, label.kind)}" if step else ""
            return f"from {said(least, label.kind)} to {said(most, label.kind)}{steps}"
        case LiteralType(values=values):
            labels = label.values or {}
            return f"one of: {', '.join(labels.get(str(value), str(value)) for value in values)}"
        case _:
            return "something else"


@cache
def _options_schema(rulebook: AnyRulebook) -> dict[str, Any]:
    return msgspec.json.schema(rulebook.options)


_ANY_OPTIONS: Final[dict[str, Any]] = {
    "type": "object",
    "description": "Options of that game, as listed in the catalogue",
    "properties": {},
}
