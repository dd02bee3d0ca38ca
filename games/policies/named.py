"""The policies by name: one for each temperament, which plays every game, and for each game those of its own."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.policies import at_random, bank, bluffmaster, farkle, goblin, twentyone
from games.policies.manners import BULLY, CARD_SHARP, CAUTIOUS, CHEAT, DRUNKARD, FRUGAL, PLAIN, RECKLESS, Manner
from games.policies.policy import Player, Policy
from games.twentyone.variants import CURRENT, V3

_TWENTY_ONE: Final = {"twentyone": CURRENT, "twentyone-v3": V3}
_BANKS: Final = ("middles-seven", "mountains")


class UnknownPolicy(Exception):
    """No policy has that name."""

    code = "unknown_policy"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no policy is called {name!r}; there are: {', '.join(known)}")
        self.name = name


def _temperament(
    name: str, summary: str, manner: Manner, *, banks: Player, race: Player, bluffs: Player, stages: Player
) -> Policy:
    plays = {
        **_by_house_rules(manner),
        **dict.fromkeys(_BANKS, banks),
        "farkle": race,
        "bluffmaster": bluffs,
        "goblin": stages,
    }
    return Policy(name=name, summary=summary, plays=plays, otherwise=at_random.play)


def _by_house_rules(manner: Manner) -> Mapping[str, Player]:
    return {game: twentyone.player(manner, rules) for game, rules in _TWENTY_ONE.items()}


def _of_games(name: str, summary: str, plays: Mapping[str, Player]) -> Policy:
    return Policy(name=name, summary=summary, plays=plays, otherwise=at_random.play)


_TEMPERAMENTS: Final = (
    _temperament(
        "cautious",
        "Risks little, foresees much, folds early.",
        CAUTIOUS,
        banks=bank.sitting_out(0.15, bank.flat()),
        race=farkle.threshold(250),
        bluffs=bluffmaster.player(bluffmaster.TIGHT),
        stages=goblin.player(CAUTIOUS),
    ),
    _temperament(
        "reckless",
        "Dares, and pays for it.",
        RECKLESS,
        banks=bank.sitting_out(0.03, bank.daring),
        race=farkle.threshold(1_000),
        bluffs=bluffmaster.player(bluffmaster.WILD),
        stages=goblin.player(RECKLESS),
    ),
    _temperament(
        "card_sharp",
        "Reckons, cheats where it gains, and reads who else does.",
        CARD_SHARP,
        banks=bank.sitting_out(0.06, bank.best_play),
        race=farkle.best_play,
        bluffs=bluffmaster.player(bluffmaster.SOUND),
        stages=goblin.player(CARD_SHARP),
    ),
    _temperament(
        "bully",
        "Goads, bumps and raises.",
        BULLY,
        banks=bank.sitting_out(0.04, bank.flat(3)),
        race=farkle.threshold(500),
        bluffs=bluffmaster.player(bluffmaster.PUSHING),
        stages=goblin.player(BULLY),
    ),
    _temperament(
        "drunkard",
        "Puts it on the tab, and plays as the mood takes it.",
        DRUNKARD,
        banks=bank.sitting_out(0.1, bank.whimsical),
        race=farkle.unsteady,
        bluffs=bluffmaster.player(bluffmaster.LOOSE),
        stages=goblin.player(DRUNKARD),
    ),
)
TEMPERAMENTS: Final = tuple(policy.name for policy in _TEMPERAMENTS)
"""How a player can be whom the server plays."""

_RANDOM: Final = _of_games("random", "Anything that is offered, alike.", {})
_OWN: Final = (
    _of_games("plain", "Dice and coins, and no tricks.", _by_house_rules(PLAIN)),
    _of_games("frugal", "Plain, but never buys a d4.", _by_house_rules(FRUGAL)),
    _of_games(
        "cheat",
        "Plain, but cheats whenever it gains.",
        _by_house_rules(CHEAT),
    ),
    _of_games("flat", "The least that can be bet, always.", dict.fromkeys(_BANKS, bank.flat())),
    _of_games(
        "best_play",
        "What loses least, or gains most.",
        {
            **dict.fromkeys(_BANKS, bank.best_play),
            "farkle": farkle.best_play,
        },
    ),
    _of_games("threshold", "Banks from 350 points on.", {"farkle": farkle.threshold(350)}),
    _of_games("greedy", "Throws on while three dice are left.", {"farkle": farkle.greedy}),
    _of_games("tight", "Bets on good hands alone.", {"bluffmaster": bluffmaster.player(bluffmaster.TIGHT)}),
    _of_games("loose", "Bets on little, and bluffs.", {"bluffmaster": bluffmaster.player(bluffmaster.LOOSE)}),
)
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
