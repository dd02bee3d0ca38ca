"""A record of what one viewer was shown: both verifiers find whatever a proof or an export has otherwise."""

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from events.audience import GM, PUBLIC, seat_viewer
from events.entry import receipt_of
from events.event import Event, Hidden
from games.installed import CATALOGUE
from games.table import NewInvite, StartRound, VoidRound, WithholdLuck
from replays.export import write_export
from tests.games.test_sealed_luck import luck_of, reveal, seal, sealed_table
from tests.playing import TABLE, Playing
from tests.replays.logs import forged, reseal
from tests.replays.proving import prove
from tests.verifier.records import Json, record_of, written
from tests.verifier.second_opinions import Node, both, in_python

ZEROS: Final = "0" * 64
ADA: Final = seat_viewer("ada")
Change = Callable[[list[Json]], object]


@cache
def played() -> Playing:
    """Ada and Bo seal, and play with Cy until the round is void. Meanwhile, the invite is new, and Dee sits down."""
    playing = seal(sealed_table(unseal="round"), "ada", "bo")
    playing.give(None, StartRound())
    reveal(playing, "ada", "bo")
    playing.give(None, NewInvite())
    playing.sit("Dee", purse_cp=5_000)
    playing.give(None, VoidRound())
    return playing


@cache
def shown(viewer: str = ADA) -> list[Json]:
    """What a viewer was shown of it."""
    return record_of(CATALOGUE, played().lines, viewer)


def export(playing: Playing | None = None) -> bytes:
    return b"".join(write_export(TABLE, (playing or played()).lines))


def proof(playing: Playing | None = None, number: int = 1, **given: Any) -> bytes:
    return msgspec.json.encode(prove(CATALOGUE, (playing or played()).lines, number, **given))


def changed(change: Change, viewer: str = ADA) -> bytes:
    """What a viewer was shown, changed."""
    record = copy.deepcopy(shown(viewer))
    change(record)
    return written(record)


def entries(record: Sequence[Json]) -> list[Json]:
    return [line for line in record if "receipt" in line]


def with_event(record: Sequence[Json], kind: str, **has: Any) -> tuple[Json, Json]:
    """The first entry with an event of a kind, with these members, and that event."""
    return next(
        (line, event)
        for line in entries(record)
        for event in line["events"]
        if event["type"] == kind and all(event.get(name) == value for name, value in has.items())
    )


def place_of(kind: str) -> tuple[int, int]:
    """The seq of the first entry with an event of a kind: in the export, and in the proof."""
    lines = played().lines
    at = [next(seq for seq, line in enumerate(lines, 1) if f'"type":"{one}"'.encode() in line) for one in (kind, FIRST)]
    return at[0], at[0] - at[1] + 1


FIRST: Final = "luck_called"


def found(node: Node, record: bytes) -> tuple[list[Any], list[Any]]:
    """What is wrong with the export, and with the proof."""
    return both(node, export(), record)["wrong"], both(node, proof(), record)["wrong"]


def assert_otherwise(node: Node, change: Change, kind: str, viewer: str = ADA) -> None:
    """A change of what was shown is found at the entry with an event of a kind, in the export and in the proof."""
    in_export, in_proof = place_of(kind)
    assert found(node, changed(change, viewer)) == ([(in_export, "shown_otherwise")], [(in_proof, "shown_otherwise")])


@pytest.mark.parametrize("viewer", [PUBLIC, GM, ADA, seat_viewer("bo"), seat_viewer("dee")])
def test_what_an_honest_server_showed_agrees(node: Node, viewer: str) -> None:
    record = written(shown(viewer))

    in_export, in_proof, sealed = (both(node, data, record) for data in (export(), proof(), running_proof()))

    assert (in_export["wrong"], in_proof["wrong"], sealed["wrong"]) == ([], [], [])
    assert in_export["record"]["entries"] == in_export["record"]["views"] == len(entries(shown(viewer)))
    assert in_proof["record"]["entries"] == len([line for line in entries(shown(viewer)) if line["round"] == 1])
    assert in_proof["record"]["roots"] == sealed["record"]["roots"] == 1


