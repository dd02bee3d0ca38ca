"""Compares what a log records of each game with what the rules make of its commands and of the dice that fell."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.games.trickster.referee.book import Fact, Falls, Json, Objection, Step, insist, steps_of
from tests.games.trickster.referee.game import Game

SILENT = frozenset(
    "round_started phase_began order_set turn_began question_answered deadline_set dice_taken_up dispute_raised "
    "dispute_ruled listing_set invite_renewed token_renewed clock_paused clock_resumed seat_taken_over seat_given_back "
    "seed_recorded round_unsealed seat_taken seat_left luck_set luck_called luck_revealed luck_withheld npc_set "
    "admission_asked admission_refused character_set table_opened options_set game_set round_voided".split()
)
"""What the rules of the game have nothing to say about, or what says again what another event says."""


def facts_of(event: Json) -> Iterator[Fact]:
    """An event in short, as the referee has it."""
    kind = event["type"].removeprefix("trickster.")
    seat, n = event.get("seat"), event.get("n")
    match kind:
        case "class_taken":
            yield kind, seat, event["card"]
        case "throw_began":
            yield kind, event["number"]
        case "open_thrown":
            yield kind, event["why"], {draw["seat"]: draw["face"] for draw in event["draws"]}
        case "dice_thrown":
            unseen(event, "draws_to")
            insist(event["place"] == "hole", "dice are thrown in the open")
            yield kind, seat, event["die"], event["ns"], [draw["face"] for draw in event["draws"]]
        case "question_asked":
            yield "asked", event["question"], event["seats"]
        case "bet_made":
            yield kind, seat, event["amount"], event["value"]
        case "liar_called":
            yield kind, seat, event["target"]
        case "ability_used":
            yield kind, seat, event["ability"], event["how"], event["target"], event["n"]
        case "ability_used_unseen":
            unseen(event, "to")
            yield kind, seat, event["ability"]
        case "die_replaced":
            yield kind, seat, n, event["die"], event["why"], event["by"], guarded(event)
        case "die_replaced_unseen":
            unseen(event, "to")
            yield kind, seat, n, event["die"], event["draw"]["face"]
        case "die_rerolled":
            insist(event["why"] == "reroll", "another re-roll")
            yield "rerolled", seat, n, event["by"], guarded(event)
        case "die_rerolled_secretly":
            unseen(event, "to")
            yield "rerolled_unseen", seat, n, event["by"], event["draw"]["face"]
        case "die_gained":
            yield kind, seat, event["die"], guarded(event)
        case "die_lost":
            yield kind, seat, n, event["die"], event["why"], event["by"]
        case "faces_wild":
            yield kind, seat, event["faces"], event["of"], event["sizes"]
        case "told":
            facts = event["facts"]
            unseen(event, "to")
            insist(event["kind"] == "peeked", "something else is told")
            yield "peeked", seat, facts["seat"], facts["n"], facts["die"], facts["face"]
        case "size_shown":
            yield kind, seat, n, event["die"]
        case "dice_shown":
            yield kind, seat, event["ns"], event["faces"]
        case "dice_counted":
            counted = {other: count for other, count in event["counts"].items()}
            yield kind, event["amount"], event["value"], event["count"], counted, event["holds"], event["winner"], event["loser"]
        case "status_changed":
            yield "status", seat, event["status"], event["why"]
        case "coins_moved":
            if event["reason"] not in ("buy_in", "loan", "cash_out"):
                yield "coins", event["payer"], event["payee"], event["amount_cp"]
        case "round_ended":
            insist(event["outcome"] == "won", "a game that nobody wins")
            yield "won", event["winners"], event["won_cp"]
        case _:
            insist(kind in SILENT, f"{kind} is unheard of here")


def unseen(event: Json, audience: str) -> None:
    """Its owner and the GM alone see it."""
    insist(event[audience] == f"seat:{event['seat']}", f"{event[audience]} sees what {event['seat']} has")


def guarded(event: Json) -> Any:
    """The face of a die that only its owner sees; None where it was not thrown."""
    if event.get("draw") is None:
        return None
    unseen(event, "draw_to")
    return event["draw"]["face"]


class Judge:
    """Follows a log. `games` counts those that were judged to their end."""

    def __init__(self, standard: Sequence[Json]) -> None:
        self.standard = standard
        self.options: Json = {}
        self.game: Game | None = None
        self.games = 0

    def judge(self, lines: Iterable[bytes]) -> "Judge":
        """A whole log. Raises `Objection`."""
        for number, step in enumerate(steps_of(lines)):
            try:
                self.take(step)
            except Objection as objection:
                raise Objection(f"entry {number}, {step.command}: {objection}") from objection
        return self

    def take(self, step: Step) -> None:
        """An entry."""
        self.options = next((event["options"] for event in step.events if "options" in event), self.options)
        started = next((event for event in step.events if event["type"] == "round_started"), None)
        if started:
            deck = list(self.standard) if self.options.get("standard_cards", True) else []
            falls = Falls()
            self.game = Game(started["seats"], falls, self.options, [*deck, *self.options.get("cards", [])])
        if not self.game:
            return
        self.game.facts.clear()
        self.game.falls.take_in(step.events)
        if started:
            self.game.begin()
        else:
            self.game.take(step)
        if any(event["type"] == "round_voided" for event in step.events):
            self.game = None
            return
        recorded = [fact for event in step.events for fact in facts_of(event)]
        compare(self.game.facts, recorded)
        self.game.falls.judge()
        if self.game.over:
            self.game, self.games = None, self.games + 1


def compare(expected: Sequence[Fact], recorded: Sequence[Fact]) -> None:
    """Raises `Objection` at the first difference."""
    for at, fact in enumerate(recorded):
        wanted = expected[at] if at < len(expected) else None
        insist(fact == wanted, f"recorded is {fact}, to be expected {wanted}")
    insist(len(recorded) == len(expected), f"there should follow {expected[len(recorded) :]}")
