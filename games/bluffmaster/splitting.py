"""Leaving early by agreement: one seat proposes how the pot is split, and all others must agree. (Seeds 004.)"""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.dice import Dice
from events.event import V1, CommandV1, Event, namespaced
from events.round_events import RoundEnded, RoundVoided
from events.table_events import CoinsMoved
from games.bluffmaster.state import CHOOSING_CARDS, BluffmasterTable, Proposal, ahead, of_the_set
from games.chapter import Chapter, act, explains, fold, offers, round_details
from games.mechanics.coins import pay, shares
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.showdown import add_winnings
from projections.actions import Action, Offer, Refusal, Schema
from projections.chronicle import coins, listed, name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, ValueLabel

_tag = namespaced("bluffmaster")
_AGREED: Final = "agreed_split"
_MOST_PARTS: Final = 1_000_000
_PARTS: Final = {"type": "integer", "minimum": 1, "maximum": _MOST_PARTS}

Parts = Annotated[int, Meta(ge=1, le=_MOST_PARTS)]


class ProposeSplit(CommandV1, frozen=True, kw_only=True):
    """Propose to end the Set now and to split the pot: so many parts of it for each seat that is named."""

    shares: Annotated[dict[str, Parts], Meta(min_length=1)]


class Agree(CommandV1, frozen=True, kw_only=True):
    """Agree to the split that was proposed."""


class RefuseSplit(CommandV1, frozen=True, kw_only=True):
    """Refuse the split that was proposed, or take one's own proposal back: the Set goes on."""


class SplitProposed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat proposed to end the Set and split the pot in `shares`, parts by seat in the order of turns."""

    seat: str
    shares: dict[str, int]


class SplitAgreed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat agreed to the split."""

    seat: str


class SplitLapsed(V1, frozen=True, kw_only=True, tag=_tag):
    """The proposal is off the table: `why` is refused or withdrawn (by `seat`), or changed: the game has gone on."""

    seat: str | None
    why: str


class PotSplit(V1, frozen=True, kw_only=True, tag=_tag):
    """The pot was split as agreed: copper by seat."""

    shares_cp: dict[str, int]