@cache
def running_proof() -> bytes:
    """The proof of the same round while it runs."""
    lines = played().lines[:-1]
    return msgspec.json.encode(prove(CATALOGUE, lines, 1))


# What an entry showed


def hole(record: list[Json], seat: str) -> tuple[Json, Json]:
    return with_event(record, "die_rolled", seat=seat, place="hole")


def test_another_hole_die_was_shown_to_its_owner(node: Node) -> None:
    def other(record: list[Json]) -> None:
        _, rolled = hole(record, "ada")
        rolled["draw"]["face"] = rolled["draw"]["face"] % 10 + 1

    assert_otherwise(node, other, "round_started")


def test_somebody_was_shown_what_lies_in_another_cup(node: Node) -> None:
    def seen(record: list[Json]) -> None:
        _, rolled = hole(record, "bo")
        _, own = hole(copy.deepcopy(shown(seat_viewer("bo"))), "bo")
        rolled.update(own)

    assert_otherwise(node, seen, "round_started")


def test_an_event_was_not_shown(node: Node) -> None:
    def dropped(record: list[Json]) -> None:
        line, rolled = hole(record, "bo")
        line["events"].remove(rolled)

    assert_otherwise(node, dropped, "round_started")


def test_values_of_another_type_are_others(node: Node) -> None:
    def true_for_one(record: list[Json]) -> None:
        _, revealed = with_event(record, "luck_called")
        revealed["v"] = True

    assert_otherwise(node, true_for_one, "luck_called")


def test_a_die_lay_otherwise_in_a_view(node: Node) -> None:
    def turned(record: list[Json]) -> None:
        line, _ = hole(record, "ada")
        line["dice"]["ada"][1][1] = line["dice"]["ada"][1][1] % 10 + 1

    def uncovered(record: list[Json]) -> None:
        line, _ = hole(record, "ada")
        assert line["dice"]["bo"][1][1] is None
        line["dice"]["bo"][1][1] = 3

    def one_more(record: list[Json]) -> None:
        line, _ = hole(record, "ada")
        line["dice"]["house"] = [["d6", 1]]

    def none(record: list[Json]) -> None:
        line, _ = hole(record, "ada")
        del line["dice"]["bo"]

    for change in (turned, uncovered, one_more, none):
        assert_otherwise(node, change, "round_started")


@pytest.mark.parametrize("hidden", ["ns", "die", "seat", "place"])
def test_an_event_of_which_more_than_its_faces_is_hidden_changes_no_dice(node: Node, hidden: str) -> None:
    playing = Playing.open(CATALOGUE, "farkle").seat("Bri", "Odo").start()
    playing.give("bri", CATALOGUE.read_command("farkle", b'{"type":"throw"}'))
    playing.give(None, VoidRound())
    seq = next(seq for seq, line in enumerate(playing.lines, 1) if b'"type":"dice_thrown"' in line)

    def hide(entry: Json) -> None:
        thrown = next(one for one in entry["events"] if one["type"] == "dice_thrown")
        thrown[f"{hidden}_to"] = "none"

    lines = forged(playing.lines, seq, hide)
    kept = next(one for one in entries(record_of(CATALOGUE, playing.lines, PUBLIC)) if one.get("dice"))
    events = msgspec.json.decode(lines[seq - 1])["events"]
    for one in events:
        if one["type"] == "dice_thrown":
            one[hidden] = None
    dice = kept["dice"] if hidden == "place" else {}
    line = {**kept, "receipt": receipt_of(lines[seq - 1]), "events": events, "dice": dice}
    report = both(node, b"".join(write_export(TABLE, lines)), written([line]))
    assert report["right"], report["wrong"]


def test_a_purse_or_the_pot_held_other_coins_in_a_view(node: Node) -> None:
    for holder in ("bo", "pot"):

        def richer(record: list[Json], holder: str = holder) -> None:
            line, _ = with_event(record, "round_started")
            line["coins"][holder] += 1

        assert_otherwise(node, richer, "round_started")


