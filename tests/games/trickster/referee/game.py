"""A whole game of Trickster's Tavern as the text has it, played again with the dice that fell."""

from collections.abc import Sequence
from typing import Any

from tests.games.trickster.referee.book import Falls, Json, Step, insist
from tests.games.trickster.referee.powers import Die, Player, Powers
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

    # Before the first round

    def begin(self) -> None:
        """Everybody takes a class, then puts up the ante; the highest open d20 bets first."""
        match self.options.get("classes", "chosen"):
            case "chosen":
                self.asked = set(self.order)
                self.facts.append(("asked", "class", list(self.order)))
            case "dealt" if self.deck:
                for seat in self.order:
                    at = self.falls.next(seat, "class", len(self.deck))
                    self.take_class(seat, self.deck[at - 1])
                self.start()
            case _:
                for seat in self.order:
                    self.take_class(seat, PLAIN)
                self.start()

    def take_class(self, seat: str, card: Json) -> None:
        """A card, with the dice that are on it."""
        self.players[seat].card = card
        self.players[seat].dice = [Die(size) for size in card["hand"]]
        self.facts.append(("class_taken", seat, card))

    def choose_class(self, seat: str, name: str) -> None:
        """One of the deck, or the plain one."""
        insist(seat in self.asked, f"{seat} is not asked for a class")
        self.asked.discard(seat)
        self.take_class(seat, next(card for card in (PLAIN, *self.deck) if card["name"] == name))
        if not self.asked:
            self.start()

    def start(self) -> None:
        """The antes, and who bets first."""
        ante = self.options.get("ante_cp", 0)
        if ante:
            for seat in self.still_in():
                self.facts.append(("coins", seat, "pot", ante))
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
        self.fell.clear()
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
            die.face = self.thrown(player.seat, die, "cup")
        for size in SIZES:
            those = [n for n, die in enumerate(player.dice) if die.size == size]
            if those:
                self.facts.append(("dice_thrown", player.seat, size, those, [player.dice[n].face for n in those]))

    def ask_to_bet(self, seat: str) -> None:
        """Whose turn it is."""
        self.turn = seat
        self.facts.append(("asked", "turn", [seat]))

    def make_bet(self, seat: str, amount: int, value: int) -> None:
        """More dice of any value, or as many of a higher one."""
        insist(self.turn == seat, f"it is not the turn of {seat}")
        insist(1 <= value <= 6, f"{value} cannot be bet on")
        insist(1 <= amount <= 18 * len(self.still_in()), f"{amount} dice are more than there can be")
        if self.bet:
            insist(amount > self.bet[1] or (amount == self.bet[1] and value > self.bet[2]), "a bet that is no higher")
        self.bet = (seat, amount, value)
        self.facts.append(("bet_made", seat, amount, value))
        self.ask_to_bet(str(self.after(seat)))

    def use(self, seat: str, number: int, target: str | None, n: int | None) -> None:
        """A power that its owner uses while the dice are under their cups."""
        insist(self.turn is not None, "a power is used when no bets are made")
        ability = self.players[seat].abilities[number][1]
        insist(ability["kind"] == "manual" and self.may_use(seat, number), f"{seat} cannot use {ability}")
        insist(ability.get("turn", "any") == "any" or self.turn == seat, f"{seat} can use it on its own turn alone")
        chosen = [each for each in ability["effects"] if each.get("of", _of(each)) == "chosen"]
        own = [each for each in ability["effects"] if _about_dice(each) and each.get("of", _of(each)) == "own"]
        picks = [each for each in ability["effects"] if _about_dice(each) and each.get("die", "chosen") == "chosen"]
        insist(not own or self.players[seat].dice, f"{seat} has no die for it")
        insist((target is not None) == bool(chosen), "a target where none is chosen, or none")
        insist((n is not None) == bool(picks), "a die where none is chosen, or none")
        if chosen:
            insist(target != seat and self.reachable(seat, target), f"nothing reaches {target}")
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
        held = self.count(amount, value)
        self.winner, self.loser = (bettor, seat) if held else (seat, bettor)
        self.facts[-1] = (*self.facts[-1], held, self.winner, self.loser)
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

    def count(self, amount: int, value: int) -> bool:
        """All dice, those of who has left in this round as well."""
        with_dice = [player for player in self.players.values() if player.dice]
        for player in with_dice:
            for n, die in enumerate(player.dice):
                if die.believed != die.size:
                    die.believed = die.size
                    self.facts.append(("size_shown", player.seat, n, die.size))
            faces = [die.face for die in player.dice]
            self.facts.append(("dice_shown", player.seat, list(range(len(faces))), faces))
        of_each = {
            player.seat: sum(
                counts(die.size, die.face or 0, value, self.wild_on(player.seat, die.size)) for die in player.dice
            )
            for player in with_dice
        }
        count = sum(of_each.values())
        self.facts.append(("dice_counted", amount, value, count, of_each))
        return count >= amount

    def settle(self) -> None:
        """The loser loses a die, of its choice if it has several."""
        loser = self.players[self.loser]
        if loser.is_in and len(loser.dice) > 1:
            self.losing = self.loser
            self.facts.append(("asked", "lose", [self.loser]))
        elif loser.is_in and loser.dice:
            self.pay_with(0)
        else:
            self.aftermath()

    def pay_with(self, n: int) -> None:
        """A die for the challenge."""
        self.losing = None
        self.lose(self.loser, n, "challenge", str(self.winner))
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
            self.facts.append(("status", out, "out", "no_dice"))
            if len(self.still_in()) > 1:
                for seat in self.still_in():
                    self.trigger(seat, "seat_removed")
        if self.is_decided():
            self.end()
            return
        too_many = [seat for seat in self.still_in() if len(self.players[seat].dice) > MOST]
        self.asked = set(too_many)
        if too_many:
            self.facts.append(("asked", "drop", too_many))
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
        with_dice = [seat for seat in there if self.players[seat].dice]
        if len(there) == 1:
            winner = there[0]
        elif with_dice:
            winner = with_dice[0]
        else:
            assert self.winner
            winner = self.winner if self.players[self.winner].is_in else str(self.after(self.winner))
        self.over, self.turn = True, None
        self.facts.append(("won", winner))

    # Whoever goes

    def leave(self, seat: str) -> None:
        """Its dice count until the challenge, and its bet stands; its turn passes."""
        if self.over or not self.players[seat].is_in:
            return
        self.players[seat].status = "left"
        self.facts.append(("status", seat, "left", "left"))
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


def _about_dice(effect: Json) -> bool:
    return effect["effect"] in ("upgrade", "downgrade", "reroll", "lose", "peek")


def _of(effect: Json) -> str:
    return {"peek": "chosen"}.get(effect["effect"], "own")
