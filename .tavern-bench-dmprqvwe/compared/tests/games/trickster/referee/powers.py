"""What class cards do according to their data: when a power happens, to which dice, and what comes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.games.trickster.referee.book import Fact, Falls, Json, Objection, insist
from tests.games.trickster.referee.scoring import SIZES

ABOUT_DICE: Final = ("upgrade", "downgrade", "reroll", "lose", "peek")
LARGEST: Final = SIZES[-1]


@dataclass
class Die:
    """A die: its size, the size that others believe it to have, and its face while it lies there."""

    size: str
    believed: str = ""
    face: int | None = None
    peeked: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    """What others saw of it who looked, and have no reason not to believe any more."""

    def __post_init__(self) -> None:
        self.believed = self.believed or self.size

    @property
    def sides(self) -> int:
        """How many."""
        return int(self.size[1:])


@dataclass
class Player:
    """A seat that plays."""

    seat: str
    card: Json = field(default_factory=dict)
    dice: list[Die] = field(default_factory=list)
    status: str = "active"
    used: dict[int, list[int]] = field(default_factory=dict)
    """By ability: the rounds in which it was used."""

    @property
    def is_in(self) -> bool:
        """From the beginning until it is removed or leaves."""
        return self.status == "active"

    @property
    def abilities(self) -> list[tuple[int, Json]]:
        """With their numbers."""
        return list(enumerate(self.card.get("abilities", [])))

    @property
    def faces(self) -> list[int]:
        """Those of dice that lie there."""
        return [die.face for die in self.dice if die.face is not None]

    def has(self, effect: str) -> list[Json]:
        """The effects of its constant abilities, which end with the last die."""
        constant = [ability for _, ability in self.abilities if ability["kind"] == "constant" and self.dice]
        return [each for ability in constant for each in ability["effects"] if each["effect"] == effect]


def makes(pattern: Json, faces: Sequence[int]) -> bool:
    """Whether dice show a pattern."""
    match pattern["pattern"]:
        case "alike":
            return any(sum(other == face for other in faces) >= pattern["count"] for face in range(1, 21))
        case "showing":
            return len([face for face in faces if face in pattern["faces"]]) >= int(pattern.get("count", 1))
        case "run":
            there = "".join("x" if face in faces else "." for face in range(1, 21))
            return "x" * pattern["count"] in there
        case "all_at_most":
            return bool(faces) and max(faces) <= pattern["face"]
        case other:
            raise Objection(f"an unheard-of pattern: {other}")


def aims_at(effect: Json) -> str:
    """Whose dice an effect is about: those of a chosen seat where one peeks, else the owner's, unless it says so."""
    return str(effect.get("of", "chosen" if effect["effect"] == "peek" else "own"))


