"""The one seam of secrecy: what each viewer is left with of an event."""

from typing import ClassVar

import msgspec
import pytest

from events.audience import ALL, CLOSED, GM, GM_ONLY, HOUSE, PUBLIC, Audience, may_see, seat_of, seat_viewer
from events.event import V1, Command, CommandV1, Draw, Event, Hidden, HiddenV1, redact, snake_case, type_tag, visible
from events.round_events import (
    CheckRolled,
    DicePlaced,
    DiceTakenUp,
    DiceThrown,
    DieRolled,
    OpenThrown,
    SeedRecorded,
    Told,
)
from events.table_events import GameSet

BRI, ODO = seat_viewer("bri"), seat_viewer("odo")
DRAW = Draw(seat="bri", purpose="hole", sides=10, n=1, face=7)


def hole_die(to: Audience) -> DieRolled:
    return DieRolled(seat="bri", n=1, die="d10", place="hole", draw=DRAW, draw_to=to)


@pytest.mark.parametrize(
    ("audience", "seen_by"),
    [
        (ALL, {PUBLIC, BRI, ODO, GM, HOUSE}),
        (BRI, {BRI, GM, HOUSE}),
        (GM_ONLY, {GM, HOUSE}),
        (CLOSED, {HOUSE}),
    ],
)
def test_an_audience_is_everybody_or_a_seat_and_the_gm_or_the_gm_or_nobody(audience: str, seen_by: set[str]) -> None:
    assert {viewer for viewer in (PUBLIC, BRI, ODO, GM, HOUSE) if may_see(viewer, audience)} == seen_by


def test_a_guarded_value_is_null_for_viewers_who_may_not_see_it_and_the_rest_stays() -> None:
    assert redact(hole_die(BRI), ODO) == DieRolled(seat="bri", n=1, die="d10", place="hole")


def test_a_guarded_value_stays_for_viewers_who_may_see_it() -> None:
    assert redact(hole_die(BRI), BRI) == hole_die(BRI)


def test_a_closed_value_has_the_same_bytes_whatever_it_was_and_for_every_audience() -> None:
    other = DieRolled(seat="bri", n=1, die="d10", place="hole", draw=msgspec.structs.replace(DRAW, face=1))
    shown = {msgspec.json.encode(redact(event, ODO)) for event in (hole_die(BRI), hole_die(GM_ONLY), other)}
    assert len(shown) == 1


def test_a_hidden_event_is_no_event_at_all_for_others() -> None:
    foresight = Told(to=BRI, seat="bri", kind="foresight", facts={"d20": "HIGH"})
    assert redact(foresight, ODO) is None
    assert redact(foresight, PUBLIC) is None
    assert redact(foresight, BRI) == foresight
    assert redact(foresight, GM) == foresight


def test_a_hidden_event_can_guard_a_value_from_its_own_audience() -> None:
    check = CheckRolled(
        to=BRI,
        seat="bri",
        check="sleight_of_hand",
        mode="normal",
        draws=[DRAW],
        natural=7,
        modifier=2,
        total=9,
        against=12,
        against_to=GM_ONLY,
    )
    seen = redact(check, BRI)
    assert isinstance(seen, CheckRolled)
    assert (seen.against, seen.against_to, seen.total) == (None, CLOSED, 9)
    assert redact(check, GM) == check


def test_a_seed_is_open_to_nobody_but_the_house() -> None:
    seed = SeedRecorded(round=1, seed="ab" * 32)
    assert [redact(seed, viewer) for viewer in (PUBLIC, BRI, GM)] == [None, None, None]
    assert redact(seed, HOUSE) == seed


class Whispered(V1, frozen=True, kw_only=True):
    """An event with two values that are guarded apart."""

    guarded: ClassVar = {"words": "words_to", "mood": "mood_to"}

    seat: str
    words: str | None = None
    words_to: Audience = CLOSED
    mood: str | None = None
    mood_to: Audience = CLOSED


def test_each_guarded_value_has_an_audience_of_its_own() -> None:
    event = Whispered(seat="bri", words="now", words_to=ODO, mood="glad", mood_to=BRI)
    assert redact(event, ODO) == Whispered(seat="bri", words="now", words_to=ODO)
    assert redact(event, BRI) == Whispered(seat="bri", mood="glad", mood_to=BRI)
    assert redact(event, PUBLIC) == Whispered(seat="bri")


