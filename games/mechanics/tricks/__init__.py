"""Gaming sets and tableside tricks: what players bring, and what they do behind each other's backs. (Seeds 003.)"""
