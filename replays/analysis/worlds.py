"""Worlds: whole tables that fit all that one seat has seen of a round, and nothing else.

A world begins with the seat's own table before the round, and takes from the log only what the seat saw. The round is
played again by the rules. Known dice fall as the seat saw them, others at random. Whoever did something that the seat
saw in part did what looks like it, by a policy if possible. What the seat did not see at all did not happen. A world in
which the seat would have seen something else is given up. So logs that differ only in what is hidden give the same
worlds.

What others chose is no evidence here: somebody who buys a die is not taken to need one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import UNSET

from events.audience import HOUSE, Viewer, seat_of, seat_viewer
from events.character import NOBODY_SPECIAL, SKILL_ABILITY, Character
from events.dice import SECRET_BYTES, Dice
from events.entry import Entry
from events.event import Draw, Event, redact, visible
from events.gaming_sets import GamingSet
from events.round_events import CheckRolled, LuckCalled, RoundStarted, RoundUnsealed
from events.table_events import AdmissionAsked, CoinsMoved, GamingSetBrought, NpcSet, SeatTaken
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate
from games.engine.catalogue import Catalogue
from games.engine.contract import BrokenRule
from games.engine.decider import offers_of
from games.engine.legality import Refused
from games.mechanics.tricks.sets import HONEST, SETS
from games.policies import Choice, Policy
from games.policies.played_table import PlayedTable
from games.policies.policy import Randomness
from games.table import SeatNpc, Sit
from projections.actions import Action, Bounds, Choices, Param, Text, narrowed
from projections.copies import copied
from projections.game import AnyTable
from projections.table import Asking, Root
from replays.rerun import FORGERIES, RecordedDealer

_BEGINNINGS: Final = (LuckCalled, RoundStarted)
_TRIES: Final = 60
"""How many worlds are begun for one that fits, before it is said that there is none."""
_ASKED: Final = 6
"""How often a policy is asked for a command that looks like what the seat saw."""
_MOST_LIKE_IT: Final = 200
"""How many commands are tried for one that looks like what the seat saw."""

_ABILITY_OF: Final = {"strength": "str", "wisdom": "wis"}
_SAVE_OF: Final = {"constitution_save": "con"}
"""What checks are called that are not of a skill."""

T = TypeVar("T")

Key = tuple[str, str, int, int]
"""A draw: seat, purpose, sides and number."""


class NoWorld(Exception):
    """No world was found that fits what the seat saw."""

    code = "no_world"


class Seen(msgspec.Struct, frozen=True):
    """An entry of the round as the seat saw it, at least in part.

    `known`: the seat knows the command, because nothing of the entry was hidden from it, or because no player gave it.
    """

    entry: Entry[Event]
    events: list[Event]
    known: bool


class Sight:
    """What one seat saw of a round: its own `table` before it, and the `entries` of which it saw something.

    `first` is the seat's version after the first of them. `published` are the seeds (hex) of earlier rounds that were
    published meanwhile.
    """

    def __init__(self, catalogue: Catalogue, table: AnyTable, entries: Sequence[Entry[Event]]) -> None:
        viewer, seat = table.viewer, seat_of(table.viewer) or ""
        self.catalogue = catalogue
        self.seat = seat
        self.table = table
        self.recorded = RecordedDealer(entries)
        self.game = table.game
        beginning = next(event for event in _events(entries) if isinstance(event, _BEGINNINGS))
        self.opening = beginning.opening or ""
        self.round = beginning.round
        self.published = {event.round: event.seed for event in _events(entries) if isinstance(event, RoundUnsealed)}
        self.first = table.version + 1
        self.seen = [
            Seen(entry, events, events == list(entry.events) or entry.seat is None or entry.seat == seat)
            for entry in entries
            if (events := visible(entry.events, viewer))
        ]


class _Past:
    """What the seat saw before the entry `upto` of a round, and what follows from it.

    `faces` are those of the draws that the seat saw, at once or when the die was shown; `sheets` say of other seats
    what the checks that it saw tell of their modifiers. `seated` has the entries in which seats were taken. `types` are
    those of commands that, in a world, looked like what the seat saw in part, by the place of the entry.
    """

    def __init__(self, sight: Sight, upto: int) -> None:
        self.seen = sight.seen[:upto]
        self.types: dict[int, dict[str, None]] = {}
        self.seated = {event.seat: seen for seen in self.seen for event in seen.events if isinstance(event, SeatTaken)}
        self.sheets = {seat: _sheet(seat, self.seen) for seat in sight.table.seats if seat != sight.seat}
        self.faces = {_key(draw): draw.face for seen in self.seen for event in seen.events for draw in _draws(event)}
        covered: dict[tuple[str, int], Key] = {}
        for seen in self.seen:
            # Which draw a covered die is follows from what everybody sees; its face does not.
            for event in seen.entry.events:
                for n, draw in zip(_numbers_of(event), _draws(event), strict=False):
                    if _key(draw) not in self.faces:
                        covered[getattr(event, "seat", ""), n] = _key(draw)
            for event in seen.events:
                for n, face in zip(_numbers_of(event), _faces(event), strict=False):
                    if key := covered.pop((getattr(event, "seat", ""), n), None):
                        self.faces[key] = face

    def newcomer(self, asked: AdmissionAsked | SeatTaken | Asking) -> Asking:
        """Somebody who sat down or asked to, with what the seat saw them bring: nothing, if they did not sit down.

        Of sets that look like theirs, they have an honest one.
        """
        brought = self.seated[asked.seat].events if asked.seat in self.seated else []
        return Asking(
            seat=asked.seat,
            name=asked.name,
            kind=asked.kind,
            purse_cp=sum(event.amount_cp for event in brought if isinstance(event, CoinsMoved)),
            luck=next((event.luck for event in brought if isinstance(event, SeatTaken)), ""),
            character=_sheet(asked.seat, self.seen) or NOBODY_SPECIAL,
            sets=[_honest_set_like(event) for event in brought if isinstance(event, GamingSetBrought)],
        )


def _honest_set_like(brought: GamingSetBrought) -> GamingSet:
    looks = (brought.kind, brought.look)
    return GamingSet(set=next(name for name in HONEST if (SETS[name].kind, SETS[name].look) == looks))


def _sheet(seat: str, seen: Iterable[Seen]) -> Character | None:
    events = (event for one in seen for event in one.events)
    known = {event.check: event.modifier for event in events if isinstance(event, CheckRolled) and event.seat == seat}
    if not known:
        return None
    return Character(
        abilities={_ABILITY_OF[check]: modifier for check, modifier in known.items() if check in _ABILITY_OF},
        saves={_SAVE_OF[check]: modifier for check, modifier in known.items() if check in _SAVE_OF},
        skills={check: modifier for check, modifier in known.items() if check in SKILL_ABILITY},
    )


def _events(entries: Iterable[Entry[Event]]) -> Iterator[Event]:
    return (event for entry in entries for event in entry.events)


def _draws(event: Event) -> Iterator[Draw]:
    for field in event.__struct_fields__:
        value = getattr(event, field)
        values = cast("list[object]", value) if isinstance(value, list) else [value]
        yield from (one for one in values if isinstance(one, Draw))


def _numbers_of(event: Event) -> list[int]:
    """The numbers of the dice that an event is about."""
    number = getattr(event, "n", None)
    return [number] if isinstance(number, int) else list(getattr(event, "ns", ()))


def _faces(event: Event) -> list[int]:
    """The faces that an event shows of these dice."""
    face = getattr(event, "face", None)
    return [face] if isinstance(face, int) else list(getattr(event, "faces", ()))


def _key(draw: Draw) -> Key:
    return draw.seat, draw.purpose, draw.sides, draw.n


class _Dice(Dice):
    """Dice of a world: known ones fall as they did, the others by the world's own seed."""

    def __init__(self, faces: Mapping[Key, int], seed: bytes, table: AnyTable) -> None:
        super().__init__(seed, table.round, table.luck, table.drawn)
        self._faces = faces

    def _face(self, seat: str, purpose: str, sides: int, n: int) -> int:
        known = self._faces.get((seat, purpose, sides, n))
        return super()._face(seat, purpose, sides, n) if known is None else known


