"""The policies by name: one for each temperament, which plays every game, and for each game those of its own."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.policies import at_random, bank, bluffmaster, farkle, goblin, twentyone
from games.policies.bluffmaster import LOOSE, PUSHING, SOUND, TIGHT, WILD, Nerve
from games.policies.manners import BULLY, CARD_SHARP, CAUTIOUS, CHEAT, DRUNKARD, FRUGAL, PLAIN, RECKLESS, Manner
from games.policies.policy import Player, Policy
from games.policies.risks import CURRENT, V3

Plays = Mapping[str, Player]
"""Who plays which game, by the game's id."""


class UnknownPolicy(Exception):
    """No policy has that name, or none that plays `game`."""

    code = "unknown_policy"

    def __init__(self, name: str, known: Iterable[str], game: str | None = None) -> None:
        there = ", ".join(known)
        if game is None:
            why = f"no policy is called {name!r}; there are: {there}"
        elif is_known(game):
            why = f"{game} knows no policy {name!r}; it has: {there}"
        else:
            why = f"{game} has no policies of its own; these play it at random: {there}"
        super().__init__(why)
        self.name = name
        self.game = game


def _twenty_one(manner: Manner) -> Plays:
    return {"twentyone": twentyone.player(manner, CURRENT), "twentyone-v3": twentyone.player(manner, V3)}


def _banks(player: Player) -> Plays:
    return {"middles-seven": player, "mountains": player}


def _bluffs(nerve: Nerve) -> Plays:
    return {"bluffmaster": bluffmaster.player(nerve)}


def _policy(name: str, summary: str, plays: Plays) -> Policy:
    return Policy(name=name, summary=summary, plays=plays, otherwise=at_random.play)


def _own(name: str, summary: str, plays: Plays) -> Policy:
    """A policy of some games: what it does not play it plays as somebody cautious would, and not without a thought."""
    return Policy(name=name, summary=summary, plays=plays, otherwise=_CAUTIOUS.choose_at)


def _temperament(name: str, summary: str, manner: Manner, nerve: Nerve, *, banks: Player, race: Player) -> Policy:
    chamber = {"goblin": goblin.player(manner)}
    return _policy(name, summary, {**_twenty_one(manner), **chamber, **_bluffs(nerve), **_banks(banks), "farkle": race})


_CAUTIOUS: Final = _temperament(
    "cautious",
    "Risks little, foresees much, folds early.",
    CAUTIOUS,
    TIGHT,
    banks=bank.sitting_out(0.15, bank.flat()),
    race=farkle.threshold(250),
)
_TEMPERAMENTS: Final = (
    _CAUTIOUS,
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
    _own("plain", "Dice and coins, and no tricks.", _twenty_one(PLAIN)),
    _own("frugal", "Plain, but never buys a d4.", _twenty_one(FRUGAL)),
    _own("cheat", "Plain, but cheats whenever it gains.", _twenty_one(CHEAT)),
    _own("flat", "The least that can be bet, always.", _banks(bank.flat())),
    _own("best_play", "What loses least, or gains most.", {**_banks(bank.best_play), "farkle": farkle.best_play}),
    _own("threshold", "Banks from 350 points on.", {"farkle": farkle.threshold(350)}),
    _own("greedy", "Throws on while three dice are left.", {"farkle": farkle.greedy}),
    _own("tight", "Bets on good hands alone.", _bluffs(TIGHT)),
    _own("loose", "Bets on little, and bluffs.", _bluffs(LOOSE)),
)
_RANDOM: Final = _policy("random", "Anything that is offered, alike.", {})
_BY_NAME: Final[Mapping[str, Policy]] = {policy.name: policy for policy in (_RANDOM, *_TEMPERAMENTS, *_OWN)}


def named(name: str, game: str | None = None) -> Policy:
    """The policy of that name; where a game is given, one that plays it. Raises `UnknownPolicy`."""
    known = names(game)
    if name not in known:
        raise UnknownPolicy(name, known, game)
    return _BY_NAME[name]


def names(game: str | None = None) -> list[str]:
    """The names of all policies, or of those that can be chosen for a game.

    Those are `random`, and the policies that play this game with sense of its own. If none does
    (see `is_known`), the temperaments can be chosen too, and play at random. A policy of other games would play it as
    `cautious` does: its name says nothing there.
    """
    if game is None:
        return list(_BY_NAME)
    if not is_known(game):
        return ["random", *TEMPERAMENTS]
    return ["random", *(name for name, policy in _BY_NAME.items() if game in policy.plays)]


def is_known(game: str) -> bool:
    """Whether any policy plays this game with sense of its own. If none does, all of them play it at random."""
    return any(game in policy.plays for policy in _BY_NAME.values())
