"""Reading a view that came as JSON, as a client has it, so that a policy can play from it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_type_hints

import msgspec

from games.rulebook import Rulebooks
from projections.actions import Action, Bounds, Choices, Param, Refusal, Schema, Text
from projections.table import Note
from projections.views import AskingView, SeatView, View, You

_FIELDS: Final = {name: kind for name, kind in get_type_hints(View).items() if name not in ("options", "you")}
"""What can be read by its type alone: options are the game's own, and the kinds of parameters bear no tags."""


def view_from(data: Mapping[str, Any], rulebooks: Rulebooks) -> View:
    """A view as `GET /api/tables/{table}` serves it. Raises `msgspec.ValidationError`, `KeyError` where it is none.

    A view of the Python client's is one too, once it is JSON again (`msgspec.to_builtins`). The options are read by the
    game's rulebook, where it is among `books`.
    """
    told = _told(data, View)
    told["seats"] = [_told(seat, SeatView) for seat in data["seats"]]
    told["asking"] = [_told(asking, AskingView) for asking in data["asking"]]
    read: dict[str, Any] = {name: msgspec.convert(told[name], kind) for name, kind in _FIELDS.items() if name in told}
    rulebook, options, you = rulebooks.get(data["game"]), data.get("options"), data.get("you")
    return View(
        **read,
        options=msgspec.convert(options, rulebook.options) if rulebook is not None and options is not None else None,
        you=_you_from(you) if you is not None else None,
    )


def _told(data: Mapping[str, Any], kind: type[View | SeatView | AskingView]) -> dict[str, Any]:
    """Without what the viewer was not told: the server leaves it out, and clients have null for it."""
    untold = {field.name for field in msgspec.structs.fields(kind) if field.default is msgspec.UNSET}
    return {name: value for name, value in data.items() if value is not None or name not in untold}


def _you_from(you: Mapping[str, Any]) -> You:
    return You(
        seat=you["seat"],
        actions=actions_from(you["actions"]),
        refused=msgspec.convert(you.get("refused", []), list[Refusal]),
        notes=msgspec.convert(you.get("notes", []), list[Note]),
    )


def actions_from(actions: Sequence[Mapping[str, Any]]) -> list[Action]:
    """Actions as a view lists them."""
    return [
        Action(
            type=action["type"],
            params={name: _param(param) for name, param in action.get("params", {}).items()},
            cost_cp=action.get("cost_cp", 0),
        )
        for action in actions
    ]


def _param(data: Mapping[str, Any]) -> Param:
    if "choices" in data:
        return msgspec.convert(data, Choices)
    if "min" in data:
        return msgspec.convert(data, Bounds)
    return msgspec.convert(data, Text) if "text" in data else msgspec.convert(data, Schema)
