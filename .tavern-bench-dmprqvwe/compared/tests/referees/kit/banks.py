"""What the referees of the games against the House share: stakes in escrow, the House's throw, bets that are paid."""

from fractions import Fraction

from tests.referees.kit.book import Event, Round, insist
from tests.referees.kit.referee import HOUSE, Referee


class BankReferee(Referee):
    """Follows bets from the stake to what comes back."""

    owners_throw = False
    house_dice = (2, "d6")
    bets_each = 1
    even_stakes = False

    def __init__(self, played: Round) -> None:
        super().__init__(played)
        self.asked: dict[str, str] = {}
        self.bets: list[tuple[str, str | None, int]] = []
        self.staked = 0
        self.settled: list[Event] = []
        self.counted = 0
        self.plans: dict[str, int] = {}
        self.to_palm: list[str] = []

    # Betting

    def on_question_asked(self, event: Event) -> None:
        """Everybody who plays is asked for a bet."""
        super().on_question_asked(event)
        if event["question"] in ("bet", "buy_in"):
            insist(event["seats"] == self.seats, "not all are asked for a bet")
        if event["question"] != "closing":
            self.asked = {seat: str(event["question"]) for seat in event["seats"]}

    def on_question_answered(self, event: Event) -> None:
        """One has bet, or passed."""
        super().on_question_answered(event)
        if self.closing is None:
            insist(self.asked.pop(event["seat"], None), f"{event['seat']} was not asked")

    def on_house_bets_bet_placed(self, event: Event) -> None:
        """A stake that the rules allow, in escrow already."""
        seat, on, amount = event["seat"], event["on"], event["amount_cp"]
        insist(self.asked.get(seat), f"{seat} bets unasked")
        self.judge_bet(seat, on, amount)
        self.bets.append((seat, on, amount))
        last = self.moves[-1]
        pays = (last["payer"], last["payee"], last["amount_cp"], last["reason"])
        insist(pays == (seat, "escrow", amount, "stake"), f"{seat} has staked {last['amount_cp']}, and bet {amount}")
        self.staked += amount

    def judge_bet(self, seat: str, on: str | None, amount: int) -> None:
        """How much, on what, how often."""
        insist(amount >= self.options["buy_in_cp"], f"a bet of {amount} is below the buy-in")
        insist(not self.options.get("most_cp") or amount <= self.options["most_cp"], f"a bet of {amount} is too high")
        insist(not self.even_stakes or amount % 2 == 0, f"a stake of {amount} cannot be halved")
        own = [what for who, what, _ in self.bets if who == seat]
        insist(len(own) < self.bets_each and on not in own, f"{seat} bets on {own} and {on}")
        insist(self.on_offer(on), f"one cannot bet on {on}")

    def on_offer(self, on: str | None) -> bool:
        """Whether one can bet on this."""
        return on is None

    def on_status_changed(self, event: Event) -> None:
        """One passes, is content with its bets, or goes."""
        super().on_status_changed(event)
        seat, status = event["seat"], event["status"]
        bet = any(who == seat for who, _, _ in self.bets)
        insist(status in ("passed", "content", "gone", "caught", *self.other_statuses), f"nobody is {status} here")
        insist(status != "passed" or not bet, f"{seat} has bet, and passes")
        insist(status != "content" or bet, f"{seat} has not bet")

    other_statuses: tuple[str, ...] = ()

    # The House

    def cupped(self, seat: str) -> bool:
        """Dice of the House's that can be palmed are covered at first; its cards lie open."""
        return seat != HOUSE or self.kind == "dice"

    def on_tricks_cheat_planned(self, event: Event) -> None:
        """A plan, made with a bet."""
        seat = event["seat"]
        insist(self.cheating and self.kind == "dice", "there is no die to palm")
        insist(event["to"] == f"seat:{seat}" and self.asked.get(seat), "a plan that others see, or too late")
        insist(0 <= event["n"] < self.house_dice[0], "the House has no such die")
        self.plans[seat] = event["n"]

    def on_dice_thrown(self, event: Event) -> None:
        """The House throws once all bets are in."""
        if event["seat"] == HOUSE:
            self.judge_house_throw(event)
        super().on_dice_thrown(event)

    def judge_house_throw(self, event: Event) -> None:
        """So many dice, at once, when nobody is asked any more."""
        many, die = self.house_dice
        insist(not self.asked, "the House throws before all have bet")
        insist(self.bets, "the House throws though nobody bets")
        insist((HOUSE, 0) not in self.faces, "the House throws twice")
        insist((len(event["ns"]), event["die"]) == (many, die), f"the House throws {len(event['ns'])} {event['die']}")
        self.to_palm = [
            seat for seat in self.seats if seat in self.plans and any(who == seat for who, _, _ in self.bets)
        ]

    def judge_palmed(self, event: Event) -> None:
        """The House's die, as planned, if the cheat would have lost by then."""
        if event["seat"] != HOUSE:
            super().judge_palmed(event)
            return
        seat = event["by"]
        insist(event["to"] == "gm" and self.plans.pop(seat, None) == event["n"], "another die than planned")
        self.content_until(seat)
        insist(self.would_lose(seat), f"{seat} palms a die and would not have lost")

    def content_until(self, seat: str | None) -> None:
        """Those who were to palm a die before one (None: all that are left) did not, because they would have won."""
        while self.to_palm and (other := self.to_palm.pop(0)) != seat:
            insist(not self.would_lose(other), f"{other} does not palm a die, and loses")

    def on_dice_shown(self, event: Event) -> None:
        """The House's dice are shown once all have palmed who would."""
        if event["seat"] == HOUSE:
            self.content_until(None)
        super().on_dice_shown(event)

    def would_lose(self, seat: str) -> bool:
        """Whether one's bets come to less than was staked."""
        own = [(on, amount) for who, on, amount in self.bets if who == seat]
        return sum(self.returned(seat, on) * amount for on, amount in own) < sum(amount for _, amount in own)

    # Paying

    def returned(self, seat: str, on: str | None) -> Fraction:
        """How many stakes come back for a bet, by the dice as they lie."""
        raise NotImplementedError

    def stakes(self) -> list[tuple[str, str | None, int]]:
        """The bets as they are settled."""
        return self.bets

    def on_house_bets_bet_settled(self, event: Event) -> None:
        """Each bet in its order: what it returns, and whence."""
        seat, on, amount = self.stakes()[len(self.settled)]
        insist((event["seat"], event["amount_cp"]) == (seat, amount), f"the next bet is {seat}'s of {amount}")
        back = 0 if self.forfeits(seat) else self.returned(seat, on) * amount
        insist(event["back_cp"] == back, f"{seat} gets {event['back_cp']} back for {amount} on {on}, not {back}")
        to = self.account(seat)
        due = {
            ("escrow", to): min(amount, back),
            ("escrow", HOUSE): max(0, amount - back),
            (HOUSE, to): max(0, back - amount),
        }
        paid = {(m["payer"], m["payee"]): m["amount_cp"] for m in self.new_moves()}
        insist(paid == {pair: int(cp) for pair, cp in due.items() if cp}, f"{due} is due, {paid} is paid")
        self.settled.append(event)

    def new_moves(self) -> list[Event]:
        """Coins that moved to settle the bet at hand."""
        moves = [move for move in self.moves if move["reason"] != "stake"]
        new, self.counted = moves[self.counted :], len(moves)
        return new

    def judge_closed(self, event: Event) -> None:
        """Where nobody has bet, or all have left, there is nothing to wait for."""
        if self.bets and any(seat in self.table.kinds for seat in self.seats):
            super().judge_closed(event)

    def judge_the_end(self, event: Event) -> None:
        """All bets are settled, and those win who gain by them."""
        insert = "settled" if self.bets else "no_bets"
        insist(event["outcome"] == insert, f"it ends as {event['outcome']}")
        insist(len(self.settled) == len(self.stakes()), "a bet is not settled")
        insist(self.table.purses["escrow"] == self.played.before.purses["escrow"], "something is left in escrow")
        back = {seat: 0 for seat, _, _ in self.bets}
        for one in self.settled:
            back[one["seat"]] += one["back_cp"]
        staked = {seat: sum(cp for who, _, cp in self.bets if who == seat) for seat in back}
        won = {seat: cp for seat, cp in back.items() if cp > staked[seat]}
        insist(set(event["winners"]) == set(won) and event["won_cp"] == won, f"{won} have won, not {event['won_cp']}")
        insist(len(self.new_moves()) == 0, "more coins move than the bets return")
