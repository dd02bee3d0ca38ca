"""What `tavern doctor` finds."""

from typing import Literal

import msgspec

State = Literal["good", "doubt", "wrong"]


class Diagnosis(msgspec.Struct, frozen=True):
    """What was found about one part of a set-up, and what to do about it, if anything."""

    part: str
    state: State
    detail: str
    remedy: str = ""


def good(part: str, detail: str) -> Diagnosis:
    """A part with which nothing is wrong."""
    return Diagnosis(part, "good", detail)
