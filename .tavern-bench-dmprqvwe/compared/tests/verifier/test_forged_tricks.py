"""Forgeries of what happens under the cup, chained again: both verifiers name the entry, and refuse what is none."""

import io
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from events.gaming_sets import GamingSet
from games.installed import CATALOGUE
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.palming import Cheat
from games.one_page.pig import Bank, Throw
from games.table import LoadDice, StartRound, VoidRound
from replays.audit import audit
from replays.export import parse_export, write_export
from tests.playing import TABLE, Playing
from tests.replays.logs import forged
from tests.verifier.second_opinions import Node, both, wrong

HEAVY: Final = GamingSet(set="weighted_heavy", faces={"d6": 5})
STICKY: Final = GamingSet(set="weighted_sticky")


def a_round() -> list[bytes]:
    """Bo throws heavy dice and cheats, Cy throws sticky ones as they are loaded, and the round is called off."""
    playing = Playing.open(CATALOGUE, "pig", cheating="on", caught="nothing")
    playing.sit("Bo", sets=[HEAVY])
    playing.sit("Cy", sets=[STICKY])
    playing.sit("Ada")
    playing.give("cy", LoadDice(die="d6", face=2))
    playing.give(None, StartRound())
    playing.give("cy", LoadDice(die="d6", face=4))
    for command in (Throw(), Cheat(n=0), Throw(), ShowDice(), Bank()):
        playing.give("bo", command)
    for command in (Throw(), ShowDice()):
        playing.give("cy", command)
    playing.give(None, VoidRound())
    return playing.lines


LINES: Final = a_round()


def exported(lines: list[bytes]) -> bytes:
    return b"".join(write_export(TABLE, lines))


def place_of(kind: str) -> int:
    """The seq of the first entry with an event of a type."""
    return next(seq for seq, line in enumerate(LINES, 1) if f'"type":"{kind}"'.encode() in line)


def changed(kind: str, change: Callable[[dict[str, Any], dict[str, Any]], object]) -> bytes:
    """The export with the first event of a type changed: by a function of the event and of its entry."""

    def forgery(entry: dict[str, Any]) -> None:
        change(next(one for one in entry["events"] if one["type"] == kind), entry)

    return exported(forged(LINES, place_of(kind), forgery))


def to(**values: Any) -> Callable[[dict[str, Any], dict[str, Any]], object]:
    return lambda event, entry: event.update(values)


def of_weight(**values: Any) -> Callable[[dict[str, Any], dict[str, Any]], object]:
    return lambda event, entry: event["weight"].update(values)


def of_draw(**values: Any) -> Callable[[dict[str, Any], dict[str, Any]], object]:
    return lambda event, entry: event["draw"].update(values)


def twice(event: dict[str, Any], entry: dict[str, Any]) -> None:
    entry["events"].insert(entry["events"].index(event), event)


def first(event: dict[str, Any], entry: dict[str, Any]) -> None:
    entry["events"].remove(event)
    entry["events"].insert(0, event)


def gone(event: dict[str, Any], entry: dict[str, Any]) -> None:
    entry["events"].remove(event)


FORGERIES: Final = [
    ("gaming_set_in_play", to(seat="house"), "face_mismatch"),
    ("gaming_set_in_play", to(seat="ada"), "face_mismatch"),
    ("gaming_set_in_play", to(seat="nobody"), "face_mismatch"),
    ("gaming_set_in_play", to(kind="card"), "face_mismatch"),
    ("gaming_set_in_play", to(playing_with={"set": "ivory_dice"}), "face_mismatch"),
    ("gaming_set_in_play", to(playing_with={"set": "weighted_heavy"}), "face_mismatch"),
    ("gaming_set_in_play", twice, "face_mismatch"),
    ("gaming_set_in_play", first, "face_mismatch"),
    ("dice_loaded", to(seat="bo"), "face_mismatch"),
    ("dice_loaded", to(seat="ada"), "face_mismatch"),
    ("die_weighted", to(set="weighted_high"), "face_mismatch"),
    ("die_weighted", to(was=7), "face_mismatch"),
    ("die_weighted", to(face=7), "face_mismatch"),
    ("die_weighted", to(favours=6), "face_mismatch"),
    ("die_weighted", to(favours=None), "face_mismatch"),
    ("die_weighted", to(n=1), "face_mismatch"),
    ("die_weighted", to(n=-1), "face_mismatch"),
    ("die_weighted", to(weight=None), "draw_missing"),
    ("die_weighted", of_weight(sides=30), "draw_undeclared"),
    ("die_weighted", of_weight(purpose="pig"), "draw_undeclared"),
    ("die_weighted", of_weight(seat="ada"), "draw_undeclared"),
    ("die_weighted", twice, "draw_order"),
    ("die_weighted", first, "face_mismatch"),
    ("die_weighted", gone, "face_mismatch"),
    ("die_rerolled_secretly", to(by="ada"), "face_mismatch"),
    ("die_rerolled_secretly", to(by="house"), "face_mismatch"),
    ("die_rerolled_secretly", to(n=1), "face_mismatch"),
    ("die_rerolled_secretly", to(why="luck"), "draw_undeclared"),
    ("die_rerolled_secretly", of_draw(seat="ada"), "draw_undeclared"),
    ("die_rerolled_secretly", of_draw(sides=8), "draw_undeclared"),
    ("dice_shown", to(faces=[7]), "face_mismatch"),
    ("dice_shown", to(faces=[]), "face_mismatch"),
    ("dice_shown", to(ns=[0, 1]), "face_mismatch"),
    ("dice_shown", to(ns=[-1]), "face_mismatch"),
    ("dice_shown", to(ns=[5], faces=[0]), "face_mismatch"),
    ("dice_shown", to(seat="ada"), "face_mismatch"),
]


