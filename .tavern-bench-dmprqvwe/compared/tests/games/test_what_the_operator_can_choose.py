"""Sealed luck against an operator who withholds whenever it helps, over 10,000 rounds in which an honest seat reveals.

The operator knows every seed. Some seats are in league with it: they seal what it wants, wait until Ada, who is honest,
has revealed, and then each reveals or withholds, whichever suits the next die best. With `k` such seats that is the
best of 2ᵏ independent rolls, and not more; without any it is a fair die. All is counted, so the test can
distinguish one more bit of influence from chance.
"""

import random
from itertools import product
from typing import Final

import pytest

from events.dice import Dice
from events.round_events import LuckWord
from events.sealed_luck import seal_of
from games.dealer import SecretDealer
from tests.playing import SECRET, TABLE

ROUNDS: Final = 10_000
SIDES: Final = 6
CRITICAL: Final = 20.5
"""A chi-squared with 5 degrees of freedom is larger once in a thousand times (NIST handbook, 1.3.6.7.4)."""
KEY: Final = "00" * 32
"""A key that signs nothing here: seats in league reveal to the call that there is."""
LEAGUE: Final = ("bo", "cy")


def rounds_against(in_league: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """How often Ada's first die showed each face, and how often each seat in league withheld, over all rounds."""
    dealer, chance = SecretDealer(SECRET), random.Random(16)
    faces, withheld = [0] * SIDES, [0] * len(in_league)
    grinding = {seat: chance.randbytes(16).hex() for seat in in_league}
    for number in range(1, ROUNDS + 1):
        seed = dealer.seed(number)
        sealed = {seat: seal_of(TABLE, number, seat, luck, KEY) for seat, luck in grinding.items()}
        ada = chance.randbytes(16).hex()
        rolls = {}
        for reveals in product((True, False), repeat=len(in_league)):
            luck = [LuckWord(seat="ada", luck=ada)]
            for seat, does in zip(in_league, reveals, strict=True):
                assert not does or seal_of(TABLE, number, seat, grinding[seat], KEY) == sealed[seat]
                luck.append(LuckWord(seat=seat, luck=grinding[seat] if does else ""))
            rolls[reveals] = Dice(seed, number, luck, {}).roll("ada", "opening", SIDES).face
        # Ada is to roll low.
        chosen = min(rolls, key=lambda reveals: (rolls[reveals], reveals.count(False)))
        faces[rolls[chosen] - 1] += 1
        for at, does in enumerate(chosen):
            withheld[at] += not does
    return faces, withheld


def expected(choices: int) -> list[float]:
    """How often the least of so many fair dice shows each face."""
    at_least = [((SIDES - face) / SIDES) ** choices for face in range(SIDES + 1)]
    return [ROUNDS * (at_least[face] - at_least[face + 1]) for face in range(SIDES)]


def chi_squared(found: list[int], due: list[float]) -> float:
    return sum((one - wanted) ** 2 / wanted for one, wanted in zip(found, due, strict=True))


@pytest.mark.parametrize("in_league", [(), LEAGUE[:1], LEAGUE], ids=len)
def test_a_seat_in_league_with_the_operator_has_the_withheld_bit_and_nothing_else(in_league: tuple[str, ...]) -> None:
    faces, withheld = rounds_against(in_league)

    assert chi_squared(faces, expected(2 ** len(in_league))) < CRITICAL
    if in_league:
        # One more choice, or one less, would be seen.
        assert chi_squared(faces, expected(2 ** len(in_league) + 1)) > CRITICAL
        assert chi_squared(faces, expected(2 ** len(in_league) - 1)) > CRITICAL
    # Withholding shows: nobody gains by it without doing it often.
    assert all(ROUNDS / 10 < count < ROUNDS / 2 for count in withheld)


def test_a_nonce_that_was_chosen_for_its_seed_is_worth_nothing_once_somebody_honest_seals() -> None:
    """The operator grinds Bo's luck until Ada's die is a 1, as long as Ada contributes nothing; then she does."""
    dealer, chance = SecretDealer(SECRET), random.Random(17)
    alone, together = [0] * SIDES, [0] * SIDES
    for number in range(1, ROUNDS // 10 + 1):
        seed = dealer.seed(number)
        while True:
            bo = LuckWord(seat="bo", luck=chance.randbytes(16).hex())
            face = Dice(seed, number, [LuckWord(seat="ada", luck=""), bo], {}).roll("ada", "opening", SIDES).face
            if face == 1:
                break
        alone[face - 1] += 1
        honest = LuckWord(seat="ada", luck=chance.randbytes(16).hex())
        together[Dice(seed, number, [honest, bo], {}).roll("ada", "opening", SIDES).face - 1] += 1

    assert alone == [ROUNDS // 10, *[0] * (SIDES - 1)]
    assert chi_squared(together, [ROUNDS / 10 / SIDES] * SIDES) < CRITICAL
