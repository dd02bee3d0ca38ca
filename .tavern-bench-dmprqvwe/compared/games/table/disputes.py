"""Disputes: a seat disputes a round, the GM rules on it, and the seed of a round can be published.

These commands depend only on public facts, so every viewer's table gives the same answer.
"""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta

from events.accounts import HOUSE, POT, UNBOUNDED
from events.audience import seat_viewer
from events.dispute_events import PUT_BACK, RULING, DisputeRaised, DisputeRuled
from events.event import CommandV1, Event
from events.round_events import RoundUnsealed
from games.chapter import Chapter
from games.command_fields import MAX_COINS_CP, MOST_TEXT, Coins, LongText
from games.mechanics.coins import pay, put_back
from games.rulebook import Rulebooks
from games.table.chapter import Context, act, explains, gm_act, gm_offers, offers
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal, Text
from projections.game import AnyTable
from projections.labels import CommandLabel, Label, Labels, ValueLabel
from projections.table import Settled

MAX_OPEN_OF_A_SEAT: Final = 3
"""The most disputes of one seat that can be open at the same time."""
MAX_OPEN: Final = 50
"""The most disputes of a table that can be open at the same time, including those of seats that have left."""
MAX_DISPUTES_EVER: Final = 300
"""The most disputes that a table can ever have, because it remembers all of them."""


class Dispute(CommandV1, frozen=True, kw_only=True):
    """Dispute what happened in a running or finished round, optionally at one of the seat's own versions."""

    round: Annotated[int, Meta(ge=1)]
    text: LongText
    version: Annotated[int, Meta(ge=1)] | None = None


class RuleOnDispute(CommandV1, frozen=True, kw_only=True):
    """Rule on an open dispute. An upheld dispute may have a remedy.

    `coins`: `payer` pays `payee` `amount_cp` as far as it can, and the House covers the rest. `round`: each account's
    gain or loss in the round is reversed on the same terms.
    """

    dispute: Annotated[int, Meta(ge=1)]
    verdict: Literal["upheld", "denied"]
    text: LongText
    remedy: Literal["none", "coins", "round"] = "none"
    payer: str | None = None
    payee: str | None = None
    amount_cp: Coins | None = None


class Unseal(CommandV1, frozen=True, kw_only=True):
    """Publish the seed of a round that ended or was voided. Everything hidden in it becomes visible to everyone."""

    round: Annotated[int, Meta(ge=1)]


