"""The findings of an audit, and why commands are not re-run: stable codes, each with a sentence."""

from typing import Literal

import msgspec

Code = Literal[
    "unreadable", "truncated", "not_as_headed", "bad_signature", "damaged", "wrong_table", "chain_broken",
    "bad_time", "time_goes_back", "bad_amount", "purse_negative", "unbalanced", "bad_root", "root_missing",
    "path_mismatch", "seed_missing", "seed_misplaced", "commitment_mismatch", "draw_order", "draw_mismatch",
    "draw_missing", "luck_mismatch", "luck_answers_another_call", "opening_mismatch", "round_order", "round_not_over",
    "secret_missing", "secret_mismatch", "rounds_mismatch",
    "wrong_rules", "bad_salt", "clock_early", "cannot_fold", "rerun_differs",
]  # fmt: skip
"""What can be wrong. Codes never change."""


NotRunCode = Literal[
    "game_not_installed", "other_rules", "round_running", "line_missing", "cannot_fold", "switched_off", "proof_sealed",
]  # fmt: skip
"""Why commands are not re-run. Codes never change."""


class NotRun(msgspec.Struct, frozen=True):
    """Why a command is not re-run: a code, and the reason in words."""

    code: NotRunCode
    why: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong in a log. `line` counts from 1, 0 is the header; `seq` is None if it is unknown."""

    line: int
    seq: int | None
    code: Code
    detail: str


class Where(msgspec.Struct, frozen=True):
    """An entry's place: its line (from 1), and its seq if it has one."""

    line: int
    seq: int | None

    def wrong(self, code: Code, detail: str) -> Finding:
        """A finding at this place."""
        return Finding(line=self.line, seq=self.seq, code=code, detail=detail)
