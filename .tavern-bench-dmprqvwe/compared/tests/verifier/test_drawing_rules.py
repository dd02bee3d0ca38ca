"""What the drawing rules fix, a proof alone shows: an operator who tries inputs until a roll suits is found out.

Each operator here knows the seed and all luck, plays the round again with one input of its choice, and chains it again.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from events.dice import Dice, sequence_of
from events.round_events import LuckWord
from games.installed import CATALOGUE
from games.table import SetLuck, StartRound, VoidRound
from replays.export import write_export
from tests.games.test_sealed_luck import reveal, seal, sealed_table
from tests.playing import Playing
from tests.replays.logs import forged
from tests.replays.proving import prove
from tests.verifier.second_opinions import START, Node, both, in_python

Grind = Callable[[dict[str, Any]], None]


def table(**options: Any) -> Playing:
    """A round of Twenty-One with luck words in the open, opened and called off."""
    playing = Playing.open(CATALOGUE, "twentyone", unseal="round", **options).seat("Bri", "Odo")
    playing.give("bri", SetLuck(luck="seven"))
    playing.give("odo", SetLuck(luck="boots"))
    playing.give(None, StartRound())
    playing.give(None, VoidRound())
    return playing


def proof_of(playing: Playing, lines: list[bytes] | None = None) -> dict[str, Any]:
    proof = prove(playing.catalogue, lines or playing.lines, 1)
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(proof))
    return decoded


def ground(playing: Playing, grind: Grind) -> tuple[dict[str, Any], bytes]:
    """The proof and the export of a round after the operator changed its first entry and rolled its dice again."""
    start = next(at for at, line in enumerate(playing.lines, 1) if b'"type":"round_started"' in line)
    seed = proof_of(playing)["seed"]

    def changed(entry: dict[str, Any]) -> None:
        grind(entry)
        (started,) = (event for event in entry["events"] if event["type"] == "round_started")
        luck = [LuckWord(**word) for word in started["luck"]]
        dice, drawn = Dice(bytes.fromhex(seed), 1, luck, {}), dict[str, int]()
        for draw in (event["draw"] for event in entry["events"] if event.get("draw")):
            assert drawn.setdefault(sequence_of(draw["seat"], draw["purpose"], draw["sides"]), draw["n"])
            draw["face"] = dice.roll(draw["seat"], draw["purpose"], draw["sides"]).face

    lines = forged(playing.lines, start, changed)
    return proof_of(playing, lines), b"".join(write_export(playing.table.table, lines))


def codes(node: Node, data: dict[str, Any] | bytes, luck: list[tuple[str, str]] | None = None) -> set[str]:
    report = both(node, data if isinstance(data, bytes) else msgspec.json.encode(data), luck=luck)
    return {code for _, code in report["wrong"]}


def words(entry: dict[str, Any]) -> list[dict[str, Any]]:
    (started,) = (event for event in entry["events"] if event["type"] == "round_started")
    found: list[dict[str, Any]] = started["luck"]
    return found


def ghost(entry: dict[str, Any]) -> None:
    words(entry).append({"seat": "house", "luck": "grind 343"})


def ghost_that_sits(entry: dict[str, Any]) -> None:
    ghost(entry)
    next(event for event in entry["events"] if event["type"] == "round_started")["seats"].append("house")


def order(entry: dict[str, Any]) -> None:
    words(entry).reverse()


def swapped(entry: dict[str, Any]) -> None:
    first, second, *_ = words(entry)
    first["luck"], second["luck"] = second["luck"], first["luck"]


def changed(entry: dict[str, Any]) -> None:
    words(entry)[1].update(luck="grind 343")


def hole(entry: dict[str, Any]) -> dict[str, Any]:
    return next(event for event in entry["events"] if event.get("place") == "hole" and event["seat"] == "bri")


def purpose(entry: dict[str, Any]) -> None:
    hole(entry)["draw"]["purpose"] = "hole_5"


def known_purpose(entry: dict[str, Any]) -> None:
    hole(entry)["draw"].update(purpose="bought", sides=10)


def other_sides(entry: dict[str, Any]) -> None:
    hole(entry)["draw"]["sides"] = 20
    hole(entry)["die"] = "d20"


def for_another(entry: dict[str, Any]) -> None:
    hole(entry)["draw"]["seat"] = "house"


def burnt(entry: dict[str, Any]) -> None:
    """A draw that nobody needs, so that the next of its sequence is another."""
    draw = {**hole(entry)["draw"], "n": 1}
    entry["events"].insert(-1, {"type": "told", "v": 1, "to": "none", "seat": "bri", "kind": "x", "facts": {"a": draw}})


GRINDS = [
    (ghost, {"luck_mismatch"}),
    (ghost_that_sits, {"seats_mismatch"}),
    (order, {"luck_mismatch"}),
    (purpose, {"draw_undeclared"}),
    (known_purpose, {"draw_undeclared"}),
    (other_sides, {"draw_undeclared"}),
    (for_another, {"draw_undeclared", "face_mismatch"}),
]


def test_an_honest_round_is_right_in_a_proof_and_in_an_export(node: Node) -> None:
    playing = table()
    proof, export = ground(playing, lambda entry: None)

    assert (codes(node, proof), codes(node, export)) == (set(), set())


@pytest.mark.parametrize(("grind", "found"), GRINDS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_proof_alone_shows_what_was_ground(node: Node, grind: Grind, found: set[str]) -> None:
    proof, export = ground(table(), grind)

    assert codes(node, proof) == found
    assert found <= codes(node, export)


def test_an_unused_draw_is_found(node: Node) -> None:
    proof, _ = ground(table(), burnt)

    assert "draw_undeclared" in codes(node, proof)


@pytest.mark.parametrize("grind", [changed, swapped])
def test_words_in_the_open_are_their_owners_to_check_or_an_exports(node: Node, grind: Grind) -> None:
    """Nothing in a proof shows which word a seat chose: the report says so, and each player's own word decides."""
    proof, export = ground(table(), grind)
    report = both(node, msgspec.json.encode(proof))

    assert report["right"]
    assert any("luck words" in what for what in report["not_shown"])
    assert codes(node, proof, [("odo", "boots")]) == {"luck_mismatch"}
    assert codes(node, export) == {"luck_mismatch"}


