"""Reading a view that came as JSON, so that a policy can play from it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.rulebook import Rulebooks
from projections.actions import Action, Bounds, Choices, Param, Schema, Sealed, Text
from projections.served_views import ServedView
from projections.views import View, You


def view_from(data: Mapping[str, Any], rulebooks: Rulebooks) -> View:
    """A view as `GET /api/tables/{table}` serves it. Raises `msgspec.ValidationError` if it is not one.

    For a view of the Python client, pass `msgspec.to_builtins(view)`. The options become those of the game if its
    rulebook is in `rulebooks`, None otherwise.
    """
    served = msgspec.convert(data, ServedView)
    fields = {name: getattr(served, name) for name in View.__struct_fields__}
    rulebook = rulebooks.get(served.game)
    if rulebook is None or served.options is None:
        fields["options"] = None
    else:
        fields["options"] = msgspec.convert(served.options, rulebook.options)
    if you := served.you:
        fields["you"] = You(seat=you.seat, actions=actions_from(you.actions), refused=you.refused, notes=you.notes)
    return View(**fields)


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
    if "seal" in data:
        return msgspec.convert(data, Sealed)
    return msgspec.convert(data, Text) if "text" in data else msgspec.convert(data, Schema)
