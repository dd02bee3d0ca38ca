"""A character sheet: what may stand in it, and what replaces what it leaves out."""

from typing import Any

import msgspec
import pytest

from events.character import NOBODY_SPECIAL, SKILL_ABILITY, Character


def sheet(**fields: Any) -> Character:
    return msgspec.convert(fields, Character)


def test_what_a_sheet_leaves_out_follows_from_what_it_has() -> None:
    given = sheet(abilities={"wis": 2, "cha": 3}, skills={"insight": 5}, saves={"wis": 4}, passive={"perception": 17})
    assert (given.ability("wis"), given.ability("dex")) == (2, 0)
    assert (given.skill("insight"), given.skill("perception"), given.skill("sleight_of_hand")) == (5, 2, 0)
    assert (given.save("wis"), given.save("cha"), given.save("str")) == (4, 3, 0)
    assert (given.passive_score("perception"), given.passive_score("insight")) == (17, 15)
    assert given.passive_score("deception") == 13


def test_a_sheet_that_says_0_is_taken_at_its_word() -> None:
    given = sheet(abilities={"wis": 2}, skills={"insight": 0}, saves={"wis": 0}, passive={"insight": 0})
    assert (given.skill("insight"), given.save("wis"), given.passive_score("insight")) == (0, 0, 0)


def test_whoever_has_no_sheet_has_0_everywhere() -> None:
    assert sheet() == NOBODY_SPECIAL
    assert NOBODY_SPECIAL.proficiency == 0
    assert {NOBODY_SPECIAL.skill(skill) for skill in SKILL_ABILITY} == {0}
    assert {NOBODY_SPECIAL.passive_score(skill) for skill in SKILL_ABILITY} == {10}


RANGES = {"abilities": ("str", -5, 10), "skills": ("arcana", -10, 30), "saves": ("con", -10, 30),
          "passive": ("stealth", 0, 80)}  # fmt: skip


@pytest.mark.parametrize("field", RANGES)
def test_numbers_have_bounds(field: str) -> None:
    name, least, most = RANGES[field]
    for number in (least, most):
        assert getattr(sheet(**{field: {name: number}}), field) == {name: number}
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            sheet(**{field: {name: number}})


def test_a_proficiency_is_from_0_to_20() -> None:
    assert [sheet(proficiency=number).proficiency for number in (0, 20)] == [0, 20]
    for number in (-1, 21):
        with pytest.raises(msgspec.ValidationError):
            sheet(proficiency=number)


def test_a_sheet_has_no_other_fields() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        sheet(luck=3)
