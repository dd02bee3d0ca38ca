"""The rules of every table, whatever it plays: seats, coins, rounds, settings, disputes."""
