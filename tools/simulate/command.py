"""`tavern simulate`: statistics of many rounds, by policies and options."""

import hashlib
import os
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from events.character import ABILITIES, SKILL_ABILITY, Character
from events.gaming_sets import GamingSet
from games.engine.catalogue import UnknownGame
from games.engine.legality import Refused
from games.engine.rulebook import AnyRulebook
from games.installed import CATALOGUE
from games.mechanics.tricks.sets import SETS
from games.policies import TEMPERAMENTS, UnknownPolicy, is_known, knows, named, names
from games.table import require_sheet, resolve_options
from projections.chronicle import listed
from replays.export import write_export
from server.mismatches import mismatch
from tools.console import Text, console
from tools.failures import Failure, failing_on, using_file, why
from tools.output import print_json
from tools.progress import progress_bar
from tools.simulate.picture import draw
from tools.simulate.playing import TABLE, Seated, Setup, SoftLock
from tools.simulate.printing import print_simulation
from tools.simulate.report import Simulation, report_of
from tools.simulate.running import processes_for, simulate
from tools.wording import counted

_DEFAULT: Final = ("cautious", "card_sharp", "bully")
_MOST_ACTS: Final = 50_000
_TABLE_ROUNDS: Final = 100
_AT_RANDOM: Final = 3


class NotEnded(click.ClickException):
    """A round did not end: one line on standard error, and exit status 1. Its log is in a file."""

    exit_code = 1


@click.command("simulate")
@click.argument("game", required=False)
@click.option("--rounds", type=click.IntRange(1), default=10_000, show_default=True, help="Rounds to play.")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME[@SKILL=N,SET,…]",
    help="A player's policy, with modifiers of the character sheet and gaming sets; repeat it for each seat. The last "
    "policy also fills the seats that are missing from the game's minimum.",
)
@click.option("--options", multiple=True, metavar="NAME=VALUE", help="An option of the table; can be repeated.")
@click.option("--seed", metavar="HEX", help="The seed, to repeat the same rounds. [default: random, printed]")
@click.option("--cores", type=click.IntRange(1), help="Number of processes. [default: all cores]")
@click.option(
    "--table-rounds",
    type=click.IntRange(1),
    default=_TABLE_ROUNDS,
    show_default=True,
    help="Rounds to play at one table before opening another.",
)
@click.option(
    "--most-acts",
    type=click.IntRange(1),
    default=_MOST_ACTS,
    show_default=True,
    help="Actions after which a round counts as endless.",
)
@click.option("--every-game", is_flag=True, help="Play every game with every lineup.")
@click.option(
    "--every-lineup",
    is_flag=True,
    help="Play with random policies, all temperaments and the game's own policies, to check that every round ends.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the figures in an .svg file.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    show_default=True,
    help="Where to save the log of a round that does not end.",
)
def command(
    game: str | None,
    rounds: int,
    policies: Sequence[str],
    options: Sequence[str],
    seed: str | None,
    cores: int | None,
    table_rounds: int,
    most_acts: int,
    every_game: bool,
    every_lineup: bool,
    as_json: bool,
    plot: Path | None,
    folder: Path,
) -> None:
    """Play many rounds and print statistics.

    Rounds follow the real rules: every command is decided from its player's own view, and every entry is written and
    hashed, in memory. Figures come with 95 % confidence intervals, computed from the differences between tables. The
    same seed gives the same figures on any number of cores. Between rounds, loans fill up empty purses and large
    winnings are taken away, so that nobody goes broke. Players change places from table to table.

    The policies random, cautious, reckless, card_sharp, bully and drunkard play every game, at random if they do not
    know it; some games have more. Any other policy that does not know the game is refused. A round that does not end is
    an error: its log is saved to a file for tavern replay.

    \b
    Examples:
      tavern simulate twentyone --rounds 20000
      tavern simulate twentyone --policy card_sharp@sleight_of_hand=8 --policy cautious --policy cautious
      tavern simulate middles-seven --policy flat --options buy_in_cp=200 --plot odds.svg
      tavern simulate twentyone-v3 --rounds 2000 --table-rounds 20
      tavern simulate pig --policy threshold@weighted_heavy=5 --policy threshold --options cheating=on
      tavern simulate goblin --every-lineup --options ante_cp=200
      tavern simulate --every-game --rounds 100000
    """
    if every_game == (game is not None):
        raise Failure("give either a game or --every-game")
    if policies and (every_game or every_lineup):
        raise Failure("--every-game and --every-lineup choose the policies: leave --policy out")
    if options and every_game:
        raise Failure("--options are those of one game: name the game, with --every-lineup")
    if plot is not None and (every_game or every_lineup or plot.suffix.lower() != ".svg"):
        raise Failure("--plot draws the figures of one game, in a file that ends in .svg")
    with failing_on(UnknownGame):
        rulebooks = list(CATALOGUE.rulebooks.values()) if game is None else [CATALOGUE.rulebook(game)]
    run = _Run(
        rounds=rounds,
        seed=seed_given(seed),
        cores=cores or os.cpu_count() or 1,
        table_rounds=table_rounds,
        most_acts=most_acts,
        folder=folder,
    )
    if every_game or every_lineup:
        _every_lineup(run, rulebooks, options, as_json)
        return
    (rulebook,) = rulebooks
    setup = run.setup(rulebook, _seated(rulebook, policies), _options(rulebook, options))
    found, seconds = _simulated(run, rulebook, setup, rounds)
    if plot is not None:
        with using_file(plot, "written"):
            plot.write_bytes(draw(found, rulebook.name))
    if as_json:
        print_json(found)
        return
    print_simulation(console(), found, rulebook.name, _who(rulebook, setup.seated, len(policies or _DEFAULT)))
    cores = processes_for(rounds, table_rounds, run.cores)
    speed = f"{found.rounds / seconds:,.0f} rounds a second on {counted(cores, 'core')}"
    console().print(Text(speed, "faint"))


