"""The manners of players: the risks they take, what they like to do, and how readily they accuse."""

from typing import Final

import msgspec


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """How a player plays Twenty-One and Goblin Mode. All numbers but `fear` are chances, from 0 to 1.

    `fear`: the extra cost that the player puts on going bust, or dying, as a share of the pot; below 0, it enjoys the
    risk. `goad`, `bump`, `foresee`, `profile`: how often it uses the skill on a turn that allows it. `cheat`: how often
    it tries a cheat that is worth the risk. `drink`: how often it puts a die on the tab. `suspect`: how often it
    accuses on a feeling alone. `side_bet`: how often it makes a bet when it can. `strike_back`: how often it retaliates
    against a failed bump on the bumper's best die, and not on a random one. `quits`: how often it folds when it must
    roll and could go bust. `boot`: how often it spends a Boot on a hold that is out of reach. `cower`: how often it
    holds a safe lead although the Coward's Tax takes half. `shuns`: the dice that it never buys if there is another.
    """

    fear: float = 0.0
    goad: float = 0.0
    bump: float = 0.0
    foresee: float = 0.0
    profile: float = 0.0
    cheat: float = 0.0
    drink: float = 0.0
    suspect: float = 0.0
    side_bet: float = 0.0
    strike_back: float = 0.0
    quits: float = 0.0
    boot: float = 0.0
    cower: float = 0.0
    shuns: tuple[str, ...] = ()


CAUTIOUS: Final = Manner(
    fear=0.15, goad=0.03, bump=0.02, foresee=0.35, profile=0.12, cheat=0.04, drink=0.03,
    suspect=0.04, side_bet=0.02, strike_back=0.7, quits=0.1, boot=0.6, cower=0.5,
)  # fmt: skip
RECKLESS: Final = Manner(
    fear=-0.3, goad=0.25, bump=0.25, foresee=0.1, profile=0.05, cheat=0.35, drink=0.25,
    suspect=0.06, side_bet=0.12, strike_back=0.6, quits=0.06, boot=0.8, cower=0.1,
)  # fmt: skip
CARD_SHARP: Final = Manner(
    fear=0.02, goad=0.1, bump=0.05, foresee=0.25, profile=0.45, cheat=0.9, drink=0.04,
    suspect=0.08, side_bet=0.06, strike_back=1.0, quits=0.02, boot=0.9, cower=0.05,
)  # fmt: skip
BULLY: Final = Manner(
    fear=0.0, goad=0.6, bump=0.55, foresee=0.04, profile=0.04, cheat=0.12, drink=0.12,
    suspect=0.08, side_bet=0.08, strike_back=1.0, quits=0.04, boot=1.0, cower=0.1,
)  # fmt: skip
DRUNKARD: Final = Manner(
    fear=-0.1, goad=0.15, bump=0.15, foresee=0.12, profile=0.06, cheat=0.15, drink=0.85,
    suspect=0.05, side_bet=0.12, strike_back=0.4, quits=0.12, boot=0.5, cower=0.3,
)  # fmt: skip
PLAIN: Final = Manner(strike_back=1.0)
"""Uses only dice and coins: the baseline for other ways to play."""
FRUGAL: Final = msgspec.structs.replace(PLAIN, shuns=("d4",))
CHEAT: Final = msgspec.structs.replace(PLAIN, cheat=1.0)
