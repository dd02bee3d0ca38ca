"""`tavern simulate`: the same from a seed on any number of cores, honest intervals, and no round without an end."""

import re
import struct
import zlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.installed import CATALOGUE
from replays.audit import audit
from replays.export import parse_export
from tests.tools.running import failure_of, json_of, tavern
from tools.simulate.counters import COUNTERS, counted
from tools.simulate.playing import BASES
from tools.simulate.report import Simulation
from tools.simulate.running import chunks_of
from tools.simulate.tally import Round, Sums, Tally, wilson

EVERY_GAME_ROUNDS = 30
"""The command for CI: the documented run plays 100,000 of each game."""


def simulated(*arguments: str | Path) -> Simulation:
    return msgspec.convert(json_of(tavern("simulate", *arguments, "--json")), Simulation)


def test_every_round_of_every_game_ends() -> None:
    found = json_of(tavern("simulate", "--every-game", "--rounds", f"{EVERY_GAME_ROUNDS}", "--seed", "07", "--json"))

    assert list(found) == list(CATALOGUE.books)
    assert {game["rounds"] for game in found.values()} == {EVERY_GAME_ROUNDS}
    assert all(1 <= game["longest"] < 5_000 for game in found.values())


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores() -> None:
    arguments = ("simulate", "middles-seven", "--rounds", "450", "--policy", "flat", "--seed", "c0ffee", "--json")

    one, two = (tavern(*arguments, "--cores", cores) for cores in ("1", "2"))

    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    assert one.stdout != tavern(*arguments[:-2], "c0ffef", "--json").stdout


def test_figures_are_told_for_each_policy_and_for_the_house() -> None:
    found = simulated("twentyone", "--rounds", "100", "--seed", "01", "--policy", "cautious", "--policy", "card_sharp")

    assert (found.game, found.rounds, found.seed, found.rules) == ("twentyone", 100, "01", 1)
    assert [(one.policy, one.seats) for one in found.policies] == [("cautious", 1), ("card_sharp", 1)]
    assert sum(one.win_rate.value for one in found.policies) <= 1
    assert found.house_cp.value == found.house_cp.low == found.house_cp.high == -1_000
    assert found.house_edge is not None
    assert found.house_edge.value < 0
    assert {"bust", "duels", "cheats", "cheats_worked", "denounced"} <= {rate.name for rate in found.rates}
    for estimate in (*(rate.rate for rate in found.rates), *(one.coins_cp for one in found.policies), found.acts):
        assert estimate.low <= estimate.value <= estimate.high
    assert found.longest >= found.acts.value


def test_coins_are_neither_made_nor_lost() -> None:
    """What seats gain in a round the House loses, where no pot rolls over."""
    options = ("--options", "no_winner=house", "--policy", "random")
    found = simulated("twentyone", "--rounds", "100", "--seed", "02", *options)

    (one,) = found.policies
    assert one.seats == 2
    assert one.seats * one.coins_cp.value + found.house_cp.value == pytest.approx(0)


def test_purses_are_filled_up_between_rounds_and_what_is_lent_is_not_won() -> None:
    found = simulated("bluffmaster", "--rounds", "60", "--seed", "02", "--policy", "reckless")

    (one,) = found.policies
    assert found.loans > 0
    assert one.coins_cp.value == pytest.approx(0)


def test_a_policy_brings_a_sheet_of_its_own() -> None:
    def worked(modifier: int) -> float:
        sharp = f"card_sharp@sleight_of_hand={modifier}"
        found = simulated("twentyone", "--rounds", "100", "--seed", "03", "--policy", sharp, "--policy", sharp)
        return next(rate.rate.value for rate in found.rates if rate.name == "cheats_worked")

    assert worked(15) > 0.9
    assert worked(0) < 0.7


def test_options_are_those_of_the_game() -> None:
    found = simulated(
        "twentyone", "--rounds", "20", "--seed", "04", "--options", "house_match=false", "--options", "ante_cp=200"
    )

    assert found.options == {"house_match": False, "ante_cp": 200}
    assert found.house_cp.value == 0


def test_a_round_that_waits_for_the_gm_goes_on() -> None:
    found = simulated("mountains", "--rounds", "20", "--seed", "06", "--options", "auto_roll=false", "--policy", "flat")

    assert found.rounds == 20
    assert found.acts.low > 2


def test_a_round_that_does_not_end_is_an_error_and_its_log_is_kept(tmp_path: Path) -> None:
    arguments = ("twentyone", "--rounds", "5", "--seed", "0a", "--most-acts", "6", "--folder", tmp_path)
    stuck = tavern("simulate", *arguments)

    assert stuck.exit_code == 1
    (kept,) = tmp_path.iterdir()
    assert stuck.stderr == f"Error: twentyone: round 1 had not ended after 6 acts; its log is in {kept}\n"
    export = parse_export(kept.read_bytes().splitlines(keepends=True))
    report = audit(CATALOGUE, export.lines, header=export.header)
    assert report.clean
    assert len(export.lines) == 1 + 3 + 1 + 6


def test_a_log_that_cannot_be_kept_is_told_of(tmp_path: Path) -> None:
    missing = tmp_path / "soft-lock-twentyone-0b-0.jsonl"
    missing.mkdir()
    stuck = tavern("simulate", "twentyone", "--rounds", "1", "--seed", "0b", "--most-acts", "1", "--folder", tmp_path)

    assert stuck.exit_code == 1
    assert stuck.stderr.endswith(f"its log cannot be written to {missing}: is a directory\n")


