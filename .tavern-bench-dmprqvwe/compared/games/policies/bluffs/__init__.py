"""Playing games of hidden hands, with bets and bluffs."""
