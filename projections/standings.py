"""The standings of a table: who played, who won, whose coins grew, who was caught, who disputed and was right."""

import msgspec

from projections.rulebook import AnyTable


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's record at this table; `coins_cp` is what its rounds gained or lost it, in copper, rulings included.

    `disputes` are those that it raised, `disputes_open` those of them that wait for a ruling.
    """

    seat: str
    name: str
    here: bool
    rounds: int
    wins: int
    coins_cp: int
    caught: int
    disputes: int
    disputes_open: int
    disputes_upheld: int


def standings_of(table: AnyTable) -> list[Standing]:
    """Everybody who ever sat to play, gone or not; most wins first, then most coins, then by arrival."""
    standings = [
        Standing(
            seat=seat,
            name=table.names[seat],
            here=seat in table.seats and not table.seats[seat].gone,
            rounds=score.rounds,
            wins=score.wins,
            coins_cp=score.coins_cp,
            caught=score.caught,
            disputes=score.disputes,
            disputes_open=score.disputes_open,
            disputes_upheld=score.disputes_upheld,
        )
        for seat, score in table.scores.items()
    ]
    return sorted(standings, key=lambda standing: (-standing.wins, -standing.coins_cp))
