"""Leaving early by agreement: one seat proposes how to split the pot and who leaves, and all others must agree.

Seeds 004, and the ruling on it: all leave, which ends the Set; or some leave, while the others play on for the rest.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.dice import Dice
from events.event import V1, CommandV1, Event, namespaced
from events.round_events import RoundEnded, RoundVoided, StatusChanged
from events.table_events import CoinsMoved
from games.bluffmaster.rest import Rest
from games.bluffmaster.state import CHOOSING_CARDS, EXCUSED, BluffmasterTable, Proposal, ahead, of_the_set
from games.chapter import Chapter, Uses, act, explains, fold, offers, round_details
from games.mechanics.betting import contenders
from games.mechanics.coins import pay, shares
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.showdown import add_winnings
from projections.actions import Action, Choices, Offer, Param, Refusal, Schema
from projections.chronicle import coins, listed, name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, ValueLabel

_tag = namespaced("bluffmaster")
_AGREED: Final = "agreed_split"
_MOST_PARTS: Final = 1_000_000
_PARTS: Final = {"type": "integer", "minimum": 1, "maximum": _MOST_PARTS}

Parts = Annotated[int, Meta(ge=1, le=_MOST_PARTS)]


class ProposeSplit(CommandV1, frozen=True, kw_only=True):
    """Propose to split the pot, in parts for the seats that are named.

    All leave, and the Set ends; or only the seats `leaving` take their share, and the others play on for the rest.
    """

    shares: Annotated[dict[str, Parts], Meta(min_length=1)]
    leaving: Annotated[list[str], Meta(min_length=1)] | None = None


class Agree(CommandV1, frozen=True, kw_only=True):
    """Agree to the split that was proposed."""


class RefuseSplit(CommandV1, frozen=True, kw_only=True):
    """Refuse the split that was proposed, or withdraw your own proposal: the Set goes on."""


class SplitProposed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat proposed to end the Set and split the pot in `shares`, parts by seat in the order of turns."""

    seat: str
    shares: dict[str, int]


class ExcuseProposed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat proposed that the seats `leaving` leave the Set with their parts (by seat) of the pot's `shares`."""

    seat: str
    shares: dict[str, int]
    leaving: list[str]


