"""Names that nobody may have, because they are those of roles: in the chronicle and in chat, they would deceive.

Chat shows the GM as `Mara (GM)`, so a role is also refused in brackets, or wherever else it stands by itself.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from server.commands.seat_names import looks_of
from server.problems import Problem

_GM: Final = "the GM"
_TITLES: Final[Mapping[str, str]] = dict.fromkeys(("gm", "dm", "game master", "dungeon master"), _GM)
"""What the GM is called: refused also before and after a name, as in `GM Mara`."""
_ROLES: Final = {
    **_TITLES,
    "house": "the House",
    "server": "the server",
    "operator": "the operator",
    "watcher": "a watcher",
    "spectator": "a spectator",
    "npc": "an NPC",
    "pot": "the pot",
    "side pool": "the side pool",
    "stakeholder": "the stakeholder",
}
"""Those who are not players, as the page and the chronicle call them, and how a sentence does."""
_ARTICLES: Final = ("the", "a", "an", "your", "our", "my")
_WORD: Final = re.compile(r"[^\W_]+")
_APART: Final = re.compile(r"[^\w\s.'’‘`-]+")
"""What separates a role from the rest of a name: brackets, commas, dashes, symbols. Hyphens and full stops do not."""


def _by_look(roles: Mapping[str, str]) -> Mapping[str, str]:
    """The roles by their looks, without spaces."""
    return {"".join(_WORD.findall(look)): shown for role, shown in roles.items() for look in looks_of(role)}


_ROLE_OF: Final = _by_look(_ROLES)
_TITLE_OF: Final = _by_look(_TITLES)
_ARTICLE: Final = frozenset(look for article in _ARTICLES for look in looks_of(article))


def require_no_role(name: str, *, by_gm: bool) -> None:
    """Raise a `Problem` (422) if a name could be mistaken for a role. `by_gm`: it is for the GM's own seat."""
    for look in looks_of(name):
        for role in _roles_in(look):
            if not (by_gm and role == _GM):
                raise Problem(422, "reserved_name", f"This name could be mistaken for {role}: choose another.")


def _roles_in(look: str) -> Iterator[str]:
    for part in (look, *_APART.split(look)):
        words = _WORD.findall(part)
        if words and words[0] in _ARTICLE:
            words = words[1:]
        if (role := _ROLE_OF.get("".join(words).removeprefix("the"))) is not None:
            yield role
        for some in (words[:1], words[:2], words[-1:], words[-2:]):
            if (role := _TITLE_OF.get("".join(some))) is not None:
                yield role
