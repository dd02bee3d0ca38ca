"""`tavern what-if`: what it prints is what the round's own rules and dice make of other moves."""

from pathlib import Path

import pytest

from games.installed import CATALOGUE
from replays.rebuild import replay, rounds_of
from tests.tools.running import evening_entries, export_of, failure_of, json_of, tavern


def first_choice() -> tuple[int, str]:
    """The version at which the GM first sees a seat asked in round 1, and that seat."""
    entries = evening_entries()
    frames = replay(CATALOGUE, entries, "gm", rounds_of(entries)[0]).frames
    asked = next(frame for frame in frames if len(frame.view.to_act) == 1)
    return asked.version, asked.view.to_act[0]


def test_without_a_move_it_says_who_was_asked_and_what_they_could_do(tmp_path: Path) -> None:
    version, seat = first_choice()
    output = tavern("what-if", export_of(tmp_path), "--round", "1", "--at", str(version)).stdout
    assert output.startswith(f"{seat.capitalize()} is asked, and can do: ")


def test_a_policy_plays_on_to_the_end_with_the_round_s_dice(tmp_path: Path) -> None:
    version, _ = first_choice()
    asked = ("what-if", export_of(tmp_path), "--round", "1", "--at", str(version), "--policy", "cautious")
    output = tavern(*asked).stdout
    assert output.splitlines()[0].split() == ["step", "time", "who", "what", "happened"]
    assert output.splitlines()[-1].startswith("The round ends (")
    told = json_of(tavern(*asked, "--json"))
    assert told["frames"][0]["version"] == version + 1
    assert told["frames"][-1]["view"]["result"]["winners"] == told["ending"]["winners"]


def test_samples_give_odds_that_the_same_seed_repeats(tmp_path: Path) -> None:
    version, _ = first_choice()
    asked = ("what-if", export_of(tmp_path), "--round", "1", "--at", str(version), "--samples", "12")
    output = tavern(*asked).stdout
    assert "12 rounds with fresh dice" in output
    assert tavern(*asked).stdout == output
    assert tavern(*asked, "--seed", "2").stdout != output


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--at", "100000"], "--at: there is no step 100000 in round 1"),
        (["--at", "FIRST", "--move", "odo fly"], "twentyone has no such command"),
        (["--at", "FIRST", "--move", "nobody hold"], "--move: there is no viewer 'nobody'"),
        (["--at", "FIRST", "--move", "odo hold amount"], "a move is a seat, a command and parameters"),
        (["--at", "FIRST", "--move", "odo 'hold"], "a move is a seat, a command and parameters"),
        (["--at", "FIRST", "--policy", "clairvoyant"], "twentyone knows no policy 'clairvoyant'"),
    ],
)
def test_what_cannot_be_played_says_why(given: list[str], why: str, tmp_path: Path) -> None:
    first = [str(first_choice()[0]) if one == "FIRST" else one for one in given]
    assert why in failure_of(tavern("what-if", export_of(tmp_path), "--round", "1", *first))
