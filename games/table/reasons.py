"""Reasons why something cannot be done now, which several chapters share."""

from typing import Final

BETWEEN_ROUNDS: Final = ("round_running", "A round is running: this is possible only between rounds.")
NO_ROUND: Final = ("no_round", "No round is running: the GM starts one.")
NO_SEATS: Final = ("no_seats", "Nobody sits at the table yet.")
