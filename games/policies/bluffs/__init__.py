"""Playing with hidden hands, where everybody bets and bluffs."""
