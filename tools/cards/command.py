"""`tavern cards`: the class cards of Trickster's Tavern that a GM writes."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click
from rich.console import Console

from games.installed import CATALOGUE
from games.policies import UnknownPolicy, named
from games.trickster.cards.card import Card
from games.trickster.cards.wording import hand_in_words, in_words
from replays.intervals import Estimate
from tools.cards.balance import BOUND, GAME, Balance, Deck, weigh
from tools.cards.checked import Checked, check
from tools.console import Text, console, grid
from tools.failures import Failure, failing_on
from tools.output import print_json
from tools.progress import progress_bar
from tools.simulate.command import NotEnded, seed_given
from tools.simulate.playing import SoftLock
from tools.wording import counted

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
        _print_checked(console(), file, checked)
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
        _print_balance(console(), found)


def _print_checked(out: Console, file: Path, checked: Checked) -> None:
    """Print what is wrong with the cards of a file, or what they do."""
    for flaw in checked.problems:
        out.print(Text.assemble((f"{file}:{flaw.line}: ", "place"), str(flaw)), soft_wrap=True)
    if checked.problems:
        out.print(Text(f"✗ {counted(len(checked.problems), 'problem')}", "bad"))
        return
    for card in checked.cards:
        _print_card(out, card)
    out.print(Text(f"✓ {counted(len(checked.cards), 'card')}, ready to play", "good"))


def _print_card(out: Console, card: Card) -> None:
    out.print(Text.assemble((card.name, "name"), f"  {hand_in_words(card.hand)}"), soft_wrap=True)
    for ability in card.abilities:
        out.print(Text.assemble((f"  {ability.name}: ", "faint"), in_words(ability)), soft_wrap=True)


def _print_balance(out: Console, found: Sequence[Balance]) -> None:
    """Print the shares of all classes, those that win most often first; shares out of bounds stand out."""
    first = found[0]
    words = f"  {counted(first.games, 'game')} each, all played by {first.policy}, seed {first.seed}"
    out.print(Text.assemble((CATALOGUE.rulebook(GAME).name, "bold"), words))
    columns = grid()
    columns.add_column("class", no_wrap=True)
    for balance in found:
        columns.add_column(counted(balance.seats, "seat"), justify="right", no_wrap=True)
        columns.add_column("95 %", justify="right", no_wrap=True)
    shares = [{one.card: one.share for one in balance.classes} for balance in found]
    cards = {card: sum(of[card].value for of in shares if card in of) for each in shares for card in each}
    for card in sorted(cards, key=lambda one: -cards[one]):
        columns.add_row(Text(card, "name"), *(cell for of in shares for cell in _cells(of.get(card))))
    out.print(columns)


def _cells(share: Estimate | None) -> tuple[Text, Text]:
    if share is None:
        return Text("–"), Text("–")
    interval = "–" if share.low is None or share.high is None else f"{share.low:.2f} … {share.high:.2f}"
    return Text(f"{share.value:.2f}", "bad" if share.value > BOUND else ""), Text(interval, "faint")


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