def test_coins_after_an_entry_that_a_proof_leaves_out_are_not_known(node: Node) -> None:
    def richer(record: list[Json]) -> None:
        line, _ = with_event(record, "round_voided")
        line["coins"]["bo"] += 1

    (in_export, _) = place_of("round_voided")
    assert found(node, changed(richer)) == ([(in_export, "shown_otherwise")], [])


def kinds_of_events(kind: type[Event] = Event) -> Iterator[type[Event]]:
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of_events(one)


def test_the_names_of_members_say_whose_they_are_in_every_event() -> None:
    """The verifiers know no types of events: they go by the names."""
    kinds = [kind for kind in kinds_of_events() if kind.__module__.startswith(("events.", "games."))]
    assert len(kinds) > 50
    for kind in kinds:
        guarded = {
            field: "brings_to" if audience == "brings_to" else f"{field}_to" for field, audience in kind.guarded.items()
        }
        named = {name for name in kind.__struct_fields__ if name.endswith("_to")}
        assert (dict(kind.guarded), set(guarded.values())) == (guarded, named), kind
        assert {field for field, audience in guarded.items() if audience == "brings_to"} <= {"purse_cp", "luck"}
        assert ("to" in kind.__struct_fields__) is issubclass(kind, Hidden), kind


# Which entries were shown, and in which order


def test_an_entry_was_not_shown(node: Node) -> None:
    """The server counts as if it had not been."""

    def left_out(record: list[Json]) -> None:
        line, _ = with_event(record, "luck_revealed", seat="ada")
        record.remove(line)
        for later in entries(record):
            later["version"] -= later["version"] > line["version"]

    assert_otherwise(node, left_out, "round_started")


def test_entries_were_shown_in_another_order(node: Node) -> None:
    def swapped(record: list[Json]) -> None:
        one, _ = with_event(record, "luck_called")
        other, _ = with_event(record, "luck_revealed", seat="ada")
        one["version"], other["version"] = other["version"], one["version"]
        for line in (one, other):
            line.pop("coins")

    (in_export, in_proof) = place_of("luck_called")
    wrong = both(node, proof(), changed(swapped))["wrong"]
    assert [(in_proof, "shown_otherwise"), (in_proof + 2, "shown_otherwise")] == wrong
    assert (in_export, "shown_otherwise") in both(node, export(), changed(swapped))["wrong"]


def test_two_entries_were_shown_as_the_same_version(node: Node) -> None:
    def twice(record: list[Json]) -> None:
        one, _ = with_event(record, "luck_called")
        other, _ = with_event(record, "luck_revealed", seat="ada")
        other["version"] = one["version"]

    assert place_of("luck_revealed") in {
        (at, in_proof)
        for at, _ in both(node, export(), changed(twice))["wrong"]
        for in_proof, _ in both(node, proof(), changed(twice))["wrong"]
    }


def test_an_entry_that_was_shown_is_not_in_the_log(node: Node) -> None:
    def another(record: list[Json]) -> None:
        line, _ = with_event(record, "luck_revealed", seat="ada")
        line["receipt"] = ZEROS

    assert found(node, changed(another)) == ([(None, "receipt_missing")],) * 2


def test_a_proof_need_not_have_entries_of_other_rounds_or_of_none(node: Node) -> None:
    def elsewhere(record: list[Json]) -> None:
        line, _ = with_event(record, "luck_revealed", seat="ada")
        line.update(receipt=ZEROS, round=None)

    in_export, in_proof = found(node, changed(elsewhere))

    assert (in_export, in_proof) == ([(None, "receipt_missing")], [])


def test_an_entry_shown_to_somebody_who_may_see_nothing_of_it_is_wrong(node: Node) -> None:
    """Everybody but the GM is not told of a new invite."""

    def told(record: list[Json]) -> None:
        (invite,) = [line for line in shown(GM) if "events" in line and line["events"][0]["type"] == "invite_renewed"]
        record.append({**invite, "viewer": ADA, "events": [], "coins": {}, "dice": {}})

    in_export, _ = place_of("invite_renewed")
    assert (in_export, "shown_otherwise") in both(node, export(), changed(told))["wrong"]


# Entries that a proof leaves out


