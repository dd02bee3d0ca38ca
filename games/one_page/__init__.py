"""Games whose rules fit on a page: each is one module."""
