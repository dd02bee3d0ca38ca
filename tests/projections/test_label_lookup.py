"""What something is called: by the game's labels, then those of every table, and otherwise in the words of its key."""

import pytest

from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, Lookup, ValueLabel

GAME = Labels(
    commands={"bump": CommandLabel("Bump", params={"target": ValueLabel("Whose die")})},
    phases={"second_betting": Label("Second Betting"), "npc_turn": Label("NPC turn")},
    details=DetailLabels(seat={"heat": DetailLabel("Heat")}),
)
TABLE = Labels(commands={"leave": CommandLabel("Leave")}, phases={"lobby": Label("Lobby")})
CALLED = Lookup(GAME, TABLE)


@pytest.mark.parametrize(
    ("key", "label", "inline"),
    [
        ("lobby", "Lobby", "lobby"),
        ("npc_turn", "NPC turn", "NPC turn"),
        ("no_such_phase", "no such phase", "no such phase"),
    ],
)
def test_a_key_is_called_by_its_label(key: str, label: str, inline: str) -> None:
    assert (CALLED.label("phases", key), CALLED.inline("phases", key)) == (label, inline)


def test_a_detail_is_called_by_its_label() -> None:
    assert CALLED.detail("seat", "heat").label == "Heat"
    assert CALLED.detail("die", "lies_open").label == "lies open"


@pytest.mark.parametrize(
    ("command", "name", "label"),
    [("bump", "target", "Whose die"), ("bump", "how_far", "how far"), ("dance", "how_long", "how long")],
)
def test_a_parameter_is_called_by_its_commands_label(command: str, name: str, label: str) -> None:
    assert CALLED.param(command, name).label == label
