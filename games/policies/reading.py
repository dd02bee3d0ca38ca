"""Reading a view that came as JSON, as a client has it, so that a policy can play from it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from projections.offers import Action, Bounds, Choices, Param, Refusal, Schema, Text
from projections.rulebook import Books
from projections.table import Note
from projections.views import View, You


def view_from(data: Mapping[str, Any], books: Books) -> View:
    """A view as `GET /api/tables/{table}` serves it. Raises `msgspec.ValidationError` where it is none.

    The options are read by the game's rulebook, where it is among `books`.
    """
    view = msgspec.convert({**data, "options": None, "you": None}, View)
    book, options, you = books.get(view.game), data.get("options"), data.get("you")
    if book is not None and options is not None:
        view.options = msgspec.convert(options, book.options)
    if you is not None:
        view.you = You(
            seat=you["seat"],
            actions=actions_from(you["actions"]),
            refused=msgspec.convert(you.get("refused", []), list[Refusal]),
            notes=msgspec.convert(you.get("notes", []), list[Note]),
        )
    return view


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
