"""What cheats and accusations risk at Twenty-One, by the house rules that are played."""

from typing import Final

import msgspec

from games.twentyone.cheating import Cheating
from games.twentyone.v3.dice import V3Cheating


class Risks(msgspec.Struct, frozen=True, kw_only=True):
    """What a policy asks of the house rules: everything else it sees by what is offered.

    `shared_heat`: the table has one heat, kept between rounds; otherwise each seat has its own, and anew each round.
    `fumble_antes`: what a fumbled cheat costs. `false_accusations_bust`: a false accusation costs the round, too.
    """

    shared_heat: bool
    fumble_antes: int
    false_accusations_bust: bool


CURRENT: Final = Risks(shared_heat=False, fumble_antes=Cheating.fumble_antes, false_accusations_bust=False)
V3: Final = Risks(shared_heat=True, fumble_antes=V3Cheating.fumble_antes, false_accusations_bust=True)
