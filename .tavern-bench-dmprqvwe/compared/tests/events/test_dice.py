import hashlib
import hmac
import itertools
import struct
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.dice import Dice, commitment_of, encode_luck, face_from, round_seed, sequence_of
from events.event import Draw
from events.round_events import LuckWord

SECRET = bytes(range(32))
SEED = round_seed(SECRET, 1)
LUCK = [LuckWord(seat="bri", luck="seven"), LuckWord(seat="odo", luck="")]

# The values of the chi-squared distribution that chance exceeds once in a thousand times, by degrees of freedom.
CHI_SQUARED_AT_A_THOUSANDTH = {
    1: 10.828,
    2: 13.816,
    3: 16.266,
    4: 18.467,
    5: 20.515,
    6: 22.458,
    7: 24.322,
    9: 27.877,
    11: 31.264,
    19: 43.820,
}
FACES_EACH = 600


def chi_squared(faces: Iterable[int], sides: int) -> float:
    counts = Counter(faces)
    expected = sum(counts.values()) / sides
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))


def faces_of(dice: Dice, seat: str, purpose: str, sides: int, count: int) -> list[int]:
    return [dice.roll(seat, purpose, sides).face for _ in range(count)]


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20])
def test_every_face_is_as_likely_as_any_other(sides: int) -> None:
    faces = faces_of(Dice(SEED, 1, LUCK, {}), "bri", "bought", sides, sides * FACES_EACH)

    assert set(faces) == set(range(1, sides + 1))
    assert chi_squared(faces, sides) < CHI_SQUARED_AT_A_THOUSANDTH[sides - 1]


@pytest.mark.parametrize("sides", [2, 4])
def test_a_face_reveals_nothing_about_the_next(sides: int) -> None:
    faces = faces_of(Dice(SEED, 1, LUCK, {}), "bri", "bought", sides, 4_000)

    pairs = Counter((before - after) % sides for before, after in pairwise(faces))
    differences = [difference + 1 for difference, count in pairs.items() for _ in range(count)]
    assert chi_squared(differences, sides) < CHI_SQUARED_AT_A_THOUSANDTH[sides - 1]


def test_first_draws_of_rounds_are_as_evenly_spread_as_draws_within_one() -> None:
    rounds = range(1, 10 * FACES_EACH + 1)

    faces = [Dice(round_seed(SECRET, number), number, LUCK, {}).peek("bri", "hole", 10) for number in rounds]

    assert chi_squared(faces, 10) < CHI_SQUARED_AT_A_THOUSANDTH[9]


