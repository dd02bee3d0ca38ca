"""The view as clients read it from JSON: the same types, but options and actions are plain dicts.

Options belong to a game, which a client need not have installed, and the kinds of an action's parameters carry no tags.
Narrower types than those of `projections.views` are safe, because nothing writes to a view that was read.
"""

from typing import Any

import msgspec

from projections.views import Doing, View, You


class ServedDoing(Doing, kw_only=True):
    """What a seat may do now. An action is `{"type", "params", "cost_cp"}`."""

    actions: list[Any]


class ServedYou(You, kw_only=True):
    """The viewer's own part."""

    actions: list[Any]
    acts_for: dict[str, ServedDoing] | msgspec.UnsetType = msgspec.UNSET  # type: ignore[assignment]  # only read


class ServedView(View, kw_only=True):
    """A table as one viewer may see it at `version`. Fields that this version does not know are ignored."""

    options: Any
    you: ServedYou | None  # pyright: ignore[reportIncompatibleVariableOverride] - only read
