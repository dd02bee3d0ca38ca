"""What a server keeps beside a line about rounds, for tests that write lines into stores themselves."""

from collections.abc import Mapping

from events.round_marks import spans_of


def round_marks(lines: list[bytes]) -> list[Mapping[str, int]]:
    """For each line of a whole log, the arguments of `Beside` that tell of the rounds it begins, ends and unseals."""
    marks: list[dict[str, int]] = [{} for _ in lines]
    for span in spans_of(lines):
        for name, seq in (("round_began", span.first), ("round_ended", span.last), ("round_unsealed", span.unsealed)):
            if seq is not None:
                marks[seq - 1][name] = span.round
    return marks
