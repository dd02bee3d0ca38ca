"""Architecture, "What must hold", 6: whatever is sent is carried out, or refused without a trace."""

import random
from typing import Any, Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from events.event import type_tag
from games.deciding.catalogue import UnknownCommand, client_commands
from games.legality import Refused
from tests.playing import Playing
from tests.properties.samples import body_of, text
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, lengths, seeds, usual

ODD_VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    2**31,
    10**30,
    1.5,
    "",
    "ada",
    "house",
    [],
    {},
    [[[]]],
    {"type": {}},
    {"turn_seconds": 1},
    {"ante_cp": "1"},
    {"abilities": {"dex": 99}},
)
ODD_NAMES: Final = (
    "amount_cp",
    "target",
    "n",
    "seat",
    "id",
    "v",
    "type",
    "reason",
    "options",
    "character",
    "__class__",
)
NOBODIES: Final = ("nobody", "house", "gm", "", "seat:ada")
TRIES: Final = 3

NOT_READ: Final = (UnknownCommand, msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a body raises that is no command."""
BROKEN_TEXTS: Final = (b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\\u0000")
TOO_DEEP: Final = 20_000

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def try_anything(playing: Playing, seat: str | None, body: bytes) -> None:
    """Send anything at all: it is accepted, or refused without a trace."""
    own = playing.sight(playing.viewer_of(seat)).table
    before, head = msgspec.json.encode([playing.table, own]), playing.journal.head
    try:
        playing.send(seat, body)
    except (Refused, *NOT_READ):
        assert msgspec.json.encode([playing.table, own]) == before
        assert playing.journal.head == head
    else:
        assert sum(playing.table.accounts.values()) == 0


def spoilt(chance: random.Random, body: dict[str, Any]) -> dict[str, Any]:
    """A command that a client got wrong: with a parameter too many, too few, or of another kind."""
    spoilt = dict(body)
    for _ in range(chance.randint(1, 2)):
        name = chance.choice([*spoilt, *ODD_NAMES])
        if chance.random() < 0.3:
            spoilt.pop(name, None)
        else:
            odd = chance.choice([*ODD_VALUES, text])
            spoilt[name] = text(chance, 300) if odd is text else odd
    return spoilt


def any_body(chance: random.Random, playing: Playing, seat: str | None) -> dict[str, Any]:
    """Something near to a command: one that is offered to the seat or to somebody else, spoilt or not, or none."""
    present = [holder.seat for holder in playing.table.present()]
    actions = playing.actions(chance.choice([None, seat, *present]))
    if actions and chance.random() < 0.7:
        body = body_of(chance, chance.choice(actions))
    else:
        body = {"type": type_tag(chance.choice(client_commands(playing.rulebook)))}
    return spoilt(chance, body) if chance.random() < 0.7 else body


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_whatever_is_sent_is_accepted_or_refused_without_a_trace(subject: Subject, seed: int, length: int) -> None:
    walk = Walk(subject, seed)
    chance = random.Random(seed)
    for playing in walk.steps(length):
        for _ in range(TRIES):
            seat = chance.choice([None, *NOBODIES, *playing.table.names])
            try_anything(playing, seat, msgspec.json.encode(any_body(chance, playing, seat)))


@every_game
@usual
@given(seed=seeds, length=lengths, value=json_values, raw=st.binary(max_size=40))
def test_any_json_and_any_bytes_are_refused_without_a_trace(
    subject: Subject, seed: int, length: int, value: Any, raw: bytes
) -> None:
    playing = Walk(subject, seed).play(length // 4)
    tag = type_tag(playing.rulebook.commands[0])
    bodies = [raw, msgspec.json.encode(value), msgspec.json.encode({"type": value}), b'{"type":"%b",' % tag.encode()]
    for body in bodies:
        for seat in (None, *playing.table.names):
            try_anything(playing, seat, body)


@every_game
def test_broken_texts_and_deep_nesting_are_refused_without_a_trace(subject: Subject) -> None:
    playing = Walk(subject, 7).play(20)
    broken = [b'{"type":"set_luck","luck":"%b"}' % text for text in BROKEN_TEXTS]
    deep = b'{"type":"set_options","options":{"deep":%b%b}}' % (b"[" * TOO_DEEP, b"]" * TOO_DEEP)
    head = playing.journal.head
    for body in (*broken, deep):
        for seat in (None, *playing.table.names):
            try_anything(playing, seat, body)
    assert playing.journal.head == head
