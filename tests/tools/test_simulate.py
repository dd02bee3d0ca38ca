"""`tavern simulate`: the same from a seed on any number of cores, honest intervals, and no round without an end."""

import re
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.installed import CATALOGUE
from games.policies import names
from replays.audit import audit
from replays.export import parse_export
from replays.intervals import Estimate
from tests.tools.running import failure_of, json_of, tavern
from tests.toys.catalogue import TOYS
from tools.simulate.counters import COUNTERS, counted
from tools.simulate.picture import amounts
from tools.simulate.playing import BASES
from tools.simulate.printing import AGAINST
from tools.simulate.report import Simulation
from tools.simulate.running import chunks_of, processes_for
from tools.simulate.tally import Round, Tally

EVERY_GAME_ROUNDS = 30
"""The command for CI: the documented run plays 100,000 of each game."""


EVERYWHERE = ("random", "cautious", "reckless", "card_sharp", "bully", "drunkard")
TWENTY_ONE = (*EVERYWHERE, "plain", "frugal", "cheat")


def refused(game: str, name: str) -> str:
    return f"{game} knows no policy '{name}'; it has: {', '.join(EVERYWHERE)}"


def simulated(*arguments: str | Path) -> Simulation:
    return msgspec.convert(json_of(tavern("simulate", *arguments, "--json")), Simulation)


@pytest.mark.thorough
def test_every_round_of_every_game_ends() -> None:
    found = json_of(tavern("simulate", "--every-game", "--rounds", f"{EVERY_GAME_ROUNDS}", "--seed", "07", "--json"))

    assert list(found) == list(CATALOGUE.rulebooks)
    assert {game["rounds"] for game in found.values()} == {EVERY_GAME_ROUNDS}
    assert all(1 <= game["longest"] < 5_000 for game in found.values())


def test_every_round_of_one_game_ends_with_every_lineup_and_the_options_that_are_given() -> None:
    arguments = ("goblin", "--every-lineup", "--rounds", "9", "--seed", "07", "--options", "last_standing=wins")
    found = json_of(tavern("simulate", *arguments, "--json"))
    output = tavern("simulate", *arguments).stdout

    assert list(found) == ["goblin"]
    assert found["goblin"]["rounds"] == 9
    longest = found["goblin"]["longest"]
    assert output == f"Goblin Mode  all 9 rounds ended; the longest took {longest} actions\n"


def test_a_game_without_policies_is_played_at_random_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("tools.simulate.command", "tools.simulate.running"):
        monkeypatch.setattr(f"{module}.CATALOGUE", TOYS)
    arguments = ("--rounds", "6", "--seed", "07", "--cores", "1")

    one = tavern("simulate", "race", *arguments).stdout
    every = tavern("simulate", "race", "--every-lineup", *arguments).stdout

    at_random = "no policy knows this game, so all play it at random"
    assert f"Played by cautious, card_sharp and bully; {at_random}.\n" in one
    assert re.fullmatch(rf"Race  all 6 rounds ended; the longest took \d+ actions; {at_random}\n", every)


def test_players_that_do_not_know_a_game_that_another_policy_knows_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    policies = import_module("games.policies.named")
    known = {name: policy for name, policy in policies._BY_NAME.items() if name not in ("bully", "card_sharp")}
    others = {name: msgspec.structs.replace(policies._BY_NAME[name], plays={}) for name in ("bully", "card_sharp")}
    monkeypatch.setattr(policies, "_BY_NAME", {**known, **others})

    arguments = ("simulate", "farkle", "--rounds", "1", "--cores", "1")
    one = tavern(*arguments, "--policy", "random", "--policy", "bully").stdout
    two = tavern(*arguments, "--policy", "bully", "--policy", "card_sharp", "--policy", "greedy").stdout

    assert "Played by random and bully; bully plays it at random.\n" in one
    assert "greedy; bully and card_sharp play it at random.\n" in two


def test_one_game_is_played_with_every_lineup_as_it_is_with_all_games() -> None:
    arguments = ("--rounds", "6", "--seed", "07", "--json")
    every_game = json_of(tavern("simulate", "--every-game", *arguments))

    assert list(every_game) == list(CATALOGUE.rulebooks)
    assert json_of(tavern("simulate", "mountains", "--every-lineup", *arguments)) == {
        "mountains": every_game["mountains"]
    }


