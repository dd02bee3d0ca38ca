#!/usr/bin/env python3
"""Check a tavern's dice: the proof of a round, or the export of a table. Needs Python 3.9 or later, and nothing else.

    python3 verify.py proof.json [--luck SEAT=WORD] [--record record.jsonl] [--draws] [--json]

Several proofs of one table are also checked against each other. It exits with 0 where all that can be checked is right,
1 where something is wrong, 2 where there is nothing to check. docs/verify.md of the tavern describes every step, so you
need not trust this file: write your own.
"""

# pyright: basic
# (What is read here has no type that could be relied on.)
from __future__ import annotations

import argparse
import bisect
import hashlib
import hmac
import itertools
import json
import re
import sys
from pathlib import Path
from typing import Any

RANGE, FIRST_RANGE, GENESIS, MOST, DEEPEST, ENOUGH, HOUSE = 1024, 4096, "0" * 64, 2**53 - 1, 500, 1000, "house"
BEFORE_1 = "it was written by a version before 1.0, whose logs and proofs are no longer read"

# The sets of dice and cards that somebody can play with, by their kinds. Weighted dice do not fall as fair ones.
WEIGHTED = ("weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky")
SETS = {
    **dict.fromkeys(("common_dice", "clear_dice", "ivory_dice", "steel_dice", *WEIGHTED), "dice"),
    **dict.fromkeys(("common_cards", "fancy_cards", "simply_marked", "expertly_marked"), "card"),
}
CROOKED = (*WEIGHTED, "simply_marked", "expertly_marked")
FAVOURING = ("weighted_heavy", "weighted_sticky")  # these fall on one face most of the time
KINDS_OF_DICE = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}

# What each game draws dice for, by the versions of its rules, and in which events: written from the code of the games.
# fmt: off
DECLARED: Any = {
 "twentyone": [
  {"rules": [1], "draws": [
   {"purpose": "opening", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["open"], "n": [0]}},
   {"purpose": "hole", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [1]}},
   {"purpose": "cut", "by": "seat", "sides": [10], "most": 1, "event": "die_rerolled", "where": {"why": ["cut"]}},
   {"purpose": "bought", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rolled", "where": {"place": ["hand"]}},
   {"purpose": "cheat", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "goad", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["intimidation", "persuasion"]}},
   {"purpose": "goad_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "bump", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bump_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bumped", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["bumped"]}},
   {"purpose": "retaliation", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["retaliation"]}},
   {"purpose": "foresight", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["wisdom"]}},
   {"purpose": "profile", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "tab", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["constitution_save"]}},
   {"purpose": "duel", "by": "seat", "sides": [4, 20],
    "event": "twentyone.duel_rolled", "shows": {"total": "sum"}}
  ]}
 ],
 "twentyone-v3": [
  {"rules": [1], "draws": [
   {"purpose": "opening", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["open"], "n": [0]}},
   {"purpose": "hole", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [1]}},
   {"purpose": "cut", "by": "seat", "sides": [10], "most": 1, "event": "die_rerolled", "where": {"why": ["cut"]}},
   {"purpose": "bought", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rolled", "where": {"place": ["hand"]}},
   {"purpose": "cheat", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "goad", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["intimidation", "persuasion"]}},
   {"purpose": "goad_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "bump", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bump_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bumped", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["bumped"]}},
   {"purpose": "retaliation", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["retaliation"]}},
   {"purpose": "free_reroll", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["free_reroll"]}},
   {"purpose": "foresight", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["wisdom"]}},
   {"purpose": "profile", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "tab", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["constitution_save"]}},
   {"purpose": "duel", "by": "seat", "sides": [4, 20],
    "event": "twentyone.duel_rolled", "shows": {"total": "sum"}}
  ]}
 ],
 "goblin": [
  {"rules": [1], "draws": [
   {"purpose": "chamber", "by": "seat", "sides": [4, 6, 8, 10, 12, 20], "most": 1,
    "event": "die_rolled", "where": {"place": ["open"]}},
   {"purpose": "coin", "by": "seat", "sides": [2],
    "event": "die_rolled", "where": {"die": ["d2"], "place": ["open"]}}
  ]}
 ],
 "bluffmaster": [
  {"rules": [1], "draws": [
   {"purpose": "who_bets_first", "by": "seat", "sides": [20],
    "event": "open_thrown", "where": {"why": ["who_bets_first"]}},
   {"purpose": "hidden", "by": "seat", "sides": [20], "most": 6,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [0, 1]}},
   {"purpose": "bluff", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "see_through", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "read", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "hide_feelings", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "card", "by": "seat", "sides": [3], "most": 1,
    "event": "bluffmaster.card_taken", "shows": {"ability": ["reroll", "subtract", "add"]}},
   {"purpose": "reroll", "by": "seat", "sides": [20], "event": "die_rerolled", "where": {"why": ["reroll"]}},
   {"purpose": "the_pot", "by": "seat", "sides": [20], "event": "open_thrown", "where": {"why": ["the_pot"]}}
  ]}
 ],
 "farkle": [
  {"rules": [1], "draws": [
   {"purpose": "farkle", "by": "seat", "sides": [6],
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "weight", "by": "seat", "sides": [25], "event": "die_weighted"},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}},
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}}
  ]}
 ],
 "mason": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "mason", "by": "seat", "sides": [6], "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "weight", "by": "seat", "sides": [25], "event": "die_weighted"},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "pig": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "pig", "by": "seat", "sides": [6], "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "weight", "by": "seat", "sides": [25], "event": "die_weighted"},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "middles-seven": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "house", "by": "house", "sides": [6], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "house", "sides": [6], "most": 12,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "mountains": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "house", "by": "house", "sides": [8], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open"]}},
   {"purpose": "card", "by": "seat", "sides": [8], "most": 1,
    "event": "die_rolled", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "seat", "sides": [8], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "twelve-nights": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "cards", "by": "seat", "sides": [6], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "hit", "by": "seat", "sides": [6], "most": 9,
    "event": "die_rolled", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}},
   {"purpose": "house", "by": "house", "sides": [6], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open"]}},
   {"purpose": "house_hit", "by": "house", "sides": [6], "most": 9,
    "event": "die_rolled", "where": {"place": ["open"]}}
  ]}
 ],
 "twins": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "house", "by": "house", "sides": [20], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "house", "sides": [20], "most": 12,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "scales": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "house", "by": "house", "sides": [4, 6], "most": 3,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "house", "sides": [4, 6], "most": 12,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "rulers-bluff": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "bluff", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "see_through", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "read", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "hide_feelings", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "hidden", "by": "seat", "sides": [6], "most": 3,
    "event": "dice_thrown", "where": {"place": ["hole"]}},
   {"purpose": "shared", "by": "house", "sides": [6], "most": 2,
    "event": "die_rolled", "where": {"place": ["open"]}},
   {"purpose": "open", "by": "seat", "sides": [6], "most": 2,
    "event": "die_rolled", "where": {"place": ["open", "hand"], "n": [3, 4]}},
   {"purpose": "discard", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled", "where": {"why": ["discard"]}},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "triangle": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "bluff", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "see_through", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "read", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "hide_feelings", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "hidden", "by": "seat", "sides": [6, 8, 12], "most": 1,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [0, 1, 2]}},
   {"purpose": "palmed", "by": "seat", "sides": [6, 8, 12], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "trickster": [
  {"rules": [1], "draws": [
   {"purpose": "class", "by": "seat", "sides": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45,
    46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64], "most": 1,
    "event": "trickster.class_taken"},
   {"purpose": "first_bet", "by": "seat", "sides": [20], "event": "open_thrown", "where": {"why": ["first_bet"]}},
   {"purpose": "cup", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "dice_thrown", "where": {"place": ["hole"]}},
   {"purpose": "replaced", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "die_replaced", "where": {"why": ["upgrade", "downgrade"]}},
   {"purpose": "unseen", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "die_thrown_unseen", "where": {"why": ["upgrade", "reroll"]}},
   {"purpose": "gained", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20], "event": "die_gained"},
   {"purpose": "reroll", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "die_rerolled", "where": {"why": ["reroll"]}}
  ]}
 ]
}
# fmt: on