class SplitAgreed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat agreed to the split."""

    seat: str


class SplitLapsed(V1, frozen=True, kw_only=True, tag=_tag):
    """The proposal ended: `why` is refused or withdrawn (by `seat`), or changed, because the game has gone on."""

    seat: str | None
    why: str


class PotSplit(V1, frozen=True, kw_only=True, tag=_tag):
    """The pot was split as agreed: copper by seat."""

    shares_cp: dict[str, int]


class SeatsExcused(V1, frozen=True, kw_only=True, tag=_tag):
    """Seats left the Set as agreed, each with its share of the pot (copper by seat), which may be nothing."""

    shares_cp: dict[str, int]


class Splitting(Chapter):
    """A proposal does not hold up play. There is only one at a time, and it lapses as soon as the game goes on."""

    events: ClassVar = (SplitProposed, ExcuseProposed, SplitAgreed, SplitLapsed, PotSplit, SeatsExcused)
    reasons: ClassVar = {
        "agreed_already": "The seat has agreed to the split, and cannot take that back.",
        "no_proposal": "Nobody has proposed to split the pot.",
        "not_in_the_split": "A share is for a seat that is not in the Set, or has left it.",
        "nobody_stays_in": "At least one seat that is in must stay to play for the rest.",
        "nothing_to_split": "No antes are paid yet.",
        "own_proposal": "The proposer of a split can only wait for the others, or withdraw it.",
        "split_proposed": "A split is already proposed.",
    }
    labels: ClassVar = Labels(
        commands={
            "propose_split": CommandLabel(
                "Propose a split",
                "Split the pot and end the Set, or let some leave with their share, if all others agree.",
                {
                    "shares": ValueLabel("Shares", "How many parts of the pot each seat gets.", "object"),
                    "leaving": ValueLabel(
                        "Who leaves", "They take their share; left out: all, and the Set ends.", "seats"
                    ),
                },
            ),
            "agree": CommandLabel("Agree to the split", "It is done once all have agreed.", grave=True),
            "refuse_split": CommandLabel("Refuse the split", "The Set goes on. This also withdraws your own proposal."),
        },
        statuses={EXCUSED: Label("Excused", "Has left the Set, with a share of the pot if it was given one.")},
        outcomes={"agreed": Label("Split by agreement", "All agreed to end the Set and split the pot.")},
        coins={_AGREED: Label("Agreed split", "A share of the pot, as all agreed.")},
        details=DetailLabels(
            table={
                "proposal": DetailLabel("Proposed split", "Who proposes which shares, and who has agreed.", "object")
            }
        ),
    )

    rest = Uses(Rest)

    @abstractmethod
    def go_on_without(self, table: BluffmasterTable, dice: Dice, seats: Sequence[str]) -> Iterator[Event]:
        """The round goes on without seats that have left the Set."""

    @offers(ProposeSplit, Agree, RefuseSplit)
    def may_split(self, table: BluffmasterTable, seat: str) -> Iterator[Offer]:
        """Any seat of the Set may propose a split once the antes are paid; all others of the Set answer."""
        proposal = table.state.proposal
        if proposal is None:
            if table.phase == CHOOSING_CARDS:
                yield Refusal("propose_split", "nothing_to_split", "No antes are paid yet: you can leave as you are.")
            else:
                shares_of_the_pot = Schema(schema=_shares_schema(table))
                yield Action(type="propose_split", params={"shares": shares_of_the_pot, **self.who_can_leave(table)})
            for answer in ("agree", "refuse_split"):
                yield Refusal(answer, "no_proposal", "Nobody has proposed to split the pot.")
            return
        detail = f"{name_of(table, proposal.seat)} has already proposed a split: agree, or refuse it."
        yield Refusal("propose_split", "split_proposed", detail)
        if seat in _asked(table, proposal):
            yield Action(type="agree")
            yield Action(type="refuse_split")
        elif seat == proposal.seat:
            yield Refusal("agree", "own_proposal", "You made this proposal: the others answer it.")
            yield Action(type="refuse_split")
        else:
            yield Refusal("agree", "agreed_already", "You have agreed already.")
            yield Refusal("refuse_split", "agreed_already", "You have agreed, and cannot take that back.")

    def who_can_leave(self, table: BluffmasterTable) -> dict[str, Param]:
        """Any seats of the Set, as long as one that is in stays to play for the rest."""
        seats, left = of_the_set(table), contenders(table)
        some = [list(chosen) for count in range(1, len(seats)) for chosen in combinations(seats, count)]
        able = [leaving for leaving in some if any(seat not in leaving for seat in left)]
        return {"leaving": Choices(choices=able, optional=True)}

    @explains(ProposeSplit)
    def _why_not(self, table: BluffmasterTable, seat: str | None, command: ProposeSplit) -> Refusal | None:
        named = dict.fromkeys((*command.shares, *(command.leaving or ())))
        others = [name_of(table, other) for other in named if other not in of_the_set(table)]
        if not others:
            if command.leaving and set(contenders(table)) <= set(command.leaving):
                detail = "At least one seat that is in must stay. To end the Set, do not say who leaves."
                return Refusal("propose_split", "nobody_stays_in", detail)
            return None
        detail = f"Not in the Set, or no longer at the table: {', '.join(others)}."
        return Refusal("propose_split", "not_in_the_split", detail)

    @round_details
    def _details(self, table: BluffmasterTable) -> dict[str, Any]:
        proposal = table.state.proposal
        return {"proposal": proposal and {**msgspec.to_builtins(proposal), "agreed": list(table.state.agreed)}}

    @act(ProposeSplit)
    def propose(self, table: BluffmasterTable, dice: Dice, seat: str, command: ProposeSplit) -> Iterator[Event]:
        """A seat proposes to stop here, and which parts of the pot each seat takes."""
        in_order = {other: command.shares[other] for other in table.order if other in command.shares}
        if command.leaving is None:
            yield SplitProposed(seat=seat, shares=in_order)
        else:
            yield ExcuseProposed(seat=seat, shares=in_order, leaving=command.leaving)

    @fold(SplitProposed, ExcuseProposed)
    def _proposed(self, table: BluffmasterTable, event: SplitProposed | ExcuseProposed) -> None:
        leaving = event.leaving if isinstance(event, ExcuseProposed) else None
        table.state.proposal = Proposal(seat=event.seat, shares=event.shares, leaving=leaving)
        table.state.agreed = []

    @sentence(SplitProposed)
    def _proposed_aloud(self, table: BluffmasterTable, event: SplitProposed) -> str:
        parts = _in_parts(table, event.shares, event.shares)
        return f"{name_of(table, event.seat)} would stop here and split the pot. In parts: {parts}. Do all agree?"

    @sentence(ExcuseProposed)
    def _excuse_proposed_aloud(self, table: BluffmasterTable, event: ExcuseProposed) -> str:
        taking = [seat for seat in event.leaving if seat in event.shares]
        parts = f" In parts of the pot: {_in_parts(table, event.shares, taking)}." if taking else ""
        who = listed([name_of(table, seat) for seat in event.leaving])
        with_ = "with a share" if taking else "with nothing"
        return f"{name_of(table, event.seat)} would excuse {who} {with_}, and play on.{parts} Do all agree?"

    @act(Agree)
    def agree(self, table: BluffmasterTable, dice: Dice, seat: str, command: Agree) -> Iterator[Event]:
        """A seat agrees. Once all have, the pot is split, and the Set ends, or goes on without the seats that leave."""
        yield SplitAgreed(seat=seat)
        proposal = table.state.proposal
        if proposal is None or _asked(table, proposal):
            return
        split = shares(table.balance(POT), proposal.shares)
        if proposal.leaving is not None:
            yield from self._excuse(table, dice, {one: split.get(one, 0) for one in proposal.leaving})
            return
        for payee, amount_cp in split.items():
            yield from pay(POT, payee, amount_cp, _AGREED)
        yield PotSplit(shares_cp=split)
        won_cp = ahead(table)
        yield RoundEnded(round=table.round, outcome="agreed", winners=list(won_cp), won_cp=won_cp)

    def _excuse(self, table: BluffmasterTable, dice: Dice, taken_cp: dict[str, int]) -> Iterator[Event]:
        """The seats that leave take their shares. The bets of the others shrink as much as the pot."""
        before_cp = table.balance(POT)
        for payee, amount_cp in taken_cp.items():
            yield from pay(POT, payee, amount_cp, _AGREED)
        yield SeatsExcused(shares_cp=taken_cp)
        yield from self.rest.lessen(table, before_cp)
        for seat in taken_cp:
            yield StatusChanged(seat=seat, status=EXCUSED, why="agreed")
        yield from self.go_on_without(table, dice, list(taken_cp))

    @fold(SplitAgreed)
    def _agreed(self, table: BluffmasterTable, event: SplitAgreed) -> None:
        table.state.agreed.append(event.seat)

    @fold(PotSplit, SeatsExcused)
    def _split(self, table: BluffmasterTable, event: PotSplit | SeatsExcused) -> None:
        table.state.proposal = None
        add_winnings(table, event.shares_cp)

    _agreed_aloud = says(SplitAgreed, "{seat} agrees.")

    @sentence(PotSplit)
    def _split_aloud(self, table: BluffmasterTable, event: PotSplit) -> str:
        given = [f"{coins(amount_cp)} to {name_of(table, seat)}" for seat, amount_cp in event.shares_cp.items()]
        return f"All agree, and split the pot: {listed(given)}."

    @sentence(SeatsExcused)
    def _excused_aloud(self, table: BluffmasterTable, event: SeatsExcused) -> str:
        gone = [
            f"{name_of(table, seat)} with {coins(amount_cp) if amount_cp else 'nothing'}"
            for seat, amount_cp in event.shares_cp.items()
        ]
        return f"All agree, and excuse {listed(gone)}. The Set goes on."

    _leaves_aloud = silent(StatusChanged, status=EXCUSED)
    _coins_aloud = silent(CoinsMoved, reason=_AGREED)

    @act(RefuseSplit)
    def refuse(self, table: BluffmasterTable, dice: Dice, seat: str, command: RefuseSplit) -> Iterator[Event]:
        """A single refusal ends a proposal. Its proposer withdraws it in the same way."""
        proposal = table.state.proposal
        own = proposal is not None and proposal.seat == seat
        yield SplitLapsed(seat=seat, why="withdrawn" if own else "refused")

    def lapse(self, table: BluffmasterTable) -> Iterator[Event]:
        """The game goes on, so a proposal lapses."""
        if table.state.proposal is not None:
            yield SplitLapsed(seat=None, why="changed")

    @fold(SplitLapsed, RoundVoided)
    def _off_the_table(self, table: BluffmasterTable, event: SplitLapsed | RoundVoided) -> None:
        table.state.proposal = None

    _refused_aloud = says(SplitLapsed, "{seat} does not agree: the Set goes on.", why="refused")
    _withdrawn_aloud = says(SplitLapsed, "{seat} takes the proposal back: the Set goes on.", why="withdrawn")
    _changed_aloud = says(SplitLapsed, "The game has gone on, and the split is off the table.", why="changed")


def _asked(table: BluffmasterTable, proposal: Proposal) -> list[str]:
    """The seats that have not answered a proposal: all of the Set except its proposer, even folded ones."""
    answered = (proposal.seat, *table.state.agreed)
    return [seat for seat in of_the_set(table) if seat not in answered]


def _in_parts(table: BluffmasterTable, parts: Mapping[str, int], seats: Iterable[str]) -> str:
    whole = sum(parts.values())
    return listed([f"{name_of(table, seat)} {parts[seat]} of {whole}" for seat in seats])


def _shares_schema(table: BluffmasterTable) -> dict[str, Any]:
    return {
        "type": "object",
        "description": "How many parts of the pot go to each seat that gets any",
        "properties": dict.fromkeys(of_the_set(table), _PARTS),
        "additionalProperties": False,
        "minProperties": 1,
    }
