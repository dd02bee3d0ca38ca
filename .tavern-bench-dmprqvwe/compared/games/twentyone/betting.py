"""The betting: buy a die, hold or fold, and how the round continues. (Seeds 001, part 2.)"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from events.accounts import POT
from events.audience import GM_ONLY, seat_viewer
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import DieRolled, QuestionAsked, StatusChanged
from games.chapter import Uses, act, fold, offers, on_timeout
from games.drawn import Drawn
from games.mechanics.coins import pay
from games.mechanics.sentences import says
from games.twentyone.accusing import Accusing
from games.twentyone.bump import LOCKED, Bumping
from games.twentyone.endgame import Endgame
from games.twentyone.naturals import Naturals
from games.twentyone.options import DICE_BY_PRICE, SIDES, DieName, die_cost
from games.twentyone.skills import Foreseeing, Goading, MustRoll
from games.twentyone.state import ACTIVE, FOLDED, HELD, TwentyOneTable, hand_of, is_in
from games.twentyone.tab import Tab
from games.twentyone.turns import Turns, Why
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import coins
from projections.labels import CommandLabel, Label, Labels, QuestionLabel, ValueLabel


class Roll(CommandV1, frozen=True, kw_only=True):
    """Buy a die, with coins or on the tab."""

    die: DieName
    pay: Literal["coins", "drinks"] = "coins"


class Hold(CommandV1, frozen=True, kw_only=True):
    """Stop rolling."""


class Fold(CommandV1, frozen=True, kw_only=True):
    """Leave the round."""


class Betting(Turns):
    """One main action a turn: buy a die, hold or fold."""

    draws: ClassVar = (
        Drawn(purpose="bought", sides=tuple(SIDES.values()), event=DieRolled, where={"place": ("hand",)}),
    )
    reasons: ClassVar = {
        "only_a_d20": "The seat is forced to roll a d20.",
        "purse_too_small": "It costs more than is in the purse.",
    }
    labels: ClassVar = Labels(
        commands={
            "roll": CommandLabel(
                "Buy a die",
                "A die rolls into your hand, where only you see it, and counts once you set it down.",
                {
                    "die": ValueLabel("Die", "A d20 or d10 costs half an ante, a d8 or d6 one, a d4 two.", "choice"),
                    "pay": ValueLabel(
                        "Pay with",
                        "Drinks cost no coins, but call for a Constitution save.",
                        "choice",
                        {"coins": "Coins", "drinks": "Drinks"},
                    ),
                },
            ),
            "hold": CommandLabel("Hold", "Stop rolling, and wait for the reveal with what you have."),
            "fold": CommandLabel(
                "Fold", "Leave the round; half your ante comes back if you have done nothing in it yet.", grave=True
            ),
        },
        questions={
            "turn": QuestionLabel(
                "Your turn",
                "Buy a die, hold, or fold. You may use one skill first.",
                {
                    "roll": "A die rolls into your hand.",
                    "hold": "You stop rolling, and wait for the reveal.",
                    "fold": "You are out of the round.",
                },
            ),
        },
        coins={
            "die": Label("Bought die", "The price of a die goes into the pot."),
            "early_fold": Label("Early fold", "Half the ante goes back to a seat that has done nothing yet."),
        },
    )
    only: ClassVar[Mapping[str, Why]] = {"d20": ("only_a_d20", "You are forced to roll a d20.")}
    """Why a seat can buy no other die, by the die that it must buy."""
    accusing = Uses(Accusing)
    bumping = Uses(Bumping)
    endgame = Uses(Endgame)
    foreseeing = Uses(Foreseeing)
    goading = Uses(Goading)
    naturals = Uses(Naturals)
    tab = Uses(Tab)

    def end(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """The betting is over: the dice are shown, and there is a last chance to accuse."""
        yield from self.endgame.reveal(table)
        yield from self.accusing.open_staredown(table, dice)

    def drop_out(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """Continue without a seat that has just gone out of the betting, whatever it was in the middle of.

        The round goes on, or ends, at once. But if a die is in somebody's hand, it has already fallen, and is set down
        first.
        """
        retaliation = table.state.retaliation
        if retaliation is not None and seat in (retaliation.bumper, retaliation.target):
            yield from self.bumping.let_go(table, dice, "lapsed")
        elif seat in table.to_act:
            yield from self.resume(table, dice)
        else:
            yield from self.go_on_if_over(table, dice)

    def musts(self, table: TwentyOneTable, seat: str) -> list[MustRoll]:
        """Why the seat must roll, if a Goad or Foresight forces it to."""
        under = table.seats[seat].conditions
        musts = {**self.goading.musts, **self.foreseeing.musts} if under else {}
        return [must for condition, must in musts.items() if condition in under]

    def may_roll_now(self, table: TwentyOneTable, seat: str) -> bool:
        """A seat rolls on its turn."""
        return self.has_the_turn(table, seat)

    @offers(Roll)
    def may_roll(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """Any die that the seat can pay for, in coins or drinks, unless it is forced to buy a particular one."""
        if not self.may_roll_now(table, seat):
            yield Refusal("roll", *self.why_not_now(table, seat))
            return
        only = next((must.die for must in self.musts(table, seat) if must.die), None)
        yield from self.ways_to_pay(table, seat, [[only]] if only else DICE_BY_PRICE)
        if only:
            for die in SIDES:
                if die != only:
                    yield Refusal("roll", *self.only[only], {"die": die})

    def ways_to_pay(self, table: TwentyOneTable, seat: str, by_price: list[list[str]]) -> Iterator[Offer]:
        """The ways to pay for these dice: coins, with dice of the same price together, or drinks for any of them."""
        purse_cp = table.purse(seat)
        for dice in by_price:
            cost_cp = die_cost(table.options.ante_cp, dice[0])
            if cost_cp <= purse_cp:
                params = {"die": Choices(choices=dice), "pay": Choices(choices=["coins"])}
                yield Action(type="roll", params=params, cost_cp=cost_cp)
                continue
            detail = f"A {' or a '.join(dice)} costs {coins(cost_cp)}, and you have {coins(purse_cp)}."
            for die in dice:
                yield Refusal("roll", "purse_too_small", detail, {"die": die, "pay": "coins"})
        yield self.tab.may_drink(table, seat, [die for dice in by_price for die in dice])

    @act(Roll)
    def roll(self, table: TwentyOneTable, dice: Dice, seat: str, command: Roll) -> Iterator[Event]:
        """Pay for the die and roll it into the hand; the question about a cheat follows. A seat that passes out gets no
        die, and its turn ends."""
        yield from self.pay_for(table, dice, seat, command)
        if table.seats[seat].status != ACTIVE:
            yield from self.go_on(table, dice)
            return
        to = GM_ONLY if self.naturals.rolls_blind(table, seat) else seat_viewer(seat)
        n = len(table.seats[seat].dice)
        draw = dice.roll(seat, "bought", SIDES[command.die])
        yield DieRolled(seat=seat, n=n, die=command.die, place="hand", draw=draw, draw_to=to)
        yield from self.goading.lift(table, seat)
        yield QuestionAsked(seats=[seat], question="cheat")

    def pay_for(self, table: TwentyOneTable, dice: Dice, seat: str, command: Roll) -> Iterator[Event]:
        """The price goes into the pot, or the drinks onto the tab."""
        if command.pay == "coins":
            yield from pay(seat, POT, die_cost(table.options.ante_cp, command.die), "die")
        else:
            yield from self.tab.put_on_the_tab(table, dice, seat, command.die)

    @fold(DieRolled)
    def _rolled(self, table: TwentyOneTable, event: DieRolled) -> None:
        if event.place == "hand":
            hand = hand_of(table, event.seat)
            hand.acted, hand.in_hand = True, event.n
            hand.bought += 1
            table.state.any_bought = True

    @offers(Hold)
    def may_hold(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """A seat that must roll cannot hold."""
        if not self.has_the_turn(table, seat):
            yield Refusal("hold", *self.why_not_now(table, seat))
        elif musts := self.musts(table, seat):
            yield Refusal("hold", musts[0].code, musts[0].detail)
        else:
            yield Action(type="hold")

    @act(Hold)
    def _hold(self, table: TwentyOneTable, dice: Dice, seat: str, command: Hold) -> Iterator[Event]:
        yield StatusChanged(seat=seat, status=HELD, why="hold")
        yield from self.go_on(table, dice)

    @fold(StatusChanged)
    def _held(self, table: TwentyOneTable, event: StatusChanged) -> None:
        hand_of(table, event.seat).acted |= event.status == HELD

    _hold_aloud = says(StatusChanged, "{seat} holds.", why="hold")

    @offers(Fold)
    def may_fold(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """A seat may always fold on its turn, and while it waits for a retaliation."""
        if self.has_the_turn(table, seat) or is_in(table, seat, LOCKED):
            yield Action(type="fold")
        else:
            yield Refusal("fold", *self.why_not_now(table, seat))

    @act(Fold)
    def fold(self, table: TwentyOneTable, dice: Dice, seat: str, command: Fold) -> Iterator[Event]:
        """The seat is out, and the round goes on without it."""
        yield from self.throw_in(table, seat, "fold")
        yield from self.drop_out(table, dice, seat)

    def throw_in(self, table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
        """A seat folds."""
        yield StatusChanged(seat=seat, status=FOLDED, why=why)
        yield from self.refund(table, seat)

    def refund(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """Half the ante goes back to a seat that has taken no action yet."""
        if not hand_of(table, seat).acted:
            yield from pay(POT, seat, table.options.ante_cp // 2, "early_fold")

    _fold_aloud = says(StatusChanged, "{seat} folds.", why="fold")

    @on_timeout("turn")
    def _safest_on_a_turn(self, table: TwentyOneTable, seat: str) -> Command:
        return Fold() if self.musts(table, seat) else Hold()