# The shapes of things: nothing is looked into before it is known to have its shape. A tuple lists alternatives.
IS: dict[str, Any] = {
    "int": lambda value: type(value) is int,
    "one": lambda value: type(value) is int and value == 1,
    "nth": lambda value: type(value) is int and value >= 1,
    "sides": lambda value: type(value) is int and 1 <= value <= 2**32,
    "flag": lambda value: isinstance(value, bool),
    "text": lambda value: isinstance(value, str),
    "hash": lambda value: isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{64}", value)),
    "faces": lambda value: (
        isinstance(value, dict)
        and all(type(face) is int and 1 <= face <= KINDS_OF_DICE.get(die, 0) for die, face in value.items())
    ),
    "set": lambda value: (
        isinstance(value, dict)
        and value.keys() <= {"set", "faces"}
        and isinstance(value.get("set"), str)
        and value["set"] in SETS
        and ("faces" not in value or (value["set"] in FAVOURING and IS["faces"](value["faces"])))
    ),
    "die": lambda value: isinstance(value, str) and bool(re.fullmatch("d[1-9][0-9]?", value)),
    "hashes": lambda value: isinstance(value, dict) and all(map(IS["hash"], value.values())),
    "coins": lambda value: isinstance(value, dict) and all(map(IS["int"], value.values())),
    "dice": lambda value: isinstance(value, dict) and all(map(IS["row"], value.values())),
    "row": lambda value: (
        isinstance(value, list)
        and all(
            isinstance(one, list)
            and len(one) == 2
            and isinstance(one[0], str)
            and (one[1] is None or IS["int"](one[1]))
            for one in value
        )
    ),
}
DRAW: dict[str, Any] = {"seat": "text", "purpose": "text", "sides": "sides", "n": "nth", "face": "int"}
LUCK: Any = [{"seat": "text", "luck": "text"}]
CALL: dict[str, Any] = {"round": "nth", "game": "text", "rules": "int", "commitment": "hash", "path": ["hash"]}
BEGINNING: dict[str, Any] = {**CALL, "first": "int", "opening": "hash"}
START: dict[str, Any] = {**CALL, "luck": LUCK}
SEED = {"round": "nth", "seed": "hash"}
DIE: dict[str, Any] = {"seat": "text", "n": "int"}
MAYBE = ("int", None)
LOADED = {"seat": "text", "faces": "faces"}
EVENTS: dict[str, Any] = {
    "table_opened": {"seeded": "flag"},
    "seat_taken": {"seat": "text"},
    "seat_left": {"seat": "text"},
    "luck_set": {"seat": "text", "luck": "text"},
    "luck_sealed": {"seat": "text", "seal": "hash"},
    "root_published": {"first": "int", "last": "int", "root": "hash"},
    "luck_called": {"seats": ["text"], "seals": [{"seat": "text", "seal": "hash"}], **BEGINNING},
    "luck_revealed": {"seat": "text", "luck": "text", "key": "hash", "signature": "text"},
    "luck_withheld": {"seat": "text"},
    "round_started": {"seats": ["text"], "luck": LUCK, **BEGINNING},
    "round_ended": {"round": "nth"},
    "round_voided": {"round": "nth"},
    "seed_recorded": SEED,
    "round_unsealed": SEED,
    "die_rolled": {"die": "text", "draw": DRAW, **DIE},
    "dice_thrown": {"seat": "text", "ns": ["int"], "die": "text", "draws": [DRAW]},
    "die_rerolled": {"draw": DRAW, **DIE},
    "dice_taken_up": {"seat": "text"},
    "die_set_down": {"face": "int", **DIE},
    "die_revealed": {"face": "int", **DIE},
    "die_altered": {"was": "int", "face": "int", **DIE},
    "gaming_set_brought": {"seat": "text", "kind": "text", "brought": ("set", None)},
    "gaming_set_given": {"seat": "text", "kind": "text", "given": "set"},
    "gaming_set_in_play": {"seat": "text", "kind": "text", "playing_with": "set"},
    "dice_loaded": LOADED,
    "dice_loaded_out_of_play": LOADED,
    "die_weighted": {"set": "text", "was": "int", "face": "int", "favours": MAYBE, "weight": (DRAW, None), **DIE},
    "die_rerolled_secretly": {"by": "text", "draw": DRAW, **DIE},
    "die_replaced": {"die": "text", "draw": (DRAW, None), **DIE},
    "die_gained": {"seat": "text", "die": "text", "draw": (DRAW, None)},
    "die_lost": DIE,
    "die_thrown_unseen": {"die": "text", "draw": DRAW, **DIE},
    "die_size_shown": {"die": "text", **DIE},
    "dice_shown": {"seat": "text", "ns": ["int"], "faces": ["int"]},
    "check_rolled": {"mode": "text", "draws": [DRAW], "natural": "int", "modifier": "int", "total": "int"},
}
FOLDED = (  # what changes the dice that a viewer is shown
    "die_rolled", "dice_thrown", "die_rerolled", "dice_taken_up", "die_set_down", "die_revealed", "die_altered",
    "die_weighted", "die_rerolled_secretly", "die_replaced", "die_gained", "die_lost", "die_thrown_unseen",
    "die_size_shown", "dice_shown",
)  # fmt: skip
# What changes them besides, in single games.
CLASS_TAKEN: dict[str, Any] = {"seat": "text", "card": {"hand": ["die"]}}
PEEKED: dict[str, Any] = {"facts": {"about": "text", "n": "int", "die": "text", "face": MAYBE}}
UNCOUNTED = "how many entries there are where some are left out"
ENTRY = {"v": "one", "table": "text", "prev": "hash", "events": [{"type": "text"}]}
SHOWN: dict[str, Any] = {"seq": "int", "hash": "hash", "line": "text"}
PROOF = {
    "format": "text", "version": "nth", "table": "text", "seeded": "flag", "opening": SHOWN,
    "published": (SHOWN, {"hash": "hash"}, None), "root": {"from": "int", "to": "int", "root": "hash"}, **START,
    "seed": ("hash", None), "start": ({}, None), "draws": [{"seq": "int", **DRAW}],
    "entries": [(SHOWN, {"seq": "int", "hash": ("hash", None), "events": [{}]})],
}  # fmt: skip
HEADER = {"version": "nth", "table": "text", "entries": "int", "head": "hash"}
VIEWER = {"table": "text", "viewer": "text"}
ROOT_SEEN = {**VIEWER, "root": {"from": "int", "to": "int", "root": "hash"}}
# fmt: off
ANSWERED: dict[str, Any] = {
    "game": "text", "rules": "int", "opening": "hash", "root": "hash", "first": "int", "commitment": "hash",
    "seats": ["text"], "seals": "hashes",
}
# fmt: on
CALL_ANSWERED = {**VIEWER, "round": "nth", "call": ANSWERED, "luck": "text"}
ENTRY_SEEN = {**VIEWER, "round": ("nth", None), "version": "nth", "receipt": "hash"}
SHOWN_AT = {"events": [{"type": "text"}], "coins": "coins", "dice": "dice"}  # what an entry may have besides


class Unreadable(Exception):
    """There is nothing that could be checked."""


def fits(shape: Any, value: Any, exact: bool = False) -> bool:
    """Whether a value has a shape; an `exact` one has no members besides."""
    if shape == {}:
        return isinstance(value, dict)
    if isinstance(shape, str):
        return bool(IS[shape](value))
    if isinstance(shape, tuple):
        return any(fits(one, value, exact) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(shape[0], one, exact) for one in value)
    if not isinstance(shape, dict) or not isinstance(value, dict):
        return shape is value is None
    known = all(name in value and fits(shape[name], value[name], exact) for name in shape)
    return known and (not exact or len(value) == len(shape))


def parsed(data: bytes) -> Any:
    """JSON that all read alike: members named once, whole numbers, no half of a surrogate pair, no endless nesting."""

    def once(members: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(members)) < len(members):
            raise ValueError("a member is named twice")
        return dict(members)

    def whole(digits: str) -> int:
        if not re.fullmatch("-?[0-9]{1,16}", digits) or abs(int(digits)) > MOST:
            raise ValueError("a number is not whole, or too great")
        return int(digits)

    try:
        text = data.decode("utf-8")
        if text.count("{") + text.count("[") > DEEPEST:
            # Not with one pattern: without a closing quote, it would look for one from every quote on.
            depth, is_text, is_escaped = 0, False, False
            for char in text:
                if is_text:
                    is_text = is_escaped or char != '"'
                    is_escaped = char == "\\" and not is_escaped
                else:
                    is_text = char == '"'
                    depth += (char in "{[") - (char in "}]")
                if depth > DEEPEST:
                    raise ValueError("it is nested too deep")
        read = json.loads(text, object_pairs_hook=once, parse_int=whole, parse_float=whole, parse_constant=whole)
        if re.search(r"\\u[dD][89a-fA-F]", text):
            json.dumps(read, ensure_ascii=False).encode()
        return read
    except UnicodeEncodeError:
        raise Unreadable("this is no JSON to rely on: a text has half of a surrogate pair") from None
    except ValueError as error:
        raise Unreadable(f"this is no JSON to rely on: {error}") from None


