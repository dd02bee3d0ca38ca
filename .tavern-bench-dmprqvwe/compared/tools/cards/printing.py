"""Prints checked cards, and the strength of classes, on the terminal."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from games.installed import CATALOGUE
from games.trickster.cards.card import Card
from games.trickster.cards.wording import hand_in_words, in_words
from tools.cards.balance import BOUND, GAME, Balance
from tools.cards.checked import Checked
from tools.console import Text, grid
from tools.simulate.intervals import Estimate
from tools.wording import counted


def print_checked(out: Console, file: Path, checked: Checked) -> None:
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


def print_balance(out: Console, found: Sequence[Balance]) -> None:
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
