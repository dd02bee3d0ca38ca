"""What cheats and accusations risk at Twenty-One, under each set of house rules."""

from typing import Final

import msgspec

from games.twentyone.cheating import Cheating
from games.twentyone.v3.dice import V3Cheating


class Risks(msgspec.Struct, frozen=True, kw_only=True):
    """What a policy must know about the house rules. It infers the rest from the offers.

    `shared_heat`: the table has one heat, kept between rounds; otherwise each seat has its own, reset each round.
    `fumble_antes`: the fine for a fumbled cheat, in antes. `false_accusations_bust`: a false accusation also costs the
    round.
    """

    shared_heat: bool
    fumble_antes: int
    false_accusations_bust: bool


CURRENT: Final = Risks(shared_heat=False, fumble_antes=Cheating.fumble_antes, false_accusations_bust=False)
V3: Final = Risks(shared_heat=True, fumble_antes=V3Cheating.fumble_antes, false_accusations_bust=True)
