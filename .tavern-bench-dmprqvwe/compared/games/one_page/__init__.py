"""Games whose rules fit on a page: one module each."""
