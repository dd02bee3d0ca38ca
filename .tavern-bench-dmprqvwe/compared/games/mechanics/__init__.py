"""What several games share: coins, turns, throws, antes, bets, races, the bank, secret choices."""
