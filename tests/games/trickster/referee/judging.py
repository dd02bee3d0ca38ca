"""Compares what a log records of each game with what the rules make of its commands and of the dice that fell."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tests.games.trickster.referee.book import Fact, Falls, Json, Objection, Step, draws_of, insist, step_of
from tests.games.trickster.referee.game import Game

FACTS: Final[Mapping[str, str]] = {
    "class_taken": "seat card",
    "throw_began": "number",
    "open_thrown": "why fell",
    "dice_thrown": "seat die ns fallen",
    "question_asked": "question seats",
    "turn_began": "seat",
    "bet_made": "seat amount value",
    "liar_called": "seat target",
    "ability_used": "seat ability how target n",
    "ability_used_unseen": "seat ability",
    "die_replaced": "seat n die why by face",
    "die_thrown_unseen": "seat n die was why face",
    "die_rerolled": "seat n by why face",
    "die_gained": "seat die face",
    "die_lost": "seat n die why by",
    "faces_wild": "seat faces of sizes",
    "told": "seat kind facts",
    "die_size_shown": "seat n die",
    "dice_shown": "seat ns faces",
    "dice_counted": "amount value count counts holds winner loser",
    "status_changed": "seat status why",
    "coins_moved": "payer payee amount_cp",
    "round_ended": "outcome winners won_cp",
}
"""All that the rules decide of an event."""
UNSAID: Final = frozenset((
    "phase_began", "order_set", "question_answered", "dice_taken_up", "round_started", "round_voided",
    "dispute_raised", "dispute_ruled", "listing_set", "invite_renewed", "token_renewed", "clock_paused",
    "clock_resumed", "seat_taken_over", "seat_given_back", "sat_out", "sat_in", "coins_asked", "coins_refused",
    "seed_recorded", "round_unsealed", "seat_taken",
    "seat_left", "luck_set", "luck_called", "luck_revealed", "luck_withheld", "npc_set", "admission_asked",
    "admission_refused", "character_set", "table_opened", "options_set", "game_set", "deadline_set",
))  # fmt: skip
"""What the rules of the game have nothing to say about, or what says again what another event says."""


def facts_of(event: Json) -> Iterator[Fact]:
    """An event in short, as the referee has it."""
    kind = event["type"].removeprefix("trickster.")
    if kind in UNSAID or (kind == "coins_moved" and event["reason"] not in ("ante", "payout")):
        return
    insist(kind in FACTS, f"{kind} is unheard of here")
    for field in ("to", "draw_to", "draws_to"):
        thrown = field == "to" or event.get(field.removesuffix("_to")) is not None
        if field in event and thrown:
            insist(event[field] == f"seat:{event['seat']}", f"{event[field]} sees what {event['seat']} has")
    draws = draws_of(event)
    if "place" in event:
        insist(event["place"] == ("hole" if draws else "hand"), "dice that are thrown lie under a cup, no others")
    fallen = [draw["face"] for draw in draws]
    made = {
        "fallen": fallen,
        "face": fallen[0] if fallen else None,
        "fell": {draw["seat"]: draw["face"] for draw in draws},
    }
    yield kind, *[made[field] if field in made else event[field] for field in FACTS[kind].split()]


class Judge:
    """Follows a log. `games` counts those that were judged to their end."""

    def __init__(self, standard: Sequence[Json]) -> None:
        self.standard = standard
        self.options: Json = {}
        self.game: Game | None = None
        self.games = 0
        self.pot = 0

    def judge(self, entries: Iterable[Json]) -> "Judge":
        """A whole log. Raises `Objection`."""
        for entry in entries:
            self.take(step_of(entry))
        return self

    def take(self, step: Step) -> None:
        """An entry."""
        self.follow(step)
        moved = [event for event in step.events if event["type"] == "coins_moved"]
        self.pot += sum(coins["amount_cp"] * ((coins["payee"] == "pot") - (coins["payer"] == "pot")) for coins in moved)

    def follow(self, step: Step) -> None:
        """The running game, or one that begins."""
        self.options = next((event["options"] for event in step.events if "options" in event), self.options)
        started = next((event for event in step.events if event["type"] == "round_started"), None)
        if started:
            deck = list(self.standard) if self.options.get("standard_cards", True) else []
            falls = Falls()
            self.game = Game(started["seats"], falls, self.options, [*deck, *self.options.get("cards", [])])
        if not self.game:
            return
        self.game.facts.clear()
        self.game.pot = self.pot
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
        if fact != wanted:
            raise Objection(f"recorded is {fact}, to be expected {wanted}")
    if len(recorded) < len(expected):
        raise Objection(f"there should follow {expected[len(recorded) :]}")