# The dice, as docs/dice.md specifies them.
def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def p(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def words_of(luck: list[Any]) -> bytes:
    """The luck of a round as it enters every draw."""
    return p(*(word[name].encode() for word in luck for name in ("seat", "luck")))


def face_of(seed: str, number: int, words: bytes, draw: dict[str, Any]) -> int:
    """The face that follows from the seed for a draw."""
    head = p(u64(number), words, draw["seat"].encode(), draw["purpose"].encode())
    bound = 2**32 - 2**32 % draw["sides"]
    for block in itertools.count():
        numbers = p(u64(draw["sides"]), u64(draw["n"]), u64(block))
        digest = hmac.new(bytes.fromhex(seed), head + numbers, "sha256").digest()
        for at in range(0, 32, 4):
            if (word := int.from_bytes(digest[at : at + 4], "big")) < bound:
                return int(word % draw["sides"] + 1)
    raise AssertionError("unreachable")


def seal_of(table: str, number: int, seat: str, luck: str, key: str) -> str:
    """The seal of a seat's luck in a round, and of the key that signs it."""
    sealed = (b"tavern luck seal v1", table.encode(), u64(number), seat.encode(), luck.encode(), bytes.fromhex(key))
    return sha256(p(*sealed)).hex()


def digest_of(table: str, called: dict[str, Any], root: str) -> bytes:
    """What a reveal signs: how the round was called, at which table, and under which root."""
    seals = [part for seal in called["seals"] for part in (seal["seat"].encode(), bytes.fromhex(seal["seal"]))]
    what = (b"tavern luck call v1", table.encode(), u64(called["round"]), called["game"].encode(), u64(called["rules"]))
    opening, commitment = bytes.fromhex(called["opening"]), bytes.fromhex(called["commitment"])
    promised = (opening, bytes.fromhex(root), u64(called["first"]), commitment)
    return sha256(p(*what, *promised, p(*(seat.encode() for seat in called["seats"])), p(*seals)))


def signs(table: str, number: int, seat: str, key: str, signature: str, digest: bytes) -> bool:
    """Whether a signature is one of this digest by the key (LM-OTS of RFC 8554, section 4: SHA-256, w = 4)."""
    if not re.fullmatch("[0-9a-f]{4360}", signature) or not signature.startswith("00000003"):
        return False
    parts = [bytes.fromhex(signature)[at : at + 32] for at in range(4, 2180, 32)]
    name = sha256(p(b"tavern luck key v1", table.encode(), u64(number), seat.encode()))[:16] + bytes(4)
    signed = sha256(name + b"\x81\x81" + parts[0] + digest)
    halves = [half for byte in signed for half in divmod(byte, 16)]
    total = sum(15 - half for half in halves)
    ends = b""
    for at, half in enumerate([*halves, total >> 8, total >> 4 & 15, total & 15]):
        end = parts[at + 1]
        for step in range(half, 15):
            end = sha256(name + at.to_bytes(2, "big") + bytes([step]) + end)
        ends += end
    return sha256(name + b"\x80\x80" + ends).hex() == key


def root_from(commitment: str, index: int, path: list[str]) -> str:
    """The root to which a path leads from the commitment at an index (RFC 9162)."""
    node = sha256(b"\0" + bytes.fromhex(commitment))
    for sibling in map(bytes.fromhex, path):
        node, index = sha256(b"\1" + (sibling + node if index % 2 else node + sibling)), index // 2
    return node.hex()


def favoured(own: dict[str, Any], sides: int) -> int | None:
    """The face on which a die of a set falls four times in five, if any. Sticky dice have the loaded face down."""
    if own["set"] not in FAVOURING:
        return None
    named = own["faces"].get(f"d{sides}")
    if own["set"] == "weighted_heavy":
        return sides if named is None else int(named)
    return sides + 1 - (1 if named is None else int(named))


def loaded(own: dict[str, Any], faces: dict[str, int]) -> dict[str, Any]:
    """Sticky dice once they are loaded on further faces."""
    return {**own, "faces": {**own["faces"], **faces}}


def weighted_face(gaming_set: str, sides: int, face: int, favours: int | None, weight: int) -> int:
    """What a die of a set shows that as a fair one would show `face`; `weight` decides if it favours a face."""
    if gaming_set == "weighted_double":
        return sides if face == 1 else face
    if gaming_set == "weighted_high":
        return face + sides // 2 if face <= sides // 2 else face
    if favours is None:
        return face
    other = weight - 4 * (sides - 1)
    return favours if other <= 0 else other + (other >= favours)


def draws_in(value: Any) -> Any:
    """All draws within an event, in order, and whatever else stands under the names of draws."""
    if isinstance(value, dict) and value.keys() == DRAW.keys():
        yield value
        return
    for name, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if name in ("draw", "draws") and part is not None:
            yield from part if isinstance(part, list) else [part]
        else:
            yield from draws_in(part)


def named(draw: dict[str, Any]) -> str:
    return "draw {n} of a d{sides} for {seat} ({purpose})".format(**draw)


def among(some: list[str], order: list[str]) -> bool:
    """Whether these are some of the others, in the same order."""
    wanted = set(some)
    return some == [one for one in order if one in wanted]


def declares(row: dict[str, Any], kind: str, event: dict[str, Any], draw: dict[str, Any]) -> bool:
    """Whether a declaration is of draws like this one, in an event like this."""
    fits_in = all(event.get(field) in values for field, values in row.get("where", {}).items())
    return row["purpose"] == draw["purpose"] and row["event"] == kind and draw["sides"] in row["sides"] and fits_in


class Check:
    """Follows a table's events in order, and notes what is wrong: (seq of the entry, code, what is wrong)."""

    def __init__(self) -> None:
        self.wrong: list[tuple[int | None, str, str]] = []
        self.not_shown: list[str] = []
        self.altered: list[str] = []
        self.root: str | None = None  # of a proof
        self.opening: str | None = None  # the hash of the table's first entry
        self.seeded: bool | None = None
        self.roots: dict[int, dict[str, Any]] = {}
        self.seeds: dict[int, str] = {}
        self.draws: list[dict[str, Any]] = []  # of rounds that are over
        self.rounds: list[dict[str, Any]] = []
        self.name = ""  # of the table
        self.at: Any = None  # when the entry that is followed was written
        self.head: str | None = None  # its hash
        self.words: dict[str, str] = {}  # in a whole log, of the seats at the table, by arrival
        self.gone: set[str] = set()
        self.sealed: dict[str, str] = {}
        self.called: dict[str, Any] | None = None  # with sealed luck, how the round was called, until it starts
        self.revealed: dict[str, str] = {}
        self.withheld: set[str] = set()
        self.luck: list[dict[str, Any]] = []  # of the last round
        self.declared: list[dict[str, Any]] | None = None  # what the last round's game draws dice for
        self.began: int | None = None  # in which entry the last round began, and when
        self.began_at: Any = None
        self.highest = 0
        self.players: set[str] = set()  # of the last round
        self.started: dict[str, Any] = {}  # how the last round started
        self.running, self.whole = False, False  # whole: all entries of the table are here
        self.over: int | None = None
        self.drawn: list[dict[str, Any]] = []  # in the running round
        self.due: dict[Any, int] = {}
        self.held: dict[tuple[str, str], dict[str, Any]] = {}  # in a whole log, the sets that seats brought or got
        self.setting_out = False  # a round has just started, and no dice are drawn yet
        self.sets: dict[str, dict[str, Any]] = {}  # the crooked sets in play
        self.unweighted: dict[tuple[str, int], None] = {}  # dice that were rolled, and have to be weighted
        self.palmed: set[str] = set()  # who rolled a die again in secret
        self.table: dict[str, list[list[int]]] = {}  # the [sides, face] of each seat's dice

    def note(self, seq: int | None, code: str, detail: str) -> None:
        self.wrong.append((seq, code, detail))

    def entry(self, seq: int, table: str, line: bytes, digest: str | None = None) -> dict[str, Any] | None:
        """The entry in a line, which should be of its table, and hash to `digest`.

        Raises `Unreadable` if a version before 1.0 wrote it: then it names an edition of rules, or its own number.
        """
        self.name = table
        if digest not in (None, sha256(line).hex()):
            self.note(seq, "hash_mismatch", "its line does not match its hash in the proof")
            return None
        read: Any = None
        why = "the line is no entry"
        try:
            read = parsed(line)
        except Unreadable as error:
            why = f"{why}: {error}"
        if isinstance(read, dict) and ("house" in read or "seq" in read):
            raise Unreadable(BEFORE_1)
        if not fits(ENTRY, read):
            self.note(seq, "unreadable", why)
            return None
        entry: dict[str, Any] = read
        if entry["table"] != table:
            self.note(seq, "wrong_table", f"it belongs to table {entry['table']}")
        return entry

    def events(self, seq: int, events: list[dict[str, Any]], entry: dict[str, Any], head: str | None = None) -> None:
        self.at, self.head = entry.get("at"), head
        for event in events:
            kind, draws = event["type"], list(draws_in(event))
            if not fits([DRAW], draws, True):
                self.note(seq, "draw_missing", f"{kind} has something else where a draw should stand")
            elif not fits(EVENTS.get(kind, {}), event):
                self.note(seq, "unreadable", f"{kind} is not what it should be")
            else:
                for draw in draws:
                    self.draw(seq, draw)
                self.drawn_for(seq, kind, event, draws)
                self.round_event(seq, kind, event)
                self.set_event(seq, kind, event)
                self.dice_event(seq, kind, event)
        for seat, n in self.unweighted:
            self.note(seq, "face_mismatch", f"die {n} of {seat} is of a weighted set, and falls as a fair one")
        self.unweighted, self.setting_out = {}, False
        if self.over is not None:
            self.note(seq, "seed_missing", f"round {self.over} is over, and its seed is not recorded")
            self.running, self.over = False, None

    def draw(self, seq: int, draw: dict[str, Any]) -> None:
        sequence = draw["seat"], draw["purpose"], draw["sides"]
        due = self.due.get(sequence, 0) + 1
        if not self.running or draw["n"] != due:
            self.note(seq, "draw_order", f"{named(draw)} stands where number {due}, or none, was expected")
        self.due[sequence], self.setting_out = draw["n"], False
        self.drawn.append({"seq": seq, **draw})

    def drawn_for(self, seq: int, kind: str, event: dict[str, Any], draws: list[dict[str, Any]]) -> None:
        """Dice are drawn for the purposes and seats, and in the events, that the game declares."""
        if self.declared is None or not self.running:
            return
        seat, expected = event.get("seat"), {}
        for draw in draws:
            may = (row for row in self.declared if declares(row, kind, event, draw) and self.draws_by(row, draw))
            row = next(may, None)
            if row is None or seat not in (None, draw["seat"]):
                self.note(seq, "draw_undeclared", f"{self.started['game']} has no {named(draw)} in {kind}")
            else:
                for field, shown in row.get("shows", {}).items():
                    faces = [one["face"] for one in draws]
                    expected[field] = sum(faces) if shown == "sum" else dict(enumerate(shown, 1)).get(draw["face"])
        for field, value in expected.items():
            if event.get(field) != value:
                self.note(seq, "face_mismatch", f"{field} of {kind} is not what was drawn")

    def draws_by(self, row: dict[str, Any], draw: dict[str, Any]) -> bool:
        """Whether a declaration lets a seat draw, and so often."""
        seat, by = draw["seat"], row["by"]
        if draw["n"] > row.get("most", MOST):
            return False
        if by == "anybody":
            return not self.whole or seat == HOUSE or seat in self.words
        return seat == HOUSE if by == HOUSE else seat in self.players

    def seat_event(self, kind: str, event: dict[str, Any]) -> None:
        """In a whole log, who sits at the table, by arrival, and what they chose as luck."""
        seat = event.get("seat", "")
        if kind == "seat_taken":
            word = event.get("luck")
            self.words[seat] = word if isinstance(word, str) else ""
            self.gone.discard(seat)
            self.sealed.pop(seat, None)
        elif kind == "luck_set":
            self.words[seat] = event["luck"]
        elif kind == "luck_sealed":
            self.sealed[seat] = event["seal"]
        elif kind == "seat_left":
            self.gone.add(seat)
        if self.gone and not self.running:
            self.words = {seat: word for seat, word in self.words.items() if seat not in self.gone}
            self.sealed = {seat: seal for seat, seal in self.sealed.items() if seat not in self.gone}
            self.gone = set()

    def round_event(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        number = event.get("round", 0)
        self.seat_event(kind, event)
        if kind == "table_opened":
            self.seeded = event["seeded"]
        elif kind == "root_published":
            self.root_published(seq, event)
        elif kind == "luck_called":
            self.luck_called(seq, event)
        elif kind == "luck_revealed":
            self.luck_revealed(seq, event)
        elif kind == "luck_withheld":
            self.luck_withheld(seq, event["seat"])
        elif kind == "round_started":
            self.round_started(seq, event)
        elif kind in ("round_ended", "round_voided"):
            self.over, self.called = number, None
        elif kind == "seed_recorded":
            self.seed_recorded(seq, event["round"], event["seed"])
        elif kind == "round_unsealed" and event["seed"] != self.seeds.get(
            number, None if self.whole else event["seed"]
        ):
            self.note(seq, "seed_misplaced", f"round {number} is unsealed with a seed that was not recorded")

    def root_published(self, seq: int, event: dict[str, Any]) -> None:
        """A root is for a range that begins after all that have one."""
        first, last = event["first"], event["last"]
        length = FIRST_RANGE if first == 1 else RANGE
        is_range = first >= 1 and first % RANGE == 1 and last == first - 1 + length
        if not is_range or any(first <= root["to"] for root in self.roots.values()):
            self.note(seq, "bad_root", f"rounds {first} to {last} are no range for a root, or have one already")
        else:
            self.roots[first] = {"from": first, "to": last, "root": event["root"]}

    def luck_called(self, seq: int, event: dict[str, Any]) -> None:
        self.begins(seq, event)
        self.called, self.revealed, self.withheld, self.started = event, {}, set(), {**event, "luck": []}
        sealed = [seal["seat"] for seal in event["seals"]]
        if not among(sealed, event["seats"]):
            self.note(seq, "luck_mismatch", "the seals are not those of the round's seats, in their order")
        playing = set(event["seats"])
        given = {seat: seal for seat, seal in self.sealed.items() if seat in playing}
        if self.whole and given != {seal["seat"]: seal["seal"] for seal in event["seals"]}:
            self.note(seq, "luck_mismatch", "the seals are not those that the seats gave")
        self.sealed = {}

    def begins(self, seq: int, event: dict[str, Any]) -> None:
        """A round begins: with its luck called, or else when it starts."""
        number = event["round"]
        self.luck, self.players = [], set()
        if self.running:
            self.note(seq, "round_not_over", f"round {number} starts while another runs")
        if self.whole and number != self.highest + 1:
            self.note(seq, "round_order", f"round {number} begins, and round {self.highest + 1} is the next")
        self.promised(seq, event)
        seats = event["seats"]
        if len(set(seats)) < len(seats) or HOUSE in seats:
            self.note(seq, "seats_mismatch", "the round's seats are not players, each once")
        elif self.whole and not among(seats, list(self.words)):
            self.note(seq, "seats_mismatch", "the round's seats are not at the table, in that order")
        game, rules = event["game"], event["rules"]
        declared = (one["draws"] for one in DECLARED.get(game, ()) if rules in one["rules"])
        self.declared = next(declared, None)
        if self.declared is None:
            self.cannot_tell(f"for what version {rules} of {game} draws dice, which this program does not know")
        self.belongs(seq, event)
        self.called, self.began_at = None, self.at
        self.highest, self.began, self.running = max(number, self.highest), seq, True
        self.drawn, self.due, self.table = [], {}, {}
        self.sets, self.palmed, self.setting_out = {}, set(), False

    def belongs(self, seq: int, event: dict[str, Any]) -> None:
        """The round belongs to the table that was opened so."""
        if event["opening"] != self.opening:
            self.note(seq, "opening_mismatch", "the round belongs to a table that was opened otherwise")

    def cannot_tell(self, what: str) -> None:
        if what not in self.not_shown:
            self.not_shown.append(what)

    def luck_revealed(self, seq: int, event: dict[str, Any]) -> None:
        """A seat reveals what it sealed, and has signed how the round was called."""
        seat, luck, key, called = event["seat"], event["luck"], event["key"], self.called or {"round": 0, "seals": []}
        seals = [seal["seal"] for seal in called["seals"] if seal["seat"] == seat]
        if seals != [seal_of(self.name, called["round"], seat, luck, key)] or seat in {*self.revealed, *self.withheld}:
            self.note(seq, "luck_mismatch", f"{seat} did not seal what it reveals, or does not reveal it once")
        elif not self.answered(called, event):
            self.note(seq, "luck_answers_another_call", f"{seat} revealed its luck, but not to this call of the round")
        self.revealed[seat] = luck

    def answered(self, called: dict[str, Any], event: dict[str, Any]) -> bool:
        """Whether a reveal is signed for the round as it was called."""
        root = self.roots.get(called["first"])
        if root is None or called["rules"] < 0:
            return False
        digest = digest_of(self.name, called, root["root"])
        return signs(self.name, called["round"], event["seat"], event["key"], event["signature"], digest)

    def luck_withheld(self, seq: int, seat: str) -> None:
        sealed = [seal["seat"] for seal in self.called["seals"]] if self.called else []
        if seat not in sealed or seat in {*self.revealed, *self.withheld}:
            self.note(seq, "luck_mismatch", f"{seat} withholds what it did not seal, or has revealed")
        self.withheld.add(seat)

    def round_started(self, seq: int, event: dict[str, Any]) -> None:
        called, self.called = self.called, None
        if called is None:
            self.begins(seq, event)
            if self.whole and any(self.words.get(one["seat"], "") != one["luck"] for one in event["luck"]):
                self.note(seq, "luck_mismatch", "the luck is not what the seats chose")
        else:
            self.belongs(seq, event)
            if any(event[name] != called[name] for name in (*CALL, "first")):
                self.note(seq, "commitment_mismatch", "the round starts otherwise than it was called")
            revealed = [self.revealed.get(seat, "") for seat in called["seats"]]
            if revealed != [one["luck"] for one in event["luck"]]:
                self.note(seq, "luck_mismatch", "the round starts with luck that its seats did not reveal")
            if not among(event["seats"], called["seats"]):
                self.note(seq, "seats_mismatch", "the round starts with seats that were not called")
            if any(seal["seat"] not in {*self.revealed, *self.withheld} for seal in called["seals"]):
                self.note(seq, "luck_mismatch", "the round starts before all luck was revealed or withheld")
        if [one["seat"] for one in event["luck"]] != (called or event)["seats"]:
            self.note(seq, "luck_mismatch", "the luck is not that of the round's seats, in their order")
        self.started, self.players, self.setting_out = event, set(event["seats"]), True
        self.luck = [self.luck_of(one, called) for one in event["luck"]]

    def luck_of(self, word: dict[str, Any], called: dict[str, Any] | None) -> dict[str, Any]:
        """A seat's luck, and how it came about."""
        if called is None:
            return {**word, "how": "open"}
        seat = word["seat"]
        how = "withheld" if seat in self.withheld else "revealed" if seat in self.revealed else "unsealed"
        return {**word, "how": how}

    def promised(self, seq: int | None, started: dict[str, Any]) -> None:
        """Whether a round's commitment lies under the root that was published for it."""
        number, first, path = started["round"], started["first"], started["path"]
        root = self.roots.get(first)
        if root is None or not first <= number <= root["to"]:
            self.note(seq, "root_missing", f"no root is published under which round {number} lies")
        elif (
            2 ** len(path) != root["to"] - first + 1
            or root_from(started["commitment"], number - first, path) != root["root"]
        ):
            self.note(seq, "path_mismatch", f"the path of round {number} does not lead to the published root")

    def seed_recorded(self, seq: int, number: int, seed: str) -> None:
        """A round is over: all its dice are drawn again."""
        if not self.running or not self.over == number == self.started["round"]:
            self.note(seq, "seed_misplaced", f"a seed of round {number} stands where that round does not end")
            return
        self.running, self.over, self.seeds[number] = False, None, seed
        self.draws += self.drawn
        played = {"round": number, "game": self.started["game"], "draws": len(self.drawn), "luck": self.luck}
        self.rounds.append({**played, "began": self.began_at, "ended": self.at, "head": self.head})
        if not self.whole and any(one["how"] == "open" for one in self.luck):
            self.cannot_tell(
                "that these are the round's seats, in their order, and their luck words: name one to have it checked"
            )
        if sha256(bytes.fromhex(seed)).hex() != self.started["commitment"]:
            self.note(seq, "commitment_mismatch", "the seed is not the one that was committed to")
            return
        words = words_of(self.started["luck"])
        for draw in self.drawn:
            if draw["face"] != (face := face_of(seed, number, words, draw)):
                detail = f"{named(draw)} is {draw['face']}, and {face} follows from the seed"
                self.note(draw["seq"], "draw_mismatch", detail)

    def set_event(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        """Which crooked sets are in play, what they favour and, in a whole log, who has them."""
        seat = event.get("seat", "")
        if kind == "seat_taken":
            self.held.pop((seat, "dice"), None)
            self.held.pop((seat, "card"), None)
        elif kind in ("gaming_set_brought", "gaming_set_given"):
            own = event["brought" if kind == "gaming_set_brought" else "given"]
            if own is not None:
                self.held[seat, event["kind"]] = {"faces": {}, **own}
        elif kind == "gaming_set_in_play":
            own = {"faces": {}, **event["playing_with"]}
            is_crooked = own["set"] in CROOKED and SETS[own["set"]] == event["kind"]
            is_own = not self.whole or self.held.get((seat, event["kind"])) == own
            if not self.setting_out or seat not in self.players or seat in self.sets or not is_crooked or not is_own:
                self.note(seq, "face_mismatch", f"{seat} cannot play with {own['set']} from here on")
            else:
                self.sets[seat] = own
        elif kind in ("dice_loaded", "dice_loaded_out_of_play"):
            if (held := self.held.get((seat, "dice"))) is not None:
                self.held[seat, "dice"] = loaded(held, event["faces"])
            own = self.sets.get(seat) if self.running and kind == "dice_loaded" else None
            if own is not None and own["set"] == "weighted_sticky":
                self.sets[seat] = loaded(own, event["faces"])
            elif kind == "dice_loaded":
                self.note(seq, "face_mismatch", f"{seat} loads dice, and does not play with dice that can be loaded")

    def dice_event(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        """Every face that lies on the table is a draw, or a recorded step away from one."""
        dice, n = self.table.setdefault(str(event.get("seat")), []), event.get("n", 0)
        sides, face = dice[n] if type(n) is int and 0 <= n < len(dice) else (0, 0)
        if kind == "die_rolled":
            self.lay(seq, event["seat"], n, event["die"], event["draw"], n == len(dice))
        elif kind == "dice_thrown":
            if len(event["ns"]) != len(event["draws"]):
                self.note(seq, "draw_missing", f"{len(event['ns'])} dice are thrown, and not as many draws recorded")
            for number, draw in zip(event["ns"], event["draws"]):
                self.lay(seq, event["seat"], number, event["die"], draw, 0 <= number <= len(dice))
        elif kind == "die_rerolled":
            self.lay(seq, event["seat"], n, f"d{sides}", event["draw"], sides > 0)
        elif kind == "dice_taken_up":
            dice.clear()
        elif kind in ("die_replaced", "die_gained", "die_lost", "die_thrown_unseen", "die_size_shown"):
            self.size_event(seq, kind, event, dice)
        elif kind in ("die_set_down", "die_revealed", "die_altered"):
            was = event.get("was", face) if kind == "die_altered" else event["face"]
            if self.shows(event["seat"], n) != was or not 1 <= event["face"] <= sides:
                self.note(seq, "face_mismatch", f"die {n} of {event['seat']} shows {face}, and {kind} another face")
            elif kind == "die_altered":
                dice[n][1] = event["face"]
                self.altered.append(f"entry {seq}: die {n} of {event['seat']}, from {was} to {event['face']}")
        elif kind == "check_rolled":
            self.check_rolled(seq, event)
        else:
            self.trick_event(seq, kind, event, sides, face)

    def size_event(self, seq: int, kind: str, event: dict[str, Any], dice: list[list[int]]) -> None:
        """Dice come, go and change their sizes. One that is not thrown at once shows no face."""
        seat, n, draw = event["seat"], event.get("n", len(dice)), event.get("draw")
        is_there = 0 <= n < len(dice)
        if draw is not None:
            self.lay(seq, seat, n, event["die"], draw, kind == "die_gained" or is_there)
        elif kind == "die_size_shown":
            if not is_there or f"d{dice[n][0]}" != event["die"]:
                self.note(seq, "face_mismatch", f"die {n} of {seat} is no {event['die']}")
        elif kind == "die_gained":
            dice.append([0, 0])
        elif is_there:
            dice[n : n + 1] = [] if kind == "die_lost" else [[0, 0]]

    def trick_event(self, seq: int, kind: str, event: dict[str, Any], sides: int, face: int) -> None:
        """What happens under the cup, to a die that has so many sides and shows this face."""
        if kind == "die_rerolled_secretly":
            self.rerolled_secretly(seq, event, sides, face)
        elif kind == "die_weighted":
            self.weighted(seq, event, sides, face)
        elif kind == "dice_shown":
            shown = [self.shows(event["seat"], n) for n in event["ns"]]
            if shown != event["faces"] or 0 in shown:
                self.note(seq, "face_mismatch", f"the dice of {event['seat']} do not have the faces that are shown")

    def shows(self, seat: str, n: int) -> int:
        """The face of a die; 0 where there is none, or where it still has to be weighted."""
        dice = self.table.get(seat, [])
        return dice[n][1] if 0 <= n < len(dice) and (seat, n) not in self.unweighted else 0

    def rerolled_secretly(self, seq: int, event: dict[str, Any], sides: int, was: int) -> None:
        """Somebody rolls a die of their own, or of the House, again in secret; nobody does so twice in a round."""
        seat, n, by, draw = event["seat"], event["n"], event["by"], event["draw"]
        if by not in self.players or by in self.palmed or seat not in (by, HOUSE):
            self.note(
                seq, "face_mismatch", f"{by} cannot roll die {n} of {seat} again in secret, or has done so before"
            )
        self.palmed.add(by)
        self.lay(seq, seat, n, f"d{sides}", draw, sides > 0)
        self.altered.append(
            f"entry {seq}: die {n} of {seat}, rolled again in secret by {by}, from {was} to {draw['face']}"
        )

    def weighted(self, seq: int, event: dict[str, Any], sides: int, face: int) -> None:
        """A die of a weighted set that was rolled just now shows what the set makes of the fair draw."""
        seat, n, own, weight = event["seat"], event["n"], self.sets.get(event["seat"]), event["weight"]
        if own is None or (seat, n) not in self.unweighted or not sides:
            self.note(
                seq, "face_mismatch", f"die {n} of {seat} is weighted, and was not just rolled with weighted dice"
            )
            return
        del self.unweighted[seat, n]
        favours = favoured(own, sides)
        if favours is not None and weight is None:
            self.note(seq, "draw_missing", f"die {n} of {seat} favours a face, and no draw decides whether it shows it")
            return
        if weight is not None and (favours is None or (weight["seat"], weight["sides"]) != (seat, 5 * (sides - 1))):
            self.note(seq, "face_mismatch", f"{named(weight)} is no draw for the weight of die {n} of {seat}")
            return
        due = weighted_face(own["set"], sides, face, favours, weight["face"] if weight else 0)
        if [event[name] for name in ("set", "was", "favours", "face")] != [own["set"], face, favours, due]:
            self.note(seq, "face_mismatch", f"die {n} of {seat} shows {face}, which {own['set']} makes {due}")
            return
        self.table[seat][n][1] = due
        self.altered.append(f"entry {seq}: die {n} of {seat}, of {own['set']}, from {face} to {due}")

    def check_rolled(self, seq: int, event: dict[str, Any]) -> None:
        faces = [draw["face"] for draw in event["draws"]] or [0]
        counts = {"normal": faces[0], "advantage": max(faces), "disadvantage": min(faces)}.get(event["mode"])
        if len(event["draws"]) != (1 if event["mode"] == "normal" else 2):
            self.note(seq, "face_mismatch", f"a check of {event.get('seat')} has other dice than its mode")
        if event["natural"] != counts or event["total"] != event["natural"] + event["modifier"]:
            self.note(seq, "face_mismatch", f"a check of {event.get('seat')} counts otherwise than was rolled")

    def lay(self, seq: int, seat: str, n: int, die: str, draw: dict[str, Any], free: bool) -> None:
        """A die lies on the table as it was drawn, where it may lie."""
        if not free or draw["seat"] != seat or f"d{draw['sides']}" != die:
            self.note(seq, "face_mismatch", f"{named(draw)} is no draw for die {n} of {seat}")
        else:
            if (seat, n) in self.unweighted:
                self.note(seq, "face_mismatch", f"die {n} of {seat} is rolled again before it is weighted")
            self.table[seat][n : n + 1] = [[draw["sides"], draw["face"]]]
            if self.sets.get(seat, {}).get("set") in WEIGHTED:
                self.unweighted[seat, n] = None


def check_proof(check: Check, proof: dict[str, Any]) -> None:
    """The lines of a proof first: what one says that is not as it was written is not looked into."""
    if not fits(PROOF, proof, True):
        check.note(None, "malformed", "a member is missing, unknown, or not what it should be")
        return
    opening, published, entries = proof["opening"], proof["published"] or {}, proof["entries"]
    opened, publishing, *read = [
        check.entry(shown["seq"], proof["table"], shown["line"].encode(), shown["hash"]) if "line" in shown else None
        for shown in (opening, published, *entries)
    ]
    if opened and opened["prev"] != GENESIS:
        check.note(1, "chain_broken", "the opening is not the first entry of its table")
    if any(shown.get("seq", 1) != 1 for shown in (opening, published, *entries[:1])):
        check.note(None, "not_as_told", "its entries are not numbered from 1")
    for before, after, entry in zip(entries, entries[1:], read[1:]):
        due = before["seq"] + 1
        if after["seq"] != due:
            check.note(min(due, after["seq"]), "not_whole", f"entry {after['seq']} stands where {due} should")
        elif entry and entry["prev"] != before["hash"]:
            at_fault = due if "line" in before else before["seq"]
            check.note(at_fault, "chain_broken", f"entry {due} does not follow on entry {before['seq']} as it is here")
        elif "line" not in before and "line" not in after and before["hash"]:
            check.note(before["seq"], "chain_broken", "it is left out, and no entry confirms its hash")
    if not check.wrong and any("line" not in shown for shown in entries):
        check.not_shown.append(UNCOUNTED)
    if opened and not check.wrong:
        check_promise(check, proof, opened, publishing)
    if proof["seed"] and not check.wrong:
        check_round(check, proof, read)


def check_promise(check: Check, proof: dict[str, Any], opened: dict[str, Any], publishing: Any) -> None:
    """The round was promised: its commitment lies under a root that was published in time."""
    if [event.get("seeded") for event in opened["events"] if event["type"] == "table_opened"] != [proof["seeded"]]:
        check.note(1, "not_as_told", "the first entry disagrees on whether the table's secret was given")
    published = [event for event in opened["events"] if event["type"] == "root_published"]
    check.events(1, published, opened)
    root, at_first = proof["root"], set(check.roots)
    if publishing:
        later = [event for event in publishing["events"] if event["type"] == "root_published"]
        check.events(1, later, publishing)
    elif proof["published"]:
        check.not_shown.append("root")
        claimed = {"first": root["from"], "last": root["to"], "root": root["root"]}
        if root["from"] not in check.roots:
            check.root_published(1, claimed)
    check.root, check.seeded, check.opening = root["root"], proof["seeded"], proof["opening"]["hash"]
    if check.roots.get(root["from"]) != root or (proof["published"] is None) != (root["from"] in at_first):
        check.note(None, "not_as_told", "the root is not the one that was published for this round")
    check.promised(None, {**proof, "first": root["from"]})
    if proof["seed"] is None:
        check.not_shown += ["game", "rules", "luck"]
        if proof["draws"] or proof["entries"] or proof.get("start"):
            check.note(None, "not_as_told", "the proof of a sealed round shows no draws and no entries")


def check_round(check: Check, proof: dict[str, Any], read: list[dict[str, Any] | None]) -> None:
    """The entries are the whole round, and agree with the proof."""
    check.roots = {proof["root"]["from"]: proof["root"]}
    for place, entry in enumerate(read, 1):
        seq, events = proof["entries"][place - 1]["seq"], entry["events"] if entry else []
        check.events(seq, events, entry or {}, proof["entries"][place - 1]["hash"])
        if (check.began == seq) != (place == 1):
            check.note(seq, "not_whole", "the first entry, and no other, begins the round")
        if check.running == (place == len(read)):
            check.note(seq, "not_whole", "the last entry, and no other, ends the round")
    if any(check.started.get(name) != proof[name] for name in START):
        check.note(None, "not_as_told", "the entry that starts the round disagrees with the proof")
    if proof.get("start") is not None:
        check.not_shown.append("the table as the round began (start), from which tavern audit re-runs it")
    else:
        check.note(None, "not_as_told", "the proof lacks the table as the round began")
    if check.seeds.get(proof["round"]) != proof["seed"] or check.draws != proof["draws"]:
        check.note(None, "not_as_told", "the seed and the draws are not those that the entries record")


def check_export(check: Check, header: dict[str, Any], lines: list[bytes]) -> None:
    """A whole log: its lines first, as in a proof."""
    if not fits(HEADER, header):
        check.note(None, "malformed", "a member of the header is missing, or not what it should be")
        return
    check.whole, prev = True, GENESIS
    read: list[Any] = []
    for seq, line in enumerate(lines, 1):
        entry = check.entry(seq, header["table"], line)
        if entry and entry["prev"] != prev:
            check.note(max(seq - 1, 1), "chain_broken", f"entry {seq} does not follow on it as it is here")
        prev = sha256(line).hex()
        read.append(entry)
        if len(check.wrong) >= ENOUGH:  # Nobody reads more.
            return
    if len(lines) != header["entries"]:
        check.note(None, "truncated", f"the header says {header['entries']} entries, but there are {len(lines)}")
    elif prev != header["head"]:
        check.note(len(lines) or None, "not_as_headed", "the last line does not match the hash in the header")
    check.opening = sha256(lines[0]).hex() if lines else None
    for seq, (entry, line) in enumerate([] if check.wrong else zip(read, lines), 1):
        check.events(seq, entry["events"], entry, sha256(line).hex())
    if check.running:
        check.not_shown.append(f"the dice of round {check.started['round']}, which is not over")


class Kept:
    """What a proof or an export has, to compare records with."""

    def __init__(self, table: str, is_whole: bool, number: int | None = None) -> None:
        self.table, self.is_whole, self.number = table, is_whole, number  # number: of a proof's round, if unsealed
        self.roots: dict[int, dict[str, Any]] = {}
        self.calls: dict[int, dict[str, Any]] = {}
        self.luck: dict[int, dict[str, str]] = {}  # of rounds that started
        self.accounts: dict[str, int] | None = {}  # before the first entry, if they are known
        self.entries: list[tuple[int, str | None, list[dict[str, Any]]]] = []  # seq, receipt unless left out, events

    def add(self, seq: int, line: bytes | None, events: list[dict[str, Any]]) -> None:
        """One more entry; without a line, it is left out, and these are the events that everybody saw."""
        self.entries.append((seq, None if line is None else receipt_of(line), events))
        for event in events if line is not None else []:
            kind = event["type"]
            if not fits(EVENTS.get(kind, {}), event):
                continue
            if kind == "root_published" and self.is_whole:
                self.roots[event["first"]] = {"from": event["first"], "to": event["last"], "root": event["root"]}
            elif kind == "luck_called":
                root = self.roots.get(event["first"], {"root": ""})["root"]
                seals = {seal["seat"]: seal["seal"] for seal in event["seals"]}
                called = {**event, "root": root, "seals": seals}
                self.calls[event["round"]] = {name: called[name] for name in ANSWERED}
            elif kind == "round_started":
                self.luck[event["round"]] = {one["seat"]: one["luck"] for one in event["luck"]}


def kept_in_log(table: str, lines: list[bytes]) -> Kept:
    """A whole log."""
    kept = Kept(table, True)
    for seq, line in enumerate(lines, 1):
        kept.add(seq, line, events_in(line))
    return kept


def kept_in_proof(proof: dict[str, Any]) -> Kept:
    """The round of a proof in which nothing is wrong. A sealed one does not say which seals were called."""
    number, root = proof["round"], proof["root"]
    kept = Kept(proof["table"], False, number if proof["seed"] else None)
    kept.roots = {root["from"]: root}
    start: dict[str, Any] = proof["start"] or {}
    kept.accounts = start["accounts"] if fits({"accounts": "coins"}, start) else None
    if not proof["seed"]:
        known = {name: proof[name] for name in ("game", "rules", "commitment")}
        promised = {"opening": proof["opening"]["hash"], "root": root["root"], "first": root["from"]}
        kept.calls[number] = {**known, **promised}
        if proof["luck"]:
            kept.calls[number]["seats"] = [one["seat"] for one in proof["luck"]]
            kept.luck[number] = {one["seat"]: one["luck"] for one in proof["luck"]}
    for shown in proof["entries"]:
        if "line" in shown:
            line = shown["line"].encode()
            kept.add(shown["seq"], line, events_in(line))
        else:
            kept.add(shown["seq"], None, shown["events"])
    return kept


def events_in(line: bytes) -> list[dict[str, Any]]:
    """The events of an entry; none if the line is no entry."""
    try:
        entry = parsed(line)
    except Unreadable:
        return []
    return list(entry["events"]) if fits(ENTRY, entry) else []


def receipt_of(line: bytes) -> str:
    """What everybody who sees something of an entry gets, by which its line can be found."""
    return sha256(p(b"tavern receipt v1", line)).hex()


def may_see(viewer: str, audience: Any) -> bool:
    return audience == "all" or (audience != "none" and (viewer == "gm" or viewer == audience))


def seen_by(viewer: str, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events of an entry as a viewer may see them, without those of which they may see nothing."""
    seen: list[dict[str, Any]] = []
    for event in events:
        if "to" in event and not may_see(viewer, event["to"]):
            continue
        hidden: dict[str, Any] = {}
        for name, audience in event.items():
            of_both = ("purse_cp", "luck") if name == "brings_to" else (name[:-3],) if name.endswith("_to") else ()
            if of_both and not may_see(viewer, audience) and any(one in event for one in of_both):
                hidden |= {name: "none", **{one: None for one in of_both if one in event}}
        seen.append({**event, **hidden})
    return seen


def written(value: Any) -> str:
    """JSON by which values are compared: true is not 1 there."""
    return json.dumps(value, sort_keys=True)


def difference(here: Any, shown: Any) -> str:
    """The first difference of two values, in words."""
    at = ""
    while type(here) is type(shown) and isinstance(here, (dict, list)):
        names = sorted({*here, *shown}) if isinstance(here, dict) else range(max(len(here), len(shown)))
        old, new = (dict(enumerate(one)) if isinstance(one, list) else one for one in (here, shown))
        name = next(
            name for name in names if name not in old or name not in new or written(old[name]) != written(new[name])
        )
        at += f".{name}" if at else str(name)
        here, shown = old.get(name), new.get(name)
    return f"{at or 'it'} was {written(shown)[:80]}, and is {written(here)[:80]} here"


def fold_coins(accounts: dict[str, int], event: dict[str, Any]) -> None:
    if event.get("type") == "coins_moved" and fits({"payer": "text", "payee": "text", "amount_cp": "int"}, event):
        accounts[event["payer"]] = accounts.get(event["payer"], 0) - event["amount_cp"]
        accounts[event["payee"]] = accounts.get(event["payee"], 0) + event["amount_cp"]


Row = list[list[Any]]  # [die, face or None] for each die of a holder


def fold_dice(dice: dict[str, Row], event: dict[str, Any]) -> None:
    """What an event, as its viewer sees it, makes of the dice that this viewer is shown."""
    kind = event.get("type")
    if kind in ("luck_called", "round_started", "game_set"):
        dice.clear()
    elif kind == "trickster.class_taken" and fits(CLASS_TAKEN, event):
        dice[event["seat"]] = [[die, None] for die in sorted(event["card"]["hand"], key=lambda die: int(die[1:]))]
    elif kind == "told" and event.get("kind") == "peeked" and fits(PEEKED, event):
        fold_die(dice.setdefault(event["facts"]["about"], []), kind, event["facts"])
    elif kind == "twentyone.die_picked_up" and fits(DIE, event):
        fold_die(dice.setdefault(event["seat"], []), kind, event)
    elif kind in FOLDED:
        shape = EVENTS[kind]
        hidden = {name: (shape[name], None) for name in ("draw", "draws", "face") if name in shape}
        if fits({**shape, **hidden}, event):
            fold_die(dice.setdefault(event["seat"], []), kind, event)


def fold_die(row: Row, kind: str, event: dict[str, Any]) -> None:
    n, draw, draws = event.get("n", len(row)), event.get("draw"), event.get("draws")
    face = draw["face"] if draw else event.get("face")
    if kind in ("die_rolled", "die_gained"):
        row.append([event["die"], face])
    elif kind == "dice_taken_up":
        row.clear()
    elif kind in ("dice_thrown", "dice_shown"):
        faces = event.get("faces") or [one["face"] for one in draws or []] or [None] * len(event["ns"])
        for number, thrown in zip(event["ns"], faces):
            if 0 <= number < len(row) + (kind == "dice_thrown"):
                row[number : number + 1] = [[event.get("die") or row[number][0], thrown]]
    elif kind == "die_lost" and 0 <= n < len(row):
        del row[n]
    elif 0 <= n < len(row):
        die, was = row[n]
        if kind == "die_size_shown":
            # A face that was seen before the die changed no longer shows.
            face = was if die == event["die"] else None
        row[n] = [event.get("die", die), face]


def lines_of(record: bytes) -> list[bytes]:
    return record.removesuffix(b"\n").split(b"\n") if record else []


def recorded(line: bytes) -> dict[str, Any]:
    """A line of a record: a root that was seen, a call that was answered, or an entry that was shown."""
    read = parsed(line)
    members = read if isinstance(read, dict) else {}
    shape: Any = ROOT_SEEN if "root" in members else CALL_ANSWERED if "call" in members else ENTRY_SEEN
    if shape is ENTRY_SEEN:
        shape = {**shape, **{name: shown for name, shown in SHOWN_AT.items() if name in members}}
    if not fits(shape, read):
        raise Unreadable("a line of the record is no root, call or entry")
    return members


class Record:
    """Compares the record of what viewers were shown with what a proof or an export shows."""

    def __init__(self, data: bytes, kept: Kept) -> None:
        """Raises `Unreadable`."""
        self.kept = kept
        self.wrong: list[tuple[int | None, str, str]] = []
        self.counted = {"roots": 0, "calls": 0, "entries": 0, "views": 0, "not_here": 0, "of_other_tables": 0}
        self.roots: list[dict[str, Any]] = []
        self.calls: list[dict[str, Any]] = []
        # Of each viewer, the lines of each entry, by its version and receipt.
        self.shown: dict[str, dict[tuple[int, str], list[dict[str, Any]]]] = {}
        for line in map(recorded, lines_of(data)):
            if line["table"] != kept.table:
                self.counted["of_other_tables"] += 1
            elif "root" in line or "call" in line:
                (self.roots if "root" in line else self.calls).append(line)
            else:
                entries = self.shown.setdefault(line["viewer"], {})
                entries.setdefault((line["version"], line["receipt"]), []).append(line)

    def note(self, seq: int | None, code: str, detail: str) -> None:
        self.wrong.append((seq, code, detail))

    def compare(self) -> None:
        for line in self.roots:
            self.compare_root(line["root"])
        for line in self.calls:
            if self.kept.is_whole or line["round"] in self.kept.calls or line["round"] == self.kept.number:
                self.compare_call(line)
        for viewer, entries in self.shown.items():
            Viewed(self, viewer, entries).compare()
        for viewer, entries in self.shown.items():
            lines = [
                (line["version"], line["round"]) for of_one in entries.values() for line in of_one if line["round"]
            ]
            numbers = [number for _, number in sorted(lines)]
            if numbers != sorted(numbers):
                self.note(None, "round_order", f"by the record of {viewer}, a round was played after a later one")

    def compare_root(self, seen: dict[str, Any]) -> None:
        here = self.kept.roots.get(seen["from"])
        if here is not None:
            self.counted["roots"] += 1
            if any(seen[name] != here[name] for name in ("to", "root")):
                detail = (
                    f"the root for the rounds from {seen['from']} on was {seen['root']}, and is {here['root']} here"
                )
                self.note(None, "root_changed", detail)

    def compare_call(self, line: dict[str, Any]) -> None:
        number, viewer, luck = line["round"], line["viewer"], self.kept.luck.get(line["round"])
        self.counted["calls"] += 1
        here, answered = self.kept.calls.get(number), line["call"]
        if here is None:
            self.note(None, "call_changed", f"{viewer} revealed its luck for round {number}, which is not here")
        elif any(written(answered[name]) != written(here[name]) for name in here):
            what = difference(here, {name: answered[name] for name in here})
            self.note(None, "call_changed", f"round {number} was called otherwise when {viewer} answered: {what}")
        seat = viewer[5:] if viewer.startswith("seat:") else None
        if luck is not None and seat is not None and luck.get(seat) != line["luck"]:
            other = f"with {written(luck[seat])}" if luck.get(seat) else "without it"
            detail = f"{seat} revealed {written(line['luck'])}, and round {number} was played {other}"
            self.note(None, "luck_mismatch", detail)


class Viewed:
    """Compares what one viewer was shown of the entries."""

    def __init__(self, record: Record, viewer: str, entries: dict[tuple[int, str], list[dict[str, Any]]]) -> None:
        self.record, self.viewer, self.kept = record, viewer, record.kept
        self.merged = sorted(entries.items(), key=lambda one: one[0][0])
        self.seen = [seen_by(viewer, events) for _, _, events in self.kept.entries]
        # How many of the first entries the viewer saw: at least, and at most. Nobody knows who sees a left-out one.
        self.least, self.most = [0], [0]
        for (_, receipt, _), seen in zip(self.kept.entries, self.seen):
            may = bool(seen) or (receipt is None and viewer != "public")
            self.least.append(self.least[-1] + bool(seen))
            self.most.append(self.most[-1] + may)
        self.at = {receipt: at for at, (_, receipt, _) in enumerate(self.kept.entries) if receipt}
        self.found = sorted((version, self.at[receipt]) for (version, receipt), _ in self.merged if receipt in self.at)
        self.left_out = [at for at, (_, receipt, _) in enumerate(self.kept.entries) if receipt is None]
        self.used: set[int] = set()  # the left-out entries that were shown

    def compare(self) -> None:
        places = [self.place_of(version, receipt, lines) for (version, receipt), lines in self.merged]
        wrong = self.wrong_views(places)
        before: tuple[int, int] | None = (0, -1) if self.kept.is_whole else None
        for place, at in enumerate(places):
            (version, receipt), lines = self.merged[place]
            if at is None:
                self.missing(version, receipt, lines)
                continue
            self.record.counted["entries"] += 1
            self.record.counted["views"] += sum("coins" in line or "dice" in line for line in lines)
            is_found = receipt in self.at
            what = self.wrong_events(at, lines) if is_found else None
            if is_found and what is None and before is not None and not self.apart(before, (version, at)):
                what = f"this file has other entries between it and version {before[0]} than were shown"
            what = what or wrong.get(place)
            if what is not None:
                detail = f"{self.viewer} was shown something else as version {version}: {what}"
                self.record.note(self.kept.entries[at][0], "shown_otherwise", detail)
            if is_found:
                before = version, at

    def missing(self, version: int, receipt: str, lines: list[dict[str, Any]]) -> None:
        if self.is_due(lines):
            detail = f"what {self.viewer} was shown as version {version} is not here: {receipt}"
            self.record.note(None, "receipt_missing", detail)
        else:
            self.record.counted["not_here"] += 1

    def is_due(self, lines: list[dict[str, Any]]) -> bool:
        return self.kept.is_whole or any(
            line["round"] is not None and line["round"] == self.kept.number for line in lines
        )

    def apart(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two entries, by version and place, are as far apart as their versions say."""
        (version, at), (later, there) = one, other
        if there <= at:
            return False
        between = self.least[there] - self.least[at + 1], self.most[there] - self.most[at + 1]
        return between[0] <= later - version - 1 <= between[1]

    def place_of(self, version: int, receipt: str, lines: list[dict[str, Any]]) -> int | None:
        """Where an entry that was shown stands: by its receipt, or else as one that is left out."""
        if receipt in self.at:
            return self.at[receipt]
        place = bisect.bisect_left(self.found, (version, 0))
        below = self.found[place - 1] if place else None
        above = self.found[place] if place < len(self.found) else None
        if not self.is_due(lines) or (above is not None and above[0] == version):
            return None
        for at in self.left_out:
            events, stands = self.kept.entries[at][2], at not in self.used
            if stands and below is not None:
                stands = self.apart(below, (version, at))
            if stands and above is not None:
                stands = self.apart((version, at), above)
            public = (written(seen_by("public", line["events"])) for line in lines if "events" in line)
            if stands and all(one == written(events) for one in public):
                self.used.add(at)
                return at
        return None

    def wrong_events(self, at: int, lines: list[dict[str, Any]]) -> str | None:
        """How an entry's events differ from those that were shown, if they do."""
        here = self.seen[at]
        for line in lines:
            if "events" in line and written(line["events"]) != written(here):
                if len(line["events"]) != len(here):
                    kinds = [[event["type"] for event in events] for events in (line["events"], here)]
                    return f"its events were {written(kinds[0])[:400]}, and are {written(kinds[1])[:400]} here"
                pairs = zip(here, line["events"])
                one, shown = next((one, shown) for one, shown in pairs if written(one) != written(shown))
                return f"{shown['type']}: {difference(one, shown)}"
        return None if here else "this viewer may see nothing of that entry"

    def wrong_views(self, places: list[int | None]) -> dict[int, str]:
        """How views differ from those that were shown, by the place of the entry among those of the record."""
        wanted: dict[int, list[int]] = {}
        for place, at in enumerate(places):
            if at is not None:
                wanted.setdefault(at, []).append(place)
        accounts, is_known = dict(self.kept.accounts or {}), self.kept.accounts is not None
        dice, wrong = dict[str, Row](), dict[int, str]()
        for at, (_, receipt, events) in enumerate(self.kept.entries):
            if receipt is None:
                # Nothing proves the coins of an entry that is left out. It touches no dice.
                is_known = is_known and all(event.get("type") != "coins_moved" for event in events)
            else:
                for event in self.seen[at]:
                    fold_coins(accounts, event)
                    fold_dice(dice, event)
            for place in wanted.get(at, ()):
                lines = self.merged[place][1]
                found = [wrong_coins(line, accounts) for line in lines if is_known and "coins" in line]
                found += [wrong_dice(line, dice) for line in lines if "dice" in line]
                if any(found):
                    wrong[place] = next(filter(None, found))
        return wrong


def wrong_coins(line: dict[str, Any], accounts: dict[str, int]) -> str | None:
    for holder, coins in line["coins"].items():
        if coins != accounts.get(holder, 0):
            return f"{holder} had {coins} cp, and has {accounts.get(holder, 0)} here"
    return None


def wrong_dice(line: dict[str, Any], dice: dict[str, Row]) -> str | None:
    shown = line["dice"]
    listed = {HOUSE, *line.get("coins", ())}
    for holder in [*shown, *(holder for holder in dice if holder in listed and holder not in shown)]:
        was, is_here = shown.get(holder, []), dice.get(holder, [])
        if written(was) != written(is_here):
            return f"the dice of {holder} were {written(was)[:200]}, and are {written(is_here)[:200]} here"
    return None


def compared(data: bytes, kept: Kept) -> tuple[dict[str, int], list[tuple[int | None, str, str]]]:
    """How much of a record agrees with what is kept, and what does not. Raises `Unreadable`."""
    record = Record(data, kept)
    record.compare()
    return record.counted, record.wrong


def check_luck(check: Check, given: list[tuple[str, str]], proof: dict[str, Any] | None) -> None:
    """Every round here that a seat was called for was played with one of the words that are given for it."""
    played = [{one["seat"]: one["luck"] for one in known["luck"]} for known in check.rounds]
    if proof and proof["seed"] is None:
        played = [{one["seat"]: one["luck"] for one in proof["luck"]}]
    for seat in dict(given):
        own = [word for name, word in given if name == seat]
        used = [words[seat] for words in played if seat in words]
        # A round that was called off before it started was played with nobody's luck.
        if any(played) and not used:
            seats = "the round's seats" if len(played) == 1 else "the seats of any round here"
            check.note(None, "luck_mismatch", f"{seat} is not among {seats}")
        elif any(word not in own for word in used):
            check.note(None, "luck_mismatch", f"{seat} did not play with that luck")


def check_together(reports: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is wrong with several proofs or exports, each of which is right, if they are of one table."""
    check, rounds = Check(), dict[int, dict[str, Any]]()
    if len({report["table"] for report in reports}) > 1:
        check.note(None, "wrong_table", "these are of different tables")
    elif len({report["opening"] for report in reports}) > 1:
        check.note(None, "bad_root", "these begin differently: the table made different promises")
    else:
        for played in (played for report in reports for played in report["rounds"]):
            if rounds.setdefault(played["round"], played) != played:
                check.note(None, "round_order", f"round {played['round']} was played twice")
        for earlier, later in zip(sorted(rounds), sorted(rounds)[1:]):
            if str(rounds[earlier]["ended"]) > str(rounds[later]["began"]):
                check.note(None, "round_order", f"round {later} began before round {earlier} was over")
    return [{"seq": seq, "code": code, "detail": detail} for seq, code, detail in check.wrong]


def checked(data: bytes, record: bytes | None = None, luck: list[tuple[str, str]] | None = None) -> dict[str, Any]:
    """What there is to say of a proof or an export, with a viewer's record and luck words (by seat) that were kept.

    Raises `Unreadable`.
    """
    check, lines = Check(), data.removesuffix(b"\n").split(b"\n")
    what = parsed(lines[0] if b'"tavern-log"' in lines[0] else data)
    name, version = (what.get("format"), what.get("version")) if isinstance(what, dict) else (None, None)
    if name == "tavern-proof" and fits("nth", version) and version in (2, 3):
        raise Unreadable(BEFORE_1)
    if name not in ("tavern-proof", "tavern-log") or not fits("one", version):
        raise Unreadable("this is neither a tavern-proof nor a tavern-log of version 1")
    proof = what if name == "tavern-proof" else None
    if proof is not None:
        check_proof(check, proof)
    else:
        check_export(check, what, lines[1:])
    report: dict[str, Any] = {"format": name, "table": what.get("table"), "root": check.root}
    report |= {"opening": check.opening, "seeded": check.seeded, "rounds": check.rounds, "draws": check.draws}
    if luck and not check.wrong:
        check_luck(check, luck, proof)
    if record is not None and not check.wrong:
        kept = kept_in_log(report["table"], lines[1:]) if proof is None else kept_in_proof(proof)
        report["record"], check.wrong = compared(record, kept)
    wrong = [{"seq": seq, "code": code, "detail": detail} for seq, code, detail in check.wrong]
    return {**report, "altered": check.altered, "not_shown": check.not_shown, "right": not wrong, "wrong": wrong}


LUCK_IS = {
    "open": '"{luck}"',
    "revealed": '"{luck}", as it was sealed',
    "withheld": "none: it was sealed, and withheld",
    "unsealed": "none: nothing was sealed",
}


RECORD_IS = (
    "record: {roots} roots, {calls} calls, {entries} entries and {views} views compared, {not_here} entries not here, "
    "{of_other_tables} lines of other tables"
)


def verdict(report: dict[str, Any], draws: bool) -> str:
    lines = [f"table {report['table']}"]
    lines += [f"root {report['root']}"] if report["root"] else []
    lines += ["its secret was given by who opened it: they knew all rolls"] if report["seeded"] else []
    for one in report["rounds"]:
        lines.append(f"round {one['round']} of {one['game']}: {one['draws']} draws")
        lines += [f"  luck of {luck['seat']}: {LUCK_IS[luck['how']].format(**luck)}" for luck in one["luck"]]
    lines += [f"  entry {draw['seq']}: {named(draw)} is {draw['face']}" for draw in report["draws"] if draws]
    lines += [f"recorded as altered: {step}" for step in report["altered"]]
    lines += [f"claimed, but not proved by this file: {what}" for what in report["not_shown"]]
    if counted := report.get("record"):
        lines.append(RECORD_IS.format(**counted))
    return printable(lines) + judged(report["wrong"])


def judged(wrong: list[dict[str, Any]]) -> str:
    lines: list[str] = []
    for one in wrong:
        where = "" if one["seq"] is None else f" in entry {one['seq']}"
        lines.append(f"WRONG{where}: {one['detail']} ({one['code']})")
    return printable([*lines, f"{len(wrong)} wrong." if wrong else "Everything that can be checked is right."])


def printable(lines: list[str]) -> str:
    # A forger chooses a file's texts: none of them may control a terminal.
    return "".join(f"{line if line.isascii() and line.isprintable() else ascii(line)}\n" for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a tavern's dice: the proofs of rounds, or an export.")
    parser.add_argument("files", metavar="file", nargs="+", help="a proof or an export; - for standard input")
    parser.add_argument("--luck", metavar="SEAT=WORD", action="append", default=[], help="the luck that a seat had")
    parser.add_argument("--record", metavar="FILE", help="what you were shown, as a client kept it (JSON Lines)")
    parser.add_argument("--draws", action="store_true", help="show every draw")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    try:
        luck = [word.partition("=") for word in asked.luck]
        if not all(equals for _, equals, _ in luck):
            raise Unreadable("--luck takes SEAT=WORD")
        words = [(seat, word) for seat, _, word in luck]
        kept = Path(asked.record).read_bytes() if asked.record else None
        read = [sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes() for name in asked.files]
        reports = [checked(data, kept, words) for data in read]
    except (Unreadable, OSError) as error:
        sys.stderr.write(f"nothing to check: {error}\n")
        return 2
    together = check_together(reports) if len(reports) > 1 and all(report["right"] for report in reports) else []
    if asked.json:
        whole = {"reports": reports, "wrong": together} if len(reports) > 1 else reports[0]
        sys.stdout.write(json.dumps(whole, indent=1) + "\n")
    else:
        sys.stdout.write("\n".join(verdict(report, asked.draws) for report in reports))
        sys.stdout.write("\nTogether:\n" + judged(together) if len(reports) > 1 else "")
    return 0 if all(report["right"] for report in reports) and not together else 1


if __name__ == "__main__":
    sys.exit(main())
