"""What something is called: by the game's labels, then those of every table, and otherwise in the words of its key."""

import pytest

from projections.labels import (
    NEVER,
    CommandLabel,
    DetailLabel,
    DetailLabels,
    Label,
    Labels,
    Lookup,
    ValueLabel,
    labelled,
    merged,
)

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


def test_a_label_keeps_its_capitals_in_a_sentence_only_if_it_has_some_after_the_first() -> None:
    called = Lookup(Labels(coins={"vip": Label("VIP fee"), "ante": Label("Ante"), "x": Label("XY")}))
    assert [called.inline("coins", key) for key in ("vip", "ante", "x")] == ["VIP fee", "ante", "XY"]


def test_labels_of_the_game_come_before_those_of_every_table() -> None:
    called = Lookup(
        Labels(coins={"ante": Label("Stake")}), Labels(coins={"ante": Label("Ante"), "fine": Label("Fine")})
    )
    assert (called.label("coins", "ante"), called.label("coins", "fine")) == ("Stake", "Fine")


def test_of_several_labels_the_last_counts_and_some_are_taken_away() -> None:
    first = Labels(
        coins={"ante": Label("Ante"), "fine": Label("Fine")},
        details=DetailLabels(
            seat={"heat": DetailLabel("Heat"), "luck": DetailLabel("Luck")}, die={"n": DetailLabel("N")}
        ),
    )
    second = Labels(
        coins={"fine": NEVER, "ante": Label("Stake"), "loan": Label("Loan")},
        details=DetailLabels(seat={"luck": NEVER, "heat": DetailLabel("Warmth", show=False)}),
    )
    both = merged([first, second])
    assert both.coins == {"ante": Label("Stake"), "loan": Label("Loan")}
    assert both.details.seat == {"heat": DetailLabel("Warmth", show=False)}
    assert both.details.die == {"n": DetailLabel("N")}
    assert both.details.die["n"].show
    assert merged([]) == Labels()


def test_the_label_of_an_option_stands_beside_its_type_with_those_of_its_values() -> None:
    assert labelled("Luck").extra == {"label": "Luck"}
    assert labelled("Luck", open="Open", sealed="Sealed").extra == {
        "label": "Luck",
        "values": {"open": "Open", "sealed": "Sealed"},
    }