def test_a_round_that_does_not_end_with_every_lineup_is_an_error(tmp_path: Path) -> None:
    arguments = ("twentyone", "--every-lineup", "--rounds", "1", "--most-acts", "2", "--folder", tmp_path)
    stuck = tavern("simulate", *arguments)

    assert stuck.exit_code == 1
    assert stuck.stderr.startswith("Error: twentyone: round 1 had not ended after 2 actions; its log is in ")
    assert len(list(tmp_path.iterdir())) == 1


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores() -> None:
    arguments = ("simulate", "middles-seven", "--rounds", "450", "--policy", "flat", "--seed", "c0ffee", "--json")

    one, two = (tavern(*arguments, "--cores", cores) for cores in ("1", "2"))

    assert "low" in one.stdout
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    assert one.stdout != tavern(*arguments[:-2], "c0ffef", "--json").stdout


def test_figures_are_given_for_each_policy_and_for_the_house() -> None:
    seated = ("--policy", "cautious", "--policy", "card_sharp")
    found = simulated("twentyone", "--rounds", "100", "--table-rounds", "8", "--seed", "01", *seated)

    assert (found.game, found.rounds, found.seed, found.rules) == ("twentyone", 100, "01", 1)
    assert (found.tables, found.table_rounds) == (13, 8)
    assert [(one.policy, one.seats) for one in found.policies] == [("cautious", 1), ("card_sharp", 1)]
    assert sum(one.win_rate.value for one in found.policies) <= 1
    assert found.house_cp.value == found.house_cp.low == found.house_cp.high == -1_000
    assert found.house_edge is not None
    assert found.house_edge.value < 0
    assert {"bust", "duels", "cheats", "cheats_worked", "denounced"} <= {rate.name for rate in found.rates}
    for estimate in (*(rate.rate for rate in found.rates), *(one.coins_cp for one in found.policies), found.acts):
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low <= estimate.value <= estimate.high
    assert found.longest >= found.acts.value


def test_amounts_that_never_differ_are_known_and_no_shares() -> None:
    """A share of nought or one would have an interval beside it: who knows what the next round brings."""
    found = simulated("middles-seven", "--rounds", "60", "--table-rounds", "5", "--seed", "01", "--policy", "flat")
    farkle = simulated("farkle", "--rounds", "2", "--table-rounds", "1", "--seed", "01")

    assert (found.acts.value, found.acts.low, found.acts.high) == (1, 1, 1)
    assert {(one.coins_cp.value, one.coins_cp.low, one.coins_cp.high) for one in farkle.policies} == {(0, 0, 0)}
    assert (farkle.house_cp.low, farkle.house_cp.high) == (0, 0)
    (bets,) = (rate.rate for rate in found.rates if rate.name == "bets_settled")
    assert bets.value == 1
    assert bets.low is not None
    assert bets.low < 1


def test_one_table_gives_no_intervals(tmp_path: Path) -> None:
    arguments = ("middles-seven", "--rounds", "40", "--seed", "01", "--policy", "flat")
    found, output = simulated(*arguments), tavern("simulate", *arguments, "--plot", tmp_path / "odds.svg").stdout

    assert (found.tables, found.table_rounds) == (1, 100)
    estimates = [*(rate.rate for rate in found.rates), found.house_cp, found.acts, found.policies[0].win_rate]
    assert {(estimate.low, estimate.high) for estimate in estimates} == {(None, None)}
    assert re.search(r"the House gains a round +[+-][\d.]+ cp +–", output)
    assert "\nOne table gives no intervals: play more rounds, or fewer at each table (--table-rounds).\n" in output
    assert "#b4552d" not in (tmp_path / "odds.svg").read_text(encoding="utf-8")


def test_few_tables_are_noted() -> None:
    arguments = ("middles-seven", "--seed", "01", "--policy", "flat", "--table-rounds", "5", "--rounds")

    assert "With 11 tables, intervals are wide" in tavern("simulate", *arguments, "55").stdout
    assert "intervals are" not in tavern("simulate", *arguments, "60").stdout


def test_heat_lasts_for_as_long_as_a_table_is_played() -> None:
    """Under V3.0 cheats heat the table for good: of those that are tried at random fewer and fewer work."""

    def worked(table_rounds: int) -> float:
        arguments = ("--rounds", "96", "--table-rounds", f"{table_rounds}", "--seed", "03")
        found = simulated("twentyone-v3", *arguments, "--policy", "random", "--policy", "random")
        return next(rate.rate.value for rate in found.rates if rate.name == "cheats_worked")

    assert worked(2) > 2 * worked(48)


