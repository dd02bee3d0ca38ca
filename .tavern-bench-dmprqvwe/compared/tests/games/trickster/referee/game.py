"""A whole game of Trickster's Tavern as the text has it, played again with the dice that fell."""

from collections.abc import Sequence
from typing import Any

from tests.games.trickster.referee.book import Falls, Json, Step, insist
from tests.games.trickster.referee.powers import ABOUT_DICE, Die, Player, Powers, aims_at
from tests.games.trickster.referee.scoring import SIZES, counts

MOST = 6
"""Dice in a hand once a round is over."""
PLAIN = {"name": "Plain", "hand": ["d6"] * 5, "abilities": []}


class Game(Powers):
    """What follows of each command. `facts` has it in order."""

    def __init__(self, seats: Sequence[str], falls: Falls, options: Json, deck: Sequence[Json]) -> None:
        super().__init__(seats, falls)
        self.options, self.deck = options, deck
        self.bet: tuple[str, int, int] | None = None
        self.turn: str | None = None
        self.asked: set[str] = set()
        self.losing: str | None = None
        self.winner: str | None = None
        self.loser = ""
        self.over = False
        self.pot = 0

    # Before the first round

    def begin(self) -> None:
        """Everybody puts up the ante and takes a class; the highest open d20 bets first."""
        ante = self.options.get("ante_cp", 0)
        if ante:
            self.facts += [("coins_moved", seat, "pot", ante) for seat in self.order]
            self.pot += ante * len(self.order)
        how = self.options.get("classes", "chosen") if self.deck else "plain"
        if how == "chosen":
            self.asked = set(self.order)
            self.facts.append(("question_asked", "class", list(self.order)))
            return
        for seat in self.order:
            at = self.falls.next(seat, "class", len(self.deck)) if how == "dealt" else 0
            self.take_class(seat, self.deck[at - 1] if at else PLAIN)
        self.start()

    def take_class(self, seat: str, card: Json) -> None:
        """A card, with the dice that are on it."""
        self.players[seat].card = card
        self.players[seat].dice = [Die(size) for size in sorted(card["hand"], key=SIZES.index)]
        self.facts.append(("class_taken", seat, card))

    def choose_class(self, seat: str, name: str) -> None:
        """One of the deck, or the plain one."""
        insist(seat in self.asked, f"{seat} is not asked for a class")
        self.asked.discard(seat)
        self.take_class(seat, next(card for card in (PLAIN, *self.deck) if card["name"] == name))
        if not self.asked:
            self.start()

    def start(self) -> None:
        """Who bets first."""
        highest = self.still_in()
        while len(highest) > 1:
            fell = {seat: self.falls.next(seat, "first_bet", 20) for seat in highest}
            self.facts.append(("open_thrown", "first_bet", fell))
            highest = [seat for seat in highest if fell[seat] == max(fell.values())]
        self.play_round(highest[0])

    # A round

    def play_round(self, first: str) -> None:
        """Powers of its beginning, the throw, powers that read it; then the first must bet."""
        self.round += 1
        self.wild, self.bet, self.losing, self.winner, self.rivals = [], None, None, None, {}
        self.under_cup = self.called = False
        for player in self.players.values():
            player.dice = player.dice if player.is_in else []
        self.facts.append(("throw_began", self.round))
        for seat in self.still_in():
            self.trigger(seat, "round_began")
        self.under_cup = True
        for seat in self.still_in():
            self.throw(self.players[seat])
        self.see_what_fell()
        self.ask_to_bet(first)

    def throw(self, player: Player) -> None:
        """All dice, the smallest first."""
        player.dice.sort(key=lambda die: SIZES.index(die.size))
        for die in player.dice:
            die.believed = die.size
            die.peeked.clear()
            die.face = self.falls.next(player.seat, "cup", die.sides)
        for size in SIZES:
            those = [n for n, die in enumerate(player.dice) if die.size == size]
            if those:
                self.facts.append(("dice_thrown", player.seat, size, those, [player.dice[n].face for n in those]))

    def ask_to_bet(self, seat: str) -> None:
        """Whose turn it is."""
        self.turn = seat
        self.facts.append(("turn_began", seat))

    def make_bet(self, seat: str, amount: int, value: int) -> None:
        """The next bet."""
        insist(self.turn == seat, f"it is not the turn of {seat}")
        insist(self.is_higher(amount, value), f"{amount} of {value} is no higher bet")
        self.bet = (seat, amount, value)
        self.facts.append(("bet_made", seat, amount, value))
        self.ask_to_bet(str(self.after(seat)))

    def uses(self, seat: str) -> list[tuple[int, str | None, int | None]]:
        """The powers that a seat may use now, with the seat and the die that each is about, if they are chosen."""
        if self.turn is None or not self.players[seat].is_in:
            return []
        found: list[tuple[int, str | None, int | None]] = []
        for number, ability in self.players[seat].abilities:
            own_turn_alone = ability.get("turn", "any") == "own"
            if ability["kind"] != "manual" or not self.may_use(seat, number) or (own_turn_alone and self.turn != seat):
                continue
            about_dice = [each for each in ability["effects"] if each["effect"] in ABOUT_DICE]
            if any(aims_at(each) == "own" for each in about_dice) and not self.players[seat].dice:
                continue
            others = [other for other in self.order if other != seat and self.reachable(seat, other)]
            aims: list[tuple[str | None, int | None]] = []
            for target in others if any(aims_at(each) == "chosen" for each in about_dice) else [None]:
                dice = range(len(self.players[target or seat].dice))
                chosen = any(each.get("die", "chosen") == "chosen" for each in about_dice)
                aims += [(target, n) for n in dice] if chosen else [(target, None)]
            chosen_for, *others_too = ability["effects"]
            good = [aim for aim in aims if self.would_do(seat, chosen_for, *aim)]
            rest = [aim for aim in aims if any(self.would_do(seat, each, *aim) for each in others_too)]
            found += [(number, target, n) for target, n in good or rest]
        return found

    def is_higher(self, amount: int, value: int) -> bool:
        """Whether that may be bet now: more dice of any value, or as many of a higher one."""
        _, amount_now, value_now = self.bet or ("", 0, 6)
        can_be = 1 <= amount <= 18 * len(self.still_in()) and 1 <= value <= 6
        return can_be and (amount > amount_now or (amount == amount_now and value > value_now))

    def use(self, seat: str, number: int, target: str | None, n: int | None) -> None:
        """A power that its owner uses while the dice are under their cups."""
        insist((number, target, n) in self.uses(seat), f"{seat} cannot use {number} so: {target}, {n}")
        self.facts.append(("ability_used", seat, number, "manual", target, n))
        self.happen(seat, number, target, n)
        self.see_what_fell()

    # A challenge

    def call(self, seat: str) -> None:
        """Powers first, the caller's before the bettor's; then all dice are shown and counted."""
        insist(self.turn == seat and self.bet, f"{seat} has no bet to challenge")
        assert self.bet
        bettor, amount, value = self.bet
        self.facts.append(("liar_called", seat, bettor))
        self.called, self.turn = True, None
        self.rivals = {seat: bettor, bettor: seat}
        self.trigger(seat, "called")
        self.trigger(bettor, "was_called")
        count, of_each = self.count(value)
        held = count >= amount
        self.winner, self.loser = (bettor, seat) if held else (seat, bettor)
        self.facts.append(("dice_counted", amount, value, count, of_each, held, self.winner, self.loser))
        self.under_cup = False
        for other in self.still_in():
            self.trigger(other, "revealed")
        self.settle()

    def wild_on(self, seat: str, size: str) -> set[int]:
        """The faces that are wildcards on such a die."""
        rules = list(self.wild)
        for player in self.players.values():
            for each in player.has("wild"):
                of = player.seat if each.get("of", "own") == "own" else None
                rules.append((of, each["faces"], each.get("sizes")))
        hold = [faces for of, faces, sizes in rules if of in (None, seat) and (sizes is None or size in sizes)]
        return {face for faces in hold for face in faces}

    def count(self, value: int) -> tuple[int, dict[str, int]]:
        """All dice, those of who has left in this round as well."""
        with_dice = [player for player in self.players.values() if player.dice]
        for player in with_dice:
            for n in range(len(player.dice)):
                self.show_size(player.seat, n)
            faces = [die.face for die in player.dice]
            self.facts.append(("dice_shown", player.seat, list(range(len(faces))), faces))
        of_each = {
            player.seat: sum(
                counts(die.size, die.face or 0, value, self.wild_on(player.seat, die.size)) for die in player.dice
            )
            for player in with_dice
        }
        return sum(of_each.values()), of_each

    def settle(self) -> None:
        """The loser loses a die, of its choice if it has several."""
        loser = self.players[self.loser]
        if loser.is_in and len(loser.dice) > 1:
            self.losing = self.loser
            self.facts.append(("question_asked", "lose", [self.loser]))
        elif loser.is_in and loser.dice:
            self.pay_with(0)
        else:
            self.aftermath()

    def pay_with(self, n: int) -> None:
        """A die for the challenge."""
        self.losing = None
        self.lose(self.loser, n, "challenge", self.loser)
        losers, self.lost = self.lost, []
        for seat in losers:
            self.trigger(seat, "lost_die")
        self.aftermath()

    def lose_die(self, seat: str, n: int) -> None:
        """The loser's, or one of too many."""
        if seat == self.losing:
            insist(0 <= n < len(self.players[seat].dice), "no such die")
            self.pay_with(n)
            return
        insist(seat in self.asked, f"{seat} is not asked to lose a die")
        self.lose(seat, n, "too_many", seat)
        if len(self.players[seat].dice) <= MOST:
            self.asked.discard(seat)
        if not self.asked:
            self.next_round()

    # The end of a round

    def aftermath(self) -> None:
        """Powers of loser and winner; who has no dice is out; who has too many drops some."""
        self.trigger(self.loser, "lost_challenge")
        self.trigger(str(self.winner), "won_challenge")
        while not self.is_decided():
            out = next((seat for seat in self.still_in() if not self.players[seat].dice), None)
            if out is None:
                break
            self.players[out].status = "out"
            self.facts.append(("status_changed", out, "out", "no_dice"))
            if len(self.still_in()) > 1:
                for seat in self.still_in():
                    self.trigger(seat, "seat_removed")
        if self.is_decided():
            self.end()
            return
        too_many = [seat for seat in self.still_in() if len(self.players[seat].dice) > MOST]
        self.asked = set(too_many)
        if too_many:
            self.facts.append(("question_asked", "drop", too_many))
        else:
            self.next_round()

    def is_decided(self) -> bool:
        """Nobody has dice, or one seat is in at all."""
        there = self.still_in()
        return len(there) == 1 or not any(self.players[seat].dice for seat in there)

    def next_round(self) -> None:
        """The loser bets first, or the next seat after it."""
        loser = self.players[self.loser]
        self.play_round(self.loser if loser.is_in else str(self.after(self.loser)))

    def end(self) -> None:
        """The last seat with dice wins the pot; if there is none, the winner of the last challenge."""
        there = self.still_in()
        winner = there[0]
        if len(there) > 1:
            assert self.winner
            winner = self.winner if self.players[self.winner].is_in else str(self.after(self.winner))
        self.over, self.turn = True, None
        if self.pot:
            self.facts.append(("coins_moved", "pot", winner, self.pot))
        self.facts.append(("round_ended", "won", [winner], {winner: self.pot}))

    # Leaving

    def leave(self, seat: str) -> None:
        """Its dice count until the challenge, and its bet stands; its turn passes."""
        if self.over or seat not in self.players or not self.players[seat].is_in:
            return
        self.players[seat].status = "left"
        self.facts.append(("status_changed", seat, "left", "left"))
        if len(self.still_in()) == 1:
            self.end()
        elif seat in self.asked:
            self.asked.discard(seat)
            if not self.asked:
                self.start() if not self.round else self.next_round()
        elif self.turn == seat:
            self.ask_to_bet(str(self.after(seat)))
        elif self.losing == seat:
            self.losing = None
            self.aftermath()

    def take(self, step: Step) -> None:
        """A command."""
        given: Any = step.command
        seat = str(step.seat)
        match given["type"]:
            case "choose_class":
                self.choose_class(seat, given["card"])
            case "bet":
                self.make_bet(seat, given["amount"], given["value"])
            case "call_liar":
                self.call(seat)
            case "use_ability":
                self.use(seat, given["ability"], given.get("target"), given.get("n"))
            case "lose_die":
                self.lose_die(seat, given["n"])
            case "leave":
                self.leave(seat)
            case "remove_seat":
                self.leave(given["target"])
            case _:
                pass
