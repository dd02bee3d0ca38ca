"""The policies by name: one for each temperament, which plays every game, and for each game those of its own."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.policies import at_random, bank, bluffmaster, farkle, goblin, twentyone
from games.policies.bluffmaster import LOOSE, PUSHING, SOUND, TIGHT, WILD, Nerve
from games.policies.manners import BULLY, CARD_SHARP, CAUTIOUS, CHEAT, DRUNKARD, FRUGAL, PLAIN, RECKLESS, Manner
from games.policies.policy import Player, Policy
from games.twentyone.variants import CURRENT, V3

Plays = Mapping[str, Player]
"""Who plays which game, by the game's id."""


class UnknownPolicy(Exception):
    """No policy has that name."""

    code = "unknown_policy"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no policy is called {name!r}; there are: {', '.join(known)}")
        self.name = name


def _twenty_one(manner: Manner) -> Plays:
    return {"twentyone": twentyone.player(manner, CURRENT), "twentyone-v3": twentyone.player(manner, V3)}


def _banks(player: Player) -> Plays:
    return {"middles-seven": player, "mountains": player}


def _bluffs(nerve: Nerve) -> Plays:
    return {"bluffmaster": bluffmaster.player(nerve)}


def _policy(name: str, summary: str, plays: Plays) -> Policy:
    return Policy(name=name, summary=summary, plays=plays, otherwise=at_random.play)


def _temperament(name: str, summary: str, manner: Manner, nerve: Nerve, *, banks: Player, race: Player) -> Policy:
    chamber = {"goblin": goblin.player(manner)}
    return _policy(name, summary, {**_twenty_one(manner), **chamber, **_bluffs(nerve), **_banks(banks), "farkle": race})


_TEMPERAMENTS: Final = (
    _temperament(
        "cautious",
        "Risks little, foresees much, folds early.",
        CAUTIOUS,
        TIGHT,
        banks=bank.sitting_out(0.15, bank.flat()),
        race=farkle.threshold(250),
    ),
    _temperament(
        "reckless",
        "Dares, and pays for it.",
        RECKLESS,
        WILD,
        banks=bank.sitting_out(0.03, bank.daring),
        race=farkle.threshold(1_000),
    ),
    _temperament(
        "card_sharp",
        "Reckons, cheats where it gains, and reads who else does.",
        CARD_SHARP,
        SOUND,
        banks=bank.sitting_out(0.06, bank.best_play),
        race=farkle.best_play,
    ),
    _temperament(
        "bully",
        "Goads, bumps and raises.",
        BULLY,
        PUSHING,
        banks=bank.sitting_out(0.04, bank.flat(3)),
        race=farkle.threshold(500),
    ),
    _temperament(
        "drunkard",
        "Puts it on the tab, and plays as the mood takes it.",
        DRUNKARD,
        LOOSE,
        banks=bank.sitting_out(0.1, bank.whimsical),
        race=farkle.unsteady,
    ),
)
TEMPERAMENTS: Final = tuple(policy.name for policy in _TEMPERAMENTS)
"""How a player can be whom the server plays."""

_OWN: Final = (
    _policy("plain", "Dice and coins, and no tricks.", _twenty_one(PLAIN)),
    _policy("frugal", "Plain, but never buys a d4.", _twenty_one(FRUGAL)),
    _policy("cheat", "Plain, but cheats whenever it gains.", _twenty_one(CHEAT)),
    _policy("flat", "The least that can be bet, always.", _banks(bank.flat())),
    _policy("best_play", "What loses least, or gains most.", {**_banks(bank.best_play), "farkle": farkle.best_play}),
    _policy("threshold", "Banks from 350 points on.", {"farkle": farkle.threshold(350)}),
    _policy("greedy", "Throws on while three dice are left.", {"farkle": farkle.greedy}),
    _policy("tight", "Bets on good hands alone.", _bluffs(TIGHT)),
    _policy("loose", "Bets on little, and bluffs.", _bluffs(LOOSE)),
)
_RANDOM: Final = _policy("random", "Anything that is offered, alike.", {})
_BY_NAME: Final[Mapping[str, Policy]] = {policy.name: policy for policy in (_RANDOM, *_TEMPERAMENTS, *_OWN)}


def named(name: str) -> Policy:
    """The policy of that name. Raises `UnknownPolicy`."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownPolicy(name, _BY_NAME) from None


def names(game: str | None = None) -> list[str]:
    """The names of all policies, or of those that play a game with sense of its own; `random` plays them all."""
    if game is None:
        return list(_BY_NAME)
    return ["random", *(name for name, policy in _BY_NAME.items() if game in policy.plays)]
