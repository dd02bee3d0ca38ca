"""JSON Schemas of the types that decode requests and encode responses.

`msgspec.json.schema_components` supports neither unions of untagged Structs, such as an action's parameters, nor fields
that hold encoded JSON. So Structs are walked here, and msgspec makes the schemas of everything else.
"""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from events.codec import Opaque
from events.dispute_events import DISPUTE_EVENTS
from events.event import Command, Event, type_tag
from events.round_events import ROUND_EVENTS
from events.table_events import TABLE_EVENTS
from games import mechanics
from games.deciding.catalogue import Catalogue
from games.rulebook import AnyRulebook
from games.table import GM_COMMANDS, SEAT_COMMANDS, NewSheet, SetGame, SetOptions
from projections.game import TableOptions
from projections.views import View
from server.commands.opening import OpenBody
from server.http.contract import CommandId
from server.http.routes import history

Schema = dict[str, Any]

_ENCODED: Final[Mapping[str, type[Struct]]] = {"view": View}
"""The types of fields that hold encoded JSON, by field name."""
_WITH_OPTIONS: Final = (OpenBody, SetGame, SetOptions)
"""Types whose `options` field is declared as any object, but holds the options of the table's game."""
_NAMES: Final[Mapping[type[Struct], str]] = {history.EventsPage: "News"}
_SENT: Final = "Input"
"""The suffix of a type's component in requests, if responses have a different one."""
_REF: Final = "#/components/schemas/"
_SHARED_PACKAGES: Final = ("events", "projections")
_LISTS: Final = (list, tuple, Sequence)


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": _REF + name}


def camel(text: str) -> str:
    """`secret_choice` -> `SecretChoice`, `middles-seven` -> `MiddlesSeven`."""
    return "".join(part.capitalize() for part in re.split("[._-]", text))


def component_name(kind: type[Struct], rulebook: AnyRulebook) -> str:
    """A type's component: `TwentyoneFold`, after its game, or `BettingFold`, after a mechanic that games share."""
    room, _, part = kind.__module__.rpartition(".")
    owner = camel(part if room == mechanics.__name__ else rulebook.id)
    return kind.__name__ if kind.__name__.startswith(owner) else owner + kind.__name__