def test_a_number_of_sides_that_does_not_divide_the_words_has_no_favoured_faces() -> None:
    # Without rejection, each face of the first third would come twice as often as one of the rest.
    sides = 3 << 30
    faces = faces_of(Dice(SEED, 1, LUCK, {}), "bri", "thirds", sides, 3 * FACES_EACH)

    thirds = [(face - 1) * 3 // sides + 1 for face in faces]
    assert chi_squared(thirds, 3) < CHI_SQUARED_AT_A_THOUSANDTH[2]


def spelled_out(seed: bytes, number: int, luck: bytes, seat: str, purpose: str, sides: int, n: int) -> int:
    """A draw as docs/dice.md spells it, without a care for speed."""
    usable: list[int] = []
    block = 0
    while not usable:
        message = b""
        for part in (number, luck, seat, purpose, sides, n, block):
            raw = part if isinstance(part, bytes) else part.encode() if isinstance(part, str) else part.to_bytes(8)
            message += len(raw).to_bytes(4) + raw
        digest = hmac.new(seed, message, hashlib.sha256).hexdigest()
        words = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
        usable = [word for word in words if word < 2**32 // sides * sides]
        block += 1
    return usable[0] % sides + 1


@given(
    seed=st.binary(min_size=32, max_size=32),
    number=st.integers(1, 2**40),
    luck=st.lists(st.builds(LuckWord, seat=st.text(max_size=8), luck=st.text(max_size=8)), max_size=4),
    seat=st.text(max_size=8),
    purpose=st.text(max_size=8),
    sides=st.sampled_from([1, 2, 4, 6, 20, 100, 2**31 + 1, 3 << 30, 2**32]),
    n=st.integers(1, 2**40),
)
def test_a_draw_is_as_it_is_specified(
    seed: bytes, number: int, luck: list[LuckWord], seat: str, purpose: str, sides: int, n: int
) -> None:
    dice = Dice(seed, number, luck, {sequence_of(seat, purpose, sides): n - 1})

    face = spelled_out(seed, number, encode_luck(luck), seat, purpose, sides, n)

    assert dice.roll(seat, purpose, sides) == Draw(seat=seat, purpose=purpose, sides=sides, n=n, face=face)


def test_peeking_returns_the_next_roll_and_consumes_nothing() -> None:
    drawn: dict[str, int] = {}
    dice = Dice(SEED, 1, LUCK, drawn)

    peeked = [dice.peek("bri", "bought", 20), dice.peek("bri", "bought", 20)]

    rolled = dice.roll("bri", "bought", 20)
    assert ([rolled.face] * 2, rolled.n) == (peeked, 1)
    assert drawn == {}


def test_a_roll_goes_on_from_the_last_one_whether_it_was_recorded_meanwhile_or_not() -> None:
    drawn: dict[str, int] = {}
    dice = Dice(SEED, 1, LUCK, drawn)

    first, second = dice.roll("bri", "bought", 20), dice.roll("bri", "bought", 20)
    drawn["bri bought 20"] = 2

    assert [first.n, second.n, dice.roll("bri", "bought", 20).n] == [1, 2, 3]


@pytest.mark.parametrize("other", [("odo", "bought", 20), ("bri", "cheat", 20), ("bri", "bought", 4)])
def test_another_sequence_s_draws_shift_nothing(other: tuple[str, str, int]) -> None:
    alone, beside = Dice(SEED, 1, LUCK, {}), Dice(SEED, 1, LUCK, {})

    for _ in range(5):
        beside.roll(*other)
        assert beside.roll("bri", "bought", 20) == alone.roll("bri", "bought", 20)


def test_dice_are_known_by_their_round_and_by_the_very_words_and_counts() -> None:
    drawn: dict[str, int] = {}
    dice = Dice(SEED, 1, LUCK, drawn)

    assert dice.are_of(1, LUCK, drawn)
    assert not dice.are_of(2, LUCK, drawn)
    assert not dice.are_of(1, list(LUCK), drawn)
    assert not dice.are_of(1, LUCK, {})


def test_all_eight_words_of_a_block_are_tried_before_the_next_block() -> None:
    sides = 2**31 + 1

    def by_the_book(n: int) -> int:
        for block in itertools.count():
            message = b"".join((8).to_bytes(4, "big") + number.to_bytes(8, "big") for number in (sides, n, block))
            for word in struct.unpack(">8I", hmac.digest(SEED, message, "sha256")):
                if word < sides:
                    return int(word) + 1
        raise AssertionError

    assert [face_from(SEED, b"", sides, n) for n in range(1, 1_001)] == [by_the_book(n) for n in range(1, 1_001)]


def test_a_word_that_is_passed_over_shifts_no_other_draw() -> None:
    sides = 2**31 + 1
    one_by_one = [Dice(SEED, 1, LUCK, {f"bri x {sides}": n}).roll("bri", "x", sides) for n in range(50)]
    dice = Dice(SEED, 1, LUCK, {})

    assert [dice.roll("bri", "x", sides) for _ in range(50)] == one_by_one


@pytest.mark.parametrize(
    "luck",
    [
        [],
        LUCK[:1],
        LUCK[::-1],
        [LuckWord(seat="bri", luck="eight"), LUCK[1]],
        [LuckWord(seat="bri", luck=""), LuckWord(seat="odo", luck="seven")],
        [LuckWord(seat="briseven", luck=""), LUCK[1]],
    ],
)
def test_any_change_of_the_luck_words_gives_other_dice(luck: list[LuckWord]) -> None:
    def faces(words: list[LuckWord]) -> list[int]:
        return faces_of(Dice(SEED, 1, words, {}), "bri", "bought", 20, 20)

    assert faces(luck) != faces(LUCK)


def test_rounds_and_secrets_have_seeds_of_their_own() -> None:
    seeds = [round_seed(secret, number) for secret in (SECRET, bytes(32)) for number in range(1, 200)]

    assert len(set(seeds)) == len(seeds)
    assert {len(seed) for seed in seeds} == {32}


def test_a_commitment_is_the_hash_of_its_seed() -> None:
    assert commitment_of(SEED) == hashlib.sha256(SEED).digest()


def test_a_die_of_one_side_and_one_of_all_words_can_be_rolled() -> None:
    assert [face_from(SEED, b"", 1, n) for n in range(1, 10)] == [1] * 9
    assert 1 <= face_from(SEED, b"", 2**32, 1) <= 2**32
