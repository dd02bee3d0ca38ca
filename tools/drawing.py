"""Draws a table on the terminal as its viewer saw it: seats, dice, purses, the pot, and legal actions."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table

from events.accounts import HOUSE
from events.audience import GM
from projections.actions import Action, Bounds, Choices, Param, Schema, Sealed
from projections.actions import Text as FreeText
from projections.chronicle import coins
from projections.labels import Lookup, ValueLabel
from projections.views import DieView, Doing, SeatView, View
from server.labels import labels_of
from server.report.words import learned, members_in_words, purse, situation, stakes, standing, with_names
from tools.console import NEW_LINE, Text, grid

_COVER: Final = "▒"
_LONGEST_TYPES: Final = 26
_MOST_LISTED: Final = 8


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
    parts.append(Text.assemble(NEW_LINE, _stakes(view)))
    parts.extend(_lists(view))
    if view.you is not None:
        parts.extend(_doings(view))
    title = Text.assemble(" ", (situation(view), "bold"), " ")
    subtitle = Text.assemble(
        " as ", (viewer_name, "name"), f"{',' if ',' in viewer_name else ''} saw it, version {view.version} "
    )
    return Panel(Group(*parts), title=title, subtitle=subtitle, box=box.ROUNDED, padding=(1, 2), expand=False)


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
        seats.add_row(turn, name, coins_there, dice_text(seat.dice), *total, _standing(seat, view))
    return seats


def _standing(seat: SeatView, view: View) -> Text:
    words, facts = standing(seat, view)
    return Text.assemble(words, (f"  {facts}" if facts else "", "faint"))


def _stakes(view: View) -> Text:
    accounts, facts = stakes(view)
    line = Text("   ").join(Text.assemble((f"{name} ", "faint"), (there, "coins")) for name, there in accounts)
    return Text.assemble(line, (f"   {facts}" if facts else "", "faint"))


def _lists(view: View) -> Iterator[Text]:
    """The game's lists, such as the payout of each choice: one item a line."""
    called, names = labels_of(view.game), {seat.seat: seat.name for seat in view.seats}
    for key, value in view.details.items():
        name = called.detail("table", key).label
        listed = with_names(msgspec.to_builtins(value), names)
        if not isinstance(listed, (list, tuple)):
            continue
        items = cast("Sequence[object]", listed)
        shown = [members_in_words("", cast("dict[str, object]", item)) for item in items if isinstance(item, dict)]
        more = [f"and {len(shown) - _MOST_LISTED} more"] if len(shown) > _MOST_LISTED else []
        for n, line in enumerate([*shown[:_MOST_LISTED], *more]):
            yield Text.assemble(((name if not n else "").ljust(len(name)), "faint"), f"  {line}")


def _doings(view: View) -> Iterable[RenderableType]:
    you, called = view.you, labels_of(view.game)
    if you is None:
        return
    for line in learned(view):
        yield Text.assemble(NEW_LINE, ("learned  ", "faint"), (line, "secret"))
    if view.viewer == GM:
        acts_for = {} if isinstance(you.acts_for, msgspec.UnsetType) else you.acts_for
        names = {seat.seat: seat.name for seat in view.seats}
        for seat in view.to_act:
            if seat in acts_for:
                yield _doing(f"{names[seat]} could", acts_for[seat], called, view, seat)
        yield _doing("the GM could", Doing(actions=you.actions, refused=[]), called, view, None)
    else:
        yield _doing("you could", Doing(actions=you.actions, refused=you.refused), called, view, you.seat)


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
