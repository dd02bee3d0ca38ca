"""Dice that roll, thrown without a page: they come to lie well and show what was decided, and the same throw is always
the same.
"""

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.node import needs_node

pytestmark = needs_node

BUNDLE: Final = Path(__file__).parents[2] / "server" / "static" / "vendor" / "dice3d.mjs"
SCRIPT: Final = Path(__file__).with_name("dice.mjs")
KINDS: Final = (2, 4, 6, 8, 10, 12, 20)
MANY: Final = 150
MANY_OF_A_CAMPAIGN: Final = 500
FEW: Final = 10
LONGEST_S: Final = 2.5


def thrown(kinds: list[int], throws: int) -> dict[str, Any]:
    """What is wrong with some throws of such dice, how long they took, and the hash of all frames."""
    given = json.dumps({"kinds": kinds, "throws": throws})
    done = subprocess.run(["node", SCRIPT, BUNDLE, given], check=True, stdout=subprocess.PIPE)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def in_node(code: str) -> Any:
    """What an expression with the bundle as `dice` is, as JSON."""
    script = f"const dice = await import({json.dumps(BUNDLE.as_uri())}); console.log(JSON.stringify({code}));"
    done = subprocess.run(["node", "--input-type=module", "-e", script], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


@pytest.mark.parametrize("sides", KINDS)
def test_dice_of_a_kind_come_to_lie_flat_apart_and_in_the_tray_with_the_decided_faces_up(sides: int) -> None:
    answer = thrown([sides, sides], FEW)
    assert answer["faults"] == []
    assert answer["longest"] <= LONGEST_S


@pytest.mark.thorough
@pytest.mark.parametrize("throws", [MANY, pytest.param(MANY_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("sides", KINDS)
def test_so_they_do_in_hundreds_of_throws(sides: int, throws: int) -> None:
    answer = thrown([sides, sides], throws)
    assert answer["faults"] == []
    assert answer["longest"] <= LONGEST_S


@pytest.mark.thorough
@pytest.mark.parametrize(
    "kinds", [[4, 6, 8, 10, 12, 20, 2], [6] * 6, [20] * 10], ids=["one of each", "six d6", "ten d20"]
)
def test_so_do_many_dice_in_one_throw(kinds: list[int]) -> None:
    assert thrown(kinds, 20)["faults"] == []


def test_the_same_throw_is_the_same_to_the_last_bit_on_every_machine() -> None:
    """The hash was written on another machine. It changes with the simulation, and must not change without it."""
    assert thrown([4, 6, 8, 10, 12, 20, 2], 3)["hash"] == (
        "4e7fb241c27cd20a612ed0deadd18e7662e2019394b60149e9ebc57b935a9691"
    )


def test_what_was_thrown_before_does_not_change_a_throw() -> None:
    same = in_node("""(() => {
      const one = { seed: "abc", kinds: [6, 20, 4], towards: [1, 0], tray: [8, 5] };
      const first = dice.thrownAtOnce(one);
      dice.thrownAtOnce({ ...one, seed: "other", kinds: [8, 12, 2, 2] });
      const again = dice.thrownAtOnce(one);
      const other = dice.thrownAtOnce({ ...one, seed: "abd" });
      return [String(again.frames) === String(first.frames), String(other.frames) === String(first.frames)];
    })()""")
    assert same == [True, False]


def test_opposite_faces_add_up_to_one_more_than_the_number_of_faces() -> None:
    sums = in_node("""Object.values(dice.SOLIDS).filter(({ sides }) => sides !== 4).map(({ sides, marks }) =>
      [sides, ...new Set(marks.map((one) => one.value + marks.find((other) =>
        one.out.every((x, k) => Math.abs(x + other.out[k]) < 1e-6)).value))])""")
    assert sums == [[sides, sides + 1] for sides in KINDS if sides != 4]


def test_every_number_of_a_die_is_on_it_once_and_of_a_d4_at_three_faces() -> None:
    numbers = in_node(
        "Object.values(dice.SOLIDS).map(({ marks }) => marks.map(({ value }) => value).sort((a, b) => a - b))"
    )
    assert numbers == [[face for face in range(1, sides + 1) for _ in range(3 if sides == 4 else 1)] for sides in KINDS]
