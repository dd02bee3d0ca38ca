"""What several games do, each written once: coins, turns, throws, antes, bets, races, the bank, secret choices."""
