"""The parts of a character sheet that games read."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

Modifier = Annotated[int, Meta(ge=-20, le=40)]
Score = Annotated[int, Meta(ge=0, le=80)]

ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")
Ability = Annotated[str, Meta(pattern="^(str|dex|con|int|wis|cha)$")]
Skill = Annotated[
    str,
    Meta(
        pattern="^(acrobatics|animal_handling|arcana|athletics|deception|history|insight|intimidation|investigation|"
        "medicine|nature|perception|performance|persuasion|religion|sleight_of_hand|stealth|survival)$"
    ),
]
Tool = Annotated[str, Meta(pattern="^(dice|card)$")]
SKILL_ABILITY: Final = {
    "sleight_of_hand": "dex",
    "intimidation": "cha",
    "persuasion": "cha",
    "insight": "wis",
    "investigation": "int",
    "deception": "cha",
    "perception": "wis",
}
"""The skills that games check, and the ability that replaces a missing one."""


class Character(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Integer modifiers, all optional: a missing skill or save falls back to its ability, a missing ability to 0,
    a missing passive score to 10 + the skill's modifier."""

    abilities: dict[Ability, Modifier] = {}
    skills: dict[Skill, Modifier] = {}
    saves: dict[Ability, Modifier] = {}
    passive: dict[Skill, Score] = {}
    proficiency: Annotated[int, Meta(ge=0, le=20)] = 0
    tools: dict[Tool, bool] = {}

    def ability(self, name: str) -> int:
        """The modifier of an ability (`str`, `dex`, …)."""
        return self.abilities.get(name, 0)

    def skill(self, name: str) -> int:
        """The modifier of a skill of `SKILL_ABILITY`."""
        found = self.skills.get(name)
        return self.ability(SKILL_ABILITY[name]) if found is None else found

    def save(self, ability: str) -> int:
        """The modifier of a saving throw."""
        found = self.saves.get(ability)
        return self.ability(ability) if found is None else found

    def passive_score(self, skill: str) -> int:
        """The passive score of a skill: 10 + its modifier unless the sheet says otherwise."""
        found = self.passive.get(skill)
        return 10 + self.skill(skill) if found is None else found


NOBODY_SPECIAL: Final = Character()
"""The sheet of a player without one: every modifier is 0."""
