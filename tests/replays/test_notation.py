import re
from typing import Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.audience import ALL, GM, PUBLIC, Audience, Viewer
from events.codec import Codec
from events.event import Draw, Event, HiddenV1
from events.printable import CONTROLS
from games.installed import CATALOGUE
from games.pig import Throw
from games.table import VoidRound
from games.table.disputes import Dispute, RuleOnDispute
from replays.notation.lines import line_of, read_line
from replays.notation.rounds import (
    Notation,
    NotationError,
    parse_notation,
    replay_of,
    write_notation,
)
from replays.notation.values import Footnotes, Reader, written
from tests.events.only_events import only_events
from tests.playing import Playing
from tests.replays.notations import rounds_in


def second_round_of_pig(*names: str) -> Playing:
    """A race whose second round has just begun; Odo disputed the first one twice, and one dispute is ruled on."""
    playing = Playing.open(CATALOGUE, "pig", target=60, unseal="dispute").seat(*(names or ("Bri", "Odo"))).start()
    bri, odo = playing.table.order
    playing.give(None, VoidRound(reason="the lamp went out"))
    playing.give(odo, Dispute(round=1, text="I had 20!"))
    playing.give(odo, Dispute(round=1, text="And the ante?"))
    playing.give(None, RuleOnDispute(dispute=1, verdict="denied", text="No."))
    playing.start().load({(bri, "pig", 6): [4, 1]})
    playing.give(bri, Throw())
    playing.give(bri, Throw())
    return playing


def text_of(playing: Playing, viewer: Viewer) -> str:
    """The last round as a viewer saw it, as a text."""
    return [write_notation(heading, frames) for heading, frames in rounds_in(playing.lines, viewer)][-1]


def read(text: str) -> Notation:
    return parse_notation(CATALOGUE.codec, text)


def complaint_about(text: str) -> str:
    """What is wrong with a text."""
    try:
        _, _, fault = replay_of(CATALOGUE, read(text))
    except NotationError as error:
        fault = error
    return str(fault)


def test_a_player_can_read_a_round() -> None:
    text, _, below = text_of(second_round_of_pig(), PUBLIC).partition("\n\n^1 ")

    assert (
        text
        == """\
tavern-notation 1
table a-table-in-a-test "The Bent Copper" Mo seeded=yes
game pig rules=1 options={unseal=dispute target=60}
round number=2 date=2025-03-01 unsealed=no viewer=public
seat bri Bri player purse=100gp
seat odo Odo player purse=100gp
dispute-raised dispute=2 seat=odo round=1 text="And the ante?" version=?

9. 19:00:56 gm
   round-started round=2 game=pig rules=1 seats=[bri odo] sitting-out=[]\
 luck=[{seat=bri luck=""} {seat=odo luck=""}] commitment=^1 first=1 path=^2 opening=^3
   phase-began racing
   turn-began bri
10. 19:01:03 bri
   dice-thrown bri ns=[0] die=d6 place=open draws=[4]pig
   races.points-counted bri points=4 at-risk=4
   question-asked seats=[bri] question=throw_or_bank
11. 19:01:10 bri
   dice-thrown bri ns=[0] die=d6 place=open draws=[1]pig#2
   races.points-lost bri points=4
   dice-taken-up bri
   turn-began odo"""
    )
    assert [len(line) > 64 for line in below.splitlines()] == [False, True, True]


def test_hostile_names_stay_on_their_line_and_do_not_steer() -> None:
    hostile = 'Bri" purse=9gp\n12. 20:00:00 gm\\\u202e\x1b[2J\u2028^1 x'

    text = text_of(second_round_of_pig(hostile, "?"), PUBLIC)

    assert re.findall(f"(?!\n)[{CONTROLS}]", text) == []
    assert len(text.splitlines()) == len(text_of(second_round_of_pig(), PUBLIC).splitlines())
    assert [seat.name for seat in read(text).heading.seats] == [hostile, "?"]


def test_a_ruling_on_an_older_dispute_is_stepped_through() -> None:
    playing = second_round_of_pig()
    playing.give(None, RuleOnDispute(dispute=2, verdict="upheld", text="True."))

    _, replayed, fault = replay_of(CATALOGUE, read(text_of(playing, "seat:bri")))

    assert fault is None
    assert replayed.frames[-1].chronicle == ["The GM upholds Odo’s dispute of round 1: “True.”"]


def test_the_date_stands_where_it_changes() -> None:
    (heading, frames) = list(rounds_in(second_round_of_pig().lines, PUBLIC))[-1]
    times = ["2025-03-01T23:59:59.250Z", "2025-03-02T00:00:00.000Z", "2025-03-02T00:00:00.000Z"]
    steps = [msgspec.structs.replace(frame, at=at) for frame, at in zip(frames, times, strict=True)]

    text = write_notation(heading, steps)

    shown = [line for line in text.splitlines() if re.match(r"\d+\. ", line)]
    assert shown == ["9. 23:59:59.250 gm", "10. 2025-03-02T00:00:00.000Z bri", "11. 00:00:00 bri"]
    assert [step.at for step in read(text).steps.values()] == times


