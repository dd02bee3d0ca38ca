"""Bets against the House, from the question to the payout. (Seeds 003, and the rulings on such games.)

Stakes are held in the account `escrow` until they are settled. A bet is refused if the House might have to pay more
than `bank_limit_cp`.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from events.accounts import ESCROW, HOUSE
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import QuestionAnswered, RoundEnded, RoundStarted, RoundVoided, StatusChanged
from events.table_events import CoinsMoved
from games.chapter import Chapter, Uses, act, explains, fold, gm_act, gm_offers, offers, on_timeout, seat_details
from games.mechanics.coins import pay, payee_of
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.tricks.game import CAUGHT, Tricks, is_on
from games.mechanics.tricks.noticing import Noticing
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal
from projections.chronicle import coins, name_of, number_word
from projections.game import AnyTable
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, ValueLabel

PASSED: Final = "passed"
CONTENT: Final = "content"
"""The statuses of seats that passed: without a bet, or without another one."""
GONE: Final = "gone"
"""The status of a seat that has left; its bet stands."""
_WINNINGS: Final = "winnings"

_tag = namespaced("house_bets")


class Bet(CommandV1, frozen=True, kw_only=True):
    """Bet against the House; `on` names what you bet on, in games with a choice."""

    amount_cp: int
    on: str | None = None


class Pass(CommandV1, frozen=True, kw_only=True):
    """Bet nothing, or nothing more."""


class CloseBets(CommandV1, frozen=True, kw_only=True):
    """Close the betting: seats that have not answered pass, and the House goes on."""


class BetPlaced(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat bet `amount_cp` more copper; `on` is one of the game's calls, null in games without a choice."""

    seat: str
    on: str | None
    amount_cp: int


