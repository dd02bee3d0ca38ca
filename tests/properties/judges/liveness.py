"""Architecture, "What must hold", 5: somebody has a legal action, or the round is over."""

from events.event import type_tag
from games.engine.rulebook import Timeout
from games.table import StartRound, timeout_of
from games.table.luck import is_revealing
from tests.playing import Playing
from tests.properties.walking import the_gm_goes_on, waits_for_the_gm_alone

ENDLESS = 5_000
"""No round that the clock alone plays takes so many acts."""


class Liveness:
    """Somebody can go on, and the clock alone ends every round."""

    def step(self, playing: Playing) -> None:
        in_a_running_round_somebody_it_waits_for_can_act(playing)
        a_round_waits_for_none_but_seats_at_the_table_that_can_act(playing)
        the_clock_could_act_as_the_actors_own_sight_has_it(playing)
        where_there_is_a_clock_and_somebody_to_act_there_is_a_deadline(playing)

    def end(self, playing: Playing) -> None:
        what_the_clock_does_is_legal_and_ends_the_round_in_time(playing)


def in_a_running_round_somebody_it_waits_for_can_act(playing: Playing) -> None:
    if is_revealing(playing.table):
        assert playing.table.to_act
    elif playing.table.running:
        assert somebody_can_act(playing)
    else:
        assert playing.table.to_act == []


def a_round_waits_for_none_but_seats_at_the_table_that_can_act(playing: Playing) -> None:
    own = {"reveal_luck"} if is_revealing(playing.table) else {type_tag(kind) for kind in playing.rulebook.commands}
    for seat in playing.table.to_act:
        assert not playing.table.seats[seat].gone
        assert any(action.type in own for action in playing.actions(seat))


def the_clock_could_act_as_the_actors_own_sight_has_it(playing: Playing) -> None:
    timeout = timeout_of(playing.table, playing.rulebook)
    if timeout is None and playing.table.running:
        assert waits_for_the_gm_alone(playing)
    if timeout is not None and not playing.table.running:
        assert timeout == Timeout(None, StartRound())
    if timeout is not None:
        own = playing.sight(playing.viewer_of(timeout.seat)).table
        assert timeout_of(own, playing.rulebook) == timeout
        assert playing.fork().let_the_clock_act() == timeout


def where_there_is_a_clock_and_somebody_to_act_there_is_a_deadline(playing: Playing) -> None:
    table = playing.table
    asks = table.options.turn_seconds is not None and bool(table.to_act)
    starts = not table.running and timeout_of(table, playing.rulebook) is not None
    assert (table.deadline is not None) == (not table.paused and (asks or starts))


def what_the_clock_does_is_legal_and_ends_the_round_in_time(playing: Playing) -> None:
    acts = 0
    while playing.table.running:
        if playing.let_the_clock_act() is None:
            the_gm_goes_on(playing)
        acts += 1
        assert acts < ENDLESS


def somebody_can_act(playing: Playing) -> bool:
    """Whether someone the round waits for has a command of the game's own, or the GM has one."""
    own = {type_tag(kind) for kind in (*playing.rulebook.commands, *playing.rulebook.gm_commands)}
    waited_for = [seat for seat in playing.table.to_act if not playing.table.seats[seat].gone]
    return any(action.type in own for seat in (*waited_for, None) for action in playing.actions(seat))
