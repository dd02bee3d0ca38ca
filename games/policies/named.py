"""The policies by name: one for each temperament, which plays every game, and each game's own."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.policies import at_random, bank, goblin, tricks, twentyone
from games.policies.bluffs import bluffmaster, hands, liars, trickster
from games.policies.bluffs.liars import Tongue
from games.policies.bluffs.nerve import LOOSE, PUSHING, SOUND, TIGHT, WILD, Nerve
from games.policies.cheating import CURRENT, V3
from games.policies.manners import BULLY, CARD_SHARP, CAUTIOUS, CHEAT, DRUNKARD, FRUGAL, PLAIN, RECKLESS, Manner
from games.policies.policy import Player, Policy
from games.policies.races import farkle, mason, pig
from games.policies.tricks import HONEST, Boldness, with_tricks
from projections.labels import Label, in_words

Plays = Mapping[str, Player]
"""The players by game id."""


class UnknownPolicy(Exception):
    """No policy has this name, or the one that has it does not play `game`."""

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


def _banks(player: Player, boldness: Boldness = HONEST) -> Plays:
    with_dice = with_tricks(player, boldness, bank.cheating)
    with_cards = with_tricks(player, boldness, bank.cheating, kind="card")
    return {
        "middles-seven": with_dice,
        "mountains": with_cards,
        "twelve-nights": with_cards,
        "twins": with_dice,
        "scales": with_dice,
    }


def _bluffs(nerve: Nerve, boldness: Boldness = HONEST) -> Plays:
    return {
        "bluffmaster": bluffmaster.player(nerve),
        "rulers-bluff": with_tricks(hands.rulers_bluff(nerve), boldness, hands.cheating_at_rulers_bluff, kind="card"),
        "triangle": with_tricks(hands.triangle(nerve), boldness, hands.cheating_at_triangle, kind="card"),
    }


def _liars(tongue: Tongue) -> Plays:
    return {"trickster": trickster.player(tongue)}


def _races(in_farkle: Player, in_pig: Player, boldness: Boldness = HONEST) -> Plays:
    return {
        "farkle": with_tricks(in_farkle, boldness, farkle.cheating, loads=farkle.LOADS),
        "pig": with_tricks(in_pig, boldness, pig.cheating),
    }


def _mason(boldness: Boldness) -> Plays:
    return {"mason": with_tricks(mason.throw, boldness, mason.cheating)}


def _policy(name: str, summary: str, plays: Plays) -> Policy:
    return Policy(name=name, summary=summary, plays=plays, otherwise=at_random.play)


def _own(name: str, summary: str, plays: Plays) -> Policy:
    """A policy for some games. It plays the others as `cautious` does, rather than at random."""
    return Policy(name=name, summary=summary, plays=plays, otherwise=_CAUTIOUS.choose_at)


def _temperament(
    name: str,
    summary: str,
    manner: Manner,
    nerve: Nerve,
    boldness: Boldness,
    *,
    tongue: Tongue,
    banks: Player,
    in_farkle: Player,
    in_pig: Player,
) -> Policy:
    chamber = {"goblin": goblin.player(manner)}
    races = {**_races(in_farkle, in_pig, boldness), **_mason(boldness)}
    bluffs = {**_bluffs(nerve, boldness), **_liars(tongue)}
    plays = {**_twenty_one(manner), **chamber, **bluffs, **_banks(banks, boldness), **races}
    return _policy(name, summary, plays)


_CAUTIOUS: Final = _temperament(
    "cautious", "Takes few risks: bets low, gives up early, and seldom bluffs or cheats.",
    CAUTIOUS, TIGHT, tricks.CAUTIOUS,
    tongue=liars.CAUTIOUS, banks=bank.sitting_out(0.15, bank.careful),
    in_farkle=farkle.threshold(250), in_pig=pig.threshold(12),
)  # fmt: skip
_TEMPERAMENTS: Final = (
    _CAUTIOUS,
    _temperament(
        "reckless", "Takes big risks: bets high, bluffs a lot, and seldom stops in time.",
        RECKLESS, WILD, tricks.RECKLESS,
        tongue=liars.RECKLESS, banks=bank.sitting_out(0.03, bank.daring),
        in_farkle=farkle.threshold(1_000), in_pig=pig.threshold(35),
    ),
    _temperament(
        "card_sharp", "Plays by the odds, cheats when it pays, and spots other cheats.",
        CARD_SHARP, SOUND, tricks.CARD_SHARP,
        tongue=liars.MODELLING, banks=bank.sitting_out(0.06, bank.best_play),
        in_farkle=farkle.best_play, in_pig=pig.best_play,
    ),
    _temperament(
        "bully", "Bets high and bluffs, and goads and bumps others where it can.",
        BULLY, PUSHING, tricks.BULLY,
        tongue=liars.BULLY, banks=bank.sitting_out(0.04, bank.flat(3)),
        in_farkle=farkle.threshold(500), in_pig=pig.threshold(25),
    ),
    _temperament(
        "drunkard", "Plays erratically, and puts dice on the tab where it can.",
        DRUNKARD, LOOSE, tricks.DRUNKARD,
        tongue=liars.DRUNKARD, banks=bank.sitting_out(0.1, bank.whimsical),
        in_farkle=farkle.unsteady, in_pig=pig.unsteady,
    ),
)  # fmt: skip
TEMPERAMENTS: Final = tuple(policy.name for policy in _TEMPERAMENTS)
"""The temperaments that an NPC can have."""

_OWN: Final = (
    _own("plain", "Uses only dice and coins: no skills, no cheats, no drinks.", _twenty_one(PLAIN)),
    _own("frugal", "Uses only dice and coins, and never buys a d4.", _twenty_one(FRUGAL)),
    _own("cheat", "Uses only dice and coins, and cheats whenever it pays.", _twenty_one(CHEAT)),
    _own("flat", "Always bets the minimum.", _banks(bank.flat())),
    _own(
        "best_play", "Makes the bet or throw that, on average, loses least or gains most.",
        {**_banks(bank.best_play), **_races(farkle.best_play, pig.best_play), **_mason(HONEST)},
    ),
    _own(
        "threshold", "Banks from 350 points in Farkle, and from 20 in Pig.",
        _races(farkle.threshold(350), pig.threshold(pig.BEST_ALONE)),
    ),
    _own("greedy", "Throws again while at least three dice are left.", {"farkle": farkle.greedy}),
    _own("probable", "Bets and calls by the chances of the dice alone.", _liars(liars.BY_CHANCE)),
    _own("modelling", "Takes the others’ bets as evidence of what is under their cups.", _liars(liars.MODELLING)),
    _own("bluffing", "Often bets what the others will believe, whatever it has itself.", _liars(liars.BLUFFING)),
    _own("tight", "Bets only on good hands.", _bluffs(TIGHT)),
    _own("loose", "Bets on weak hands too, and bluffs.", _bluffs(LOOSE)),
)  # fmt: skip
_RANDOM: Final = _policy("random", "Chooses its moves at random.", {})
_BY_NAME: Final[Mapping[str, Policy]] = {policy.name: policy for policy in (_RANDOM, *_TEMPERAMENTS, *_OWN)}
LABELS: Final[Mapping[str, Label]] = {
    name: Label(in_words(name).capitalize(), policy.summary) for name, policy in _BY_NAME.items()
}
"""The labels of all policies, by name."""


def named(name: str, game: str | None = None) -> Policy:
    """The policy of this name, which must play `game` if one is given. Raises `UnknownPolicy`."""
    known = names(game)
    if name not in known:
        raise UnknownPolicy(name, known, game)
    return _BY_NAME[name]


def names(game: str | None = None) -> list[str]:
    """The names of all policies, or of those that can be chosen for a game.

    Those are `random`, the temperaments, and the policies that know the game. A temperament that does not know it plays
    it at random. Policies for other games are left out: they would only play as `cautious` does.
    """
    everywhere = ("random", *TEMPERAMENTS)
    return [name for name, policy in _BY_NAME.items() if game is None or name in everywhere or game in policy.plays]


def temperaments(game: str) -> list[str]:
    """The temperaments of NPCs in a game: those of every game, and the game's own policies."""
    return list(dict.fromkeys([*TEMPERAMENTS, *names(game)]))


def is_known(game: str) -> bool:
    """Whether any policy knows this game. If none does, all of them play it at random."""
    return any(game in policy.plays for policy in _BY_NAME.values())


def knows(name: str, game: str) -> bool:
    """Whether this policy knows the game; a temperament that does not plays it at random. Raises `KeyError`."""
    return game in _BY_NAME[name].plays