def test_the_round_is_right_as_it_was_played(node: Node) -> None:
    report = both(node, exported(LINES))

    assert report["right"]
    assert [step.partition(": ")[2].partition(", from")[0] for step in report["altered"]] == [
        "die 0 of bo, of weighted_heavy",
        "die 0 of bo, rolled again in secret by bo",
        "die 0 of bo, of weighted_heavy",
        "die 0 of bo, of weighted_heavy",
        "die 0 of cy, of weighted_sticky",
    ]


@pytest.mark.parametrize(("kind", "change", "code"), FORGERIES)
def test_what_happened_otherwise_under_the_cup_is_found(
    node: Node, kind: str, change: Callable[[dict[str, Any], dict[str, Any]], object], code: str
) -> None:
    assert wrong(node, changed(kind, change))[0] == (place_of(kind), code)


NO_SETS: Final[list[Any]] = [
    None, 5, "weighted_heavy", [], {}, {"set": None}, {"set": ["weighted_heavy"]}, {"set": "loaded"},
    {"set": "weighted_heavy", "faces": None}, {"set": "weighted_heavy", "faces": [5]},
    {"set": "weighted_heavy", "faces": {"d6": 0}}, {"set": "weighted_heavy", "faces": {"d6": 7}},
    {"set": "weighted_heavy", "faces": {"d6": "5"}}, {"set": "weighted_heavy", "faces": {"d6": True}},
    {"set": "weighted_heavy", "faces": {"d7": 1}}, {"set": "weighted_heavy", "faces": {"6": 1}},
    {"set": "weighted_heavy", "faces": {"__proto__": 1}}, {"set": "weighted_heavy", "faces": {"constructor": 1}},
    {"set": "weighted_high", "faces": {"d6": 1}}, {"set": "weighted_heavy", "price": 1}, {"set": "constructor"},
]  # fmt: skip


@pytest.mark.parametrize("value", NO_SETS, ids=lambda value: msgspec.json.encode(value).decode())
def test_what_is_no_set_is_refused(node: Node, value: Any) -> None:
    for kind, member in (
        ("gaming_set_in_play", "playing_with"),
        ("gaming_set_brought", "brought"),
        ("dice_loaded", "faces"),
        ("dice_loaded_out_of_play", "faces"),
    ):
        # Of a set that nobody shows, a view has null. No dice at all can be loaded, which changes nothing.
        if (value, member) not in ((None, "brought"), ({}, "faces")):
            assert wrong(node, changed(kind, to(**{member: value})))[0] == (place_of(kind), "unreadable")


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("die_weighted", {"favours": "5"}),
        ("die_weighted", {"favours": True}),
        ("die_weighted", {"was": None}),
        ("die_weighted", {"set": 1}),
        ("die_weighted", {"weight": 5}),
        ("die_weighted", {"weight": {}}),
        ("die_weighted", {"weight": []}),
        ("die_rerolled_secretly", {"draw": None}),
        ("die_rerolled_secretly", {"by": None}),
        ("dice_shown", {"ns": None}),
        ("dice_shown", {"faces": 5}),
        ("dice_shown", {"faces": [True]}),
    ],
)
def test_what_is_not_as_it_should_be_is_refused(node: Node, kind: str, values: dict[str, Any]) -> None:
    assert wrong(node, changed(kind, to(**values)))[0] == (place_of(kind), "unreadable")


def test_only_who_is_at_the_table_notices_a_cheat(node: Node) -> None:
    """A proof does not show who is there; an export does."""

    def somebody_else(event: dict[str, Any], entry: dict[str, Any]) -> None:
        check = next(one for one in entry["events"] if one.get("check") == "perception")
        check["seat"] = check["draws"][0]["seat"] = "ghost"

    assert wrong(node, changed("die_rerolled_secretly", somebody_else))[0] == (
        place_of("die_rerolled_secretly"),
        "draw_undeclared",
    )


def test_dice_of_the_house_are_never_weighted(node: Node) -> None:
    def of_the_house(event: dict[str, Any], entry: dict[str, Any]) -> None:
        event.update(seat="house", set="weighted_double", favours=None, weight=None)

    found = wrong(node, changed("die_weighted", of_the_house))
    assert (place_of("die_weighted"), "face_mismatch") in found


def test_a_weighted_die_favours_what_its_set_is_made_for_or_loaded_on_then() -> None:
    events = [event for line in LINES for event in msgspec.json.decode(line)["events"]]
    weighted = [(event["seat"], event["favours"]) for event in events if event["type"] == "die_weighted"]

    assert weighted == [("bo", 5), ("bo", 5), ("bo", 5), ("cy", 3)]


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        ("die_weighted", of_weight(face=26), "draw_mismatch"),
        ("die_weighted", of_weight(n=2), "draw_order"),
        ("die_rerolled_secretly", of_draw(face=7), "draw_mismatch"),
    ],
)
def test_an_audit_that_re_runs_nothing_checks_the_draws_under_the_cup_too(
    kind: str, change: Callable[[dict[str, Any], dict[str, Any]], object], code: str
) -> None:
    export = parse_export(io.BytesIO(changed(kind, change)))

    assert code in {finding.code for finding in audit(CATALOGUE, export.lines, rerun=False).findings}
    assert audit(CATALOGUE, LINES, rerun=False).findings == []