def test_the_own_word_has_to_be_the_one_that_was_used(node: Node) -> None:
    proof = proof_of(table())

    assert codes(node, proof, [("bri", "seven"), ("odo", "boots")]) == set()
    assert codes(node, proof, [("bri", "eight")]) == {"luck_mismatch"}
    assert codes(node, proof, [("cy", "")]) == {"luck_mismatch"}
    assert codes(node, proof, [("bri", "eight"), ("bri", "seven")]) == set()


@pytest.mark.parametrize(
    ("seat", "word", "detail"),
    [
        ("bri", "eight", "bri did not play with that luck"),
        ("bri ", "seven", "bri  is not among the round's seats"),
        ("cy", "", "cy is not among the round's seats"),
    ],
)
def test_a_seat_that_is_not_in_the_round_is_not_reported_as_a_wrong_word(
    node: Node, seat: str, word: str, detail: str
) -> None:
    proof = msgspec.json.encode(proof_of(table()))

    for report in (in_python(proof, None, [(seat, word)]), node.check(proof, None, [(seat, word)])):
        assert report["wrong"] == [{"seq": None, "code": "luck_mismatch", "detail": detail}]


def test_a_seat_that_is_in_no_round_of_an_export_is_reported_so(node: Node) -> None:
    playing = table()
    playing.give(None, StartRound())
    playing.give(None, VoidRound())
    export = b"".join(write_export(playing.table.table, playing.lines))

    for report in (in_python(export, None, [("cy", "")]), node.check(export, None, [("cy", "")])):
        assert [one["detail"] for one in report["wrong"]] == ["cy is not among the seats of any round here"]


def sealed_round() -> Playing:
    playing = seal(sealed_table(unseal="round"), "ada", "bo")
    playing.give(None, StartRound())
    reveal(playing, "ada", "bo")
    playing.give(None, VoidRound())
    return playing


def test_with_sealed_luck_nothing_about_it_is_left_to_be_claimed(node: Node) -> None:
    report = both(node, msgspec.json.encode(proof_of(sealed_round())))

    assert (report["right"], report["not_shown"]) == (True, [START])
    assert {one["how"] for one in report["rounds"][0]["luck"]} <= {"revealed", "unsealed"}


def test_luck_that_was_changed_after_it_was_sealed_is_found_in_a_proof(node: Node) -> None:
    for grind in (changed, swapped, order):
        proof, _ = ground(sealed_round(), grind)
        assert codes(node, proof) == {"luck_mismatch"}


def test_rounds_in_another_order_are_found_by_a_record_and_by_their_proofs_together(node: Node) -> None:
    proof = msgspec.json.encode(proof_of(table()))
    digest = hashlib.sha256(b"").hexdigest()
    played = [{"table": "x", "viewer": "seat:bri", "version": 9 + at, "receipt": digest} for at in range(3)]
    shown = [{**one, "table": msgspec.json.decode(proof)["table"]} for one in played]

    def found(*rounds: int | None) -> list[str]:
        kept = [{**one, "round": number} for one, number in zip(shown, rounds, strict=False)]
        report = both(node, proof, b"".join(msgspec.json.encode(one) + b"\n" for one in reversed(kept)))
        return [code for _, code in report["wrong"]]

    assert found(2, None, 3) == []
    assert found(3, 2) == ["round_order"]


def test_two_proofs_are_checked_against_each_other(node: Node) -> None:
    first, second = table(), table()
    second.give(None, StartRound())
    second.give(None, VoidRound())
    reports = [both(node, msgspec.json.encode(prove(CATALOGUE, second.lines, number))) for number in (1, 2)]
    other = both(node, msgspec.json.encode(proof_of(first)))
    late = {**reports[0], "rounds": [{**reports[0]["rounds"][0], "ended": "2999-01-01T00:00:00.000Z"}]}

    assert node.together(reports) == []
    assert node.together([reports[1], late]) == ["round_order"]
    assert node.together([other, {**other, "opening": "0" * 64}]) == ["bad_root"]
    assert node.together([other, {**other, "table": "another"}]) == ["wrong_table"]
    assert node.together([reports[0], late]) == ["round_order"]


def test_a_round_that_was_called_off_shows_no_luck_of_the_round_before(node: Node) -> None:
    playing = sealed_round()
    seal(playing, "ada")
    playing.give(None, StartRound())
    playing.give(None, VoidRound())
    proof = both(node, msgspec.json.encode(prove(CATALOGUE, playing.lines, 2)))
    export = both(node, b"".join(write_export(playing.table.table, playing.lines)))

    assert export["rounds"][1]["luck"] == []
    assert both(node, msgspec.json.encode(prove(CATALOGUE, playing.lines, 2)), luck=[("ada", "0" * 32)])["right"]
    assert node.together([proof, export]) == []


def test_two_courses_of_a_round_with_the_same_luck_and_draws_are_distinguished(node: Node) -> None:
    first, second = table(), table()
    first.give(None, StartRound())
    first.give(None, VoidRound(reason="rain"))
    second.give(None, StartRound())
    second.give(None, VoidRound(reason="fire"))
    reports = [both(node, msgspec.json.encode(prove(CATALOGUE, one.lines, 2))) for one in (first, second)]

    assert node.together(reports) == ["round_order"]