class _Dealer:
    """Deals the dice of a world. Roots, commitments and published seeds are those of the log, which everybody saw."""

    def __init__(self, sight: Sight, faces: Mapping[Key, int], seed: bytes) -> None:
        self._recorded = sight.recorded
        self._round = sight.round
        self._published = sight.published
        self._faces = faces
        self._seed = seed
        self._dice: _Dice | None = None

    def root(self, first: int, last: int) -> str:
        return self._recorded.root(first, last)

    def commitment(self, round_number: int, root: Root) -> tuple[str, list[str]]:
        return self._recorded.commitment(round_number, root)

    def seed(self, round_number: int) -> bytes:
        return self._seed if round_number == self._round else bytes.fromhex(self._published[round_number])

    def dice(self, table: AnyTable) -> Dice:
        if self._dice is None or not self._dice.are_of(table.round, table.luck, table.drawn):
            self._dice = _Dice(self._faces, self._seed, table)
        self._dice.take_up()
        return self._dice


class _Unlike(Exception):
    """In this world, the seat would have seen something else."""


def worlds(sight: Sight, upto: int, policy: Policy, chance: Randomness) -> Iterator[PlayedTable]:
    """Worlds without end, as they were before the entry `upto` of what the seat saw; `policy` plays every seat.

    Raises `NoWorld`.
    """
    past = _Past(sight, upto)
    while True:
        for _ in range(_TRIES):
            try:
                yield _world(sight, past, policy, chance)
                break
            except _Unlike:
                continue
        else:
            raise NoWorld(f"no world fits what {sight.seat} saw before step {upto}")


