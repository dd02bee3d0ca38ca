"""Rounds of Twenty-One to dispute, and rulings on them."""

from typing import Any

from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.table import Dispute, RuleOnDispute
from games.twentyone.betting import Fold
from games.twentyone.turns import LetItBe
from projections.actions import Action, Refusal
from tests.playing import Playing


def seated(*names: str, **options: Any) -> Playing:
    return Playing.open(CATALOGUE, "twentyone", **options).seat(*(names or ("Bri", "Odo")))


def play_on(playing: Playing) -> Playing:
    """A round in which all but one fold."""
    playing.start()
    playing.give(playing.table.to_act[0], LetItBe())
    while playing.table.running:
        playing.give(playing.table.to_act[0], Fold())
    return playing


def played(*names: str, **options: Any) -> Playing:
    return play_on(seated(*names, **options))


def sides(playing: Playing) -> tuple[str, str]:
    """Who won the last round, and who lost it."""
    result = playing.table.result
    assert result is not None
    (winner,) = result.winners
    (loser,) = {"bri", "odo"} - {winner}
    return winner, loser


def dispute(playing: Playing, seat: str = "bri", number: int = 1, **given: Any) -> Playing:
    playing.give(seat, Dispute(**{"round": number, "text": "That was never a 3!", **given}))
    return playing


def upheld(number: int = 1, text: str = "So it was.", **remedy: Any) -> RuleOnDispute:
    return RuleOnDispute(dispute=number, verdict="upheld", text=text, **remedy)


def denied(number: int = 1, **remedy: Any) -> RuleOnDispute:
    return RuleOnDispute(dispute=number, verdict="denied", text="I saw it, too.", **remedy)


def moved(playing: Playing) -> list[tuple[str, str, int, str]]:
    events = playing.entries[-1].events
    return [(e.payer, e.payee, e.amount_cp, e.reason) for e in events if isinstance(e, CoinsMoved)]


def purses(playing: Playing) -> dict[str, int]:
    return {name: cp for name, cp in playing.table.accounts.items() if cp}


def offered(playing: Playing, seat: str | None, kind: str) -> list[Action]:
    return [action for action in playing.actions(seat) if action.type == kind]


def codes(playing: Playing, seat: str | None, kind: str) -> list[tuple[str, dict[str, Any]]]:
    refusals = [offer for offer in playing.offers(seat) if isinstance(offer, Refusal) and offer.type == kind]
    return [(refusal.code, dict(refusal.params)) for refusal in refusals]


def chronicle(playing: Playing, viewer: str) -> list[str]:
    seen = playing.newest_seen(viewer)
    return seen.chronicle if seen else []
