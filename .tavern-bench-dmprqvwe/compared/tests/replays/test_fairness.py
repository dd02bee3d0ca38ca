from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from events.audience import ALL
from events.draws import draws_of
from events.event import V1, Draw
from events.round_events import CheckRolled, DieRolled, TurnBegan
from games.table import VoidRound
from replays.audit import audit
from tests.replays.logs import Forgery, bank_evening, event, forged, race_evening
from tests.toys.catalogue import TOYS

LINES = bank_evening().lines
"""Seq 1 opens, 2 and 3 sit down, 4 to 6 are round 1 (started, bet, bet and over), 7 and 8 round 2, still running."""

ZEROS = "0" * 64


def found_in(lines: list[bytes]) -> list[tuple[int | None, str]]:
    return [(finding.seq, finding.code) for finding in audit(TOYS, lines, rerun=False).findings]


def changed(kind: str, **fields: object) -> Forgery:
    return lambda entry: event(entry, kind).update(fields)


def without(kind: str) -> Forgery:
    return lambda entry: entry["events"].remove(event(entry, kind))


@pytest.mark.parametrize("fields", [{"root": "no hash"}, {"root": "00"}, {"first": 2, "last": 1025}, {"last": 512}])
def test_an_invalid_root_is_found_and_no_round_lies_under_it(fields: dict[str, object]) -> None:
    lines = forged(LINES, 1, changed("root_published", **fields))

    assert found_in(lines) == [(1, "bad_root"), (4, "root_missing"), (7, "root_missing")]


def test_a_second_root_for_the_same_rounds_is_found() -> None:
    lines = forged(LINES, 1, lambda entry: entry["events"].append({**event(entry, "root_published"), "root": ZEROS}))

    assert found_in(lines) == [(1, "bad_root")]


def test_a_path_that_does_not_lead_to_the_published_root_is_found() -> None:
    lines = forged(LINES, 1, changed("root_published", root=ZEROS))

    assert found_in(lines) == [(4, "path_mismatch"), (7, "path_mismatch")]


@pytest.mark.parametrize("path", [[], ["00"] * 10, ["no hash"] * 10, [ZEROS] * 9, [ZEROS] * 10, [ZEROS] * 11])
def test_an_invalid_or_wrong_path_is_found(path: list[str]) -> None:
    assert found_in(forged(LINES, 4, changed("round_started", path=path))) == [(4, "path_mismatch")]


def test_a_round_outside_its_range_is_found() -> None:
    assert found_in(forged(LINES, 4, changed("round_started", first=1025))) == [(4, "root_missing")]


def test_another_commitment_leads_to_no_root_and_has_no_seed() -> None:
    lines = forged(LINES, 4, changed("round_started", commitment=ZEROS))

    assert found_in(lines) == [(4, "path_mismatch"), (6, "commitment_mismatch")]


def test_another_seed_is_not_the_one_committed_to_and_the_draws_do_not_follow_from_it() -> None:
    lines = forged(LINES, 6, changed("seed_recorded", seed="1" * 64))
    lines = forged(lines, 6, changed("round_unsealed", seed="1" * 64))

    assert found_in(lines) == [
        (4, "draw_mismatch"),
        (4, "draw_mismatch"),
        (6, "commitment_mismatch"),
    ]


def test_an_invalid_seed_is_found() -> None:
    lines = forged(forged(LINES, 6, changed("seed_recorded", seed="x")), 6, changed("round_unsealed", seed="x"))

    assert found_in(lines) == [(6, "commitment_mismatch")]


def test_a_round_that_ends_without_its_seed_is_found() -> None:
    lines = forged(forged(LINES, 6, without("seed_recorded")), 6, without("round_unsealed"))

    assert found_in(lines) == [(6, "seed_missing")]


def test_a_seed_revealed_while_its_round_runs_is_found() -> None:
    recorded = {"type": "seed_recorded", "to": "none", "v": 1, "round": 2, "seed": ZEROS}
    lines = forged(LINES, 8, lambda entry: entry["events"].append(recorded))

    assert found_in(lines)[-2:] == [(8, "seed_misplaced"), (8, "commitment_mismatch")]


def test_unsealing_with_another_seed_than_the_recorded_one_is_found() -> None:
    assert found_in(forged(LINES, 6, changed("round_unsealed", seed=ZEROS))) == [(6, "seed_misplaced")]


def test_a_voided_round_s_draws_are_checked_too() -> None:
    evening = bank_evening()
    evening.gm(VoidRound())
    covered = {"seat": "house", "purpose": "hole", "sides": 6, "n": 1, "face": 2}

    def change(entry: dict[str, Any]) -> None:
        entry["events"][3]["draw"] = covered

    report = audit(TOYS, forged(evening.lines, 7, change), rerun=False)

    (finding,) = report.findings
    assert (finding.seq, finding.code) == (7, "draw_mismatch")
    assert finding.detail == "draw 1 of a d6 for house (hole) shows 2, but the seed gives 5"


def test_a_draw_of_a_running_round_is_checked_only_for_its_order() -> None:
    def skip(entry: dict[str, Any]) -> None:
        entry["events"][3]["draw"].update(n=3, face=1)

    report = audit(TOYS, forged(LINES, 7, skip))

    (finding,) = report.findings
    assert (finding.seq, finding.code) == (7, "draw_order")
    assert finding.detail == "draw 3 of a d6 for house (hole) is out of order, expected number 1 of its sequence"


@pytest.mark.parametrize("fields", [{"sides": 0}, {"sides": 2**32 + 1}, {"sides": -6}, {"n": 0}])
def test_a_draw_that_nobody_can_make_is_found(fields: dict[str, int]) -> None:
    def change(entry: dict[str, Any]) -> None:
        event(entry, "die_rolled")["draw"].update(fields)

    assert (4, "draw_mismatch") in found_in(forged(LINES, 4, change))


def test_every_draw_of_a_long_round_follows_from_its_seed() -> None:
    lines = race_evening().lines

    rolls = sum(b'"draw":{' in line for line in lines)

    assert rolls > 4
    assert found_in(lines) == []


class Bout(msgspec.Struct, frozen=True):
    name: str
    draws: tuple[Draw, ...]
    after: "Bout | None" = None


class Fought(V1, frozen=True, kw_only=True):
    guarded: ClassVar = {"secret": "secret_to"}

    bouts: dict[str, Annotated[list[Bout], "in order"]]
    first: tuple[int, Draw]
    secret: Draw | None = None
    secret_to: str = ALL


def test_draws_are_found_wherever_an_event_holds_them() -> None:
    draws = [Draw(seat="bri", purpose="duel", sides=20, n=n, face=n) for n in range(1, 6)]
    fought = Fought(
        bouts={"bri": [Bout("a", (draws[0],), Bout("b", (draws[1], draws[2])))]},
        first=(1, draws[3]),
        secret=draws[4],
    )

    assert list(draws_of(fought)) == draws


def test_events_without_a_draw_have_none() -> None:
    check = CheckRolled(to=ALL, seat="bri", check="str", mode="normal", draws=[], natural=1, modifier=0, total=1)

    assert list(draws_of(TurnBegan(seat="bri"))) == []
    assert list(draws_of(check)) == []
    assert list(draws_of(DieRolled(seat="bri", n=0, die="d6", place="hole"))) == []
