"""Chooses a legal action at random from a view in JSON, for demonstrations and measurements."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.policies import at_random
from games.policies.reading import actions_from


def choose_command(actions: Sequence[Mapping[str, Any]], chance: Random) -> dict[str, Any] | None:
    """A legal command from `actions` (as a view lists them), None if none is worth doing."""
    return at_random.choose(actions_from(actions), chance)