def _structs_in(kind: Any) -> Iterator[type[Struct]]:
    """The Structs that a type consists of, except those of the packages that every game shares."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind.__module__.partition(".")[0] not in _SHARED_PACKAGES:
            yield kind
            for field in msgspec.structs.fields(kind):
                yield from _structs_in(field.type)
    else:
        for part in get_args(kind):
            yield from _structs_in(part)


class NameTaken(Exception):
    """Two types have the same component name: rename one of them in `_NAMES`."""

    code = "name_taken"

    def __init__(self, name: str, *kinds: type[Struct]) -> None:
        super().__init__(f"{name}: {' and '.join(f'{kind.__module__}.{kind.__name__}' for kind in kinds)}")


class Schemas:
    """The components of one document, for the games of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._names: dict[type[Struct], str] = dict(_NAMES)
        self._kinds: dict[str, type[Struct]] = {}
        self._made: dict[str, Schema] = {}
        self._returned: set[type[Struct]] = set()
        self._games = list(catalogue.rulebooks)
        rulebooks = catalogue.rulebooks.values()
        for rulebook in rulebooks:
            for kind in (*rulebook.events, *rulebook.commands, *rulebook.gm_commands, rulebook.options):
                for own in _structs_in(kind):
                    self._names.setdefault(own, component_name(own, rulebook))
        # Games that use the same mechanics share types.
        self._commands: list[type[Command]] = [*SEAT_COMMANDS, *GM_COMMANDS]
        self._commands += dict.fromkeys(
            kind for rulebook in rulebooks for kind in (*rulebook.commands, *rulebook.gm_commands)
        )
        self._events: list[type[Event]] = [*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS, Opaque]
        self._events += dict.fromkeys(kind for rulebook in rulebooks for kind in rulebook.events)
        self._options: list[type[TableOptions]] = list(dict.fromkeys(rulebook.options for rulebook in rulebooks))

    @property
    def components(self) -> dict[str, Schema]:
        """Every component requested so far, and all that they refer to, by name."""
        return dict(sorted(self._made.items()))

    def note_returned(self, *kinds: Any) -> None:
        """Note the types in responses before making request schemas: types in both get a component for each."""
        unions: dict[Any, Sequence[type[Struct]]] = {
            Command: self._commands, Event: self._events, TableOptions: self._options,
        }  # fmt: skip
        for kind in kinds:
            if not (isinstance(kind, type) and issubclass(kind, Struct)):
                self.note_returned(*get_args(kind))
            elif kind not in self._returned:
                self._returned.add(kind)
                fields = [_type_of(kind, field) for field in msgspec.structs.fields(kind)]
                self.note_returned(*unions.get(kind, ()), *fields)

    def of(self, kind: Any, *, sent: bool = False) -> Schema:
        """The schema of a type; of a Struct, a reference to its component.

        In a body that is `sent`, clients may omit fields with defaults; the server returns all fields.
        """
        origin, parts = get_origin(kind), get_args(kind)
        if isinstance(kind, type) and issubclass(kind, Struct):
            return self._component(kind, sent)
        if kind in (Any, Raw, object):
            return {}
        if origin in (Union, UnionType):
            return self._union([part for part in parts if part is not UnsetType], sent)
        if origin in _LISTS:
            return {"type": "array", "items": self.of(parts[0], sent=sent)}
        if origin in (dict, Mapping):
            return self._mapping(parts[0], parts[1], sent)
        if origin is Annotated:
            return self._annotated(kind, parts, sent)
        return msgspec.json.schema(kind)

    def _union(self, parts: list[Any], sent: bool) -> Schema:
        schemas = [self.of(part, sent=sent) for part in parts if part is not NoneType]
        if NoneType in parts:
            if len(schemas) == 1 and isinstance(schemas[0].get("type"), str) and "enum" not in schemas[0]:
                return {**schemas[0], "type": [schemas[0]["type"], "null"]}
            schemas.append({"type": "null"})
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def _mapping(self, key: Any, value: Any, sent: bool) -> Schema:
        schema: Schema = {"type": "object", "additionalProperties": self.of(value, sent=sent)}
        return schema if key is str else {**schema, "propertyNames": self.of(key, sent=sent)}

    def _annotated(self, kind: Any, parts: tuple[Any, ...], sent: bool) -> Schema:
        inner, *notes = parts
        origin = get_origin(inner)
        stand_in = list if origin in _LISTS else dict if origin in (dict, Mapping) else Any
        if stand_in is Any and origin not in (Union, UnionType):
            return msgspec.json.schema(kind)
        # The limits and the description do not depend on what it consists of.
        return {**self.of(inner, sent=sent), **msgspec.json.schema(Annotated[stand_in, *notes])}

    def _component(self, kind: type[Struct], sent: bool) -> Schema:
        name = self._names.setdefault(kind, kind.__name__)
        if self._kinds.setdefault(name, kind) is not kind:
            raise NameTaken(name, kind, self._kinds[name])
        if sent and kind in self._returned:
            name += _SENT
        if name not in self._made:
            self._made[name] = {}
            self._made[name] = self._made_of(kind, sent)
        return ref(name)

    def _made_of(self, kind: type[Struct], sent: bool) -> Schema:
        if kind is Event:
            return self._tagged("An event, as its viewer may see it.", self._events, sent)
        if kind is Command:
            return self._tagged("A command: its `type`, with its parameters beside it.", self._commands, sent)
        if kind is TableOptions:
            # A game may have no options of its own.
            games = [self._struct(own, sent) if own is kind else self.of(own, sent=sent) for own in self._options]
            return {"description": "The options of the table's game.", "anyOf": games}
        return self._struct(kind, sent)

    def _tagged(self, description: str, kinds: Iterable[type[Struct]], sent: bool) -> Schema:
        """One of several types, distinguished by their tags. Commands of different games may share a tag."""
        by_tag: dict[str, list[Schema]] = {}
        for kind in kinds:
            by_tag.setdefault(type_tag(kind), []).append(self.of(kind, sent=sent))
        for tag, same in by_tag.items():
            if len(same) > 1:
                name = f"Any{camel(tag)}"
                self._made[name] = {
                    "description": f"`{tag}`, in any game that has it.",
                    # Generators look for the tag in each type that a discriminator names.
                    "type": "object",
                    "properties": {"type": {"const": tag}},
                    "required": ["type"],
                    "anyOf": same,
                }
                by_tag[tag] = [ref(name)]
        refs = {tag: same[0] for tag, same in by_tag.items()}
        mapping = {tag: one["$ref"] for tag, one in refs.items()}
        return {
            "description": description,
            "oneOf": list(refs.values()),
            "discriminator": {"propertyName": "type", "mapping": mapping},
        }

    def _struct(self, kind: type[Struct], sent: bool) -> Schema:
        config = kind.__struct_config__
        properties: dict[str, Schema] = {}
        required: list[str] = []
        if config.tag is not None:
            properties[str(config.tag_field)] = {"const": config.tag}
            required.append(str(config.tag_field))
        for field in msgspec.structs.fields(kind):
            properties[field.encode_name] = self._field(kind, field, sent)
            if field.required or (not sent and _is_returned(kind, field)):
                required.append(field.encode_name)
        schema: Schema = {"type": "object", "description": description_of(kind), "properties": properties}
        if required:
            schema["required"] = required
        if config.forbid_unknown_fields and sent:
            schema["additionalProperties"] = False
        return schema

    def _field(self, kind: type[Struct], field: msgspec.structs.FieldInfo, sent: bool) -> Schema:
        schema = self._field_schema(kind, field, sent)
        if field.name == "v" and get_origin(field.type) is Literal:
            schema = {**schema, "description": "The version of this schema."}
        if sent and not field.required and (default := _default(field)) is not UNSET:
            # In words, because generators assume that a field with a `default` is always present.
            text = f"Default: `{msgspec.json.encode(default).decode()}`."
            schema = {**schema, "description": " ".join(filter(None, (schema.get("description"), text)))}
        return schema

    def _field_schema(self, kind: type[Struct], field: msgspec.structs.FieldInfo, sent: bool) -> Schema:
        """The schema of a field, which may be stricter than its type."""
        match kind, field.name:
            case _, "game" if kind is OpenBody:
                return {"type": "string", "enum": list(self._games)}
            case _, "id" if issubclass(kind, Command):
                return self.of(CommandId, sent=sent)
            case _, "character" if sent:
                return self.of(NewSheet, sent=sent)
            case _:
                return self.of(_type_of(kind, field), sent=sent)


def _type_of(kind: type[Struct], field: msgspec.structs.FieldInfo) -> Any:
    """The type that a field has on the wire."""
    if field.name in _ENCODED and Raw in (field.type, *get_args(field.type)):
        return _ENCODED[field.name]
    return TableOptions if field.name == "options" and kind in _WITH_OPTIONS else field.type


def _is_returned(kind: type[Struct], field: msgspec.structs.FieldInfo) -> bool:
    return not kind.__struct_config__.omit_defaults and UnsetType not in get_args(field.type)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return UNSET if field.default is UNSET else msgspec.to_builtins(field.default)


def description_of(kind: type) -> str:
    """A type's docstring."""
    return inspect.cleandoc(kind.__doc__ or "")