def _world(sight: Sight, past: _Past, policy: Policy, chance: Randomness) -> PlayedTable:
    whole = _as(sight, past, HOUSE)
    dealer = _Dealer(sight, past.faces, chance.randbytes(SECRET_BYTES))
    table = PlayedTable(sight.catalogue, TableAggregate(sight.catalogue, whole, dealer, opening=sight.opening), chance)
    for seat in dict.fromkeys((*whole.seats, *past.seated)):
        table.seat(seat, policy, _as(sight, past, seat_viewer(seat)))
    for place, seen in enumerate(past.seen):
        types = past.types.setdefault(place, {})
        if seen.known:
            command = _recorded(sight, seen)
        else:
            command = _sitting_down(past, seen, policy) or _like(sight, seen, table, dealer, chance, types)
        try:
            written = table.give(command)
        except (Refused, BrokenRule, *FORGERIES) as error:
            raise _Unlike from error
        if visible(written.entry.events, seat_viewer(sight.seat)) != seen.events:
            raise _Unlike
    return table


def _as(sight: Sight, past: _Past, viewer: Viewer) -> AnyTable:
    """A copy of the seat's table for another viewer, who knows no more of it, and not its character sheet."""
    table = copied(sight.table)
    table.viewer = viewer
    # Only the whole table counts all entries.
    table.seq = table.version
    for seat, sheet in past.sheets.items():
        if viewer in (HOUSE, seat_viewer(seat)):
            table.seats[seat].character = sheet
    for seat, asking in table.asking.items():
        if viewer in (HOUSE, seat_viewer(seat)) and seat != sight.seat:
            table.asking[seat] = past.newcomer(asking)
    if viewer not in (HOUSE, seat_viewer(sight.seat)) and sight.seat in table.seats:
        table.seats[sight.seat].character = None
    return table


def _recorded(sight: Sight, seen: Seen) -> AddressedCommand:
    entry = seen.entry
    command = sight.catalogue.read_recorded(entry.game, bytes(entry.command))
    return AddressedCommand(actor=entry.actor, seat=entry.seat, command=command, at=entry.at)


def _sitting_down(past: _Past, seen: Seen, policy: Policy) -> AddressedCommand | None:
    """The command of somebody who sits down or asks to, as far as the seat saw what they brought; None for others."""
    entry, first = seen.entry, seen.events[0]
    if not isinstance(first, AdmissionAsked | SeatTaken):
        return None
    newcomer = past.newcomer(first)
    brings: dict[str, Any] = {
        "name": newcomer.name,
        "purse_cp": newcomer.purse_cp,
        "luck": newcomer.luck,
        "character": newcomer.character,
        "sets": newcomer.sets or UNSET,
    }
    is_npc = any(isinstance(event, NpcSet) for event in seen.events)
    command = SeatNpc(**brings, temperament=policy.name) if is_npc else Sit(**brings, kind=cast("Any", newcomer.kind))
    return AddressedCommand(actor=entry.actor, seat=entry.seat, command=command, at=entry.at)