def test_coins_are_neither_made_nor_lost() -> None:
    """What seats gain in a round the House loses, where no pot rolls over."""
    options = ("--options", "no_winner=house", "--policy", "random")
    found = simulated("twentyone", "--rounds", "100", "--seed", "02", *options)

    (one,) = found.policies
    assert one.seats == 2
    assert one.seats * one.coins_cp.value + found.house_cp.value == pytest.approx(0)


def test_purses_are_filled_up_between_rounds_and_loans_do_not_count_as_winnings() -> None:
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


def test_a_policy_brings_a_gaming_set_of_its_own() -> None:
    def won(cheating: str) -> float:
        seated = ("--policy", "threshold@weighted_high,dex=1", "--policy", "threshold")
        options = ("--options", f"cheating={cheating}", "--options", "ante_cp=500")
        found = simulated("pig", "--rounds", "30", "--table-rounds", "10", "--seed", "05", *seated, *options)
        assert sum(one.coins_cp.value for one in found.policies) == 0
        return found.policies[0].win_rate.value

    assert won("on") > 0.9
    assert won("off") < 0.8


def test_options_are_those_of_the_game() -> None:
    found = simulated(
        "twentyone", "--rounds", "20", "--seed", "04", "--options", "house_match=false", "--options", "ante_cp=200"
    )

    assert found.options == {"house_match": False, "ante_cp": 200}
    assert found.house_cp.value == 0


def test_a_round_that_waits_for_the_gm_goes_on() -> None:
    found = simulated("mountains", "--rounds", "20", "--seed", "06", "--options", "auto_roll=false", "--policy", "flat")

    assert found.rounds == 20
    assert found.acts.value > 2


def test_a_round_that_does_not_end_is_an_error_and_its_log_is_kept(tmp_path: Path) -> None:
    arguments = ("twentyone", "--rounds", "5", "--seed", "0a", "--most-acts", "6", "--folder", tmp_path)
    stuck = tavern("simulate", *arguments)

    assert stuck.exit_code == 1
    (kept,) = tmp_path.iterdir()
    assert stuck.stderr == f"Error: twentyone: round 1 had not ended after 6 actions; its log is in {kept}\n"
    export = parse_export(kept.read_bytes().splitlines(keepends=True))
    report = audit(CATALOGUE, export.lines, header=export.header)
    assert report.clean
    assert len(export.lines) == 1 + 3 + 1 + 6


def test_a_log_that_cannot_be_kept_is_reported(tmp_path: Path) -> None:
    missing = tmp_path / "soft-lock-twentyone-0b-0.jsonl"
    missing.mkdir()
    stuck = tavern("simulate", "twentyone", "--rounds", "1", "--seed", "0b", "--most-acts", "1", "--folder", tmp_path)

    assert stuck.exit_code == 1
    assert stuck.stderr.endswith(f"its log cannot be written to {missing}: is a directory\n")


def test_figures_are_printed_in_words() -> None:
    shown = tavern("simulate", "twentyone", "--rounds", "20", "--seed", "05").stdout

    assert "Tavern Twenty-One  20 rounds, at one table, seed 05" in shown
    assert "the House gains a round" in shown
    assert "went bust, for each seat in a round" in shown
    assert "cheats that worked, of those tried" in shown
    assert "so that nobody went broke." in shown


