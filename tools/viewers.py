"""The viewers that the user can name."""

from collections.abc import Collection, Mapping
from typing import Final

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_of, seat_viewer
from tools.failures import Failure

ONLOOKERS: Final = {GM: "the GM", PUBLIC: "the public", HOUSE: "the House, which sees everything"}
"""The viewers that are no seats, as sentences name them."""


def find_viewer(asked: str, others: Collection[str], names: Mapping[str, str], option: str) -> Viewer:
    """The viewer that the user means: one of `others`, or a seat by its id or its name in `names`.

    Raises `Failure`, which names the `option` that the viewer was given with.
    """
    if asked in others:
        return asked
    wanted = seat_of(asked) or asked
    found = [wanted] if wanted in names else [seat for seat in names if names[seat].casefold() == wanted.casefold()]
    if len(found) == 1:
        return seat_viewer(found[0])
    if found:
        raise Failure(f"{option}: more than one seat is named {wanted}; give an id: {', '.join(found)}")
    seats = ", ".join(f"{seat_viewer(seat)} ({name})" for seat, name in names.items())
    raise Failure(f"{option}: there is no viewer {asked!r}; choose {', '.join(others)} or a seat: {seats or '(none)'}")