def test_a_fence_and_remarks_around_the_lines_are_skipped() -> None:
    text = text_of(second_round_of_pig(), PUBLIC)
    pasted = "\r\n".join(["```", "# Look at step 11!", *(line.strip() for line in text.splitlines()), "```"])

    assert read(pasted).heading == read(text).heading
    assert list(read(pasted).steps.values()) == list(read(text).steps.values())


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("tavern-notation 1", "tavern-notation 2", "line 1: expected tavern-notation 1"),
        ("game pig", "game", 'line 3: expected a blank before "="'),
        ("odo Odo player purse=100gp", "odo", "line 6: expected SEAT NAME KIND after seat"),
        ("rules=1 options", "rules=one options", "line 3: Expected `int`, got `str` - at `$.rules`"),
        ("{unseal=dispute", "{dispute", "line 3: expected another KEY=VALUE, or }"),
        ("target=60", "goal=60", "line 9: this does not fit what stands above (Object contains unknown field `goal`)"),
        ("game pig", "game darts", "line 9: the game darts is not installed here"),
        ("game pig rules=1 options={unseal=dispute target=60}\n", "", "line 6: expected one line with the game before"),
        ("=public", "=everybody", "line 4: Expected `str` matching regex "),
        ("9. 19:00:56 gm", "9. 7pm gm", "line 9: expected a time, such as "),
        ("9. 19:00:56 gm", "9. 19:00:56 gm and bri", "line 9: expected the end of the line, or for SEAT"),
        ("10. 19", "12. 19", "line 13: expected step 10"),
        ("   dice-thrown", "   card-drawn", "line 14: expected another line than card-drawn, which is not known here"),
        ("ns=[0] die=d6", "ns=[0", 'line 14: expected a blank before "="'),
        ("[4]pig", "[four]pig", "line 14: expected thrown dice, such as d6[4 1 4]cup"),
        ("die=d6", "die=?", "line 14: expected a value of die, which is never hidden"),
        ("points=4 at-risk=4", "points=4", "line 15: it is not an event: Object missing required field `at_risk`"),
        ("points=4 at-risk=4", "points=4 at-risk=4 at-risk=5", "line 15: expected the end of the line"),
        ("   turn-began odo", '   turn-began "odo', "line 21: expected a value"),
        ("   turn-began odo", "   turn-began odo from=bri", "line 21: expected the end of the line, or one of v="),
    ],
)
def test_a_fault_is_named_by_its_line_and_what_was_expected(old: str, new: str, fault: str) -> None:
    text = text_of(second_round_of_pig(), PUBLIC)
    assert old in text

    assert complaint_about(text.replace(old, new, 1)).startswith(fault)


DISPUTE = "dispute-raised dispute="
STEP = "   turn-began odo"
TEXT = "^9 " + 200 * "x"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("seat odo Odo player purse=100gp", 32 * "seat odo Odo player purse=100gp\n", "line 37: expected at most 32 "),
        (DISPUTE, 50 * f"{DISPUTE}1 seat=odo round=1 text=x\n" + DISPUTE, "line 57: expected at most 50 lines"),
        (STEP, f"{STEP}\n" + 99 * "phase-began ^9\n" + TEXT, "line 86: expected shorter footnotes"),
        ("ns=[0]", "ns=[500]", "line 14: expected dice with numbers below 500"),
        ("Odo player", f"{201 * 'o'} player", "line 6: expected at most 200 characters as name"),
        ("die=d6", f"die=d{5_000 * '6'}", "line 14: expected at most 200 characters as die"),
        ("[4]pig", f"[4]{101 * 'p'}", "line 14: expected a blank before p"),
    ],
)
def test_a_short_text_that_would_become_a_long_replay_is_refused(old: str, new: str, fault: str) -> None:
    text = text_of(second_round_of_pig(), PUBLIC)
    assert old in text

    assert complaint_about(text.replace(old, new, 1)).startswith(fault)


def test_the_text_of_a_dispute_can_be_long() -> None:
    text = text_of(second_round_of_pig(), PUBLIC).replace("And the ante?", 1_000 * "x")

    assert len(read(text).heading.disputes[0].text) == 1_000


@pytest.mark.parametrize("old", ["   dice-thrown", "target"])
def test_a_fault_repeats_only_the_beginning_of_a_long_text(old: str) -> None:
    text = text_of(second_round_of_pig(), PUBLIC)
    assert len(complaint_about(text.replace(old, f"{old}{1_000_000 * 'x'}", 1))) < 600