def of_dee(record: list[Json]) -> Json:
    line, _ = with_event(record, "seat_taken", seat="dee")
    return line


def test_a_proof_has_no_receipt_of_an_entry_that_it_leaves_out(node: Node) -> None:
    def another_receipt(record: list[Json]) -> None:
        of_dee(record)["receipt"] = ZEROS

    assert found(node, changed(another_receipt)) == ([(None, "receipt_missing")], [])


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line["events"][0].update(name="Eve"),
        lambda line: line["events"].pop(),
        lambda line: line["events"].append({"type": "paused"}),
        lambda line: line.update(version=line["version"] - 1),
        lambda line: line.update(version=line["version"] + 1),
    ],
    ids=["another name", "an event less", "an event more", "an earlier place", "a later place"],
)
def test_an_entry_that_is_left_out_was_shown_as_everybody_saw_it(node: Node, change: Callable[[Json], object]) -> None:
    wrong = both(node, proof(), changed(lambda record: change(of_dee(record))))["wrong"]

    assert wrong == [(None, "receipt_missing")]


def test_what_only_its_viewer_saw_of_an_entry_that_is_left_out_is_not_compared(node: Node) -> None:
    record = shown(seat_viewer("dee"))
    _, taken = with_event(record, "seat_taken", seat="dee")
    assert taken["character"] is not None

    def other(record: list[Json]) -> None:
        _, taken = with_event(record, "seat_taken", seat="dee")
        taken["character"] = {"abilities": {"dex": 5}}

    assert both(node, proof(), changed(other, seat_viewer("dee")))["right"]


def test_one_entry_that_is_left_out_does_not_stand_for_two(node: Node) -> None:
    def twice(record: list[Json]) -> None:
        record.append({**of_dee(record), "receipt": ZEROS})

    assert both(node, proof(), changed(twice))["wrong"] == [(None, "receipt_missing")]


# Roots and calls


def test_another_root_was_seen(node: Node) -> None:
    for changes in ({"root": ZEROS}, {"to": 1024}):

        def other(record: list[Json], changes: Json = changes) -> None:
            next(line for line in record if "root" in line)["root"].update(changes)

        assert found(node, changed(other)) == ([(None, "root_changed")],) * 2
        assert both(node, running_proof(), changed(other))["wrong"] == [(None, "root_changed")]


def test_a_root_of_a_range_that_is_not_here_is_not_compared(node: Node) -> None:
    def later(record: list[Json]) -> None:
        next(line for line in record if "root" in line)["root"].update({"from": 4097, "to": 5120})

    assert found(node, changed(later)) == ([], [])
    assert both(node, export(), changed(later))["record"]["roots"] == 0


def call_in(record: Sequence[Json]) -> Json:
    return next(line for line in record if "call" in line)


OTHER_CALLS: Final[dict[str, Any]] = {
    "game": "goblin",
    "rules": 2,
    "opening": ZEROS,
    "root": ZEROS,
    "first": 2,
    "commitment": ZEROS,
    "seats": ["ada", "cy", "bo"],
    "seals": {"ada": ZEROS},
}


@pytest.mark.parametrize("member", OTHER_CALLS)
def test_another_call_was_answered(node: Node, member: str) -> None:
    record = changed(lambda record: call_in(record)["call"].update({member: OTHER_CALLS[member]}))

    assert found(node, record) == ([(None, "call_changed")],) * 2
    # The proof of a sealed round does not say which seals were called.
    expected = [] if member == "seals" else [(None, "call_changed")]
    assert both(node, running_proof(), record)["wrong"] == expected


def test_other_luck_was_revealed(node: Node) -> None:
    record = changed(lambda record: call_in(record).update(luck="0" * 32))

    assert found(node, record) == ([(None, "luck_mismatch")],) * 2
    assert both(node, running_proof(), record)["wrong"] == [(None, "luck_mismatch")]


