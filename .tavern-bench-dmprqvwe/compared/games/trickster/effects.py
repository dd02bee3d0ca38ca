"""What abilities do to dice: replace them, roll them again, lose them, gain them, look at them; and wild faces.

Seeds 002, "Upgrading/Downgrading Dice". A die that changes while it lies under a cup is thrown at once, and only its
owner sees it. Effects of hidden faces stay hidden until the dice are shown.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import ClassVar, Final

import msgspec

from events.audience import ALL, seat_viewer
from events.dice import Dice
from events.event import V1, Draw, Event, namespaced
from events.round_events import DieGained, DieLost, DieReplaced, DieRerolled, DieSizeShown, DieThrownUnseen, Told
from games.chapter import Chapter, fold
from games.drawn import Drawn
from games.mechanics.sentences import sentence
from games.mechanics.throwing import throw_again, thrown_again
from games.trickster.cards.card import (
    SIZES,
    AboutDice,
    Downgrade,
    Effect,
    Gain,
    Lose,
    Reroll,
    Size,
    Upgrade,
    Wild,
    resized,
)
from games.trickster.counting import WildFaces, in_brackets, sides_of, wild_on
from games.trickster.state import (
    BETTING,
    HAND,
    HOLE,
    Lost,
    TricksterTable,
    is_warded,
    next_in,
    previous_in,
    public_sizes,
    sizes,
    still_in,
    wild_rules,
)
from projections.chronicle import listed, name_of
from projections.labels import Label, Labels

ALL_SIDES: Final = tuple(sides_of(size) for size in SIZES)
UPGRADE: Final = "upgrade"
DOWNGRADE: Final = "downgrade"
CHALLENGE: Final = "challenge"
ABILITY: Final = "ability"
TOO_MANY: Final = "too_many"
"""The reasons why dice are replaced or lost."""
PEEKED: Final = "peeked"
_REROLL: Final = "reroll"
_UNSEEN: Final = "unseen"
_tag = namespaced("trickster")


class FacesWild(V1, frozen=True, kw_only=True, tag=_tag):
    """Until the round ends, these faces are wild on the dice `of` the seat (own) or of all, of these sizes if any."""

    seat: str
    faces: list[int]
    of: str
    sizes: list[Size] | None


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """What an ability was aimed at: the `target` and die `n` that its owner chose, and the `rival` of a challenge."""

    target: str | None = None
    n: int | None = None
    rival: str | None = None


class Effects(Chapter):
    """Each effect is a step of its own, and its targets are decided when it takes place."""

    events: ClassVar = (FacesWild,)
    draws: ClassVar = (
        Drawn(purpose="replaced", sides=ALL_SIDES, event=DieReplaced, where={"why": (UPGRADE, DOWNGRADE)}),
        Drawn(purpose=_UNSEEN, sides=ALL_SIDES, event=DieThrownUnseen, where={"why": (UPGRADE, _REROLL)}),
        Drawn(purpose="gained", sides=ALL_SIDES, event=DieGained),
        thrown_again(_REROLL, ALL_SIDES),
    )
    labels: ClassVar = Labels(
        notes={PEEKED: Label("You looked at a die", "Its size and face when you looked.")},
    )

    def apply(
        self, table: TricksterTable, dice: Dice, seat: str, effect: Effect, aim: Aim, *, unseen: bool
    ) -> Generator[Event, None, list[str]]:
        """Apply an effect of an ability of `seat`; returns whose dice were lost, one entry each.

        With `unseen`, only the seat and the GM learn of it.
        """
        if isinstance(effect, AboutDice):
            return (yield from self._about_dice(table, dice, seat, effect, aim, unseen=unseen))
        if isinstance(effect, Gain):
            for _ in range(effect.count):
                yield from self.gain(table, dice, seat, effect.die)
        if isinstance(effect, Wild):
            yield FacesWild(seat=seat, faces=effect.faces, of=effect.of, sizes=effect.sizes)
        return []

    def does_something(self, table: TricksterTable, seat: str, effect: Effect, aim: Aim) -> bool:
        """Whether an effect that others see would do anything now. The table may be that of the seat.

        To roll or to see a die again always may. A die that others take for a smaller one than a d20 shows its size.
        """
        if isinstance(effect, Wild):
            return self._is_news(table, seat, effect)
        if not isinstance(effect, AboutDice):
            return True
        whose = self._whose(table, seat, effect, aim)
        known = [] if whose is None else public_sizes(table, whose)
        numbers: Sequence[int] = [] if whose is None else self._which(table, whose, effect, aim, known)
        return any(known[n] != SIZES[-1] or not isinstance(effect, Upgrade) for n in numbers)

    def _about_dice(
        self, table: TricksterTable, dice: Dice, seat: str, effect: AboutDice, aim: Aim, *, unseen: bool
    ) -> Generator[Event, None, list[str]]:
        whose = self._whose(table, seat, effect, aim)
        if whose is None:
            return []
        lost: list[str] = []
        known = sizes if unseen and whose == seat else public_sizes
        for n in self._which(table, whose, effect, aim, known(table, whose)):
            match effect:
                case Upgrade(levels=levels) if unseen:
                    larger = resized(sizes(table, whose)[n], levels)
                    if larger and larger != sizes(table, whose)[n]:
                        yield self._thrown_unseen(table, dice, whose, n, larger, UPGRADE)
                case Upgrade(levels=levels):
                    yield from self._replace(table, dice, whose, n, levels, by=seat)
                case Downgrade(levels=levels):
                    if (yield from self._replace(table, dice, whose, n, -levels, by=seat)):
                        lost.append(whose)
                case Reroll() if unseen:
                    yield self._thrown_unseen(table, dice, whose, n, sizes(table, whose)[n], _REROLL)
                case Reroll():
                    yield from throw_again(table, dice, whose, n, why=_REROLL, by=seat, to=seat_viewer(whose))
                case Lose():
                    yield from self.lose(table, whose, n, ABILITY, by=seat)
                    lost.append(whose)
                case _:
                    yield self._peeked(table, seat, whose, n)
        return lost

    def _whose(self, table: TricksterTable, seat: str, effect: AboutDice, aim: Aim) -> str | None:
        """Whose dice an effect is about; None if there is nobody, or nobody whose dice others' abilities can touch."""
        if effect.of == "own":
            return seat
        others = {
            "chosen": aim.target,
            "next": next_in(table, seat),
            "previous": previous_in(table, seat),
            "rival": aim.rival,
        }
        other = others[effect.of]
        if other is None or other == seat or other not in still_in(table) or is_warded(table, other):
            return None
        return other

    def _which(
        self, table: TricksterTable, whose: str, effect: AboutDice, aim: Aim, known: Sequence[Size]
    ) -> Sequence[int]:
        """The numbers of the dice that an effect is about, if `known` are their sizes.

        With all dice, the last comes first, so that losing one does not move the others.
        """
        dice = table.seats[whose].dice
        if not dice:
            return []
        numbers = range(len(dice))
        match effect.die:
            case "chosen":
                return [aim.n] if aim.n is not None and aim.n < len(dice) else []
            case "all":
                return numbers[::-1]
            case "smallest":
                return [min(numbers, key=lambda n: SIZES.index(known[n]))]
            case "largest":
                return [max(numbers, key=lambda n: SIZES.index(known[n]))]
            case "lowest":
                return [min(numbers, key=lambda n: dice[n].face or 0)]
            case _:
                return [max(numbers, key=lambda n: dice[n].face or 0)]

    def smallest(self, table: TricksterTable, seat: str) -> int:
        """The number of a seat's smallest die by public sizes; of several, the first."""
        held = public_sizes(table, seat)
        return min(range(len(held)), key=lambda n: SIZES.index(held[n]))

    # Replacing a die

    def _replace(
        self, table: TricksterTable, dice: Dice, seat: str, n: int, levels: int, *, by: str
    ) -> Generator[Event, None, bool]:
        """A larger or smaller die takes the place of die `n`. Returns whether it was lost, below a d2.

        A d20 cannot grow. If others took it for a smaller die, they learn its size.
        """
        size = sizes(table, seat)[n]
        other = resized(size, levels)
        if other is None:
            yield from self.lose(table, seat, n, DOWNGRADE, by=by)
            return True
        if other != size:
            draw = dice.roll(seat, "replaced", sides_of(other)) if table.phase == BETTING else None
            yield DieReplaced(
                seat=seat,
                n=n,
                die=other,
                place=HOLE if draw else HAND,
                why=UPGRADE if levels > 0 else DOWNGRADE,
                by=by,
                draw=draw,
                draw_to=seat_viewer(seat) if draw else ALL,
            )
        elif public_sizes(table, seat)[n] != size:
            yield DieSizeShown(seat=seat, n=n, die=size)
        return False

    def _thrown_unseen(self, table: TricksterTable, dice: Dice, seat: str, n: int, size: Size, why: str) -> Event:
        """A die is thrown under the cup without anybody else noticing."""
        draw, was = dice.roll(seat, _UNSEEN, sides_of(size)), public_sizes(table, seat)[n]
        return DieThrownUnseen(to=seat_viewer(seat), seat=seat, n=n, die=size, was=was, why=why, draw=draw)

    @fold(DieReplaced, DieSizeShown)
    def _known(self, table: TricksterTable, event: DieReplaced | DieSizeShown) -> None:
        """From now on everybody knows the size of the die."""
        table.state.unseen.get(event.seat, {}).pop(str(event.n), None)

    @fold(DieThrownUnseen)
    def _not_known(self, table: TricksterTable, event: DieThrownUnseen) -> None:
        if event.die != event.was:
            table.state.unseen.setdefault(event.seat, {})[str(event.n)] = event.was

    @sentence(DieReplaced)
    def _replaced_aloud(self, table: TricksterTable, event: DieReplaced) -> str:
        how = "grows into" if event.why == UPGRADE else "shrinks to"
        return f"{name_of(table, event.seat)}’s die {event.n + 1} {how} a {event.die}{_fell(event.draw)}."

    @sentence(DieSizeShown)
    def _size_aloud(self, table: TricksterTable, event: DieSizeShown) -> str:
        return f"{name_of(table, event.seat)}’s die {event.n + 1} turns out to be a {event.die}."

    # Rolling a die again

    @sentence(DieRerolled, why=_REROLL)
    def _rerolled_aloud(self, table: TricksterTable, event: DieRerolled) -> str:
        return f"{name_of(table, event.seat)}’s die {event.n + 1} rolls again under the cup{_fell(event.draw)}."

    @sentence(DieThrownUnseen)
    def _thrown_unseen_aloud(self, table: TricksterTable, event: DieThrownUnseen) -> str:
        whose = f"{name_of(table, event.seat)}’s die {event.n + 1}"
        how = f"grows into a {event.die}" if event.why == UPGRADE else "rolls again"
        return f"Unseen by others, {whose} {how}{_fell(event.draw)}."

    # Extra dice, and dice that are lost

    def gain(self, table: TricksterTable, dice: Dice, seat: str, size: Size) -> Iterator[Event]:
        """The seat gets an extra die, after its others; under the cup it is thrown at once."""
        draw = dice.roll(seat, "gained", sides_of(size)) if table.phase == BETTING else None
        place, to = (HOLE, seat_viewer(seat)) if draw else (HAND, ALL)
        yield DieGained(seat=seat, die=size, place=place, draw=draw, draw_to=to)

    @sentence(DieGained)
    def _gained_aloud(self, table: TricksterTable, event: DieGained) -> str:
        return f"{name_of(table, event.seat)} gets an extra {event.die}{_fell(event.draw)}."

    def lose(self, table: TricksterTable, seat: str, n: int, why: str, *, by: str) -> Iterator[Event]:
        """A die goes to the middle, where all see its size."""
        yield DieLost(seat=seat, n=n, die=sizes(table, seat)[n], why=why, by=by)

    @fold(DieLost)
    def _lost(self, table: TricksterTable, event: DieLost) -> None:
        unseen = table.state.unseen.pop(event.seat, {})
        others = {str(int(n) - (int(n) > event.n)): size for n, size in unseen.items() if int(n) != event.n}
        if others:
            table.state.unseen[event.seat] = others
        table.state.middle.append(Lost(seat=event.seat, die=event.die))

    @sentence(DieLost)
    def _lost_aloud(self, table: TricksterTable, event: DieLost) -> str:
        why = {DOWNGRADE: ", too small to shrink", TOO_MANY: ", one too many"}.get(event.why, "")
        return f"{name_of(table, event.seat)} loses a {event.die}{why}."

    # Looking at a die

    def _peeked(self, table: TricksterTable, seat: str, whose: str, n: int) -> Event:
        die = table.seats[whose].dice[n]
        return Told(
            to=seat_viewer(seat),
            seat=seat,
            kind=PEEKED,
            facts={"about": whose, "n": n, "die": die.die, "face": die.face},
        )

    @fold(Told)
    def _learned(self, table: TricksterTable, event: Told) -> None:
        """The seat sees the die from now on, until it rolls again. Others may still take it for a smaller one."""
        if event.kind != PEEKED:
            return
        about, n, seen = event.facts["about"], event.facts["n"], event.facts["die"]
        held = table.seats[about].dice
        for at, (die, known) in enumerate(zip(held, public_sizes(table, about), strict=True)):
            if die.n != n:
                continue
            if known != seen:
                table.state.unseen.setdefault(about, {})[str(n)] = known
            held[at] = msgspec.structs.replace(die, die=seen, face=event.facts["face"])

    @sentence(Told, kind=PEEKED)
    def _learned_aloud(self, table: TricksterTable, event: Told) -> str:
        about, face = event.facts["about"], in_brackets([event.facts["face"]])
        return f"{name_of(table, event.seat)} sees that {name_of(table, about)}’s {event.facts['die']} shows {face}."

    # Wild faces

    def _is_news(self, table: TricksterTable, seat: str, effect: Wild) -> bool:
        """Whether faces are not yet wild, for as long, on some die that somebody with dice has or may get."""
        lasting = [*table.state.wild, *(rule for rule in wild_rules(table) if rule.seat == seat)]
        return any(
            face <= sides_of(size) and face not in wild_on(lasting, whose.seat, size)
            for whose in table.playing()
            if whose.dice and (effect.of == "all" or whose.seat == seat)
            for size in effect.sizes or SIZES
            for face in effect.faces
        )

    @fold(FacesWild)
    def _wild(self, table: TricksterTable, event: FacesWild) -> None:
        seat = event.seat if event.of == "own" else None
        table.state.wild.append(WildFaces(faces=event.faces, seat=seat, sizes=event.sizes))

    @sentence(FacesWild)
    def _wild_aloud(self, table: TricksterTable, event: FacesWild) -> str:
        seat = event.seat if event.of == "own" else None
        return f"Wild until the round ends: {wild_in_words(table, event.faces, seat, event.sizes)}."


def wild_in_words(
    table: TricksterTable, faces: Sequence[int], seat: str | None, of_sizes: Sequence[Size] | None
) -> str:
    """Wild faces, and on which dice: `[7] on Ada’s dice`."""
    whose = "all dice" if seat is None else f"{name_of(table, seat)}’s dice"
    return f"{in_brackets(faces)} on {whose}{f' ({listed(list(of_sizes))})' if of_sizes else ''}"


def _fell(draw: Draw | None) -> str:
    return f", and shows {in_brackets([draw.face])}" if draw else ""
