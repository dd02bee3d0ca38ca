"""The client's types say of every answer what the server's say, although they are written apart."""

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

import tavern_client
from events import sealed_luck
from events.audience import PUBLIC
from events.entry import seen_after
from events.storage.contract import Said
from projections import ledger, standings, views
from tavern_client import answers
from tavern_client import views as served
from tavern_client.luck import keys
from tests.playing import Playing
from tests.toys.catalogue import TOYS

PAIRS: Final = (
    (served.View, views.View),
    (answers.LedgerLine, ledger.LedgerLine),
    (answers.Standing, standings.Standing),
    (answers.Chat, Said),
    (keys.Call, sealed_luck.Call),
)


def structs_in(hint: Any) -> list[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return [hint]
    return [found for part in get_args(hint) for found in structs_in(part)]


def kinds(hint: Any) -> set[str]:
    """What JSON a type stands for, at the top and one level below: the client has dicts for some structs."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return kinds(parts[0])
    if origin is Literal:
        return {type(value).__name__ for value in parts}
    if origin in (Union, UnionType):
        return {kind for part in parts for kind in kinds(part)}
    if isinstance(origin or hint, type) and issubclass(origin or hint, msgspec.Struct | Mapping):
        return {"object"}
    if origin is not None and issubclass(origin, Sequence):
        return {f"list of {kind}" for kind in kinds(parts[0])}
    return {getattr(hint, "__name__", str(hint))}


def differences(client: type[msgspec.Struct], server: type[msgspec.Struct]) -> list[str]:
    """Where two types do not read the same JSON, as far as the client has types for it."""
    ours, theirs = ({field.encode_name: field for field in msgspec.structs.fields(one)} for one in (client, server))
    found = [f"{client.__name__}.{name} is in one of them" for name in sorted(ours.keys() ^ theirs.keys())]
    hints = get_type_hints(client), get_type_hints(server)
    for name in ours.keys() & theirs.keys():
        if ours[name].required and not theirs[name].required:
            found.append(f"{client.__name__}.{name} may be missing")
        there, here = (kinds(hint[one[name].name]) for hint, one in zip(hints, (ours, theirs), strict=True))
        if there != here:
            found.append(f"{client.__name__}.{name}: {there}, and here {here}")
        mine, its = (structs_in(hint[one[name].name]) for hint, one in zip(hints, (ours, theirs), strict=True))
        # What the client leaves as a dict has no type there.
        found += [line for pair in zip(mine, its, strict=False) for line in differences(*pair)]
    return found


@pytest.mark.parametrize(("client", "server"), PAIRS)
def test_the_types_have_the_same_fields(client: type[msgspec.Struct], server: type[msgspec.Struct]) -> None:
    assert differences(client, server) == []


def test_a_call_has_the_same_digest() -> None:
    fields: dict[str, Any] = {
        "table": "upmbc",
        "round": 3,
        "game": "pig",
        "rules": 1,
        "opening": "0a" * 32,
        "root": "0b" * 32,
        "first": 1,
        "commitment": "0c" * 32,
        "seats": ["bri", "odo"],
        "seals": {"odo": "0d" * 32},
    }
    assert keys.Call(**fields).digest() == sealed_luck.Call(**fields).digest()


def test_a_receipt_leads_to_the_same_cursor() -> None:
    first = answers.Cursor(0, "e", "").after("ab" * 32)
    assert first.seen == seen_after("", "ab" * 32)
    assert first.after("cd" * 32).seen == seen_after(first.seen, "cd" * 32)


def test_a_seat_is_found_by_its_id() -> None:
    sent = msgspec.json.encode(Playing.open(TOYS, "race").seat("Ada", "Bo").start().view(PUBLIC))
    view = msgspec.json.decode(sent, type=served.View)
    assert [view.seat(seat).name for seat in ("ada", "bo")] == ["Ada", "Bo"]
    assert view.actions == []
    with pytest.raises(KeyError, match="cy"):
        view.seat("cy")


def test_the_package_has_the_names_that_it_lists_and_no_others() -> None:
    assert [getattr(tavern_client, name).__name__ for name in tavern_client.__all__] == list(tavern_client.__all__)
    assert set(tavern_client.__all__) <= set(dir(tavern_client))
    another = "Barkeep"
    with pytest.raises(AttributeError, match="has no attribute 'Barkeep'"):
        getattr(tavern_client, another)
