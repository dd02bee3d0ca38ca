"""Seat ids are short slugs, unique for the table's life, whatever script a name is written in."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.accounts import RESERVED
from server.commands.seat_ids import seat_id


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Bri", "bri"),
        ("Sir Odo the 3rd!", "sir-odo-the-3rd"),
        ("Łóźka Ünal", "lozka-unal"),
        ("Þórr", "thorr"),
        ("Æthelflæd", "aethelflaed"),
        ("Ngô Bảo Châu", "ngo-bao-chau"),
        ("Бри", "bri"),
        ("Αθηνά", "athina"),
        ("ミカ", "mika"),
        ("日本", "riben"),
        ("홍길동", "honggildong"),
        (unicodedata.normalize("NFD", "홍길동"), "honggildong"),
        ("नरेंद्र", "nremdr"),
        ("محمد", "mhmd"),
        ("שרה", "srh"),
        ("Ｂｒｉ ②", "bri-2"),
        ("🎲", "game-die"),
        ("--", "seat"),
        ("\ue000", "seat"),
    ],
)
def test_a_seat_is_named_after_its_holder(name: str, slug: str) -> None:
    assert seat_id(name, ()) == slug


def test_a_name_that_is_taken_is_numbered() -> None:
    assert seat_id("Bri", {"bri", "bri-2"}) == "bri-3"


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_reserved_words_are_never_seat_ids(word: str) -> None:
    assert seat_id(word.upper(), ()) == f"{word}-2"


@given(st.text(max_size=60), st.sets(st.sampled_from(["seat", "seat-2", "a", "b"])))
def test_a_seat_id_is_always_a_new_slug(name: str, taken: set[str]) -> None:
    made = seat_id(name, taken)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made)
    assert made not in taken | RESERVED
    assert "_" not in made
