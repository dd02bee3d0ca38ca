"""What several games do, each written once: coins, turns, antes, bets, races, the bank, checks, choices in secret."""