def test_a_reveal_that_was_recorded_as_withheld_is_found(node: Node) -> None:
    playing = seal(sealed_table(unseal="round"), "ada")
    playing.give(None, StartRound())
    luck = luck_of(playing, "ada").text
    playing.give("ada", WithholdLuck(), actor=GM)
    playing.give(None, VoidRound())
    line = written([{**call_in(shown()), "call": own_call(playing), "luck": luck}])

    for data in (export(playing), proof(playing)):
        assert both(node, data, line)["wrong"] == [(None, "luck_mismatch")]


def own_call(playing: Playing) -> Json:
    """The call of a table's first round."""
    called = next(event for entry in playing.entries for event in entry.events if type(event).__name__ == "LuckCalled")
    call = msgspec.to_builtins(called)
    seals = {seal["seat"]: seal["seal"] for seal in call["seals"]}
    root = playing.table.roots[0].root
    return {**{name: call[name] for name in OTHER_CALLS if name in call}, "root": root, "seals": seals}


def test_the_luck_of_a_round_that_never_started_is_not_asked_for(node: Node) -> None:
    playing = seal(sealed_table(unseal="round"), "ada", "bo")
    playing.give(None, StartRound())
    reveal(playing, "ada")
    playing.give(None, VoidRound())
    line = written([{**call_in(shown()), "call": own_call(playing), "luck": "0" * 32}])

    for data in (export(playing), proof(playing)):
        assert both(node, data, line)["wrong"] == []


def test_a_call_of_a_round_that_the_export_lacks_was_changed(node: Node) -> None:
    record = changed(lambda record: call_in(record).update(round=2))

    assert found(node, record) == ([(None, "call_changed")], [])


# Reading a record


def test_a_view_that_came_later_is_read_with_its_entry(node: Node) -> None:
    def apart(record: list[Json]) -> None:
        line, _ = hole(record, "ada")
        view = {name: line.pop(name) for name in ("coins", "dice")}
        record.append({**{name: line[name] for name in ("table", "viewer", "round", "version", "receipt")}, **view})

    report = both(node, export(), changed(apart))
    assert report["right"]
    assert report["record"] == both(node, export(), written(shown()))["record"]

    def later_wrong(record: list[Json]) -> None:
        apart(record)
        record[-1]["dice"]["ada"][1][1] = None

    assert_otherwise(node, later_wrong, "round_started")


def test_the_records_of_several_viewers_can_be_read_together(node: Node) -> None:
    record = written([*shown(GM), *shown(ADA), *shown(PUBLIC)])

    report = both(node, export(), record)

    assert report["right"]
    assert report["record"]["entries"] == sum(len(entries(shown(viewer))) for viewer in (GM, ADA, PUBLIC))


def test_a_long_log_that_has_half_of_what_was_shown_takes_no_minutes(node: Node) -> None:
    """As after an old copy was put back."""
    last = msgspec.json.decode(played().lines[-1])
    event = {"type": "invite_renewed", "v": 1}
    lines = reseal([*played().lines, *[msgspec.json.encode({**last, "events": [event]})] * 4_000], opening="")
    shown = {"table": TABLE, "viewer": PUBLIC, "round": None}
    record = [
        {**shown, "version": version, "receipt": receipt_of(line) if version % 2 else ZEROS}
        for version, line in enumerate(lines[10:], 11)
    ]
    data = b"".join(write_export(TABLE, lines))
    before = time.process_time()
    assert in_python(data, written(record))["right"] is False
    assert time.process_time() - before < 2
    before = node.seconds()
    assert node.check(data, written(record))["right"] is False
    assert node.seconds() - before < 2


def test_a_round_was_shown_before_an_earlier_one(node: Node) -> None:
    lines = [{**entries(shown())[0], "version": 90 + at, "receipt": ZEROS, "round": 8 - at} for at in range(2)]
    lines = [{name: line[name] for name in line if name not in ("events", "coins", "dice")} for line in lines]

    assert both(node, proof(), written(lines))["wrong"] == [(None, "round_order")]


def test_nothing_is_compared_with_what_is_wrong_itself(node: Node) -> None:
    tampered = proof().replace(b'\\"face\\":', b'\\"face\\":1', 1)

    report = both(node, tampered, written(shown()))

    assert not report["right"]
    assert "record" not in report
