"""What a store keeps beside a table's log, checked against it: the table's secret and the index of its rounds.

An export has neither, and is audited without.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from events.merkle import fitting_tree
from events.round_spans import RoundSpan, first_wrong, mark_spans
from replays.findings import Finding, Where

_PUBLISHES: Final = b'"type":"root_published"'


class BesideLog:
    """What a store keeps beside a log. Its text form does not show the secret.

    `secret` is None if the store has none for the table, which is right for an `archive`, and `nodes` are what it keeps
    to check the secret quickly. `rounds` is None if the store has a schema without rounds.
    """

    def __init__(
        self, secret: bytes | None, nodes: bytes | None, rounds: Sequence[RoundSpan] | None, *, archive: bool
    ) -> None:
        self.secret = secret
        self.nodes = nodes
        self.rounds = rounds
        self.archive = archive


class _Event(msgspec.Struct, frozen=True):
    type: str = ""
    first: int = 0
    last: int = 0
    root: str = ""


class _Line(msgspec.Struct, frozen=True):
    events: list[_Event] = []


_decoder: Final = msgspec.json.Decoder(_Line)


def judge(beside: BesideLog, lines: Sequence[bytes], *, whole: bool = True) -> Iterator[Finding]:
    """Findings about what is kept beside a log.

    With `whole`, each tree over the secret is hashed from leaf to root, which takes a twentieth of a second for the
    first. Otherwise the kept nodes stand for it, if they lead to the root.
    """
    if not beside.archive:
        yield from _judge_secret(beside, lines, whole)
    if beside.rounds is not None:
        yield from _judge_rounds(beside.rounds, lines)


def _judge_secret(beside: BesideLog, lines: Sequence[bytes], whole: bool) -> Iterator[Finding]:
    if beside.secret is None:
        detail = "the store does not have the table's secret: no further round can be played or proved"
        yield Where(1, 1).wrong("secret_missing", detail)
        return
    for seq, event in _roots(lines):
        nodes = None if whole or event.first != 1 else beside.nodes
        if fitting_tree(beside.secret, event.first, event.last, event.root, nodes, event.first) is None:
            covered = f"rounds {event.first} to {event.last}"
            detail = f"the secret in the store does not lead to the root for {covered}: no round of them can be proved"
            yield Where(seq, seq).wrong("secret_mismatch", detail)


def _judge_rounds(stored: Sequence[RoundSpan], lines: Sequence[bytes]) -> Iterator[Finding]:
    found: dict[int, RoundSpan] = {}
    for seq, line in enumerate(lines, 1):
        mark_spans(found, seq, line)
    number = first_wrong(stored, found, len(lines))
    if number is not None:
        at = found[number].first if number in found else len(lines)
        detail = f"the store's index of rounds disagrees with the log about round {number}; a server derives it again"
        yield Where(at, at).wrong("rounds_mismatch", detail)


def _roots(lines: Sequence[bytes]) -> Iterator[tuple[int, _Event]]:
    for seq, line in enumerate(lines, 1):
        if _PUBLISHES not in line:
            continue
        try:
            events = _decoder.decode(line).events
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        yield from ((seq, event) for event in events if event.type == "root_published")
