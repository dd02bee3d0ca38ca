"""`tavern cards`: the class cards of Trickster's Tavern that a GM writes."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click

from games.policies import UnknownPolicy, named
from games.trickster.cards.card import Card
from tools.cards.balance import GAME, Balance, Deck, weigh
from tools.cards.checked import check
from tools.cards.printing import print_balance, print_checked
from tools.console import console, print_json, progress_bar
from tools.failures import Failure, failing_on
from tools.simulate.command import NotEnded, seed_given
from tools.simulate.playing import SoftLock

_FOUND: Final = 1
_SEATS: Final = (3, 4, 5, 6)


@click.group("cards")
def command() -> None:
    """Class cards for Trickster's Tavern: check your own, and see how strong they are.

    \b
    Examples:
      tavern cards check cards.toml
      tavern cards balance cards.toml --seats 4
    """


@command.command("check")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--alone", is_flag=True, help="For a table without the standard cards: their names are free.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: the cards as the option takes them, and the problems."
)
@click.pass_context
def check_command(context: click.Context, file: Path, alone: bool, as_json: bool) -> None:
    """Check class cards in a file, and say what they do.

    FILE is TOML or JSON, by its ending. Each problem names the line, the card, the field and what is allowed there. The
    rules are those of the option "cards" of a table.

    The exit status is 0 if the cards can be played, 1 if something is wrong with them, and 2 if the file cannot be
    read.

    \b
    Examples:
      tavern cards check cards.toml
      tavern cards check cards.toml --json | jq .cards
    """
    checked = check(file, alone=alone)
    if as_json:
        print_json(checked)
    else:
        print_checked(console(), file, checked)
    context.exit(_FOUND if checked.problems else 0)


@command.command("balance")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--alone", is_flag=True, help="Deal only the cards of FILE, not the standard ones.")
@click.option("--seats", type=click.IntRange(2, 12), multiple=True, help="Seats; can be repeated. [default: 3 to 6]")
@click.option(
    "--games", type=click.IntRange(1), default=1_000, show_default=True, help="Games with each number of seats."
)
@click.option("--policy", default="modelling", show_default=True, help="The policy of all players.")
@click.option("--seed", metavar="HEX", help="The seed, to repeat the same games. [default: random, printed]")
@click.option("--cores", type=click.IntRange(1), help="Number of processes. [default: all cores]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def balance_command(
    file: Path | None,
    alone: bool,
    seats: Sequence[int],
    games: int,
    policy: str,
    seed: str | None,
    cores: int | None,
    as_json: bool,
) -> None:
    """Show how often each class wins among equally good players.

    All play by the same policy, with classes that are dealt at random: the standard ones and, if a FILE is given, its
    own. A share of 1 means that a class wins as often as one of the seats should on average. The same seed gives the
    same figures on any number of cores.

    \b
    Examples:
      tavern cards balance
      tavern cards balance cards.toml --seats 4 --games 500
    """
    if alone and file is None:
        raise Failure("--alone deals the cards of a file: name it")
    drawn = Deck(own=[] if file is None else _valid(file, alone=alone), standard=not alone)
    with failing_on(UnknownPolicy):
        named(policy, GAME)
    root = seed_given(seed)
    found = [_weighed(drawn, count, games, policy, root, cores or os.cpu_count() or 1) for count in seats or _SEATS]
    if as_json:
        print_json(found)
    else:
        print_balance(console(), found)


def _valid(file: Path, *, alone: bool) -> list[Card]:
    checked = check(file, alone=alone)
    if checked.problems:
        flaw = checked.problems[0]
        raise Failure(f"{file}:{flaw.line}: {flaw}")
    return checked.cards


def _weighed(drawn: Deck, seats: int, games: int, policy: str, seed: bytes, cores: int) -> Balance:
    with progress_bar() as progress:
        task = progress.add_task(f"{seats} seats", total=games)
        try:
            return weigh(drawn, seats, games, policy, seed, cores, partial(progress.advance, task))
        except SoftLock as lock:
            raise NotEnded(f"{GAME}: {lock.why}") from None
