"""Cards of a GM's own, made up at random: every trigger, pattern, limit and effect, as far as they go together."""

import random
from typing import Any, Final

from tests.games.trickster.referee.book import Json
from tests.games.trickster.referee.scoring import SIZES

SMALL: Final = SIZES[:4]
CHALLENGE: Final = ("called", "was_called", "lost_challenge", "won_challenge")
TRIGGERS: Final = ("rolled", "revealed", "round_began", "lost_die", "seat_removed", *CHALLENGE)
THROWN: Final = ("called", "was_called")
BY_SIZE: Final = ("smallest", "largest", "all")
BY_FACE: Final = ("lowest", "highest")


class CardMaker:
    """Makes cards that the game accepts. Small dice, so that games are short and patterns are often made."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.can_gain = True

    def cards(self, count: int) -> list[Json]:
        """So many, with names of their own."""
        return [self.card(f"Made up {number}") for number in range(count)]

    def card(self, name: str) -> Json:
        """One card, with one or two abilities."""
        self.can_gain = True
        pick = self.chance
        sizes = pick.choice([SIZES, SMALL])
        hand = pick.choices(sizes, k=pick.choice([1, 2, 3, 3, 4, 6]))
        abilities = [self.ability(f"Power {number}") for number in range(pick.choice([1, 2, 2]))]
        return {"name": name, "hand": hand, "abilities": abilities}

    def ability(self, name: str) -> Json:
        """A power of any kind; those that read faces more often than others."""
        pick = self.chance
        given: Json = {
            "name": name,
            "kind": pick.choice(["reactive", "reactive", "reactive", "manual", "manual", "constant"]),
        }
        if given["kind"] == "constant":
            return given | {"effects": [self.wild() if pick.random() < 0.6 else {"effect": "ward"}]}
        given["limit"] = pick.choice(["round", "round", "game"])
        if pick.random() < 0.2:
            given["dice_at_most"] = pick.randint(1, 6)
        if given["kind"] == "manual":
            given["turn"] = pick.choice(["any", "own"])
            return given | {"effects": self.manual_effects(given)}
        given["on"] = pick.choice(["rolled", *TRIGGERS])
        if given["on"] in ("rolled", "revealed"):
            given["pattern"] = self.pattern()
        return given | {"effects": [self.reactive_effect(given) for _ in range(pick.choice([1, 1, 2, 3]))]}

    def pattern(self) -> Json:
        """One that dice often make."""
        pick = self.chance
        return pick.choice(
            [
                {"pattern": "alike", "count": pick.choice([2, 2, 3])},
                {"pattern": "run", "count": pick.choice([2, 3])},
                {"pattern": "all_at_most", "face": pick.randint(1, 8)},
                {"pattern": "showing", "faces": pick.sample(range(1, 21), pick.randint(1, 6)), "count": 1},
                {"pattern": "showing", "faces": pick.sample(range(1, 7), 3), "count": 2},
            ]
        )

    def wild(self) -> Json:
        """Faces that count as anything."""
        pick = self.chance
        sizes = pick.sample(SIZES, pick.randint(1, 7)) if pick.random() < 0.3 else None
        faces = pick.sample(range(1, 20), pick.randint(1, 6))
        return {"effect": "wild", "faces": faces, "of": pick.choice(["own", "all"]), "sizes": sizes}

    def manual_effects(self, ability: Json) -> list[Json]:
        """The first one may be about a die that is chosen, or about somebody who is."""
        pick = self.chance
        effects = []
        if pick.random() < 0.8:
            name: Any = pick.choice(["upgrade", "downgrade", "reroll", "lose", "peek"])
            of = "chosen" if name == "peek" else pick.choice(["own", "chosen"])
            die = pick.choice(["chosen", "chosen", *BY_SIZE]) if of == "chosen" else "chosen"
            effects.append(self.levelled({"effect": name, "of": of, "die": die}))
        while not effects or (len(effects) < 3 and pick.random() < 0.3):
            effects.append(
                self.free_effect(ability, ["upgrade", "downgrade", "reroll", "lose", "peek", "gain", "wild"])
            )
        return effects

    def reactive_effect(self, ability: Json) -> Json:
        """What may follow of a trigger."""
        if ability["on"] == "rolled":
            return self.unseen_effect()
        names = ["upgrade", "downgrade", "lose", "gain"]
        names += ["reroll", "peek"] if ability["on"] in THROWN else []
        names += ["wild"] if ability["on"] in ("round_began", *THROWN) else []
        return self.free_effect(ability, names)

    def unseen_effect(self) -> Json:
        """What may follow of faces that nobody else sees."""
        pick = self.chance
        name = pick.choice(["reroll", "upgrade", "upgrade", "peek"])
        if name == "peek":
            return {"effect": name, "of": pick.choice(["next", "previous"]), "die": pick.choice(BY_SIZE)}
        return self.levelled({"effect": name, "of": "own", "die": pick.choice([*BY_SIZE, *BY_FACE])})

    def free_effect(self, ability: Json, names: list[str]) -> Json:
        """One that nobody chooses anything for."""
        pick = self.chance
        name = pick.choice(names)
        if name == "gain" and not self.can_gain:
            name = "upgrade"
        if name == "gain":
            self.can_gain, ability["limit"] = False, "game"
            return {"effect": "gain", "die": pick.choice(SIZES), "count": pick.choice([1, 2])}
        if name == "wild":
            return self.wild()
        others = ["next", "previous", *(["rival"] * 2 if ability.get("on") in CHALLENGE else [])]
        of = pick.choice(others if name == "peek" else ["own", *others])
        return self.levelled({"effect": name, "of": of, "die": pick.choice(BY_SIZE)})

    def levelled(self, effect: Json) -> Json:
        """With a number of sizes, where it has one."""
        with_levels = effect["effect"] in ("upgrade", "downgrade")
        return effect | {"levels": self.chance.choice([1, 1, 2, 3, 6])} if with_levels else effect
