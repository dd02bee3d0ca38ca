"""Who may see a guarded value, and who is looking.

An *audience* is recorded with each guarded value: `all`, `seat:ID` (that seat and the GM), `gm` (only the GM) or `none`
(only for seeds). A *viewer* is `public`, `seat:ID`, `gm` or `house`: the server itself, never a client.
"""

from typing import Final

Audience = str
Viewer = str

ALL: Final[Audience] = "all"
GM_ONLY: Final[Audience] = "gm"
CLOSED: Final[Audience] = "none"

PUBLIC: Final[Viewer] = "public"
GM: Final[Viewer] = "gm"
HOUSE: Final[Viewer] = "house"

_SEAT = "seat:"


def seat_viewer(seat: str) -> Viewer:
    """The viewer who sits at `seat`; as an audience: that seat and the GM."""
    return _SEAT + seat


def seat_of(viewer: str) -> str | None:
    """The seat id behind a `seat:ID` viewer, audience or actor, or None."""
    return viewer[len(_SEAT) :] if viewer.startswith(_SEAT) else None


def may_see(viewer: Viewer, audience: Audience) -> bool:
    """Whether `viewer` is in `audience`. The house sees everything; the GM everything that anybody may see."""
    if audience == ALL or viewer == HOUSE:
        return True
    if audience == CLOSED:
        return False
    return viewer in (GM, audience)