class Disputes(Chapter):
    """Disputing, ruling and unsealing; also at closed tables, as long as no coins move."""

    reasons: ClassVar = {
        "already_unsealed": "The round's seed has already been published.",
        "cannot_put_back": "The round was already voided or put back, or is too old.",
        "no_open_dispute": "No such dispute is open.",
        "no_such_round": "The table has had no round with that number.",
        "too_many_disputes": "The seat or the table has reached its limit of disputes.",
    }
    labels: ClassVar = Labels(
        commands={
            "dispute": CommandLabel(
                "Dispute",
                "Tell the GM that something in a round was not right.",
                {
                    "round": ValueLabel("Round", "The round that it is about.", "count"),
                    "version": ValueLabel("Step", "The step of your own that it is about, if there is one.", "count"),
                    "text": ValueLabel("What happened", "Everybody at the table reads it.", "text"),
                },
            ),
            "rule_on_dispute": CommandLabel(
                "Rule on a dispute",
                "Uphold or deny it; between rounds, coins can be put right.",
                {
                    "dispute": ValueLabel("Dispute", "The number of the dispute.", "count"),
                    "verdict": ValueLabel(
                        "Verdict", "Whether it was right.", "choice", {"upheld": "Upheld", "denied": "Denied"}
                    ),
                    "text": ValueLabel("Reason", "Everybody at the table reads it.", "text"),
                    "remedy": ValueLabel(
                        "Remedy",
                        "What is done about it.",
                        "choice",
                        {"none": "Nothing", "coins": "One pays another", "round": "Put the whole round back"},
                    ),
                    "payer": ValueLabel("Payer", "Pays as far as its purse goes; the House covers the rest.", "seat"),
                    "payee": ValueLabel("Payee", "Who is paid.", "seat"),
                    "amount_cp": ValueLabel("How much", "What is paid.", "coins"),
                },
            ),
            "unseal": CommandLabel(
                "Show the seed",
                "Everything hidden in the round becomes visible to everybody.",
                {"round": ValueLabel("Round", "A round that is over.", "count")},
            ),
        },
        coins={
            PUT_BACK: Label("Round put back", "By a ruling, the coins of a round go back."),
            RULING: Label("Ruling", "By a ruling, one pays another."),
        },
    )

    # Disputing a round

    @offers(Dispute, when_closed=True)
    def may_dispute(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """At any time, any round that was started."""
        theirs = sum(dispute.seat == seat for dispute in table.disputes)
        if not table.round:
            yield Refusal("dispute", "no_such_round", "No round has been played here yet.")
        elif len(table.disputed) >= MAX_DISPUTES_EVER:
            detail = f"{MAX_DISPUTES_EVER} disputes have been raised at this table, which is the limit."
            yield Refusal("dispute", "too_many_disputes", detail)
        elif theirs >= MAX_OPEN_OF_A_SEAT or len(table.disputes) >= MAX_OPEN:
            which = f"{theirs} of this seat’s" if theirs >= MAX_OPEN_OF_A_SEAT else str(len(table.disputes))
            yield Refusal("dispute", "too_many_disputes", f"{which} disputes are open already, which is the limit.")
        else:
            params: dict[str, Param] = {
                "round": Bounds(min=1, max=table.round),
                "version": Bounds(min=1, max=table.version_of(seat), optional=True),
                "text": Text(text=MOST_TEXT),
            }
            yield Action(type="dispute", params=params)

    @explains(Dispute)
    def why_not_disputed(self, table: AnyTable, rulebooks: Rulebooks, command: Dispute) -> Refusal | None:
        """A dispute over a round that has not been played."""
        if command.round <= table.round:
            return None
        return Refusal("dispute", "no_such_round", f"The table has had {table.round} rounds.")

    @act(Dispute)
    def dispute(self, table: AnyTable, context: Context, seat: str, command: Dispute) -> Iterator[Event]:
        """Only the seat and the GM see which of its own versions the dispute is about."""
        yield DisputeRaised(
            dispute=len(table.disputed) + 1,
            seat=seat,
            round=command.round,
            text=command.text,
            version=command.version,
            version_to=seat_viewer(seat),
        )

    # Ruling on a dispute

    @gm_offers(RuleOnDispute, when_closed=True)
    def may_rule(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """On every open dispute; with a remedy only between rounds, while the table is open."""
        waiting = [dispute.dispute for dispute in table.disputes]
        if not waiting:
            yield Refusal("rule_on_dispute", "no_open_dispute", "No dispute is open.")
            return
        yield _ruling(waiting, ["upheld", "denied"], remedy=Choices(choices=["none"], optional=True))
        if table.running or table.closed:
            yield from _no_remedies(table)
        else:
            yield from _remedies(table, waiting)

    @explains(RuleOnDispute)
    def why_not_ruled(self, table: AnyTable, rulebooks: Rulebooks, command: RuleOnDispute) -> Refusal | None:
        """A ruling on a dispute that is not open."""
        if any(dispute.dispute == command.dispute for dispute in table.disputes):
            return None
        detail = f"There is no open dispute {command.dispute}."
        return Refusal("rule_on_dispute", "no_open_dispute", detail)

    @gm_act(RuleOnDispute)
    def rule(self, table: AnyTable, context: Context, command: RuleOnDispute) -> Iterator[Event]:
        """The ruling, then the coins of its remedy. The House covers what the payer lacks."""
        disputed = table.open_dispute(command.dispute).round
        settled = table.settled_round(disputed) if command.remedy == "round" else None
        pot_cp = _still_in_the_pot(table, settled) if settled else 0
        yield DisputeRuled(
            dispute=command.dispute,
            verdict=command.verdict,
            text=command.text,
            remedy=command.remedy,
            payer=command.payer,
            payee=command.payee,
            amount_cp=command.amount_cp,
        )
        if settled:
            yield from put_back(table, settled.moved, PUT_BACK, pot_cp=pot_cp)
        elif command.payer and command.payee and command.amount_cp:
            yield from _have_pay(table, command.payer, command.payee, command.amount_cp)

    # Unsealing a round

    @gm_offers(Unseal, when_closed=True)
    def may_unseal(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Every finished round that has not been unsealed."""
        for span in table.sealed:
            yield Action(type="unseal", params={"round": Bounds(min=span.first, max=span.last)})
        if table.running:
            yield _runs_still(table, {"round": table.round})
        if not table.sealed:
            over = table.round - table.running
            yield _already_unsealed("every finished round") if over else _no_such_round(table)

    @explains(Unseal)
    def why_not_unsealed(self, table: AnyTable, rulebooks: Rulebooks, command: Unseal) -> Refusal:
        """Unsealing a round that is not over, or was unsealed already."""
        return _no_such_round(table) if command.round > table.round else _already_unsealed(f"round {command.round}")

    @gm_act(Unseal)
    def unseal(self, table: AnyTable, context: Context, command: Unseal) -> Iterator[Event]:
        """The seed is published to everybody."""
        yield RoundUnsealed(round=command.round, seed=context.dealer.seed(command.round).hex())


def _no_remedies(table: AnyTable) -> Iterator[Offer]:
    if table.running:
        code, detail = (
            "round_running",
            "Rulings move coins only between rounds: call this one off, or wait for its end.",
        )
    else:
        code, detail = "table_closed", "The table is closed: its coins have left it."
    for remedy in ("coins", "round"):
        yield Refusal("rule_on_dispute", code, detail, {"remedy": remedy})


def _remedies(table: AnyTable, waiting: list[int]) -> Iterator[Offer]:
    accounts = [*(seat.seat for seat in table.present()), POT, HOUSE]
    yield _ruling(
        waiting,
        ["upheld"],
        remedy=Choices(choices=["coins"]),
        payer=Choices(choices=accounts),
        payee=Choices(choices=accounts, unlike="payer"),
        amount_cp=Bounds(min=1, max=MAX_COINS_CP),
    )
    kept = {settled.round for settled in table.settled}
    if undone := [dispute.dispute for dispute in table.disputes if dispute.round in kept]:
        yield _ruling(undone, ["upheld"], remedy=Choices(choices=["round"]))
    for dispute in table.disputes:
        if dispute.round not in kept:
            which = f"The coins of round {dispute.round} cannot be put back"
            detail = f"{which}: it was already voided or put back, or is too old."
            case = {"dispute": dispute.dispute, "remedy": "round"}
            yield Refusal("rule_on_dispute", "cannot_put_back", detail, case)


def _ruling(disputes: list[int], verdicts: list[str], **case: Param) -> Action:
    params: dict[str, Param] = {
        "dispute": Choices(choices=disputes),
        "verdict": Choices(choices=verdicts),
        "text": Text(text=MOST_TEXT),
        **case,
    }
    return Action(type="rule_on_dispute", params=params)


def _have_pay(table: AnyTable, payer: str, payee: str, amount_cp: int) -> Iterator[Event]:
    there = amount_cp if payer in UNBOUNDED else min(amount_cp, table.balance(payer))
    yield from pay(payer, payee, there, RULING)
    if payee != HOUSE:
        yield from pay(HOUSE, payee, amount_cp - there, RULING)


def _still_in_the_pot(table: AnyTable, settled: Settled) -> int:
    """The coins of a round that are still in the pot. Coins added later belong to those who left them there."""
    since = [later.pot_cp for later in table.settled if later.round >= settled.round]
    return min(table.balance(POT), *since)


def _runs_still(table: AnyTable, case: dict[str, Any]) -> Refusal:
    return Refusal("unseal", "round_running", f"Round {table.round} is still running: its seed is secret.", case)


def _already_unsealed(which: str) -> Refusal:
    return Refusal("unseal", "already_unsealed", f"The seed of {which} has already been published.")


def _no_such_round(table: AnyTable) -> Refusal:
    return Refusal("unseal", "no_such_round", f"The table has had {table.round - table.running} finished rounds.")