class Splitting(Chapter):
    """A proposal does not hold up play. There is one at a time, and it is off as soon as the game goes on."""

    events: ClassVar = (SplitProposed, SplitAgreed, SplitLapsed, PotSplit)
    reasons: ClassVar = {
        "agreed_already": "The seat has agreed to the split, and that binds it.",
        "no_proposal": "Nobody has proposed to split the pot.",
        "not_in_the_split": "A share is for a seat that is not in the Set, or has left it.",
        "nothing_to_split": "No antes are paid yet.",
        "own_proposal": "The proposer of a split can only wait for the others, or withdraw it.",
        "split_proposed": "A split is already proposed.",
    }
    labels: ClassVar = Labels(
        commands={
            "propose_split": CommandLabel(
                "Propose a split",
                "End the Set now and split the pot, if all others agree.",
                {"shares": ValueLabel("Shares", "How many parts of the pot each seat gets.", "object")},
            ),
            "agree": CommandLabel("Agree to the split", "The Set ends, and the pot is split, once all have agreed."),
            "refuse_split": CommandLabel("Refuse the split", "The Set goes on; your own proposal you take back so."),
        },
        outcomes={"agreed": Label("Split by agreement", "All agreed to end the Set, and split the pot.")},
        coins={_AGREED: Label("Agreed split", "A share of the pot, as all agreed.")},
        details=DetailLabels(
            table={
                "proposal": DetailLabel("Proposed split", "Who proposes which shares, and who has agreed.", "object")
            }
        ),
    )

    @offers(ProposeSplit, Agree, RefuseSplit)
    def may_split(self, table: BluffmasterTable, seat: str) -> Iterator[Offer]:
        """Any seat of the Set may propose a split once the antes are paid; all others of the Set answer."""
        proposal = table.state.proposal
        if proposal is None:
            if table.phase == CHOOSING_CARDS:
                yield Refusal("propose_split", "nothing_to_split", "No antes are paid yet: you can leave as you are.")
            else:
                yield Action(type="propose_split", params={"shares": Schema(schema=_shares_schema(table))})
            for answer in ("agree", "refuse_split"):
                yield Refusal(answer, "no_proposal", "Nobody has proposed to split the pot.")
            return
        detail = f"{name_of(table, proposal.seat)} has already proposed a split: agree, or refuse it."
        yield Refusal("propose_split", "split_proposed", detail)
        if seat in _asked(table, proposal):
            yield Action(type="agree")
            yield Action(type="refuse_split")
        elif seat == proposal.seat:
            yield Refusal("agree", "own_proposal", "It is your own proposal: the others answer it.")
            yield Action(type="refuse_split")
        else:
            yield Refusal("agree", "agreed_already", "You have agreed already.")
            yield Refusal("refuse_split", "agreed_already", "You have agreed, and that binds you.")

    @explains(ProposeSplit)
    def _why_not(self, table: BluffmasterTable, seat: str | None, command: ProposeSplit) -> Refusal | None:
        others = [name_of(table, other) for other in command.shares if other not in of_the_set(table)]
        if not others:
            return None
        detail = f"Not of the Set, or not at the table any more: {', '.join(others)}."
        return Refusal("propose_split", "not_in_the_split", detail)

    @round_details
    def _details(self, table: BluffmasterTable) -> dict[str, Any]:
        proposal = table.state.proposal
        return {"proposal": proposal and {**msgspec.to_builtins(proposal), "agreed": list(table.state.agreed)}}

    @act(ProposeSplit)
    def propose(self, table: BluffmasterTable, dice: Dice, seat: str, command: ProposeSplit) -> Iterator[Event]:
        """A seat proposes to stop here, and which parts of the pot each seat takes."""
        in_order = {other: command.shares[other] for other in table.order if other in command.shares}
        yield SplitProposed(seat=seat, shares=in_order)

    @fold(SplitProposed)
    def _proposed(self, table: BluffmasterTable, event: SplitProposed) -> None:
        table.state.proposal, table.state.agreed = Proposal(seat=event.seat, shares=event.shares), []

    @sentence(SplitProposed)
    def _proposed_aloud(self, table: BluffmasterTable, event: SplitProposed) -> str:
        whole = sum(event.shares.values())
        parts = listed([f"{name_of(table, seat)} {count} of {whole}" for seat, count in event.shares.items()])
        return f"{name_of(table, event.seat)} would stop here and split the pot. In parts: {parts}. Do all agree?"

    @act(Agree)
    def agree(self, table: BluffmasterTable, dice: Dice, seat: str, command: Agree) -> Iterator[Event]:
        """A seat agrees. When all have, the pot is split, and the Set is over."""
        yield SplitAgreed(seat=seat)
        proposal = table.state.proposal
        if proposal is None or _asked(table, proposal):
            return
        split = shares(table.balance(POT), proposal.shares)
        for payee, amount_cp in split.items():
            yield from pay(POT, payee, amount_cp, _AGREED)
        yield PotSplit(shares_cp=split)
        won_cp = ahead(table)
        yield RoundEnded(round=table.round, outcome="agreed", winners=list(won_cp), won_cp=won_cp)

    @fold(SplitAgreed)
    def _agreed(self, table: BluffmasterTable, event: SplitAgreed) -> None:
        table.state.agreed.append(event.seat)

    @fold(PotSplit)
    def _split(self, table: BluffmasterTable, event: PotSplit) -> None:
        table.state.proposal = None
        add_winnings(table, event.shares_cp)

    _agreed_aloud = says(SplitAgreed, "{seat} agrees.")

    @sentence(PotSplit)
    def _split_aloud(self, table: BluffmasterTable, event: PotSplit) -> str:
        given = [f"{coins(amount_cp)} to {name_of(table, seat)}" for seat, amount_cp in event.shares_cp.items()]
        return f"All agree, and split the pot: {listed(given)}."

    _coins_aloud = silent(CoinsMoved, reason=_AGREED)

    @act(RefuseSplit)
    def refuse(self, table: BluffmasterTable, dice: Dice, seat: str, command: RefuseSplit) -> Iterator[Event]:
        """One refusal ends a proposal. Its proposer withdraws it in the same way."""
        proposal = table.state.proposal
        own = proposal is not None and proposal.seat == seat
        yield SplitLapsed(seat=seat, why="withdrawn" if own else "refused")

    def lapse(self, table: BluffmasterTable) -> Iterator[Event]:
        """The game goes on: a proposal, if there is one, is off the table."""
        if table.state.proposal is not None:
            yield SplitLapsed(seat=None, why="changed")

    @fold(SplitLapsed, RoundVoided)
    def _off_the_table(self, table: BluffmasterTable, event: SplitLapsed | RoundVoided) -> None:
        table.state.proposal = None

    _refused_aloud = says(SplitLapsed, "{seat} does not agree: the Set goes on.", why="refused")
    _withdrawn_aloud = says(SplitLapsed, "{seat} takes the proposal back: the Set goes on.", why="withdrawn")
    _changed_aloud = says(SplitLapsed, "The game has gone on, and the split is off the table.", why="changed")


def _asked(table: BluffmasterTable, proposal: Proposal) -> list[str]:
    """The seats that have not answered a proposal yet: all of the Set but its proposer, folded ones too."""
    answered = (proposal.seat, *table.state.agreed)
    return [seat for seat in of_the_set(table) if seat not in answered]


def _shares_schema(table: BluffmasterTable) -> dict[str, Any]:
    return {
        "type": "object",
        "description": "How many parts of the pot go to each seat that gets any",
        "properties": dict.fromkeys(of_the_set(table), _PARTS),
        "additionalProperties": False,
        "minProperties": 1,
    }
