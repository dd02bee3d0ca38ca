"""Leaving early by agreement: one proposes how the pot is split, and all others must agree."""

from collections.abc import Iterator
from typing import Final

from events.accounts import POT
from events.event import Event
from games.bluffmaster import standing
from games.bluffmaster.happened import PotSplit, SplitAgreed, SplitLapsed, SplitProposed
from games.bluffmaster.state import BluffmasterTable, Proposal
from games.mechanics.coins import pay, shares

AGREED: Final = "agreed_split"
"""Why coins are paid that a split gives."""


def propose(table: BluffmasterTable, seat: str, parts: dict[str, int]) -> Iterator[Event]:
    """A seat proposes to stop here, and what parts of the pot everybody takes."""
    in_order = {other: parts[other] for other in table.order if other in parts}
    yield SplitProposed(seat=seat, shares=in_order)


def asked(table: BluffmasterTable, proposal: Proposal) -> list[str]:
    """Who has not said anything to a proposal yet: all of the Set at the table but its proposer, folded ones too."""
    said = (proposal.seat, *table.state.agreed)
    return [seat for seat in standing.of_the_set(table) if seat not in said]


def agree(table: BluffmasterTable, seat: str) -> Iterator[Event]:
    """A seat agrees; when all have, the pot is split."""
    yield SplitAgreed(seat=seat)
    proposal = table.state.proposal
    if proposal is None or asked(table, proposal):
        return
    split = shares(table.balance(POT), proposal.shares)
    for payee, amount_cp in split.items():
        yield from pay(POT, payee, amount_cp, AGREED)
    yield PotSplit(shares_cp=split)


def refuse(table: BluffmasterTable, seat: str) -> Iterator[Event]:
    """One refusal ends a proposal; its proposer takes it back so."""
    proposal = table.state.proposal
    own = proposal is not None and proposal.seat == seat
    yield SplitLapsed(seat=seat, why="withdrawn" if own else "refused")


def lapse(table: BluffmasterTable) -> Iterator[Event]:
    """The game goes on, and what was proposed is off the table, if anything was."""
    if table.state.proposal is not None:
        yield SplitLapsed(seat=None, why="changed")
