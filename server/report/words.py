"""What lies on a table, in plain words: where a round stands, what each seat has, and what is at stake."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import msgspec

from events.accounts import ESCROW, HOUSE, POT, SIDE_POOL
from projections.chronicle import coins
from projections.labels import ValueLabel
from projections.views import SeatView, View
from server.labels import labels_of

_STAKES: Final = {POT: "pot", SIDE_POOL: "side pool", ESCROW: "held apart", HOUSE: "House"}
_DICE: Final = ("die", "dice")
"""The kinds of values that are numbers of dice."""


def purse(amount_cp: int) -> str:
    """An amount in coins, which may be negative."""
    return f"−{coins(-amount_cp)}" if amount_cp < 0 else coins(amount_cp)


def situation(view: View) -> str:
    """The round, its phase, and who is asked; or how it ended."""
    called = labels_of(view.game)
    if view.result is not None and view.phase == "lobby":
        return f"round {view.round} is over: {called.inline('outcomes', view.result.outcome)}"
    phase = called.inline("phases", view.phase)
    if not view.to_act:
        return f"round {view.round}, {phase}" if view.round else "before the first round"
    names = {seat.seat: seat.name for seat in view.seats}
    waits = ", ".join(names[seat] for seat in view.to_act)
    return f"round {view.round}, {phase}: {waits} to act"


def standing(seat: SeatView, view: View) -> tuple[str, str]:
    """A seat's status and conditions, and what the game says of it."""
    called = labels_of(view.game)
    words = [] if seat.kind == "player" else [called.inline("roles", seat.kind)]
    if seat.kind != "watcher":
        words += [called.inline("statuses", seat.status)]
        words += [called.inline("conditions", condition) for condition in seat.conditions]
    # A status that is also a detail is shown once.
    facts = _facts({name: value for name, value in seat.details.items() if name != seat.status}, view, "seat")
    return ", ".join(words), facts


def stakes(view: View) -> tuple[list[tuple[str, str]], str]:
    """The pot and other coins that are no purses, each with its name, and what the game says of the table."""
    parts = [(name, view.accounts.get(account, 0)) for account, name in _STAKES.items()]
    shown = [(name, purse(amount_cp)) for name, amount_cp in parts if amount_cp or name == "pot"]
    shown_already = {f"{account}_cp" for account in _STAKES}
    details = {key: value for key, value in view.details.items() if key not in shown_already}
    return shown, _facts(details, view, "table")


def learned(view: View) -> Iterator[str]:
    """What the viewer learned in secret this round, in a line for each."""
    called = labels_of(view.game)
    for note in [] if view.you is None else view.you.notes:
        facts = ", ".join(_learned(name, value) for name, value in note.facts.items() if value is not None)
        yield f"{called.label('notes', note.kind)}: {facts}"


def choice_in_words(game: str, choice: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A command by its label, with the values of its parameters."""
    called, kind = labels_of(game), str(choice["type"])
    values = [_value(called.param(kind, name), name, value, names) for name, value in choice.items() if name != "type"]
    said = ", ".join(value for value in values if value)
    return f"{called.label('commands', kind)} ({said})" if said else called.label("commands", kind)


def _value(label: ValueLabel, name: str, value: object, names: Mapping[str, str]) -> str:
    known = label.values or {}
    match value:
        case None | False:
            return ""
        case True:
            return label.label.lower()
        case list() | tuple():
            items = cast("Sequence[object]", value)
            return " ".join(_value(label, name, item, names) for item in items)
        case str() | int() if str(value) in known:
            return known[str(value)]
        case int() if label.kind in _DICE:
            return f"die {value + 1}"
        case int() if name.endswith("_cp"):
            return purse(value)
        case _:
            return str(with_names(value, names))


def _facts(details: Mapping[str, Any], view: View, about: str) -> str:
    """The game's own fields that fit in a few words."""
    called, names = labels_of(view.game), {seat.seat: seat.name for seat in view.seats}
    shown: list[str | None] = []
    for name, value in details.items():
        label = called.detail(about, name)
        if value and label.show:
            words = label.label if label.label[1:] != label.label[1:].lower() else label.label.lower()
            plain = msgspec.to_builtins(value)
            shown.append(_fact(name, words, _from_one(plain) if label.kind in _DICE else with_names(plain, names)))
    return " · ".join(fact for fact in shown if fact)


def with_names(value: object, names: Mapping[str, str]) -> object:
    """A value with the names of seats in place of their ids."""
    match value:
        case str():
            return names.get(value, value)
        case list() | tuple():
            return [with_names(item, names) for item in cast("Sequence[object]", value)]
        case dict():
            members = cast("Mapping[str, object]", value)
            return {names.get(key, key): with_names(item, names) for key, item in members.items()}
        case _:
            return value


def _from_one(numbers: object) -> object:
    """The numbers of dice, which people count from 1."""
    return [int(n) + 1 for n in cast("list[int]", numbers)] if isinstance(numbers, list) else cast("int", numbers) + 1


def _fact(name: str, words: str, value: object) -> str | None:
    match value:
        case True:
            return words
        case int() | str():
            return f"{words} {_plain(name, value)}"
        case list() | tuple():
            items = cast("Sequence[object]", value)
            plain = ", ".join(_plain("", item) for item in items)
            return None if any(isinstance(item, dict) for item in items) else f"{words}: {plain}"
        case dict():
            return f"{words}: {members_in_words(name, cast('dict[str, object]', value))}"
        case _:
            return None


def members_in_words(name: str, members: Mapping[str, object]) -> str:
    """The non-empty fields of an object; `name` says whether they are coins."""
    suffix = "_cp" if name.endswith("_cp") else ""
    shown = (_member(member + suffix, value) for member, value in members.items() if value not in (None, [], {}, ()))
    return ", ".join(shown)


def _member(name: str, value: object) -> str:
    words = _worded(name.removesuffix("_cp"))
    match value:
        case int() if name == "n":
            return f"die {_from_one(value)}"
        case dict():
            return f"{words} ({members_in_words(name, cast('dict[str, object]', value))})"
        case list() | tuple():
            return f"{words} {' '.join(str(item) for item in cast('Sequence[object]', value))}"
        case _:
            return f"{words} {_plain(name, value)}"


def _plain(name: str, value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return purse(value) if name.endswith("_cp") else f"{value:,}"
        case _:
            return _worded(str(value))


def _learned(name: str, value: object) -> str:
    if name == "n":
        return _member(name, value)
    plain = _from_one(cast("object", value)) if name in _DICE and isinstance(value, list) else value
    return f"{_worded(name)} {plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()}"


def _worded(slug: str) -> str:
    return slug.replace("_", " ")
