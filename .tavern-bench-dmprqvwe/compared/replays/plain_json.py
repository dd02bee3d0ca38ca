"""JSON that all parsers read alike. Some take the first of two members with one name, and some the last; some round
numbers. All who sign or check a line must read the same in it. docs/verify.md has the rules."""

import json
import re
from itertools import chain
from typing import Any, Final, cast

_DEEPEST: Final = 500
_GREATEST: Final = 2**53 - 1
_WHOLE: Final = re.compile("-?[0-9]{1,16}")
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")


def flaw_of(data: bytes) -> str | None:
    """Why parsers read this JSON differently; None if all of them read the same, or see that it is none."""
    try:
        value = json.loads(
            data.decode(), object_pairs_hook=_once, parse_int=_whole, parse_float=_whole, parse_constant=_whole
        )
        if _SURROGATE.search(data):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        return "it is nested too deeply"
    except json.JSONDecodeError:
        return None
    except UnicodeDecodeError:
        return "it is not UTF-8"
    except UnicodeEncodeError:
        return "a text has half of a surrogate pair"
    except ValueError as error:
        return str(error)
    # Only what has so many brackets can be so deep.
    brackets = data.count(b"{") + data.count(b"[")
    return "it is nested too deeply" if brackets > _DEEPEST and _is_too_deep(value) else None


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(members)
    if len(read) < len(members):
        raise ValueError("a member is named twice")
    return read


def _whole(digits: str) -> int:
    if not _WHOLE.fullmatch(digits) or abs(number := int(digits)) > _GREATEST:
        raise ValueError("a number is not whole, or too great")
    return number


def _is_too_deep(value: object) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = list(chain.from_iterable(map(_inside, level)))
    return any(isinstance(one, dict | list) for one in level)


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(cast("dict[str, object]", value).values())
    return cast("list[object]", value) if isinstance(value, list) else []
