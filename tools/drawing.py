"""Draws a table on the terminal as its viewer saw it: seats, dice, purses, the pot, and legal actions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table

from events.accounts import ESCROW, HOUSE, POT, SIDE_POOL
from events.audience import GM
from projections.actions import Action, Bounds, Choices, Param, Schema, Sealed
from projections.actions import Text as FreeText
from projections.chronicle import coins
from projections.labels import Lookup, ValueLabel
from projections.views import DieView, Doing, SeatView, View
from tools.console import NEW_LINE, Text, grid
from tools.labels import labels_of

_STAKES: Final = {POT: "pot", SIDE_POOL: "side pool", ESCROW: "held apart", HOUSE: "House"}
_COVER: Final = "▒"
_LONGEST_TYPES: Final = 26
_MOST_LISTED: Final = 8
_DICE: Final = ("die", "dice")
"""The kinds of values that are numbers of dice."""


def purse(amount_cp: int) -> str:
    """An amount in coins, which may be negative."""
    return f"−{coins(-amount_cp)}" if amount_cp < 0 else coins(amount_cp)


def die_text(die: DieView) -> Text:
    """A die: [8] is open, (8) covered but known to the viewer, (▒) covered, ‹8› in the hand."""
    face = _COVER if die.face is None else str(die.face)
    if die.place == "hand":
        left, right, style = "‹", "›", "covered" if die.face is None else "peeked"
    elif die.hole:
        left, right, style = "(", ")", "covered" if die.face is None else "peeked"
    else:
        left, right, style = "[", "]", "face"
    return Text.assemble((die.die, "die"), (f"{left}{face}{right}", style))


def dice_text(dice: Iterable[DieView]) -> Text:
    """A row of dice, with those set aside at the end."""
    row, aside = Text(), Text()
    for die in dice:
        part = aside if die.place == "aside" else row
        part.append("  " if part else "").append_text(die_text(die))
    if aside:
        row.append("   " if row else "").append("aside ", "faint").append_text(aside)
    return row


def table_picture(view: View, viewer_name: str) -> RenderableType:
    """The whole table as the viewer of `view` saw it; `viewer_name` names that viewer."""
    parts: list[RenderableType] = [_seats(view)]
    if view.house_dice:
        parts.append(Text.assemble(("The House  ", "name"), dice_text(view.house_dice)))
    parts.append(Text.assemble(NEW_LINE, stakes(view)))
    parts.extend(_lists(view))
    if view.you is not None:
        parts.extend(_doings(view))
    title = Text.assemble(" ", (situation(view), "bold"), " ")
    subtitle = Text.assemble(
        " as ", (viewer_name, "name"), f"{',' if ',' in viewer_name else ''} saw it, version {view.version} "
    )
    return Panel(Group(*parts), title=title, subtitle=subtitle, box=box.ROUNDED, padding=(1, 2), expand=False)


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


def _seats(view: View) -> RenderableType:
    seats = grid()
    totals = any(seat.total is not None for seat in view.seats)
    for heading in ("", "seat", "purse", "dice", *(["total"] if totals else []), "standing"):
        seats.add_column(heading, justify="right" if heading in ("purse", "total") else "left", overflow="fold")
    ordered = {seat: n for n, seat in enumerate(view.order)}
    for seat in sorted(view.seats, key=lambda seat: ordered.get(seat.seat, len(ordered))):
        total = [Text("" if seat.total is None else str(seat.total), "bold")] if totals else []
        turn = Text("▸" if seat.seat in view.to_act else "", "turn")
        name = Text(seat.name, "name" if seat.playing else "faint")
        coins_there = Text(purse(seat.purse_cp), "coins")
        seats.add_row(turn, name, coins_there, dice_text(seat.dice), *total, standing(seat, view))
    return seats


def standing(seat: SeatView, view: View) -> Text:
    """A seat's status and conditions, and what the game says of it."""
    called = labels_of(view.game)
    words = [] if seat.kind == "player" else [called.inline("roles", seat.kind)]
    if seat.kind != "watcher":
        words += [called.inline("statuses", seat.status)]
        words += [called.inline("conditions", condition) for condition in seat.conditions]
    shown = Text(", ".join(words))
    # A status that is also a detail is shown once.
    if facts := _facts({name: value for name, value in seat.details.items() if name != seat.status}, view, "seat"):
        shown.append(f"  {facts}", "faint")
    return shown