class Powers:
    """The dice of everybody, and what abilities make of them."""

    def __init__(self, seats: Sequence[str], falls: Falls) -> None:
        self.players = {seat: Player(seat) for seat in seats}
        self.order = list(seats)
        self.falls = falls
        self.facts: list[Fact] = []
        self.round = 0
        self.under_cup = False
        self.called = False
        self.wild: list[tuple[str | None, list[int], list[str] | None]] = []
        self.rivals: dict[str, str] = {}
        self.lost: list[str] = []
        self.middle: dict[str, list[str]] = {}

    # Who

    def still_in(self) -> list[str]:
        """The seats that are in, in table order."""
        return [seat for seat in self.order if self.players[seat].is_in]

    def after(self, seat: str, step: int = 1) -> str | None:
        """The next seat in after (or before) one that may be out; not itself."""
        at = self.order.index(seat)
        around = [self.order[(at + step * count) % len(self.order)] for count in range(1, len(self.order))]
        return next((other for other in around if self.players[other].is_in), None)

    def reachable(self, owner: str, seat: str | None) -> bool:
        """Whether a power of the owner can be about a seat's dice."""
        if seat is None or not self.players[seat].is_in or not self.players[seat].dice:
            return False
        return seat == owner or not self.players[seat].has("ward")

    def may_use(self, owner: str, number: int) -> bool:
        """Whether its limits allow it."""
        player = self.players[owner]
        ability = player.abilities[number][1]
        used, most = player.used.get(number, []), ability.get("dice_at_most") or len(player.dice)
        spent = bool(used if ability.get("limit", "round") == "game" else self.round in used)
        return player.is_in and not spent and len(player.dice) <= int(most)

    # When

    def trigger(self, seat: str, on: str) -> None:
        """Powers that happen by themselves, one after the other."""
        for number, ability in self.players[seat].abilities:
            fits = ability["kind"] == "reactive" and ability["on"] == on and self.may_use(seat, number)
            if fits and (on != "revealed" or makes(ability["pattern"], self.players[seat].faces)):
                self.facts.append(("ability_used", seat, number, "reactive", None, None))
                self.happen(seat, number)

    def happen(
        self, owner: str, number: int, target: str | None = None, n: int | None = None, *, seen: bool = True
    ) -> None:
        """All that a power does; then what follows of every die that was lost."""
        ability = self.players[owner].abilities[number][1]
        self.players[owner].used.setdefault(number, []).append(self.round)
        before, self.lost = self.lost, []
        for effect in ability["effects"]:
            self.take_effect(owner, effect, target, n, seen=seen)
        losers, self.lost = self.lost, before
        for seat in losers:
            self.trigger(seat, "lost_die")

    def see_what_fell(self) -> None:
        """Powers that read faces under the cup, everybody's; each as often as its limit allows."""
        for seat in self.order:
            while self.one_unseen(seat):
                pass

    def one_unseen(self, seat: str) -> bool:
        """The first that its dice call for, if any."""
        player = self.players[seat]
        for number, ability in player.abilities:
            rolled = ability["kind"] == "reactive" and ability["on"] == "rolled"
            if rolled and self.may_use(seat, number) and makes(ability["pattern"], player.faces):
                self.facts.append(("ability_used_unseen", seat, number))
                self.happen(seat, number, seen=False)
                return True
        return False

    def would_do(self, owner: str, effect: Json, target: str | None, n: int | None) -> bool:
        """Whether an effect would make any difference now, as far as everybody can tell."""
        match effect["effect"]:
            case "gain":
                return True
            case "wild":
                those = [one for one in self.players.values() if one.dice]
                own = effect.get("of", "own") == "own"
                return any(self.becomes_wild(effect, one.seat, owner) for one in those if one.seat == owner or not own)
            case name:
                whose = self.whose(owner, aims_at(effect), target)
                if whose is None or not self.reachable(owner, whose):
                    return False
                at = self.which(whose, effect.get("die", "chosen"), n, known=False)
                return name != "upgrade" or any(self.players[whose].dice[one].believed != LARGEST for one in at)

    def becomes_wild(self, effect: Json, seat: str, owner: str) -> bool:
        """Whether one of the faces becomes wild on a seat's dice that was not, or not for so long."""
        always = [
            (seat, each["faces"], each.get("sizes"))
            for each in self.players[owner].has("wild")
            if each.get("of", "own") == "own" and seat == owner
        ]
        already = {
            (face, size)
            for of, faces, sizes in [*self.wild, *always]
            if of in (None, seat)
            for face in faces
            for size in sizes or SIZES
        }
        wanted = {(face, size) for face in effect["faces"] for size in effect.get("sizes") or SIZES}
        return any(face <= int(size[1:]) for face, size in wanted - already)

    # What

    def take_effect(self, owner: str, effect: Json, target: str | None, n: int | None, *, seen: bool) -> None:
        """One effect."""
        match effect["effect"]:
            case "gain":
                for _ in range(effect.get("count", 1)):
                    self.gain(owner, effect["die"])
            case "wild":
                of, sizes = effect.get("of", "own"), effect.get("sizes")
                self.wild.append((owner if of == "own" else None, effect["faces"], sizes))
                self.facts.append(("faces_wild", owner, effect["faces"], of, sizes))
            case name if name in ABOUT_DICE:
                whose = self.whose(owner, aims_at(effect), target)
                if whose is not None and self.reachable(owner, whose):
                    for at in self.which(whose, effect.get("die", "chosen"), n, known=not seen and whose == owner):
                        self.touch(owner, whose, at, effect, seen=seen)
            case other:
                raise Objection(f"an unheard-of effect: {other}")

    def whose(self, owner: str, which: str, target: str | None) -> str | None:
        """The seat that an effect is about."""
        match which:
            case "own":
                return owner
            case "chosen":
                return target
            case "next":
                return self.after(owner)
            case "previous":
                return self.after(owner, -1)
            case _:
                return self.rivals.get(owner)

    def which(self, seat: str, die: str, n: int | None, *, known: bool) -> list[int]:
        """The numbers of the dice that an effect is about: by their true sizes if they are `known` to its owner alone.

        Otherwise by the sizes that others believe them to have.
        """
        dice = self.players[seat].dice
        sizes = [SIZES.index(each.size if known else each.believed) for each in dice]
        faces: list[Any] = [each.face for each in dice]
        match die:
            case "smallest":
                return [sizes.index(min(sizes))]
            case "largest":
                return [sizes.index(max(sizes))]
            case "lowest":
                return [faces.index(min(faces))]
            case "highest":
                return [faces.index(max(faces))]
            case "all":
                return list(range(len(dice) - 1, -1, -1))
            case _:
                insist(n is not None and n < len(dice), f"{seat} has no die {n}")
                return [n or 0]

    def touch(self, owner: str, seat: str, n: int, effect: Json, *, seen: bool) -> None:
        """What an effect does to one die."""
        die = self.players[seat].dice[n]
        at, levels = SIZES.index(die.size), effect.get("levels", 1)
        match effect["effect"]:
            case "upgrade":
                self.replace(owner, seat, n, min(at + levels, len(SIZES) - 1), seen=seen)
            case "downgrade" if at < levels:
                self.lose(seat, n, "downgrade", owner)
            case "downgrade":
                self.replace(owner, seat, n, at - levels, seen=seen)
            case "reroll" if seen:
                die.peeked = {other: (size, None) for other, (size, _) in die.peeked.items()}
                die.face = self.falls.next(seat, "reroll", die.sides)
                self.facts.append(("die_rerolled", seat, n, owner, "reroll", die.face))
            case "reroll":
                self.throw_unseen(seat, n, "reroll")
            case "lose":
                self.lose(seat, n, "ability", owner)
            case _:
                die.peeked[owner] = (die.size, die.face)
                self.facts.append(("told", owner, "peeked", {"about": seat, "n": n, "die": die.size, "face": die.face}))

    def replace(self, owner: str, seat: str, n: int, size: int, *, seen: bool) -> None:
        """Another size of die; a d20 stays as it lies, though others see now that it is one."""
        die = self.players[seat].dice[n]
        way = "upgrade" if size >= SIZES.index(die.size) else "downgrade"
        if die.size == LARGEST == SIZES[size]:
            if seen:
                self.show_size(seat, n)
            return
        die.size = SIZES[size]
        if not seen:
            self.throw_unseen(seat, n, way)
            return
        die.face = self.falls.next(seat, "replaced", die.sides) if self.under_cup else None
        die.believed = die.size
        die.peeked.clear()
        self.facts.append(("die_replaced", seat, n, die.size, way, owner, die.face))

    def show_size(self, seat: str, n: int) -> None:
        """A die that others took for another one turns out to be what it is; faces seen on the other are no more."""
        die = self.players[seat].dice[n]
        if die.believed != die.size:
            die.believed = die.size
            die.peeked = {other: saw for other, saw in die.peeked.items() if saw[0] == die.size}
            self.facts.append(("die_size_shown", seat, n, die.size))

    def throw_unseen(self, seat: str, n: int, why: str) -> None:
        """Others go on to believe what they believed."""
        die = self.players[seat].dice[n]
        die.face = self.falls.next(seat, "unseen", die.sides)
        self.facts.append(("die_thrown_unseen", seat, n, die.size, die.believed, why, die.face))

    def gain(self, seat: str, size: str) -> None:
        """One more, after the others."""
        die = Die(size)
        self.players[seat].dice.append(die)
        die.face = self.falls.next(seat, "gained", die.sides) if self.under_cup else None
        self.facts.append(("die_gained", seat, size, die.face))

    def lose(self, seat: str, n: int, why: str, by: str) -> None:
        """One less; those behind it move up."""
        die = self.players[seat].dice.pop(n)
        die.believed = die.size
        self.facts.append(("die_lost", seat, n, die.size, why, by))
        self.middle.setdefault(seat, []).append(die.size)
        if why != "too_many":
            self.lost.append(seat)
