"""Gaming sets and tableside tricks: the sets that players bring, and how they cheat, notice and bluff. (Seeds 003.)"""
