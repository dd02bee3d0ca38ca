"""What a seat may do now in Farkle, and what it may not."""

from collections.abc import Iterator

from games.farkle.scoring import Choice, choices_of, counted
from games.farkle.state import GO_ON, SET_ASIDE, FarkleTable, dice_to_throw
from projections.actions import Action, Choices, Offer, Refusal


def offers_on_turn(table: FarkleTable, seat: str) -> Iterator[Offer]:
    """After a throw dice are set aside; then it is thrown again or banked; a turn begins with a throw."""
    if table.question == SET_ASIDE:
        faces: list[list[int]] = [list(choice.faces) for choice in choices_of_throw(table, seat)]
        yield Action(type="set_aside", params={"faces": Choices(choices=faces)})
        yield Refusal("throw", "set_aside_first", "Set aside at least one die that scores.")
        yield Refusal("bank", "set_aside_first", "Set aside at least one die that scores: then you can bank.")
        return
    greedy = Choices(choices=[True, False] if table.state.left else [False], optional=True)
    yield Action(type="throw", params={"greedy": greedy})
    yield Refusal("set_aside", "throw_first", "Throw first.")
    yield bank_offer(table, seat)


def bank_offer(table: FarkleTable, seat: str) -> Offer:
    """The turn's points can be written down if they are enough for the table."""
    at_risk, least = table.state.at_risk, bank_from(table, seat)
    if table.question != GO_ON:
        return Refusal("bank", "nothing_to_bank", "You have no points this turn yet: throw.")
    if at_risk < least:
        whose = (
            "The points of a turn" if least == table.options.minimum_bank else "The first points that you write down"
        )
        detail = f"{whose} must be {least:,} at least, and you have {at_risk:,}: throw again."
        return Refusal("bank", "too_little_to_bank", detail)
    return Action(type="bank")


def bank_from(table: FarkleTable, seat: str) -> int:
    """How many points a turn must bring before the seat can write them down."""
    options = table.options
    return options.minimum_bank if table.state.banked[seat] else max(options.minimum_bank, options.opening_bank)


def choices_of_throw(table: FarkleTable, seat: str) -> tuple[Choice, ...]:
    """What can be set aside of the throw that lies there, the best first."""
    return choices_of(counted(dice_to_throw(table, seat).values()))