def every_event_type(base: type[Event] = Event) -> list[type[Event]]:
    below = [kind for direct in base.__subclasses__() for kind in every_event_type(direct)]
    is_recorded = "v" in base.__struct_fields__ and not base.__module__.startswith("tests.")
    return [*([base] if is_recorded else []), *below]


@pytest.mark.parametrize("kind", every_event_type(), ids=lambda kind: kind.__name__)
def test_every_guarded_field_and_its_audience_exist_and_are_closed_by_default(kind: type[Event]) -> None:
    info = {found.name: found for found in msgspec.structs.fields(kind)}
    for field, audience in kind.guarded.items():
        assert field in kind.__struct_fields__
        assert info[field].default is None
        assert info[audience].default == CLOSED
    if issubclass(kind, Hidden):
        assert info["to"].default == CLOSED


def test_viewers_that_are_seats_name_their_seat() -> None:
    assert seat_of("seat:bri") == "bri"
    assert [seat_of(viewer) for viewer in (PUBLIC, GM, HOUSE)] == [None, None, None]


def test_a_type_is_recorded_under_its_name_in_snake_case() -> None:
    assert snake_case("DieRolled") == "die_rolled"
    assert type_tag(DieRolled) == "die_rolled"


def test_a_hidden_throw_still_shows_that_dice_were_thrown_and_how_many() -> None:
    def throw(to: Audience, *faces: int) -> DiceThrown:
        draws = [msgspec.structs.replace(DRAW, n=n, face=face) for n, face in enumerate(faces, start=1)]
        return DiceThrown(seat="bri", ns=[0, 1], die="d10", place="hole", draws=draws, draws_to=to)

    assert redact(throw(BRI, 7, 2), ODO) == DiceThrown(seat="bri", ns=[0, 1], die="d10", place="hole")
    assert redact(throw(BRI, 7, 2), BRI) == throw(BRI, 7, 2)
    shown = {msgspec.json.encode(redact(event, ODO)) for event in (throw(BRI, 7, 2), throw(GM_ONLY, 1, 1))}
    assert len(shown) == 1


def test_what_is_thrown_set_aside_and_taken_up_in_the_open_is_everybodys() -> None:
    happened: list[Event] = [
        DicePlaced(seat="bri", ns=[0], place="aside"),
        DiceTakenUp(seat="bri"),
        OpenThrown(why="the_pot", draws=[DRAW]),
        GameSet(game="race", rules=1, options={"target": 20}),
    ]
    assert [redact(event, viewer) for event in happened for viewer in (PUBLIC, ODO)] == [
        event for event in happened for _ in range(2)
    ]


def test_of_several_events_a_viewer_sees_the_open_ones_whole_the_guarded_ones_redacted_and_no_hidden_ones() -> None:
    foresight = Told(to=BRI, seat="bri", kind="foresight", facts={"d20": "HIGH"})
    taken_up = DiceTakenUp(seat="odo")
    happened = [taken_up, hole_die(BRI), foresight]

    assert visible(happened, BRI) == happened
    assert visible(happened, ODO) == [taken_up, redact(hole_die(BRI), ODO)]
    assert visible(happened, PUBLIC) == visible(happened, ODO)
    assert visible([], GM) == []


class Lit(V1, frozen=True, kw_only=True):
    candles: int = 1


class Muttered(HiddenV1, frozen=True, kw_only=True):
    word: str = ""


class Light(CommandV1, frozen=True, kw_only=True):
    candles: int = 1


@pytest.mark.parametrize("kind", [Lit, Muttered, Light])
def test_first_versions_of_events_and_commands_say_so_and_are_not_read_from_another(kind: type[msgspec.Struct]) -> None:
    first = kind(to=BRI) if issubclass(kind, Hidden) else kind()
    recorded = msgspec.to_builtins(first)
    assert recorded["v"] == 1
    assert msgspec.convert(recorded, kind) == first
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**recorded, "v": 2}, kind)


@pytest.mark.parametrize("recorded", [Lit(), Muttered(to=BRI), Light(), DRAW])
def test_what_is_recorded_cannot_be_changed(recorded: msgspec.Struct) -> None:
    for name in recorded.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(recorded, name, getattr(recorded, name))


def test_a_command_with_a_member_that_it_does_not_have_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "light", "candles": 2, "matches": 1}, Light)
    assert issubclass(Light, Command)
