"""The findings of an audit: each names an entry, with a stable code and a sentence that says what is wrong."""

from typing import Final

import msgspec

UNREADABLE: Final = "unreadable"
TRUNCATED: Final = "truncated"
NOT_AS_HEADED: Final = "not_as_headed"
BAD_SIGNATURE: Final = "bad_signature"
DAMAGED: Final = "damaged"
WRONG_TABLE: Final = "wrong_table"
SEQ_GAP: Final = "seq_gap"
CHAIN_BROKEN: Final = "chain_broken"
BAD_TIME: Final = "bad_time"
TIME_GOES_BACK: Final = "time_goes_back"
BAD_AMOUNT: Final = "bad_amount"
PURSE_NEGATIVE: Final = "purse_negative"
UNBALANCED: Final = "unbalanced"
BAD_ROOT: Final = "bad_root"
ROOT_MISSING: Final = "root_missing"
PATH_MISMATCH: Final = "path_mismatch"
SEED_MISSING: Final = "seed_missing"
SEED_MISPLACED: Final = "seed_misplaced"
COMMITMENT_MISMATCH: Final = "commitment_mismatch"
DRAW_ORDER: Final = "draw_order"
DRAW_MISMATCH: Final = "draw_mismatch"
DRAW_MISSING: Final = "draw_missing"
ROUND_NOT_OVER: Final = "round_not_over"
WRONG_RULES: Final = "wrong_rules"
BAD_SALT: Final = "bad_salt"
CLOCK_EARLY: Final = "clock_early"
CANNOT_FOLD: Final = "cannot_fold"
RERUN_DIFFERS: Final = "rerun_differs"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong in a log. `line` counts from 1, 0 is the header; `seq` is None if it is unknown."""

    line: int
    seq: int | None
    code: str
    detail: str


class Where(msgspec.Struct, frozen=True):
    """An entry's place: its line (from 1), and its seq if it has one."""

    line: int
    seq: int | None

    def wrong(self, code: str, detail: str) -> Finding:
        """A finding at this place."""
        return Finding(line=self.line, seq=self.seq, code=code, detail=detail)
