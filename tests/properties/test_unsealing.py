"""A published seed reveals no die that the rules keep hidden: at a table with defaults, nobody can compute one from it.

A game in which dice stay hidden must extend `SecretGameOptions`, whose default publishes no seed when a round ends.
Rounds that are called off are left out: everything is given back, and what lay hidden then matters no more.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
import pytest
from hypothesis import given

from events.audience import PUBLIC, Viewer
from events.dice import Dice, sequence_of
from events.draws import draws_of
from events.event import Draw, Event, redact
from events.round_events import (
    DiceThrown,
    DieRerolled,
    DieRevealed,
    DieRolled,
    DieSetDown,
    LuckWord,
    RoundEnded,
    RoundStarted,
    RoundUnsealed,
)
from events.table_events import GameSet, OptionsSet, TableOpened
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from projections.game import OpenGameOptions, SecretGameOptions
from tests.playing import Playing
from tests.properties.subjects import INSTALLED, TOY_GAMES, Subject
from tests.properties.walking import Walk, lengths, seeds, usual
from tests.toys import high_die

DEFAULTS: Final = {one.game: Subject(catalogue=one.catalogue, game=one.game) for one in (*TOY_GAMES, *INSTALLED)}
"""Every game as it is played by default."""
LONG: Final = 200


class Unsealed(msgspec.Struct, frozen=True):
    """A round whose seed (hex) was published with its last entry, and the draws that a viewer did not see in it."""

    number: int
    seed: str
    luck: list[LuckWord]
    hidden: list[Draw]

    def computed(self) -> list[Draw]:
        """The draws that the viewer can compute now: from the seed, the luck words and how often each was drawn."""
        return [draw for draw in self.hidden if self._face(draw) == draw.face]

    def _face(self, draw: Draw) -> int:
        drawn = {sequence_of(draw.seat, draw.purpose, draw.sides): draw.n - 1}
        return Dice(bytes.fromhex(self.seed), self.number, self.luck, drawn).peek(draw.seat, draw.purpose, draw.sides)


class Hidden:
    """The draws of a round that a viewer has not been shown, with the die that each fell on, if any."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._draws: dict[Draw, tuple[str, int] | None] = {}

    def take(self, event: Event) -> None:
        """What the viewer did not see of an event is hidden, until a later event shows the very face that fell."""
        seen = redact(event, self._viewer)
        shown = draws_of(seen) if seen else []
        lies = dict(_lying(event))
        self._draws |= {draw: lies.get(draw) for draw in draws_of(event) if draw not in shown}
        if isinstance(seen, DieRevealed | DieSetDown) and seen.face is not None:
            for draw in [draw for draw, die in self._draws.items() if die == (seen.seat, seen.n)]:
                if draw.face == seen.face:
                    del self._draws[draw]

    def draws(self) -> list[Draw]:
        """What is hidden still."""
        return list(self._draws)


def _lying(event: Event) -> Iterator[tuple[Draw, tuple[str, int]]]:
    match event:
        case DieRolled(seat=seat, n=n, draw=Draw() as draw) | DieRerolled(seat=seat, n=n, draw=Draw() as draw):
            yield draw, (seat, n)
        case DiceThrown(seat=seat, ns=ns, draws=[*draws]):
            yield from ((draw, (seat, n)) for n, draw in zip(ns, draws, strict=True))
        case _:
            pass


def unsealed_by_default(playing: Playing, viewer: Viewer) -> Iterator[Unsealed]:
    """The rounds of a table whose seed was published when they ended, as the game's defaults have it."""
    game, unseal, started, hidden = "", "", None, Hidden(viewer)
    for entry in playing.entries:
        for event in entry.events:
            match event:
                case TableOpened(game=game, options=options) | GameSet(game=game, options=options):
                    unseal = options["unseal"]
                case OptionsSet(options=options):
                    unseal = options["unseal"]
                case RoundStarted():
                    started, hidden = event, Hidden(viewer)
                case RoundUnsealed(round=number, seed=seed):
                    over = any(isinstance(one, RoundEnded) for one in entry.events)
                    if over and started is not None and unseal == _default(playing, game):
                        yield Unsealed(number, seed, started.luck, hidden.draws())
                case _:
                    pass
            hidden.take(event)


def _default(playing: Playing, game: str) -> str:
    default: Any = playing.catalogue.rulebook(game).options().unseal
    return str(default)


@pytest.mark.parametrize("subject", DEFAULTS.values(), ids=str)
@usual
@given(seed=seeds, length=lengths)
def test_no_hidden_die_can_be_computed_from_the_seeds_that_defaults_publish(
    subject: Subject, seed: int, length: int
) -> None:
    playing = Walk(subject, seed).play(length)
    for viewer in playing.viewers():
        for unsealed in unsealed_by_default(playing, viewer):
            assert unsealed.computed() == [], f"{viewer} can compute what was hidden in round {unsealed.number}"


@pytest.mark.parametrize("subject", DEFAULTS.values(), ids=str)
def test_a_game_says_whether_dice_stay_hidden_in_it(subject: Subject) -> None:
    kind = subject.catalogue.rulebook(subject.game).options
    assert issubclass(kind, OpenGameOptions) != issubclass(kind, SecretGameOptions)


@pytest.mark.parametrize("subject", DEFAULTS.values(), ids=str)
def test_by_default_seeds_are_published_when_rounds_end_unless_dice_stay_hidden(subject: Subject) -> None:
    walks = (Walk(subject, seed).play(LONG) for seed in range(4))
    published = any(list(unsealed_by_default(playing, PUBLIC)) for playing in walks)
    assert published == issubclass(subject.catalogue.rulebook(subject.game).options, OpenGameOptions)


class LeakyOptions(high_die.Options, frozen=True, kw_only=True):
    """Publishes each round's seed when it ends, though every seat has a die that it alone sees."""

    unseal: Literal["dispute", "round"] = "round"


class LeakyDie(high_die.HighDie):
    """High die with a default that reveals folded dice."""

    id = "leaky_die"
    options = LeakyOptions


def test_a_game_that_hides_dice_and_publishes_its_seeds_is_found_out() -> None:
    playing = Walk(Subject(catalogue=Catalogue.of([LeakyDie()], TABLE_RULES), game="leaky_die"), 1).play(LONG)
    assert any(unsealed.computed() for unsealed in unsealed_by_default(playing, PUBLIC))
