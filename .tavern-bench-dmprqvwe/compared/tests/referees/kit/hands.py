"""What the referees of Ruler's Bluff and Triangle share: bettings without a limit, side pots, bluffs and reads."""

from statistics import median_high
from typing import Any

from tests.referees.kit.book import Event, Objection, Round, insist
from tests.referees.kit.referee import HOUSE, Referee

BETTINGS = ("first_betting", "second_betting", "third_betting")


class HandsReferee(Referee):
    """Follows a hand from the antes to the last pot."""

    kind = "card"
    owners_throw = False

    def __init__(self, played: Round) -> None:
        super().__init__(played)
        self.paid_in: dict[str, int] = dict.fromkeys(self.seats, 0)
        """What each seat has in the pot of this hand."""
        self.in_bet: dict[str, int] = {}
        """What each seat has put in during this betting."""
        self.acted: set[str] = set()
        self.betting = False
        self.at = -1
        self.turn: str | None = None
        self.antes = 0
        self.dealt = 0
        self.pots: list[Event] = []
        self.ranked: dict[str, Event] = {}
        self.bluffed: set[tuple[str, str, str]] = set()
        self.readers: set[str] = set()
        self.bluff: Event | None = None
        self.given_back = 0

    def contending(self) -> list[str]:
        """Who has neither folded nor been caught nor left."""
        return [seat for seat in self.seats if self.out.get(seat) not in ("folded", "caught", "left", "forfeited")]

    def all_in(self, seat: str) -> bool:
        """Whether a seat has bet all that it had. A loan comes too late for this hand."""
        return self.out.get(seat) == "all_in"

    @property
    def level(self) -> int:
        """What each must have put in."""
        return max(self.in_bet.values(), default=0)

    def owes(self, seat: str) -> int:
        """What a seat must still put in to stay."""
        return self.level - self.in_bet.get(seat, 0)

    # Antes and bets

    def on_betting_hand_began(self, _: Event) -> None:
        """A hand."""

    def on_betting_betting_began(self, _: Event) -> None:
        """A betting, once the cards of its round are dealt; it goes from the first seat on."""
        insist(self.phase in BETTINGS and not self.betting, "a betting begins in another")
        insist(self.dealt == BETTINGS.index(self.phase) + 1, "the cards are not dealt")
        self.in_bet, self.acted, self.betting, self.at = {}, set(), True, -1

    def on_betting_paid(self, event: Event) -> None:
        """A bet, by the one whose turn it is, that moves as many coins as it says."""
        seat, move, amount = event["seat"], event["move"], event["amount_cp"]
        if amount:
            last = self.moves[-1]
            pays = (last["payer"], last["payee"], last["amount_cp"], last["reason"])
            insist(pays == (seat, "pot", amount, move), f"{seat} pays {last['amount_cp']} for a bet of {amount}")
        purse, owed = self.table.purses[seat] + amount, self.owes(seat)
        if move == "ante":
            insist(
                seat == self.seats[self.antes] and amount == self.options["ante_cp"], "an ante is not as it should be"
            )
            self.antes += 1
        else:
            self.judge_turn(seat, move)
            fair = {
                "check": owed == 0 and amount == 0,
                "open": self.level == 0 and 0 < amount <= purse,
                "call": owed > 0 and amount == min(owed, purse),
                "raise": self.level > 0 and owed < amount <= purse,
                "stay": amount == 0,
            }[move]
            insist(self.step.actor != "clock" or move in ("check", "stay"), f"the clock makes a {move}")
            insist(fair, f"{seat} has {purse}, owes {owed}, and makes a {move} of {amount}")
            if move == "raise":
                insist(amount == owed + self.step.command["amount_cp"], "another raise than was meant")
            self.acted = {seat} if move in ("open", "raise") else self.acted | {seat}
            self.in_bet[seat] = self.in_bet.get(seat, 0) + amount
            self.at, self.turn = self.seats.index(seat), None
        self.paid_in[seat] += amount

    def judge_turn(self, seat: str, move: str) -> None:
        """Only who is on turn bets, and nobody while the hand is closed."""
        insist(self.betting and self.closing is None, f"{seat} bets out of a betting")
        insist(self.turn == seat, f"{seat} acts on {self.turn}'s turn")

    def next_to_act(self) -> str | None:
        """Whose turn it is: the next who has not acted on the highest bet and can."""
        after = [*self.seats[self.at + 1 :], *self.seats[: self.at + 1]]
        waiting = [seat for seat in after if seat in self.contending() and self.has_to_act(seat)]
        return waiting[0] if waiting else None

    def can_bet(self, seat: str) -> bool:
        """Whether there is a bet for this seat to make: it owes something, or another could answer."""
        others = [other for other in self.contending() if other != seat and not self.all_in(other)]
        return not self.all_in(seat) and (self.owes(seat) > 0 or bool(others))

    def has_to_act(self, seat: str) -> bool:
        """Whether the betting waits for a seat."""
        return seat not in self.acted and self.can_bet(seat)

    def on_turn_began(self, event: Event) -> None:
        """The turn of the next seat."""
        insist(self.betting, "a turn out of a betting")
        insist(event["seat"] == self.next_to_act(), f"it is {self.next_to_act()}'s turn, not {event['seat']}'s")
        self.turn = event["seat"]

    def on_status_changed(self, event: Event) -> None:
        """All-in, folded, caught."""
        seat, status = event["seat"], event["status"]
        super().on_status_changed(event)
        match status:
            case "all_in":
                insist(self.table.purses[seat] == 0, f"{seat} has coins left")
            case "active":
                insist(self.table.purses[seat] > 0 and self.moves[-1]["payee"] == seat, f"{seat} got no coins back")
            case "folded":
                insist(
                    self.turn == seat or self.step.command["type"] in ("leave", "remove_seat"),
                    f"{seat} folds out of turn",
                )
                insist(self.contending(), "the last in a hand folds")
                insist(self.step.actor != "clock" or self.owes(seat) > 0, "the clock folds, and could check")
            case "caught":
                insist(self.forfeits(seat), f"{seat} is out though nobody pays for cheats")
            case _:
                insist(status in ("left", "forfeited"), f"nobody is {status} here")
        if self.turn == seat and status != "all_in":
            self.at, self.turn = self.seats.index(seat), None

    def on_betting_given_back(self, event: Event) -> None:
        """What nobody matched goes back."""
        seat, amount = event["seat"], event["amount_cp"]
        others = max(cp for other, cp in self.paid_in.items() if other != seat)
        insist(
            amount == self.paid_in[seat] - others > 0,
            f"{amount} goes back to {seat}, {self.paid_in[seat] - others} is unmatched",
        )
        last = self.moves[-1]
        insist((last["payer"], last["payee"], last["amount_cp"]) == ("pot", seat, amount), "nothing goes back")
        self.paid_in[seat] -= amount
        self.given_back += amount

    def betting_over(self) -> None:
        """Nobody has to act any more, and nobody is ahead of all others."""
        if self.betting and len(self.contending()) > 1:
            waits = self.next_to_act()
            insist(waits is None, f"the betting ends before {waits} has acted")
            first, second = sorted(self.paid_in.values())[-1:-3:-1]
            ahead = [seat for seat in self.contending() if self.paid_in[seat] == first > second]
            insist(not ahead, f"{ahead} has paid what nobody matched")
        self.betting, self.turn = False, None

    def on_phase_began(self, event: Event) -> None:
        """Betting, betting, betting, showdown, with a closing before it is paid."""
        super().on_phase_began(event)
        if self.phase in BETTINGS:
            insist(self.antes == len(self.seats), "not all have paid")
            insist(self.dealt == BETTINGS.index(self.phase) + 1, "the cards are not dealt")
        elif self.phase == "showdown":
            self.betting_over()
            insist(self.dealt == 3 or len(self.contending()) < 2, "a showdown too early")

    # Dice

    def on_dice_thrown(self, event: Event) -> None:
        """Cards are dealt in order, to all who are still in it, after a betting."""
        self.betting_over()
        self.judge_deal(event)
        super().on_dice_thrown(event)

    def judge_deal(self, event: Event) -> None:
        """What falls in each round, for each seat."""
        raise NotImplementedError

    def judge_palmed(self, event: Event) -> None:
        """A hidden die of one's own, while one is in it."""
        seat = event["by"]
        insist(event["seat"] == seat in self.contending(), "somebody else's die, or of one who is out")
        insist(event["to"] == f"seat:{seat}", "others see the second result")

    def on_die_revealed(self, event: Event) -> None:
        """At the showdown, of all who are in it."""
        insist(self.phase == "showdown" and event["seat"] in self.contending(), "a die is revealed")
        insist(self.faces[event["seat"], event["n"]] == event["face"], "a die is revealed as another")

    # The end

    def worth(self, seat: str) -> Any:
        """What a hand is worth, to compare."""
        raise NotImplementedError

    def expected_pots(self) -> list[tuple[int, list[str]]]:
        """Pots with those who can win them: what each paid is matched layer by layer."""
        pots: list[tuple[int, list[str]]] = []
        floor, carried = 0, self.played.before.purses["pot"]
        for top in sorted(set(self.paid_in.values()) - {0}):
            layer = carried + sum(max(0, min(cp, top) - floor) for cp in self.paid_in.values())
            can_win = [seat for seat in self.contending() if self.paid_in[seat] >= top]
            floor, carried = top, 0
            if pots and (pots[-1][1] == can_win or not can_win):
                pots[-1] = (pots[-1][0] + layer, pots[-1][1])
            elif can_win:
                pots.append((layer, can_win))
            else:
                carried = layer
        return pots

    def on_showdown_pot_won(self, event: Event) -> None:
        """A pot goes to the best who can win it, in equal shares, odd coppers in turn order."""
        pots = self.expected_pots()
        insist(event["number"] == len(self.pots) + 1 <= len(pots), f"there are {len(pots)} pots")
        amount, can_win = pots[len(self.pots)]
        insist(event["amount_cp"] == amount, f"pot {event['number']} has {amount}, not {event['amount_cp']}")
        insist(event["contenders"] == can_win, f"{can_win} contend, not {event['contenders']}")
        best = max(self.worth(seat) for seat in can_win) if len(can_win) > 1 else None
        winners = [seat for seat in can_win if best is None or self.worth(seat) == best]
        share, odd = divmod(amount, len(winners))
        shares = {seat: share + (place < odd) for place, seat in enumerate(winners)}
        insist(event["shares_cp"] == shares, f"{shares} are due, not {event['shares_cp']}")
        how = "alone" if len(can_win) == 1 else "best" if len(winners) == 1 else "tie"
        insist(event["how"] == how, f"{event['how']} is said, it is {how}")
        self.pots.append(event)

    def judge_closed(self, event: Event) -> None:
        """A closing, unless nobody is there to be asked."""
        if any(seat in self.table.kinds for seat in self.seats):
            super().judge_closed(event)

    def judge_the_end(self, event: Event) -> None:
        """Every pot is paid out, and nothing else."""
        won: dict[str, int] = {}
        for pot in self.pots:
            for seat, cp in pot["shares_cp"].items():
                won[seat] = won.get(seat, 0) + cp
        paid: dict[str, int] = {}
        for move in self.moves:
            if move["reason"] in ("payout", "nobody_won"):
                paid[move["payee"]] = paid.get(move["payee"], 0) + move["amount_cp"]
        insist(self.table.purses["pot"] == 0, "something is left in the pot")
        if not self.contending():
            self.judge_nobody_left(event, paid)
            return
        self.betting_over()
        insist(len(self.pots) == len(self.expected_pots()), "a pot is not won")
        insist(event["won_cp"] == won and set(event["winners"]) == set(won), f"{won} is won, not {event['won_cp']}")
        due: dict[str, int] = {}
        for seat, cp in won.items():
            due[self.account(seat)] = due.get(self.account(seat), 0) + cp
        insist(paid == due, f"{due} is due, {paid} is paid")
        insist(event["outcome"] == ("won" if len(won) == 1 else "split"), f"it ends as {event['outcome']}")

    def judge_nobody_left(self, event: Event, paid: dict[str, int]) -> None:
        """All are caught or gone: honest seats that have folded share the pot, or else the House has it."""
        pot = self.played.before.purses["pot"] + sum(self.paid_in.values())
        folded = [seat for seat in self.seats if self.out.get(seat) == "folded"]
        others = [seat for seat in folded if not self.forfeits(seat)]
        share, odd = divmod(pot, len(others)) if others else (0, 0)
        won = {seat: cp for place, seat in enumerate(others) if (cp := share + (place < odd))}
        due: dict[str, int] = {} if others else {HOUSE: pot}
        for seat, cp in won.items():
            due[self.account(seat)] = due.get(self.account(seat), 0) + cp
        insist(event["outcome"] == "nobody_won", f"it ends as {event['outcome']}")
        insist(event["won_cp"] == won and event["winners"] == list(won), f"{won} is won, not {event['won_cp']}")
        insist(paid == due, f"{due} is due, {paid} is paid")

    # Bluffs and reads

    def all_hands(self, dice: int) -> list[Any]:
        """What all hands with so many dice are worth."""
        raise NotImplementedError

    def seems(self, seat: str) -> str:
        """The truth about a hand."""
        own = [who for who, _ in self.faces if who == seat]
        worths = self.all_hands(len(own) + self.shared())
        return "confident" if self.worth(seat) >= median_high(worths) else "uneasy"

    def shared(self) -> int:
        """How many dice of the table's are everybody's."""
        return 0

    def opposed(self, first: str, second: str, seat: str, target: str) -> bool:
        """The check of one who tries against a target's; ties are the target's."""
        own, theirs = self.checks[-2:]
        insist((own["seat"], own["check"], own["to"]) == (seat, first, f"seat:{seat}"), f"no {first}")
        insist((theirs["seat"], theirs["check"], theirs["to"]) == (target, second, "gm"), f"no {second}")
        return bool(own["total"] > theirs["total"])

    def on_tricks_bluff_tried(self, event: Event) -> None:
        """Once for each opponent and betting."""
        one = (event["seat"], event["target"], self.phase)
        insist(self.betting and one not in self.bluffed and event["seat"] != event["target"], f"{one} again")
        insist({event["seat"], event["target"]} <= set(self.contending()), "one who is out bluffs or is bluffed")
        self.bluffed.add(one)

    def on_tricks_bluff_judged(self, event: Event) -> None:
        """It works if Deception is higher than Insight."""
        worked = self.opposed("deception", "insight", event["seat"], event["target"])
        insist(event["worked"] == worked and event["to"] == f"seat:{event['seat']}", "a bluff is judged otherwise")
        insist(event["seems"] == self.step.command["seems"], "another bluff")
        self.bluff = event

    def on_tricks_read_tried(self, event: Event) -> None:
        """Once a game, and nobody else sees it."""
        seat = event["seat"]
        insist(event["to"] == f"seat:{seat}" and seat not in self.readers, f"{seat} reads again")
        insist({seat, event["target"]} <= set(self.contending()), "one who is out reads or is read")
        self.readers.add(seat)

    def judge_told(self, event: Event) -> None:
        """A bluff's sentence, or the truth."""
        facts, truth = event["facts"], self.seems(event["facts"]["about"])
        if event["kind"] == "seems":
            insist(self.bluff and self.bluff["seat"] == facts["about"], "no bluff was tried")
            bluff: Event = self.bluff or {}
            insist(facts["seems"] == (bluff["seems"] if bluff["worked"] else truth), f"{facts['about']} is {truth}")
            self.bluff = None
        elif event["kind"] == "read":
            worked = self.opposed("insight", "deception", event["seat"], facts["about"])
            insist(
                facts.get("seems") == (truth if worked else None),
                f"{facts['about']} is {truth}, and is read as {facts}",
            )
        else:
            raise Objection(f"{event['kind']} is not reported here")
