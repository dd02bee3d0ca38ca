"""A GM's own cards, as JSON has them, for tests."""

from typing import Any, Final

SECRET_CARDS: Final[list[dict[str, Any]]] = [
    {
        "name": "Sleight",
        "hand": ["d4", "d6", "d6", "d8"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Pairs",
                "on": "rolled",
                "pattern": {"pattern": "alike", "count": 2},
                "effects": [{"effect": "upgrade", "levels": 2, "die": "lowest"}, {"effect": "reroll", "die": "all"}],
            },
            {
                "kind": "reactive",
                "name": "Low tide",
                "on": "rolled",
                "pattern": {"pattern": "all_at_most", "face": 4},
                "limit": "game",
                "effects": [{"effect": "peek", "of": "previous", "die": "all"}, {"effect": "reroll", "die": "highest"}],
            },
        ],
    },
    {
        "name": "Meddler",
        "hand": ["d2", "d4", "d6", "d6", "d6"],
        "abilities": [
            {
                "kind": "manual",
                "name": "Pinch",
                "effects": [
                    {"effect": "downgrade", "levels": 2, "of": "chosen", "die": "chosen"},
                    {"effect": "reroll", "of": "next", "die": "smallest"},
                ],
            },
            {
                "kind": "reactive",
                "name": "Sniff",
                "on": "rolled",
                "pattern": {"pattern": "showing", "faces": [1, 2], "count": 2},
                "effects": [{"effect": "peek", "of": "next", "die": "largest"}],
            },
        ],
    },
    {
        "name": "Straight man",
        "hand": ["d6", "d6", "d6", "d6"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "In a row",
                "on": "rolled",
                "pattern": {"pattern": "run", "count": 3},
                "effects": [{"effect": "upgrade", "die": "smallest"}, {"effect": "upgrade", "die": "largest"}],
            },
            {"kind": "manual", "name": "Peep", "effects": [{"effect": "peek"}]},
        ],
    },
]
"""Cards whose powers are about hidden dice."""
SHORT_CARDS: Final[list[dict[str, Any]]] = [
    {
        "name": "Glimpse",
        "hand": ["d6", "d8"],
        "abilities": [{"kind": "manual", "name": "Peep", "effects": [{"effect": "peek"}]}],
    },
    {
        "name": "Twin",
        "hand": ["d4", "d4"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Pair",
                "on": "rolled",
                "pattern": {"pattern": "alike", "count": 2},
                "effects": [{"effect": "upgrade", "die": "smallest"}],
            }
        ],
    },
]
"""Cards with so few dice that a game is soon over."""
OWN_CARDS: Final[list[dict[str, Any]]] = [
    *SECRET_CARDS,
    {"name": "Giant", "hand": ["d20", "d20"]},
    {
        "name": "Ward of the house",
        "hand": ["d2"],
        "abilities": [
            {"kind": "constant", "name": "Safe", "effects": [{"effect": "ward"}, {"effect": "wild", "faces": [2]}]},
            {
                "kind": "reactive",
                "name": "Twice",
                "on": "lost_die",
                "limit": "game",
                "effects": [{"effect": "gain", "die": "d12", "count": 2}],
            },
        ],
    },
    {
        "name": "Undertow",
        "hand": ["d8", "d8", "d10", "d10", "d12", "d12"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Drag",
                "on": "seat_removed",
                "effects": [{"effect": "lose", "of": "next", "die": "largest"}, {"effect": "lose", "die": "smallest"}],
            },
            {
                "kind": "reactive",
                "name": "Flood",
                "on": "round_began",
                "dice_at_most": 4,
                "limit": "game",
                "effects": [
                    {"effect": "gain", "die": "d4", "count": 2},
                    {"effect": "wild", "faces": [7, 8], "of": "all", "sizes": ["d8", "d10"]},
                ],
            },
        ],
    },
    {
        "name": "Bailiff",
        "hand": ["d6", "d6", "d6"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Fine",
                "on": "called",
                "effects": [{"effect": "downgrade", "of": "rival", "die": "all", "levels": 6}],
            },
            {
                "kind": "manual",
                "name": "Seize",
                "turn": "own",
                "dice_at_most": 2,
                "limit": "game",
                "effects": [{"effect": "lose", "of": "chosen", "die": "all"}],
            },
        ],
    },
    {
        "name": "Crier",
        "hand": ["d6", "d6", "d6", "d8", "d8"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Outcry",
                "on": "was_called",
                "effects": [{"effect": "wild", "faces": [1]}, {"effect": "reroll", "of": "rival", "die": "smallest"}],
            },
            {
                "kind": "reactive",
                "name": "Crowd",
                "on": "revealed",
                "pattern": {"pattern": "showing", "faces": [6]},
                "effects": [{"effect": "upgrade", "die": "largest"}, {"effect": "downgrade", "die": "smallest"}],
            },
        ],
    },
    {
        "name": "Usurer",
        "hand": ["d6", "d6", "d6", "d6", "d6", "d6"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Interest",
                "on": "won_challenge",
                "limit": "game",
                "effects": [{"effect": "gain", "die": "d2"}, {"effect": "downgrade", "of": "rival", "die": "largest"}],
            },
            {
                "kind": "reactive",
                "name": "Ruin",
                "on": "lost_challenge",
                "dice_at_most": 1,
                "effects": [{"effect": "upgrade", "levels": 3, "die": "all"}],
            },
        ],
    },
    {
        "name": "Hoarder",
        "hand": ["d6", "d6", "d6", "d6", "d6", "d6"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Deep pockets",
                "on": "round_began",
                "limit": "game",
                "effects": [{"effect": "gain", "die": "d4", "count": 2}],
            }
        ],
    },
    {
        "name": "Juggler",
        "hand": ["d6", "d6", "d6"],
        "abilities": [
            {"kind": "manual", "name": "Toss", "effects": [{"effect": "reroll", "die": "all"}]},
            {
                "kind": "manual",
                "name": "Flourish",
                "turn": "own",
                "limit": "game",
                "effects": [{"effect": "wild", "faces": [2, 3], "of": "all"}],
            },
        ],
    },
    {
        "name": "Peddler",
        "hand": ["d4", "d6", "d6"],
        "abilities": [
            {"kind": "manual", "name": "Wares", "limit": "game", "effects": [{"effect": "gain", "die": "d8"}]},
        ],
    },
    {
        "name": "Fire-eater",
        "hand": ["d4", "d6", "d6"],
        "abilities": [
            {
                "kind": "manual",
                "name": "Blaze",
                "turn": "own",
                "effects": [{"effect": "lose", "die": "chosen"}, {"effect": "upgrade", "die": "all"}],
            },
            {"kind": "manual", "name": "Glance", "effects": [{"effect": "peek", "die": "smallest"}]},
        ],
    },
    {
        "name": "Climber",
        "hand": ["d12", "d12"],
        "abilities": [
            {
                "kind": "reactive",
                "name": "Steal up",
                "on": "rolled",
                "pattern": {"pattern": "all_at_most", "face": 12},
                "effects": [{"effect": "upgrade", "die": "largest"}],
            },
            {"kind": "manual", "name": "Show off", "effects": [{"effect": "upgrade", "die": "largest"}]},
        ],
    },
]
"""Cards for games at random: each by itself is valid, and all together are."""
