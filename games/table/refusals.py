"""Why something can be refused at every table, whatever its game, by code."""

from collections.abc import Mapping
from typing import Final

TABLE_REFUSALS: Final[Mapping[str, str]] = {
    "already_paused": "The clock stands already.",
    "already_unsealed": "The round's seed is published already.",
    "bad_options": "The options do not fit the game.",
    "cannot_put_back": "The round was voided or put back already, or is too long ago.",
    "no_open_dispute": "No such dispute waits for a ruling.",
    "no_other_game": "No other game is installed here.",
    "no_round": "No round is running.",
    "no_seats": "Nobody sits at the table yet.",
    "no_such_round": "The table has had no round of that number.",
    "nobody_asks": "Nobody waits to be let in.",
    "not_authorized": "Whoever acts cannot do that for that seat.",
    "not_offered": "The move is possible, but not with these parameters.",
    "not_paused": "The clock is not paused.",
    "not_possible_now": "The move is not possible now.",
    "not_taken_over": "The GM has taken over no such seat.",
    "npc_seat": "The server plays that seat: only the GM can take it over.",
    "purse_too_small": "It costs more than is in the purse.",
    "round_running": "This can be done between rounds.",
    "same_game": "The table plays that game already.",
    "seat_taken_over": "The GM plays that seat until it is given back.",
    "table_closed": "The table is closed: nothing more is played.",
    "table_full": "There is no room left at the table.",
    "too_few_seats": "Fewer seats can play a round than are needed.",
    "too_many_disputes": "As many disputes as there may be wait for a ruling already, or were raised.",
}
"""Each with its meaning. A game declares its own in its rulebook's `refusals`."""