def _facts(details: Mapping[str, Any], view: View, about: str) -> str:
    """The game's own fields that fit in a few words."""
    called, names = labels_of(view.game), {seat.seat: seat.name for seat in view.seats}
    shown: list[str | None] = []
    for name, value in details.items():
        label = called.detail(about, name)
        if value and label.show:
            words = label.label if label.label[1:] != label.label[1:].lower() else label.label.lower()
            plain = msgspec.to_builtins(value)
            shown.append(_fact(name, words, _from_one(plain) if label.kind in _DICE else _with_names(plain, names)))
    return " · ".join(fact for fact in shown if fact)


def _with_names(value: object, names: Mapping[str, str]) -> object:
    """A value with the names of seats in place of their ids."""
    match value:
        case str():
            return names.get(value, value)
        case list() | tuple():
            return [_with_names(item, names) for item in cast("Sequence[object]", value)]
        case dict():
            members = cast("Mapping[str, object]", value)
            return {names.get(key, key): _with_names(item, names) for key, item in members.items()}
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
            return f"{words}: {_members(name, cast('dict[str, object]', value))}"
        case _:
            return None


def _members(name: str, members: Mapping[str, object]) -> str:
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
            return f"{words} ({_members(name, cast('dict[str, object]', value))})"
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


def _lists(view: View) -> Iterator[Text]:
    """The game's lists, such as the payout of each choice: one item a line."""
    called, names = labels_of(view.game), {seat.seat: seat.name for seat in view.seats}
    for key, value in view.details.items():
        name = called.detail("table", key).label
        listed = _with_names(msgspec.to_builtins(value), names)
        if not isinstance(listed, (list, tuple)):
            continue
        items = cast("Sequence[object]", listed)
        shown = [_members("", cast("dict[str, object]", item)) for item in items if isinstance(item, dict)]
        more = [f"and {len(shown) - _MOST_LISTED} more"] if len(shown) > _MOST_LISTED else []
        for n, line in enumerate([*shown[:_MOST_LISTED], *more]):
            yield Text.assemble(((name if not n else "").ljust(len(name)), "faint"), f"  {line}")


def _worded(slug: str) -> str:
    return slug.replace("_", " ")


def stakes(view: View) -> Text:
    """The pot, other coins that are no purses, and what the game says of the table."""
    parts = [(name, view.accounts.get(account, 0)) for account, name in _STAKES.items()]
    shown = [(name, amount_cp) for name, amount_cp in parts if amount_cp or name == "pot"]
    line = Text()
    for n, (name, amount_cp) in enumerate(shown):
        line.append("   " if n else "").append(f"{name} ", "faint").append(purse(amount_cp), "coins")
    shown_already = {f"{account}_cp" for account in _STAKES}
    if facts := _facts({key: value for key, value in view.details.items() if key not in shown_already}, view, "table"):
        line.append(f"   {facts}", "faint")
    return line


def learned(view: View) -> Iterator[Text]:
    """What the viewer learned in secret this round, a line for each."""
    called = labels_of(view.game)
    for note in [] if view.you is None else view.you.notes:
        facts = ", ".join(_learned(name, value) for name, value in note.facts.items() if value is not None)
        yield Text.assemble(("learned  ", "faint"), (f"{called.label('notes', note.kind)}: {facts}", "secret"))