def test_a_text_that_was_cut_off_is_good_up_to_there() -> None:
    text = text_of(second_round_of_pig(), PUBLIC)
    lines = text.splitlines()
    whole = read(text).steps

    for kept in range(13, len(lines)):
        cut = read("\n".join(lines[:kept]))
        steps = [step for line, step in cut.steps.items() if line <= kept]
        assert cut.fault is not None
        assert [step.version for step in steps] == [step.version for step in whole.values()][: len(steps)]
        assert len(steps) >= len([line for line in whole if line < kept]) - 1
        assert replay_of(CATALOGUE, cut)[2] is not None


TEXTS = [text_of(second_round_of_pig(), viewer) for viewer in (PUBLIC, GM)]
pieces = st.sampled_from(
    ["?", "-", "[", "]", "{", "}", "=", '"', "\\", "^1", "d6[4]cup", "+", "\n", " ", "5gp", "12. "]
)


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A text with some pieces cut out, doubled or put in."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        text = text[:start] + draw(pieces | st.text(max_size=5) | st.just(2 * text[start:end])) + text[end:]
    return text


@settings(max_examples=400)
@given(text=mangled() | st.text().map("tavern-notation 1\n{}".format))
def test_any_text_is_read_or_refused_and_what_was_read_is_written_the_same_way(text: str) -> None:
    try:
        found = read(text)
        replay_of(CATALOGUE, found)
    except NotationError:
        return
    again = read(write_notation(found.heading, list(found.steps.values())))
    assert again.fault is None
    assert again.heading == found.heading
    assert list(again.steps.values()) == list(found.steps.values())


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text() | st.from_regex(r"-?[0-9.e+gscp]{1,6}", fullmatch=True),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("a_cp"), inner),
    max_leaves=10,
)  # fmt: skip


@given(value=values)
def test_any_value_of_json_is_read_back(value: object) -> None:
    text = written(value)

    assert not re.search(f"[{CONTROLS}]", text)
    reader = Reader(text, Footnotes({}, 0))
    assert msgspec.json.encode(reader.value()) == msgspec.json.encode(value)
    assert reader.ended


class Odd(HiddenV1, frozen=True, kw_only=True, tag="odd.event"):
    """Whatever a new game might record."""

    guarded: ClassVar = {"total": "total_to", "note": "note_to", "throws": "note_to"}

    who: str
    why: str
    amount: int
    amount_cp: int
    purses_cp: dict[str, int]
    last: str
    facts: Any = None
    die: str = "d8"
    weight: Draw | None = None
    total: int | None = None
    total_to: Audience = "none"
    note: str = ""
    throws: list[Draw] = msgspec.field(default_factory=list[Draw])
    note_to: Audience = "none"


def drawn(n: int, seat: str = "bri", purpose: str = "cup", sides: int = 8) -> Draw:
    return Draw(seat=seat, purpose=purpose, sides=sides, n=n, face=3)


REQUIRED: dict[str, Any] = {"who": "house", "why": "a b", "amount": 3, "amount_cp": -5, "purses_cp": {"bri": 250}}
REQUIRED["last"] = "x"


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, "total=? note=? throws=? to=none"),
        ({"to": ALL, "total": 7, "total_to": ALL}, "total=7 note=? throws=?"),
        ({"to": "seat:bri", "total_to": "seat:bri"}, "total=- total-to=seat:bri note=? throws=? to=seat:bri"),
        ({"to": GM, "note": "?", "note_to": ALL}, 'total=? note="?" throws=[] to=gm'),
        (
            {"throws": [drawn(4), drawn(5), drawn(7), drawn(1, sides=6, seat="odo")], "note_to": GM, "to": ALL},
            'total=? note="" throws=bri:[3 3]cup#4+bri:[3]cup#7+odo:d6[3]cup note-to=gm',
        ),
        ({"weight": drawn(1, purpose="")}, None),
        ({"weight": drawn(2, seat="Old Bri")}, None),
        ({"facts": {"stake_cp": 12, "die": 12, "none": None, "list": ["no", True, 1.5]}}, None),
    ],
)
def test_an_event_of_a_new_game_needs_nothing(fields: dict[str, Any], line: str | None) -> None:
    event, kinds = Odd(**REQUIRED | fields), {"odd.event": Odd}

    text = line_of(event, str)

    start = 'odd.event house "a b" amount=3 amount-cp=-5cp purses={bri=2gp5sp} last=x '
    assert text.startswith(start)
    assert line in (None, text.removeprefix(start))
    read_back = read_line(kinds.get, text, Footnotes({}, 0))
    assert Codec({"odd": only_events([Odd])}).decode_event(msgspec.json.encode(read_back)) == event


def test_a_later_version_of_an_event_says_which_it_is() -> None:
    class Second(Event, frozen=True, kw_only=True, tag="odd.second"):
        v: Literal[2] = 2

    assert line_of(Second(), str) == "odd.second v=2"
