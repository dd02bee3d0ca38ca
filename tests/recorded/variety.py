"""What the tables differ in that are searched for recordings, and what recordings are called: a line for each game."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

_AGAINST_THE_HOUSE: Final[Mapping[str, list[Any]]] = {
    "auto_roll": [True, False],
    "bank_limit_cp": [None, 700, 2_000],
    "turn_seconds": [None, 60],
}
OPTIONS: Final[Mapping[str, Mapping[str, list[Any]]]] = {
    "bluffmaster": {
        "ante_cp": [500, 500, 100, 1000],
        "cards": ["all", "all", "dealt", "chosen"],
        "turn_seconds": [None, 60],
        "unseal": ["dispute", "round"],
    },
    "farkle": {
        "ante_cp": [0, 500],
        "target": [1_000, 2_000],
        "minimum_bank": [0, 0, 400],
        "opening_bank": [0, 0, 1_000],
        "greed": [True, True, False],
        "turn_seconds": [None, 60],
    },
    "goblin": {
        "ante_cp": [500, 500, 100],
        "house_match": [True, False],
        "last_standing": ["plays_on", "plays_on", "wins"],
        "turn_seconds": [None, 60],
    },
    "mason": {
        "ante_cp": [0, 500],
        "target": [0, 0, 20, 35],
        "turn_seconds": [None, 60],
    },
    "middles-seven": _AGAINST_THE_HOUSE,
    "mountains": _AGAINST_THE_HOUSE,
    "scales": {**_AGAINST_THE_HOUSE, "light": ["off", "on"], "most_cp": [0, 0, 600]},
    "twelve-nights": {
        **_AGAINST_THE_HOUSE,
        "most_cp": [0, 0, 600],
        "house_stands_on": [10, 10, 2, 12],
        "win_pays": ["even", "even", "stake"],
        "twelve_returns": [2, 2, 3],
    },
    "twins": {**_AGAINST_THE_HOUSE, "bank_limit_cp": [None, None, 2_000, 9_000], "most_cp": [0, 0, 600]},
    "rulers-bluff": {
        "ante_cp": [500, 500, 100],
        "open_dice": ["shared", "own"],
        "turn_seconds": [None, 60],
        "unseal": ["dispute", "round"],
    },
    "triangle": {
        "ante_cp": [500, 500, 100],
        "turn_seconds": [None, 60],
        "unseal": ["dispute", "round"],
    },
    "pig": {
        "ante_cp": [0, 500],
        "target": [50, 60],
        "turn_seconds": [None, 60],
    },
    "twentyone": {
        "ante_cp": [500, 500, 100],
        "liquid_mode": [True, True, False],
        "house_match": [True, False],
        "no_winner": ["rollover", "house"],
        "fee_on": ["bought", "any"],
        "turn_seconds": [None, 60],
        "starting_heat": [10, 5, 15],
        "unseal": ["dispute", "round"],
    },
    "twentyone-v3": {
        "ante_cp": [500, 500, 100],
        "liquid_mode": [True, True, False],
        "no_winner": ["rollover", "house"],
        "goad_resist": ["off", "one_ante"],
        "side_bets": ["pot", "pool"],
        "turn_seconds": [None, 60],
        "starting_heat": [10, 5, 15],
        "unseal": ["dispute", "round"],
    },
}
"""For each game the values of its options that are tried; those not named keep their defaults."""

Mark = tuple[str, str]
"""A title, and what stands in a log that deserves it."""

_OF_ANY_GAME: Final[tuple[Mark, ...]] = (
    ("a-void-round", '"type":"round_voided"'),
    ("a-seat-removed", '"why":"removed"'),
    ("an-early-goodbye", '"type":"seat_left"'),
    ("a-loan", '"reason":"loan"'),
    ("the-clock", '"actor":"clock"'),
)
_BETS: Final[tuple[Mark, ...]] = (
    ("nobody-bets", '"outcome":"no_bets"'),
    ("a-bet-left-behind", '"status":"gone"'),
    ("no-more-bets", '"why":"bets_closed"'),
    ("a-bet-let-stand", '"status":"content"'),
    ("a-bet-on-the-middle", '"on":"middles_7"'),
    ("the-gm-throws", '"auto_roll":false'),
    ("a-poor-house", '"bank_limit_cp":700'),
    ("a-house-with-a-limit", '"bank_limit_cp":2000'),
    ("one-who-passes", '"status":"passed"'),
    ("a-win", '"reason":"winnings"'),
    ("a-lost-bet", '"reason":"lost_bet"'),
    ("a-watched-table", '"kind":"watcher"'),
)
_HANDS: Final[tuple[Mark, ...]] = (
    ("a-tie", '"how":"tie"'),
    ("a-side-pot", '"type":"showdown.pot_won","v":1,"number":2'),
    ("a-bet-unmatched", '"type":"betting.given_back"'),
    ("all-in", '"status":"all_in"'),
    ("nobody-else-left", '"how":"alone"'),
    ("one-who-folds", '"status":"folded"'),
)
_OF_GAMES: Final[Mapping[str, tuple[Mark, ...]]] = {
    "bluffmaster": (
        ("a-split-agreed", '"type":"bluffmaster.pot_split"'),
        ("a-tie", '"how":"tie"'),
        ("a-side-pot", '"type":"showdown.pot_won","v":1,"number":2'),
        ("a-card-for-nothing", '"lands":false'),
        ("a-split-refused", '"why":"refused"'),
        ("a-split-withdrawn", '"why":"withdrawn"'),
        ("a-set-cut-short", '"outcome":"too_few"'),
        ("a-round-sat-out", '"status":"sitting_out"'),
        ("a-die-rolled-again", '"why":"reroll"'),
        ("cards-chosen", '"cards":"chosen"'),
        ("cards-dealt", '"cards":"dealt"'),
        ("a-grant", '"type":"bluffmaster.power_granted"'),
        ("all-in", '"status":"all_in"'),
        ("a-total-lessened", '"ability":"subtract"'),
        ("a-bet-unmatched", '"type":"betting.given_back"'),
        ("one-who-folds", '"status":"folded"'),
    ),
    "farkle": (
        ("a-series", '"points":3000,"at_risk"'),
        ("four-and-a-pair", '"points":1500,"at_risk"'),
        ("three-pairs-or-ones", '"points":1000,"at_risk"'),
        ("a-forfeit", '"status":"forfeited"'),
        ("greedy-dice", '"greedy":true'),
        ("dice-left-lying", '"type":"farkle.dice_left"'),
        ("an-ante", '"reason":"ante"'),
        ("a-farkle", '"type":"races.points_lost"'),
    ),
    "goblin": (
        ("nobody-walks-out", '"outcome":"wipeout"'),
        ("the-coin-decides", '"outcome":"won_by_the_coin"'),
        ("the-coin-kills", '"why":"coin"'),
        ("a-hold-broken", '"type":"goblin.boot_spent"'),
        ("the-cowards-tax", '"reason":"cowards_tax"'),
        ("a-runaway", '"status":"dead","why":"left"'),
        ("the-last-one-leaves", '"status":"held","why":"left"'),
        ("two-boots", '"boots":2'),
        ("the-last-one-wins", '"last_standing":"wins"'),
        ("a-side-bet-won", '"reason":"side_bet_won"'),
        ("side-bets-returned", '"reason":"side_bet_returned"'),
        ("the-last-die", '"die":"d4"'),
        ("without-the-house", '"house_match":false'),
        ("a-boot", '"type":"goblin.boot_earned"'),
        ("a-bullet", '"why":"bullet"'),
    ),
    "mason": (
        ("a-tie-thrown-off", '"status":"beaten"'),
        ("a-high-round", '"target":20'),
        ("a-longer-high-round", '"target":35'),
        ("a-forfeit", '"status":"forfeited"'),
        ("an-ante", '"reason":"ante"'),
        ("a-watched-table", '"kind":"watcher"'),
    ),
    "middles-seven": _BETS,
    "mountains": _BETS,
    "scales": (
        ("light-scales", '"light":"on"'),
        ("just-the-bet-back", '"amount_cp":500,"back_cp":500'),
        ("two-of-three", '"amount_cp":500,"back_cp":1000'),
        ("three-of-three", '"amount_cp":500,"back_cp":1500'),
        *_BETS,
    ),
    "twelve-nights": (
        ("a-twelve", '"status":"twelve","why":"cards"'),
        ("a-twelve-drawn", '"status":"twelve","why":"hit"'),
        ("three-bets-for-a-twelve", '"twelve_returns":3'),
        ("just-the-bet-back", '"win_pays":"stake"'),
        ("one-who-folds", '"status":"folded","why":"fold"'),
        ("one-who-leaves-and-folds", '"status":"folded","why":"left"'),
        ("a-bust", '"status":"bust"'),
        ("a-bold-house", '"house_stands_on":12'),
        ("a-timid-house", '"house_stands_on":2,'),
        ("a-house-that-draws", '"purpose":"house_hit"'),
        ("one-who-stays", '"status":"stayed"'),
        *_BETS,
    ),
    "twins": (
        ("a-number", '"on":"number:'),
        ("a-black-number", '"on":"black:'),
        ("a-white-number", '"on":"white:'),
        ("both-alike", '"on":"both:'),
        ("a-total", '"on":"total:'),
        ("a-small-table", '"most_cp":600'),
        *_BETS,
    ),
    "rulers-bluff": (
        *_HANDS,
        ("five-of-a-kind", '"hand":"five_of_a_kind"'),
        ("four-of-a-kind", '"hand":"four_of_a_kind"'),
        ("a-full-house", '"hand":"full_house"'),
        ("a-high-straight", '"hand":"high_straight"'),
        ("a-low-straight", '"hand":"low_straight"'),
        ("dice-kept", '"type":"let_it_be"'),
        ("open-dice-of-ones-own", '"open_dice":"own"'),
        ("no-pair", '"hand":"no_pair"'),
        ("a-discard", '"why":"discard"'),
    ),
    "triangle": (
        ("three-ones", '"beats_all":true'),
        *_HANDS,
    ),
    "pig": (
        ("a-race-won", '"total":5'),
        ("a-turn-of-thirty", '"at_risk":30'),
        ("a-longer-race", '"target":60'),
        ("a-forfeit", '"status":"forfeited"'),
        ("a-one", '"type":"races.points_lost"'),
        ("an-ante", '"reason":"ante"'),
        ("a-watched-table", '"kind":"watcher"'),
    ),
    "twentyone": (
        ("a-table-nobody-wins", '"outcome":"house"'),
        ("a-pot-that-rolls-over", '"outcome":"rollover"'),
        ("a-duel", '"outcome":"won_in_a_duel"'),
        ("a-natural-twenty", '"type":"twentyone.made_twenty_one"'),
        ("a-fumbled-cheat", '"why":"fumbled_a_cheat"'),
        ("a-cheat-accused", '"right":true'),
        ("a-false-accusation", '"right":false'),
        ("a-reader-read", '"kind":"read_back"'),
        ("one-under-the-table", '"why":"passed_out"'),
        ("a-retaliation-lapsed", '"why":"lapsed"'),
        ("a-retaliation-waived", '"why":"waived"'),
        ("a-goaded-hold", '"why":"goaded"'),
        ("a-blind-d20", '"condition":"locked_to_a_blind_d20"'),
        ("a-blind-die", '"place":"blind"'),
        ("a-side-bet-won", '"reason":"side_bet_won"'),
        ("side-bets-returned", '"reason":"side_bet_returned"'),
        ("a-sloppy-evening", '"condition":"sloppy"'),
        ("a-cleaning-fee", '"type":"twentyone.fee_owed"'),
        ("foresight", '"kind":"foresight"'),
        ("a-bumped-table", '"why":"bumped"'),
        ("a-retaliation", '"why":"retaliation"'),
        ("an-early-fold", '"reason":"early_fold"'),
        ("the-cut", '"why":"cut"'),
        ("a-bust", '"why":"above_21"'),
    ),
    "twentyone-v3": (
        ("a-split", '"outcome":"split"'),
        ("a-duel", '"outcome":"won_in_a_duel"'),
        ("one-more-on-the-tab", '"condition":"free_roll"'),
        ("a-re-roll-of-the-own", '"why":"free_reroll"'),
        ("a-goad-resisted", '"reason":"goad_resisted"'),
        ("one-who-is-dared", '"condition":"dared"'),
        ("a-slander", '"why":"false_accusation"'),
        ("a-cheat-accused", '"right":true'),
        ("a-fumbled-cheat", '"why":"fumbled_a_cheat"'),
        ("a-spilled-drink", '"reason":"spilled_drink"'),
        ("a-blind-d4", '"condition":"locked_to_a_blind_d4"'),
        ("locked-to-a-d20", '"condition":"locked_to_a_d20"'),
        ("a-reader-read", '"kind":"read_back"'),
        ("one-under-the-table", '"why":"passed_out"'),
        ("a-natural-twenty", '"type":"twentyone.made_twenty_one"'),
        ("a-retaliation-lapsed", '"why":"lapsed"'),
        ("a-retaliation-waived", '"why":"waived"'),
        ("a-bumped-table", '"why":"bumped"'),
        ("a-retaliation", '"why":"retaliation"'),
        ("a-side-bet-won", '"reason":"side_bet_won"'),
        ("a-bet-for-the-pot", '"reason":"side_bet"'),
        ("a-pot-that-rolls-over", '"outcome":"rollover"'),
        ("a-table-nobody-wins", '"outcome":"house"'),
        ("a-sloppy-evening", '"condition":"sloppy"'),
        ("an-early-fold", '"reason":"early_fold"'),
        ("the-cut", '"why":"cut"'),
        ("a-bust", '"why":"above_21"'),
    ),
}
"""The most remarkable first."""


def titles_for(game: str) -> list[Mark]:
    """The titles that can be given to a game's recordings."""
    return [*_OF_GAMES.get(game, ()), *_OF_ANY_GAME]


def title_of(lines: Iterable[bytes], untitled: list[Mark]) -> str:
    """What is most remarkable in a log and stands in no earlier title; it is taken off the list."""
    log = b"\n".join(lines).decode()
    for title, mark in untitled:
        if mark in log:
            untitled.remove((title, mark))
            return title
    return "and-more"
