"""Values for the parameters of an action, as a view in JSON lists it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.policies import at_random
from games.policies.reading import actions_from


def value_for(name: str, param: Mapping[str, Any], chance: Random) -> Any:
    """A value for a parameter of that name."""
    (action,) = actions_from([{"type": "", "params": {name: param}}])
    return at_random.value_of(name, action.params[name], chance)
