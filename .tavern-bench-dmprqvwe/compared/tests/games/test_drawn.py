"""The declarations of draws, as the verifiers carry them."""

from events.round_events import DieRerolled, DieRolled
from games.drawn import Drawn, declared


def test_a_declaration_leaves_out_what_is_left_open() -> None:
    assert declared([Drawn(purpose="hole", sides=(20, 10), event=DieRolled)]) == [
        {"purpose": "hole", "by": "seat", "sides": [10, 20], "event": "die_rolled"}
    ]


def test_a_declaration_has_all_limits_that_the_rules_set() -> None:
    drawn = Drawn(
        purpose="again",
        sides=(6,),
        event=DieRerolled,
        by="house",
        most=2,
        where={"why": ("bumped", "chosen")},
        shows={"face": (1, 2, 3), "total": "sum"},
    )
    assert declared([drawn]) == [
        {
            "purpose": "again",
            "by": "house",
            "sides": [6],
            "most": 2,
            "event": "die_rerolled",
            "where": {"why": ["bumped", "chosen"]},
            "shows": {"face": [1, 2, 3], "total": "sum"},
        }
    ]
