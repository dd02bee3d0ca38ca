"""`tavern cards`: the class cards of Trickster's Tavern that a GM writes."""

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from games.trickster.cards import Card
from games.trickster.wording import hand_in_words, in_words
from tools.cards.checked import Checked, check
from tools.console import console, print_json
from tools.wording import counted

_FOUND = 1


@click.group("cards")
def command() -> None:
    """Class cards for Trickster's Tavern: check your own.

    \b
    Examples:
      tavern cards check cards.toml
    """


@command.command("check")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: the cards as the option takes them, and the problems."
)
@click.pass_context
def check_command(context: click.Context, file: Path, as_json: bool) -> None:
    """Check class cards in a file, and say what they do.

    FILE is TOML or JSON, as its name ends. Each problem names the line, the card, the field and what is allowed there.
    The rules are those of the option "cards" of a table.

    The exit status is 0 if the cards can be played, 1 if something is wrong with them, and 2 if the file cannot be
    read.

    \b
    Examples:
      tavern cards check cards.toml
      tavern cards check cards.toml --json | jq .cards
    """
    checked = check(file)
    if as_json:
        print_json(checked)
    else:
        _print(console(), file, checked)
    context.exit(_FOUND if checked.problems else 0)


def _print(out: Console, file: Path, checked: Checked) -> None:
    for flaw in checked.problems:
        out.print(Text.assemble((f"{file}:{flaw.line}: ", "place"), str(flaw)), soft_wrap=True)
    if checked.problems:
        out.print(Text(f"✗ {counted(len(checked.problems), 'problem')}", "bad"))
        return
    for card in checked.cards:
        print_card(out, card)
    out.print(Text(f"✓ {counted(len(checked.cards), 'card')}, ready to play", "good"))


def print_card(out: Console, card: Card) -> None:
    """Print a card: its name, its hand, and each ability in a sentence."""
    out.print(Text.assemble((card.name, "name"), f"  {hand_in_words(card.hand)}"), soft_wrap=True)
    for ability in card.abilities:
        out.print(Text.assemble((f"  {ability.name}: ", "faint"), in_words(ability)), soft_wrap=True)