def _like(
    sight: Sight, seen: Seen, table: PlayedTable, dealer: _Dealer, chance: Randomness, types: dict[str, None]
) -> AddressedCommand:
    """A command that the seat could not tell from the one that was given: if possible, one that the policy chooses.

    Otherwise one of those that are offered, at random: of one of the `types` that were found before, if possible.
    Raises `_Unlike`.
    """
    entry, catalogue = seen.entry, sight.catalogue
    seat, viewer = entry.seat or "", seat_viewer(sight.seat)
    own = table.own_table(seat)

    def looks_like_it(choice: Choice) -> AddressedCommand | None:
        try:
            command = catalogue.read_command(entry.game, msgspec.json.encode(choice))
            addressed = AddressedCommand(actor=entry.actor, seat=seat, command=command, at=entry.at)
            # Most are unlike from the first event on, which costs no copy of the table.
            first = TableAggregate(catalogue, table.table, dealer, opening=sight.opening).first_event(addressed)
            shown = None if first is None else redact(first, viewer)
            if shown not in (None, seen.events[0]):
                return None
            tried = TableAggregate(catalogue, copied(table.table), dealer, opening=sight.opening)
            events = tried.write(addressed, command_id="", salt="", own_table=own).entry.events
        except (Refused, msgspec.ValidationError, BrokenRule, *FORGERIES):
            return None
        return addressed if visible(events, viewer) == seen.events else None

    unlike: list[Choice] = []
    for _ in range(_ASKED):
        choice = table.choice_of(seat)
        if choice is not None and choice not in unlike:
            if found := looks_like_it(choice):
                return found
            unlike.append(choice)
    offers = offers_of(own, catalogue.rulebooks, seat)
    said = _values_in(seen.events)
    choices = (one for offer in offers if isinstance(offer, Action) for one in commands_of(offer, said))
    by_type: dict[str, list[Choice]] = {}
    for choice in islice(choices, _MOST_LIKE_IT):
        by_type.setdefault(choice["type"], []).append(choice)
    known = [kind for kind in types if kind in by_type]
    others = [kind for kind in by_type if kind not in types]
    for kind in (*_in_random_order(known, chance), *_in_random_order(others, chance)):
        for choice in _in_random_order(by_type[kind], chance):
            if choice not in unlike and (found := looks_like_it(choice)):
                types[kind] = None
                return found
    raise _Unlike


def _in_random_order(values: list[T], chance: Randomness) -> Iterator[T]:
    left = list(values)
    while left:
        yield left.pop(chance.randint(0, len(left) - 1))


def commands_of(action: Action, said: Collection[Any] = ()) -> Iterator[Choice]:
    """The commands that an action stands for. Of amounts, the least, some multiples of it and the most; of
    amounts and texts, also those among the values `said`."""
    names = list(action.params)
    for values in product(*(_values(action.params[name], said) for name in names)):
        body = {
            "type": action.type,
            **{name: value for name, value in zip(names, values, strict=True) if value is not None},
        }
        if all(_is_left(action.params[name], body.get(name), body) for name in names):
            yield body


def _values(param: Param, said: Collection[Any]) -> Sequence[Any]:
    left_out = [None] if param.optional else []
    match param:
        case Choices(choices=choices):
            return [*choices, *left_out]
        case Bounds(min=least, max=most, step=step):
            stride = step * max(1, least // step)
            wanted = {least, least + stride, least + 2 * stride, most, *(one for one in said if type(one) is int)}
            return [*sorted(n for n in wanted if least <= n <= most and (n - least) % step == 0), *left_out]
        case Text(text=longest):
            return [*(one for one in said if isinstance(one, str) and len(one) <= longest), *left_out]
        case _:
            return left_out


def _is_left(param: Param, value: Any, body: Mapping[str, Any]) -> bool:
    narrow = narrowed(param, body)
    return value is None or not isinstance(narrow, Choices) or value in narrow.choices


def _values_in(events: Iterable[Event]) -> set[Any]:
    """The numbers and texts in events, among which are the amount of a bet and the words of a dispute."""
    values = (getattr(event, field) for event in events for field in event.__struct_fields__)
    return {value for value in values if isinstance(value, int | str)}
