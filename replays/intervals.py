"""95 % confidence intervals: their width in standard errors, and Wilson's interval for shares."""

from math import sqrt
from typing import Final

import msgspec

_NORMAL: Final = 1.959964
"""The 95 % interval of a normal variable, in standard errors."""
_STUDENT: Final = {
    1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469, 7: 2.3646, 8: 2.3060, 9: 2.2622, 10: 2.2281, 12:
    2.1788, 15: 2.1314, 20: 2.0860, 30: 2.0423, 60: 2.0003, 120: 1.9799,
}  # fmt: skip
"""The same for an error estimated from few samples: Student's t, by degrees of freedom."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A figure with its 95 % confidence interval, from `tables` tables; `low` and `high` are null for one table."""

    value: float
    low: float | None
    high: float | None
    tables: int


def reach(freedom: float) -> float:
    """The half-width of an interval in standard errors, for `freedom` degrees of freedom (1 or more).

    Interpolates the table over 1 / freedom, which errs on the wide side.
    """
    below, above = max(df for df in _STUDENT if df <= freedom), [df for df in _STUDENT if df > freedom]
    near, far = _STUDENT[below], _STUDENT[above[0]] if above else _NORMAL
    beyond = 1 / above[0] if above else 0.0
    return far + (near - far) * (1 / freedom - beyond) / (1 / below - beyond)


def wilson(share: float, trials: float, errors: float) -> tuple[float, float]:
    """Wilson's interval of `errors` standard errors for a share of `trials` trials; also correct near 0 and 1."""
    squared = errors * errors
    middle = (share + squared / (2 * trials)) / (1 + squared / trials)
    half = errors / (1 + squared / trials) * sqrt(share * (1 - share) / trials + squared / (4 * trials * trials))
    return max(middle - half, 0.0), min(middle + half, 1.0)