def test_figures_are_told_in_words() -> None:
    shown = tavern("simulate", "twentyone", "--rounds", "20", "--seed", "05").stdout

    assert "Tavern Twenty-One  20 rounds, seed 05" in shown
    assert "the House gains a round" in shown
    assert "went bust, a seat and round" in shown
    assert "so that nobody went broke." in shown


def test_the_picture_is_drawn_as_svg(tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    tavern("simulate", "twentyone", "--rounds", "20", "--seed", "05", "--plot", picture)
    words = re.findall(r"<text [^>]*>([^<]*)</text>", picture.read_text(encoding="utf-8"))

    assert words[0] == "twentyone: 20 rounds"
    assert {"Rounds won", "cautious", "card_sharp", "bully", "the House", "went bust, of seats"} <= set(words)


def test_the_picture_is_drawn_as_png(tmp_path: Path) -> None:
    picture = tmp_path / "odds.png"
    tavern("simulate", "mountains", "--rounds", "10", "--seed", "05", "--plot", picture)
    drawn = picture.read_bytes()

    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", drawn[16:24])
    assert width == 1_920
    assert height > 400
    assert len(set(zlib.decompress(_data_of(drawn)))) > 10


def _data_of(png: bytes) -> bytes:
    data, at = b"", 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    return data


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["poker"], "no game 'poker' is installed here"),
        ([], "name a game to simulate, or give --every-game, and not both"),
        (["twentyone", "--every-game"], "name a game to simulate, or give --every-game, and not both"),
        (["twentyone", "--policy", "clever"], "no policy is called 'clever'; there are: random, cautious"),
        (["twentyone", "--policy", "bully@luck=3"], "bully@luck=3: 'luck=3' is no modifier like dex=2; there are: str"),
        (["twentyone", "--policy", "bully@str=99"], "bully@str=99: Expected `int` <= 40"),
        (["twentyone", "--options", "ante_cp"], "--options takes NAME=VALUE, and not 'ante_cp'"),
        (["twentyone", "--options", "ante_cp=3"], "The options do not fit Tavern Twenty-One"),
        (["twentyone", "--seed", "xyz"], "--seed must be hex digits, two for each byte, and is 'xyz'"),
        (["bluffmaster", *["--policy", "tight"] * 6], "Bluffmaster has 5 seats at most, and 6 policies were given"),
        (["twentyone", "--plot", "odds.gif"], "--plot draws one game into a file that ends in .svg or .png"),
    ],
)
def test_what_cannot_be_simulated_is_told_in_one_line(arguments: list[str], words: str) -> None:
    assert failure_of(tavern("simulate", *arguments)).startswith(f"Error: {words}")


def test_a_picture_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    picture = tmp_path / "no" / "x.svg"

    words = failure_of(tavern("simulate", "middles-seven", "--rounds", "1", "--plot", picture))

    assert words == f"Error: {picture} cannot be written: no such file or directory"


def test_rounds_come_in_chunks_that_do_not_depend_on_how_many_there_are() -> None:
    assert list(chunks_of(250)) == [(0, 100), (1, 100), (2, 50)]
    assert list(chunks_of(100)) == [(0, 100)]


def test_every_counter_is_set_against_something_that_is_counted() -> None:
    assert len(BASES) == len(COUNTERS)
    assert {of for of in BASES.values() if of not in BASES} == {"rounds", "seats"}
    assert counted([]) == {}


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=1, max_size=40))
def test_tallies_come_out_the_same_in_whatever_order_they_are_put_together(rounds: list[tuple[int, int]]) -> None:
    whole, first, second = Tally(), Tally(), Tally()
    for at, (net, acts) in enumerate(rounds):
        played = Round(
            acts=acts,
            seats={"a": 2},
            wins={"a": net > 0},
            net_cp={"a": net},
            house_cp=-net,
            staked_cp=acts,
            counts={"bust": acts % 2},
        )
        whole.add(played, BASES)
        (first if at % 3 else second).add(played, BASES)
    second.merge(first)

    assert second == whole
    assert whole.longest == max(acts for _, acts in rounds)


def test_an_interval_holds_the_true_share_95_times_in_100() -> None:
    """Of a fair coin thrown 100 times: all numbers of heads, each as likely as it is."""
    held, chance = 0.0, 0.5**100
    for heads in range(101):
        low, high = wilson(heads / 100, 100)
        held += chance if low <= 0.5 <= high else 0.0
        chance = chance * (100 - heads) / (heads + 1)

    assert 0.94 < held < 0.97


def test_an_interval_is_honest_where_nothing_happened_and_where_all_did() -> None:
    never, always = Sums(), Sums()
    for _ in range(50):
        never.add(0, 1)
        always.add(1, 1)
    nothing, everything = never.estimate(), always.estimate()

    assert nothing is not None
    assert everything is not None
    assert (nothing.value, nothing.low) == (0.0, 0.0)
    assert 0.05 < nothing.high < 0.1
    assert everything.value == 1.0
    assert everything.high == pytest.approx(1.0)
    assert Sums().estimate() is None


def test_what_happens_together_in_a_round_is_no_more_evidence_than_the_round() -> None:
    together, apart = Sums(), Sums()
    for at in range(100):
        together.add(3 * (at % 2), 3)
        for seat in range(3):
            apart.add((at + seat) % 2, 1)
    one, other = together.estimate(), apart.estimate()

    assert one is not None
    assert other is not None
    assert one.value == other.value == 0.5
    assert one.high - one.low > 1.6 * (other.high - other.low)