class _Run(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a run, for any game."""

    rounds: int
    seed: bytes
    cores: int
    table_rounds: int
    most_acts: int
    folder: Path

    def setup(
        self, rulebook: AnyRulebook, seated: list[Seated], options: dict[str, Any], lineup: int | None = None
    ) -> Setup:
        """The setup of one simulation; each of several lineups gets its own seed."""
        seed = self.seed if lineup is None else hashlib.sha256(self.seed + f"{rulebook.id} {lineup}".encode()).digest()
        return Setup(
            game=rulebook.id,
            seated=seated,
            options=options,
            seed=seed,
            most_acts=self.most_acts,
            table_rounds=self.table_rounds,
        )


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds of a game that all ended, and the number of actions in the longest."""

    rounds: int
    longest: int


def _every_lineup(run: _Run, rulebooks: Sequence[AnyRulebook], options: Sequence[str], as_json: bool) -> None:
    found: dict[str, Ended] = {}
    for rulebook in rulebooks:
        ended = found[rulebook.id] = _ended(run, rulebook, _options(rulebook, options))
        if not as_json:
            words = f"all {ended.rounds:,} rounds ended; the longest took {ended.longest:,} actions"
            console().print(Text.assemble((rulebook.name, "bold"), f"  {words}{_at_random(rulebook, TEMPERAMENTS)}"))
    if as_json:
        print_json(found)


def _ended(run: _Run, rulebook: AnyRulebook, options: dict[str, Any]) -> Ended:
    """Play a game with each lineup, dividing the rounds among them."""
    lineups = list(_lineups(rulebook))
    longest = 0
    for at, lineup in enumerate(lineups):
        share = run.rounds // len(lineups) + (at < run.rounds % len(lineups))
        if share:
            found, _ = _simulated(run, rulebook, run.setup(rulebook, lineup, options, at), share)
            longest = max(longest, found.longest)
    return Ended(rounds=run.rounds, longest=longest)


def _lineups(rulebook: AnyRulebook) -> Iterator[list[Seated]]:
    """Lineups for finding endless rounds: random players; one of each temperament; the game's own policies."""
    seats = max(rulebook.min_seats, min(_AT_RANDOM, rulebook.max_seats))
    yield [_seat(rulebook, "random")] * seats
    yield [_seat(rulebook, name) for name in TEMPERAMENTS[: rulebook.max_seats]]
    own = [name for name in names(rulebook.id) if name not in (*TEMPERAMENTS, "random")]
    if own:
        yield [_seat(rulebook, own[place % len(own)]) for place in range(max(len(own), seats))]


def _simulated(run: _Run, rulebook: AnyRulebook, setup: Setup, rounds: int) -> tuple[Simulation, float]:
    """The figures of `rounds` rounds, and how many seconds they took. Raises `NotEnded`."""
    begun = time.perf_counter()
    try:
        with progress_bar() as progress:
            task = progress.add_task(rulebook.name, total=rounds)
            tally = simulate(setup, rounds, run.cores, partial(progress.advance, task))
    except SoftLock as lock:
        raise NotEnded(kept(lock, setup, run.folder)) from None
    return report_of(setup, rulebook.version, tally), time.perf_counter() - begun


def kept(lock: SoftLock, setup: Setup, folder: Path) -> str:
    """Save the log of a round that did not end, and return the message."""
    path = folder / f"soft-lock-{setup.game}-{setup.seed.hex()[:8]}-{lock.chunk}.jsonl"
    problem = f"{setup.game}: {lock.why}"
    try:
        path.write_bytes(b"".join(write_export(TABLE, list(lock.lines))))
    except OSError as error:
        return f"{problem}; its log cannot be written to {path}: {why(error)}"
    return f"{problem}; its log is in {path}"


def seed_given(given: str | None) -> bytes:
    """The seed in an option `--seed`, or a random one. Raises `Failure`."""
    if given is None:
        return secrets.token_bytes(16)
    try:
        seed = bytes.fromhex(given)
    except ValueError:
        seed = b""
    if not seed:
        raise Failure(f"--seed must be an even number of hex digits, not {given!r}")
    return seed


def _seated(rulebook: AnyRulebook, given: Sequence[str]) -> list[Seated]:
    """The given policies; the last one is repeated up to the game's minimum of seats."""
    chosen = list(given) or list(_DEFAULT)
    chosen += chosen[-1:] * (rulebook.min_seats - len(chosen))
    if len(chosen) > rulebook.max_seats:
        raise Failure(f"{rulebook.name} has at most {rulebook.max_seats} seats, but {len(chosen)} policies were given")
    return [_seat(rulebook, one) for one in chosen]


def _who(rulebook: AnyRulebook, seated: Sequence[Seated], given: int) -> str:
    """A sentence that names the players, and explains any that were added."""
    who = f"Played by {listed([one.label for one in seated])}"
    if len(seated) > given:
        who = f"{who}. {rulebook.name} needs at least {rulebook.min_seats} seats, so the last policy plays the rest"
    return f"{who}{_at_random(rulebook, [one.policy for one in seated])}."


def _at_random(rulebook: AnyRulebook, policies: Iterable[str]) -> str:
    """Which of these policies play a game at random because they do not know it; empty if none does."""
    if not is_known(rulebook.id):
        return "; no policy knows this game, so all play it at random"
    strangers = [name for name in dict.fromkeys(policies) if name != "random" and not knows(name, rulebook.id)]
    if not strangers:
        return ""
    return f"; {listed(strangers)} {'play' if len(strangers) > 1 else 'plays'} it at random"


def _seat(rulebook: AnyRulebook, given: str) -> Seated:
    name, at, brings = given.partition("@")
    with failing_on(UnknownPolicy):
        policy = named(name, rulebook.id)
    modifiers: dict[str, int] = {}
    sets: dict[str, GamingSet] = {}
    for one in brings.split(",") if at else ():
        what, _, value = one.partition("=")
        if what in SETS:
            kind = SETS[what].kind
            if kind in sets:
                raise Failure(f"{given}: one set of {'cards' if kind == 'card' else kind} is enough")
            sets[kind] = _set(given, what, value)
        elif what in modifiers:
            raise Failure(f"{given}: {what} is given twice")
        else:
            modifiers[what] = _modifier(given, one)
    return Seated(policy.name, _sheet(given, modifiers), given, list(sets.values()))


def _set(given: str, name: str, face: str) -> GamingSet:
    """A set, whose six-sided dice favour this face or are loaded on it. Raises `Failure`."""
    if face and not face.isdecimal():
        raise Failure(f"{given}: {face!r} is not the face of a die")
    try:
        return msgspec.convert({"set": name, "faces": {"d6": int(face)} if face else {}}, GamingSet)
    except ValueError as error:
        raise Failure(f"{given}: {error}") from None


def _modifier(given: str, one: str) -> int:
    name, _, value = one.partition("=")
    known = (*ABILITIES, *SKILL_ABILITY)
    if name not in known or not value.removeprefix("-").isdecimal():
        names = f"the names are {', '.join(known)}; or a gaming set: {', '.join(SETS)}"
        raise Failure(f"{given}: {one!r} is not a modifier like dex=2; {names}")
    return int(value)


def _sheet(given: str, modifiers: Mapping[str, int]) -> Character:
    """A character sheet with these ability and skill modifiers. Raises `Failure`."""
    sheet = {
        "abilities": {name: value for name, value in modifiers.items() if name in ABILITIES},
        "skills": {name: value for name, value in modifiers.items() if name not in ABILITIES},
    }
    try:
        require_sheet(sheet)
    except msgspec.ValidationError as error:
        raise Failure(f"{given}: {mismatch(error)}") from None
    return msgspec.convert(sheet, Character)


def _options(rulebook: AnyRulebook, given: Sequence[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, value in map(_option, given):
        if name in options:
            raise Failure(f"--options: {name} is given twice")
        options[name] = value
    try:
        resolve_options(rulebook, options)
    except Refused as refused:
        raise Failure(refused.detail) from None
    return options


def _option(given: str) -> tuple[str, Any]:
    name, is_given, value = given.partition("=")
    if not is_given:
        raise Failure(f"--options takes NAME=VALUE, not {given!r}")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