def test_the_picture_is_drawn_as_svg(tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    tavern("simulate", "twentyone", "--rounds", "20", "--table-rounds", "5", "--seed", "05", "--plot", picture)
    drawn = picture.read_text(encoding="utf-8")
    words = re.findall(r"<text [^>]*>([^<]*)</text>", drawn)

    assert words[0] == "Tavern Twenty-One: 20 rounds, 5 at a table"
    assert "#b4552d" in drawn
    labels = {"Rounds won", "cautious", "card_sharp", "bully", "the House", "went bust, for each seat in a round"}
    assert labels <= set(words)


def bars(drawn: str) -> list[tuple[float, float]]:
    """How long each bar of a picture is, and the ground on which it lies, in the order of the rows."""
    widths = [(fill, float(wide)) for wide, fill in re.findall(r'width="([\d.]+)" height="12.0" fill="(#\w+)"', drawn)]
    grounds, figures = ([wide for fill, wide in widths if fill == wanted] for wanted in ("#e6e9ec", "#2f7d6d"))
    return list(zip(figures, grounds, strict=True))


def test_a_share_fills_as_much_of_its_bar_as_it_is_of_100_percent(tmp_path: Path) -> None:
    picture, arguments = tmp_path / "odds.svg", ("twentyone", "--rounds", "20", "--table-rounds", "5", "--seed", "05")
    found = simulated(*arguments)
    tavern("simulate", *arguments, "--plot", picture)
    drawn = bars(picture.read_text(encoding="utf-8"))

    won = [one.win_rate.value for one in found.policies]
    shares = [rate.rate.value for rate in found.rates if rate.rate.high is not None and rate.rate.high <= 1]
    assert [bar / ground for bar, ground in drawn[: len(won)]] == [pytest.approx(share, abs=0.001) for share in won]
    assert [bar / ground for bar, ground in drawn[-len(shares) :]] == [
        pytest.approx(share, abs=0.001) for share in shares
    ]


def test_the_scale_of_shares_goes_from_0_to_100_percent_and_that_of_coins_has_round_numbers(tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    tavern("simulate", "twentyone", "--rounds", "400", "--table-rounds", "20", "--seed", "05", "--plot", picture)
    words = re.findall(r"<text [^>]*>([^<]*)</text>", picture.read_text(encoding="utf-8"))

    percents = ["0 %", "25 %", "50 %", "75 %", "100 %"]
    assert words[words.index("Rounds won") + 1 :][:5] == percents
    assert words[words.index("How often") + 1 :][:5] == percents
    coins = words[words.index("Coins gained in a round, in copper") + 1 :]
    assert coins[:5] == ["-2,000", "-1,000", "0", "1,000", "2,000"]


@given(st.lists(st.floats(-5e4, 5e4), min_size=1))
def test_a_scale_of_amounts_holds_them_all_and_0_at_few_round_ticks(values: list[float]) -> None:
    scale = amounts([Estimate(value=value, low=None, high=None, tables=1) for value in values])

    assert min(0.0, *values) >= scale.low
    assert max(0.0, *values) <= scale.high
    assert list(scale.ticks) == sorted({0.0, scale.low, scale.high, *scale.ticks})
    assert 2 <= len(scale.ticks) <= 8
    assert {f"{tick:,.0f}" for tick in scale.ticks} == set(scale.ticks.values())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["poker"], "no game 'poker' is installed here"),
        ([], "give either a game or --every-game"),
        (["twentyone", "--every-game"], "give either a game or --every-game"),
        (["twentyone", "--policy", "clever"], f"twentyone knows no policy 'clever'; it has: {', '.join(TWENTY_ONE)}"),
        *((["goblin", "--policy", name], refused("goblin", name)) for name in ("cheat", "flat", "threshold", "clever")),
        (["goblin", "--policy", "cautious", "--policy", "cheat@dex=2"], refused("goblin", "cheat")),
        (["farkle", "--policy", "cheat"], f"farkle knows no policy 'cheat'; it has: {', '.join(names('farkle'))}"),
        (
            ["twentyone", "--policy", "bully@luck=3"],
            "bully@luck=3: 'luck=3' is not a modifier like dex=2; the names are str",
        ),
        (["twentyone", "--policy", "bully@str=99"], "bully@str=99: character, abilities, str must be at most 10."),
        (["twentyone", "--policy", "bully@str=1,str=2"], "bully@str=1,str=2: str is given twice"),
        (["pig", "--policy", "bully@weighted_heavy=7"], "bully@weighted_heavy=7: a d6 has no 7"),
        (["pig", "--policy", "bully@weighted_heavy=x"], "bully@weighted_heavy=x: 'x' is not the face of a die"),
        (
            ["pig", "--policy", "bully@weighted_high=3"],
            "bully@weighted_high=3: only heavy and sticky dice favour faces",
        ),
        (
            ["pig", "--policy", "bully@ivory_dice,weighted_high"],
            "bully@ivory_dice,weighted_high: one set of dice is enough",
        ),
        (["twentyone", "--options", "ante_cp=100", "--options", "ante_cp=200"], "--options: ante_cp is given twice"),
        (["twentyone", "--options", "ante_cp"], "--options takes NAME=VALUE, not 'ante_cp'"),
        (["twentyone", "--options", "ante_cp=3"], "The options do not fit Tavern Twenty-One"),
        (["twentyone", "--seed", "xyz"], "--seed must be an even number of hex digits, not 'xyz'"),
        (["twentyone", "--seed", ""], "--seed must be an even number of hex digits, not ''"),
        (["bluffmaster", *["--policy", "tight"] * 6], "Bluffmaster has at most 5 seats, but 6 policies were given"),
        (["twentyone", "--plot", "odds.gif"], "--plot draws the figures of one game, in a file that ends in .svg"),
        (["farkle", "--every-lineup", "--plot", "odds.svg"], "--plot draws the figures of one game, in a file that"),
        (["--every-lineup"], "give either a game or --every-game"),
        (
            ["farkle", "--every-lineup", "--policy", "random"],
            "--every-game and --every-lineup choose the policies",
        ),
        (
            ["--every-game", "--policy", "random"],
            "--every-game and --every-lineup choose the policies",
        ),
        (["--every-game", "--options", "greed=true"], "--options are those of one game: name the game, with --every-l"),
    ],
)
def test_what_cannot_be_simulated_is_reported_in_one_line(arguments: list[str], words: str) -> None:
    assert failure_of(tavern("simulate", *arguments)).startswith(f"Error: {words}")


