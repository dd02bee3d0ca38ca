"""What an unsealed round reveals of the table's heat: nothing, unless somebody cheated in it.

Two evenings are alike but for two cheats in the first round that nobody found out. That round stays sealed.
"""

from events.audience import HOUSE
from events.event import Event
from games.table import Unseal
from games.twentyone.cheating import CheatTried
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.expected import heat, sleight
from tests.games.twentyone_v3.table import betting
from tests.playing import Playing
from tests.replays.proving import prove

SECOND = 2


def evening(*, hot: bool) -> TwentyOneTable:
    """The first round is over, and the second at its betting."""
    table = betting(bri=(1, 2), odo=(2, 3))
    for seat in ("bri", "odo"):
        table.rolls(seat, "d4", 2)
        if hot:
            table.cheats(seat, n=2, change=1, natural=5)
        else:
            table.lets_it_be(seat)
    table.folds("bri")
    table.start_round(bri=(1, 2), odo=(2, 3))
    table.lets_it_be("bri")
    return table


def unsealed(table: TwentyOneTable) -> list[list[Event]]:
    """The events of the second round's entries, once it is over and unsealed, in the proof that everybody may have."""
    table.folds("odo")
    table.give(None, Unseal(round=SECOND))
    proof = prove(table.catalogue, table.lines, SECOND)
    first = next(at for at, written in enumerate(table.written) if written.line.decode() == proof.entries[0].line)
    entries = dict(enumerate(table.written[first:], 1))
    assert [shown.line for shown in proof.entries] == [entries[shown.seq].line.decode() for shown in proof.entries]
    return [list(entries[shown.seq].entry.events) for shown in proof.entries]


def houses_views(table: Playing) -> list[dict[str, object]]:
    """The game's part of what a round looks like to everybody once it is unsealed, entry by entry."""
    sight = table.catalogue.folding.blank("it", HOUSE)
    shown: list[dict[str, object]] = []
    for written in table.written:
        table.catalogue.folding.fold_entry(sight, written.entry)
        if sight.round == SECOND:
            shown.append(table.catalogue.rulebook(sight.game).round_view(sight))
    return shown


def test_an_honest_unsealed_round_reveals_nothing_of_cheats_in_sealed_ones() -> None:
    quiet, hot = evening(hot=False), evening(hot=True)
    assert (quiet.table_heat, hot.table_heat) == (10, 13)
    for table in (quiet, hot):
        table.rolls("bri", "d4", 2)
        table.lets_it_be("bri")
    assert unsealed(hot) == unsealed(quiet)
    assert prove(hot.catalogue, hot.lines, SECOND).start == prove(quiet.catalogue, quiet.lines, SECOND).start
    assert houses_views(hot) == houses_views(quiet)
    assert not any("heat" in details for details in houses_views(hot))


def test_a_cheat_in_an_unsealed_round_reveals_the_heat_that_it_met() -> None:
    table = evening(hot=True)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=5)
    (cheated,) = (events for events in unsealed(table) if any(isinstance(event, CheatTried) for event in events))
    assert cheated[0] == sleight("bri", 5, 13)
    assert heat(15) in cheated