def _doings(view: View) -> Iterable[RenderableType]:
    you, called = view.you, labels_of(view.game)
    if you is None:
        return
    for line in learned(view):
        yield Text.assemble(NEW_LINE, line)
    if view.viewer == GM:
        acts_for = {} if isinstance(you.acts_for, msgspec.UnsetType) else you.acts_for
        names = {seat.seat: seat.name for seat in view.seats}
        for seat in view.to_act:
            if seat in acts_for:
                yield _doing(f"{names[seat]} could", acts_for[seat], called, view, seat)
        yield _doing("the GM could", Doing(actions=you.actions, refused=[]), called, view, None)
    else:
        yield _doing("you could", Doing(actions=you.actions, refused=you.refused), called, view, you.seat)


def _learned(name: str, value: object) -> str:
    if name == "n":
        return _member(name, value)
    plain = _from_one(cast("object", value)) if name in _DICE and isinstance(value, list) else value
    return f"{_worded(name)} {plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()}"


def _doing(heading: str, doing: Doing, called: Lookup, view: View, seat: str | None) -> RenderableType:
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(overflow="fold", max_width=_LONGEST_TYPES)
    rows.add_column(overflow="fold")
    rows.add_column(overflow="fold")
    for action in doing.actions:
        cost = Text(coins(action.cost_cp) if action.cost_cp else "", "coins")
        rows.add_row(Text(called.label("commands", action.type), "good"), _params(action, called, view, seat), cost)
    alike: dict[str, list[str]] = {}
    for refusal in doing.refused:
        alike.setdefault(refusal.detail, []).append(called.inline("commands", refusal.type))
    for detail, types in alike.items():
        rows.add_row(Text(f"not: {', '.join(dict.fromkeys(types))}", "faint"), Text(detail, "faint"), Text())
    return Group(Text.assemble(NEW_LINE, (heading, "faint")), rows)


def _params(action: Action, called: Lookup, view: View, seat: str | None) -> RenderableType:
    shown: list[Text] = []
    for name, param in action.params.items():
        label = called.param(action.type, name)
        value = _param(name, param)
        if label.kind == "die" and isinstance(param, (Choices, Bounds)):
            value = _dice(param, label, _dice_of(view, _holder(action, param, seat)))
        shown.append(Text.assemble((f"{label.label.lower()} ", "faint"), value))
    return Text("   ").join(shown)


def _holder(action: Action, param: Choices | Bounds, seat: str | None) -> str | None:
    """Whose dice a parameter numbers; None if there are several targets."""
    if isinstance(param, Choices) and param.of:
        return param.of
    target = action.params.get("target")
    if isinstance(target, Choices):
        return target.choices[0] if len(target.choices) == 1 else None
    return seat


def _dice_of(view: View, holder: str | None) -> list[DieView]:
    return next((one.dice for one in view.seats if one.seat == holder), view.house_dice if holder == HOUSE else [])


def _dice(param: Choices | Bounds, label: ValueLabel, dice: list[DieView]) -> str:
    """Dice to choose from, as they lie if they do: people count from 1."""
    numbers: Sequence[int] = param.choices if isinstance(param, Choices) else range(param.min, param.max + 1)
    names, lying = label.values or {}, {die.n: str(die_text(die)) for die in dice}
    return " | ".join(" ".join([names.get(str(n), str(n + 1)), *([lying[n]] if n in lying else [])]) for n in numbers)


def _param(name: str, param: Param) -> str:
    shown = _range(name, param)
    return f"{shown} (or none)" if param.optional else shown


def _range(name: str, param: Param) -> str:
    match param:
        case Choices():
            return " | ".join(_choice(choice) for choice in param.choices)
        case Bounds(min=least, max=most) if least == most:
            return coins(least) if name.endswith("_cp") else str(least)
        case Bounds() if name.endswith("_cp"):
            return f"{coins(param.min)} … {coins(param.max)}"
        case Bounds():
            return f"{param.min} … {param.max}" + (f" by {param.step}" if param.step != 1 else "")
        case FreeText():
            return f"up to {param.text} characters"
        case Sealed():
            return "what you sealed"
        case Schema():
            return "as its schema says"


def _choice(choice: object) -> str:
    """One choice; for dice their faces."""
    return " ".join(str(item) for item in cast("list[object]", choice)) if isinstance(choice, list) else str(choice)