class BetSettled(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat's bet of `amount_cp` copper in all gave back `back_cp`: anything from nothing to more than the bet."""

    seat: str
    amount_cp: int
    back_cp: int


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's bet, in copper, and what it is on; `back_cp` is what it gave back, once it is settled."""

    seat: str
    on: str | None
    amount_cp: int
    back_cp: int | None = None


class Stakes(msgspec.Struct, kw_only=True):
    """The bets on the table, in the order in which they were placed."""

    placed: list[Stake] = []
    tricks: Tricks = msgspec.field(default_factory=Tricks)


class HouseBets(Chapter):
    """A game's bets, how all bet at once, the House's limit, and settling."""

    events: ClassVar[Sequence[type[Event]]] = (BetPlaced, BetSettled)
    reasons: ClassVar = {
        "bank_limit": "The bet exceeds what the House can pay.",
        "bet_out_of_bounds": "The bet is below the minimum or above the maximum.",
        "no_bets_to_close": "All bets are made; the round waits for something else.",
        "not_asked": "The seat is not asked for a bet.",
        "purse_too_small": "The bet is more than is in the purse.",
    }
    labels: ClassVar = Labels(
        commands={
            "bet": CommandLabel(
                "Bet",
                "Lay coins on the table; what you win comes from the House.",
                {"amount_cp": ValueLabel("How much", "What you lay on the table.", "coins")},
            ),
            "pass": CommandLabel("Pass", "Bet nothing, or nothing more."),
            "close_bets": CommandLabel(
                "Close the betting", "Seats that have not answered pass, and the House goes on."
            ),
        },
        statuses={
            "active": Label("In play", "Plays this round."),
            PASSED: Label("Passed", "Has bet nothing."),
            CONTENT: Label("Bet stands", "Has bet nothing more."),
            GONE: Label("Gone", "Has left; its bet stands."),
        },
        outcomes={
            "settled": Label("Settled", "The House has paid or kept each bet."),
            "no_bets": Label("No bets", "Nobody has bet."),
        },
        coins={
            "stake": Label("Bet", "What a seat lays on the table."),
            "stake_back": Label("Bet back", "A bet returns to its seat."),
            "lost_bet": Label("Lost bet", "The House keeps it."),
            _WINNINGS: Label("Winnings", "The House pays."),
        },
        details=DetailLabels(
            seat={"bet": DetailLabel("Bet", "What it has on the table, and the most that it can win.", "object")}
        ),
    )
    noticing = Uses(Noticing)
    bet_questions: ClassVar[tuple[str, ...]] = ("bet",)
    """The questions that ask for bets; every other question is the game's own."""
    max_seats: ClassVar[int]

    # A game's bets: even money on one thing, unless it says otherwise

    @abstractmethod
    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """What happens once everybody who was asked has bet or passed."""

    @abstractmethod
    def back_cp(self, table: AnyTable, stake: Stake) -> int:
        """What a bet gives back when the round is settled, including the bet: 0 if it is lost."""

    def could_win(self, table: AnyTable, stake: Stake) -> int:
        """The most (copper) that a bet can win on top of itself."""
        return stake.amount_cp

    def room(self, table: AnyTable, limit_cp: int) -> Mapping[str | None, int]:
        """How much (copper) can be bet on each call within `limit_cp`; by default all bets might win together."""
        left_cp = limit_cp - sum(self.could_win(table, stake) for stake in table.state.placed)
        return dict.fromkeys(self.calls(table), left_cp)

    def calls(self, table: AnyTable) -> Sequence[str | None]:
        """What can be bet on; by default the game has no choice."""
        return (None,)

    def call_name(self, call: str) -> str:
        """What sentences call the thing that is bet on."""
        return call.replace("_", " ")

    def bounds(self, table: AnyTable) -> tuple[int, int | None]:
        """The least and the most (None: no limit) that the rules allow for one bet now, in copper."""
        buy_in_cp, most_cp = table.options.buy_in_cp, table.options.most_cp
        return buy_in_cp, max(buy_in_cp, most_cp) if most_cp else None

    def step(self, table: AnyTable) -> int:
        """The step of bets in copper, such that winnings are whole."""
        return 1

    def asks_for_bets(self, table: AnyTable) -> bool:
        """Whether the table waits for bets."""
        return table.question in self.bet_questions

    @offers(Bet, Pass)
    def may_bet(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """A seat that is asked bets, or bets nothing."""
        if seat in table.to_act and self.asks_for_bets(table):
            yield from self._bet_offers(table, seat)
            yield Action(type="pass")
            return
        why = self.why_not_asked(table, seat)
        yield from (Refusal(kind, "not_asked", why) for kind in ("bet", "pass"))

    def why_not_asked(self, table: AnyTable, seat: str) -> str:
        """Why a seat is not asked for a bet."""
        buy_in_cp = table.options.buy_in_cp
        if table.seats[seat].status == CAUGHT:
            return "You were denounced, and are out of this round."
        if self.stakes_of(table, seat):
            return "Your bet stands, and nothing more is asked of you now."
        if table.seats[seat].playing:
            return "You have passed, and are asked again in the next round."
        if table.seats[seat].kind == "watcher":
            return "You are watching, and watchers do not bet."
        if table.purse(seat) < buy_in_cp:
            return f"You do not play this round; for the next one have {coins(buy_in_cp)} in your purse."
        if len(table.order) == self.max_seats:
            return f"You do not play this round: no more than {number_word(self.max_seats)} can."
        return "This round began without you; you are asked again in the next."

    def _bet_offers(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Calls with the same limit are listed together."""
        (least_cp, _), purse_cp, step = self.bounds(table), table.purse(seat), self.step(table)
        if purse_cp < least_cp:
            detail = f"A bet must be at least {coins(least_cp)}, and you have {coins(purse_cp)}."
            yield Refusal("bet", "purse_too_small", detail)
            return
        by_limit: dict[int, list[str | None]] = {}
        for call, most_cp in self.most(table, seat).items():
            by_limit.setdefault(most_cp - most_cp % step, []).append(call)
        if by_limit and max(by_limit) < least_cp:
            yield Refusal("bet", "bank_limit", _no_room(table))
            return
        for most_cp, calls in by_limit.items():
            if most_cp < least_cp:
                detail = _no_room(table)
                yield from (Refusal("bet", "bank_limit", detail, {"on": call}) for call in calls)
                continue
            on: dict[str, Param] = {} if calls == [None] else {"on": Choices(choices=calls)}
            yield Action(type="bet", params={**on, "amount_cp": Bounds(min=least_cp, max=most_cp, step=step)})

    def most(self, table: AnyTable, seat: str) -> dict[str | None, int]:
        """The most (copper) that a seat could bet on each call: limited by the rules, its purse and the bank limit."""
        _, highest_cp = self.bounds(table)
        purse_cp, limit_cp = table.purse(seat), table.options.bank_limit_cp
        most_cp = purse_cp if highest_cp is None else min(purse_cp, highest_cp)
        if limit_cp is None:
            return dict.fromkeys(self.calls(table), most_cp)
        room = self.room(table, limit_cp)
        return {call: min(most_cp, room[call]) for call in self.calls(table)}

    @explains(Bet)
    def why_not_bet(self, table: AnyTable, seat: str | None, command: Bet) -> Refusal | None:
        """A bet may be too much for the purse, out of the rules' bounds, or too much for the House."""
        if seat is None or command.on not in self.calls(table):
            return None
        amount_cp, purse_cp, limit_cp = command.amount_cp, table.purse(seat), table.options.bank_limit_cp
        if amount_cp > purse_cp:
            return Refusal("bet", "purse_too_small", f"You have {coins(purse_cp)}, less than {coins(amount_cp)}.")
        least_cp, most_cp = self.bounds(table)
        if amount_cp < least_cp or (most_cp is not None and amount_cp > most_cp):
            return Refusal("bet", "bet_out_of_bounds", _bounds_in_words(least_cp, most_cp))
        if limit_cp is not None and amount_cp > (room_cp := self.room(table, limit_cp)[command.on]):
            detail = f"The House could not pay for {coins(amount_cp)}: with the bets on the table, it can take"
            return Refusal("bet", "bank_limit", f"{detail} a bet of at most {coins(room_cp)}.")
        return None

    @act(Bet)
    def bet(self, table: AnyTable, dice: Dice, seat: str, command: Bet) -> Iterator[Event]:
        """A seat bets; once all have answered, the House goes on."""
        yield from self.place(seat, command.on, command.amount_cp)
        yield QuestionAnswered(seat=seat)
        yield from self.go_on(table, dice)

    def place(self, seat: str, on: str | None, amount_cp: int) -> Iterator[Event]:
        """A seat puts its bet on the table."""
        yield from pay(seat, ESCROW, amount_cp, "stake")
        yield BetPlaced(seat=seat, on=on, amount_cp=amount_cp)

    @staticmethod
    def stakes_of(table: AnyTable, seat: str) -> list[Stake]:
        """A seat's bets: one, unless the game allows several on different calls."""
        return [stake for stake in table.state.placed if stake.seat == seat]

    @fold(BetPlaced)
    def _placed(self, table: AnyTable, event: BetPlaced) -> None:
        placed: list[Stake] = table.state.placed
        for n, stake in enumerate(placed):
            if (stake.seat, stake.on) == (event.seat, event.on):
                placed[n] = msgspec.structs.replace(stake, amount_cp=stake.amount_cp + event.amount_cp)
                return
        placed.append(Stake(seat=event.seat, on=event.on, amount_cp=event.amount_cp))

    @sentence(BetPlaced)
    def _bet_aloud(self, table: AnyTable, event: BetPlaced) -> str:
        [stake] = [stake for stake in self.stakes_of(table, event.seat) if stake.on == event.on]
        more = " more" if stake.amount_cp > event.amount_cp else ""
        on = f" on {self.call_name(event.on)}" if event.on else ""
        return f"{name_of(table, event.seat)} bets {coins(event.amount_cp)}{more}{on}."

    @seat_details
    def bet_details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """A seat's bet, the most that it can win, and what it gave back once it is settled."""
        stakes = self.stakes_of(table, seat)
        return {"bet": self.stake_details(table, stakes[0])} if stakes else {}

    def stake_details(self, table: AnyTable, stake: Stake) -> dict[str, Any]:
        """A bet, the most that it can win, and what it gave back once it is settled."""
        could_win_cp = self.could_win(table, stake)
        return {"on": stake.on, "amount_cp": stake.amount_cp, "could_win_cp": could_win_cp, "back_cp": stake.back_cp}

    @fold(RoundStarted, RoundVoided)
    def _cleared(self, table: AnyTable, event: Event) -> None:
        table.state = type(table.state)()

    @act(Pass)
    def _pass_up(self, table: AnyTable, dice: Dice, seat: str, command: Pass) -> Iterator[Event]:
        yield from self._pass(table, seat, "passed")
        yield from self.go_on(table, dice)

    def _pass(self, table: AnyTable, seat: str, why: str) -> Iterator[Event]:
        yield StatusChanged(seat=seat, status=CONTENT if self.stakes_of(table, seat) else PASSED, why=why)
        yield QuestionAnswered(seat=seat)

    @on_timeout()
    def _safest(self, table: AnyTable, seat: str) -> Command:
        return Pass()

    _passed_aloud = says(StatusChanged, "{seat} bets nothing.", status=PASSED)
    _content_aloud = says(StatusChanged, "{seat} lets the bet stand.", status=CONTENT)

    @gm_offers(CloseBets)
    def may_close(self, table: AnyTable) -> Iterator[Offer]:
        """The GM can close the betting before everybody has answered."""
        bets_made = table.to_act and not self.asks_for_bets(table)
        detail = "All bets are made; the round waits for something else."
        yield Refusal("close_bets", "no_bets_to_close", detail) if bets_made else Action(type="close_bets")

    @gm_act(CloseBets)
    def close(self, table: AnyTable, dice: Dice, command: CloseBets) -> Iterator[Event]:
        """No more bets: the House goes on."""
        for seat in list(table.to_act):
            yield from self._pass(table, seat, "bets_closed")
        yield from self.all_bet(table, dice)

    def go_on(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Once every seat has answered, the House goes on, unless it waits for the GM."""
        if not table.to_act and table.options.auto_roll:
            yield from self.all_bet(table, dice)

    def settle(self, table: AnyTable) -> Iterator[Event]:
        """The bets are decided. They are paid out at once, or where cheating is on, after the closing step."""
        closes = is_on(table) and table.state.placed and not all(seat.gone for seat in table.playing())
        return self.noticing.close(table) if closes else self.pay_out(table)

    def pay_out(self, table: AnyTable) -> Iterator[Event]:
        """Settle every open bet, those of denounced cheaters as lost; then the round is over.

        A seat that gets back more than it bet has won. The round's `won_cp` has all that such seats got back, bets
        included.
        """
        for stake in list(table.state.placed):
            if stake.back_cp is None:
                is_lost = table.seats[stake.seat].status == CAUGHT
                yield from self.settle_bet(table, stake, 0 if is_lost else self.back_cp(table, stake))
        bet_cp, back_cp = dict[str, int](), dict[str, int]()
        for stake in table.state.placed:
            bet_cp[stake.seat] = bet_cp.get(stake.seat, 0) + stake.amount_cp
            back_cp[stake.seat] = back_cp.get(stake.seat, 0) + stake.back_cp
        won_cp = {seat: cp for seat, cp in back_cp.items() if cp > bet_cp[seat]}
        outcome = "settled" if bet_cp else "no_bets"
        yield RoundEnded(round=table.round, outcome=outcome, winners=list(won_cp), won_cp=won_cp)

    def settle_bet(self, table: AnyTable, stake: Stake, back_cp: int) -> Iterator[Event]:
        """A bet gives back this much copper, first its own coins; the rest of it goes to the House."""
        payee, own_cp = payee_of(table, stake.seat), min(back_cp, stake.amount_cp)
        yield from pay(ESCROW, HOUSE, stake.amount_cp - own_cp, "lost_bet")
        yield from pay(ESCROW, payee, own_cp, "stake_back")
        yield from pay(HOUSE, payee, back_cp - own_cp, _WINNINGS)
        yield BetSettled(seat=stake.seat, amount_cp=stake.amount_cp, back_cp=back_cp)

    @fold(BetSettled)
    def _settled(self, table: AnyTable, event: BetSettled) -> None:
        placed: list[Stake] = table.state.placed
        n = next(n for n, stake in enumerate(placed) if stake.seat == event.seat and stake.back_cp is None)
        placed[n] = msgspec.structs.replace(placed[n], back_cp=event.back_cp)

    @sentence(BetSettled)
    def settled_aloud(self, table: AnyTable, event: BetSettled) -> str:
        """What a seat won or lost."""
        name, won_cp = name_of(table, event.seat), event.back_cp - event.amount_cp
        if won_cp == 0:
            return f"{name} gets {coins(event.back_cp)} back, and no more."
        return f"{name} {'wins' if won_cp > 0 else 'loses'} {coins(abs(won_cp))}."

    _paid_aloud = silent(CoinsMoved, payer=ESCROW)
    _staked_aloud = silent(CoinsMoved, payee=ESCROW)
    _winnings_aloud = silent(CoinsMoved, reason=_WINNINGS)

    @sentence(RoundEnded)
    def _end_aloud(self, table: AnyTable, event: RoundEnded) -> str:
        if not table.state.placed:
            return "Nobody has bet."
        won_cp = table.moved.get(HOUSE, 0)
        if won_cp == 0:
            return "The House is neither richer nor poorer."
        return f"The House is {coins(abs(won_cp))} {'richer' if won_cp > 0 else 'poorer'}."


def _bounds_in_words(least_cp: int, most_cp: int | None) -> str:
    if least_cp == most_cp:
        return f"A bet must be exactly {coins(least_cp)} now."
    at_most = f", and at most {coins(most_cp)}" if most_cp is not None else ""
    return f"A bet must be at least {coins(least_cp)} now{at_most}."


def _no_room(table: AnyTable) -> str:
    limit_cp = table.options.bank_limit_cp
    return f"The House pays at most {coins(limit_cp)} at once, and the bets on the table leave no room for another."