def test_a_picture_that_cannot_be_written_is_reported_in_one_line(tmp_path: Path) -> None:
    picture = tmp_path / "no" / "x.svg"

    words = failure_of(tavern("simulate", "middles-seven", "--rounds", "1", "--plot", picture))

    assert words == f"Error: {picture} cannot be written: no such file or directory"


def test_the_policies_are_named_and_the_one_that_fills_the_seats_a_game_needs() -> None:
    played = ("--rounds", "2", "--seed", "05")
    alone = tavern("simulate", "goblin", *played, "--policy", "reckless", env={"COLUMNS": "300"}).stdout.splitlines()
    full = tavern("simulate", "goblin", *played, "--policy", "cautious", "--policy", "bully").stdout.splitlines()
    left_out = tavern("simulate", "twentyone", *played).stdout.splitlines()

    filled = "Goblin Mode needs at least 2 seats, so the last policy plays the rest."
    assert alone[1] == f"Played by reckless and reckless. {filled}"
    assert full[1] == "Played by cautious and bully."
    assert left_out[1] == "Played by cautious, card_sharp and bully."


def test_the_number_of_cores_that_played_is_shown() -> None:
    arguments = ("middles-seven", "--seed", "01", "--policy", "flat", "--rounds", "6", "--cores", "9999")

    assert tavern("simulate", *arguments).stdout.endswith(" rounds a second on 1 core\n")
    assert tavern("simulate", *arguments, "--table-rounds", "2").stdout.endswith(" rounds a second on 3 cores\n")
    assert processes_for(1_000, 100, 4) == 4
    assert processes_for(300, 100, 1) == 1


def test_every_base_of_a_rate_has_words() -> None:
    assert set(AGAINST) == set(BASES.values())


def test_rounds_come_in_chunks_that_do_not_depend_on_how_many_there_are() -> None:
    assert list(chunks_of(250, 100)) == [(0, 100), (1, 100), (2, 50)]
    assert list(chunks_of(100, 100)) == [(0, 100)]
    assert list(chunks_of(5, 2)) == [(0, 2), (1, 2), (2, 1)]


def test_every_counter_has_a_base_that_is_counted() -> None:
    assert len(BASES) == len(COUNTERS)
    assert {of for of in BASES.values() if of not in BASES} == {"rounds", "seats"}
    assert counted([]) == {}


def a_round(net: int, acts: int) -> Round:
    return Round(
        acts=acts,
        seats={"a": 2},
        wins={"a": net > 0},
        net_cp={"a": net},
        house_cp=-net,
        staked_cp=acts,
        counts={"bust": acts % 2},
    )


@given(st.lists(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=1, max_size=5), min_size=1))
def test_tallies_come_out_the_same_in_whatever_order_they_are_put_together(tables: list[list[tuple[int, int]]]) -> None:
    whole, first, second = Tally(), Tally(), Tally()
    for at, rounds in enumerate(tables):
        played = [a_round(net, acts) for net, acts in rounds]
        whole.add(played, BASES, loans=at % 2)
        (first if at % 3 else second).add(played, BASES, loans=at % 2)
    second.merge(first)

    assert second == whole
    assert whole.tables == len(tables)
    assert whole.rounds == sum(len(rounds) for rounds in tables)
    assert whole.longest == max(acts for rounds in tables for _, acts in rounds)
