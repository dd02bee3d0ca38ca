"""Checks a table's side records, which a store keeps with its log: the table's secret and the index of its rounds.

An export has neither and is audited without them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from events.merkle import fitting_tree
from events.round_spans import RoundSpan, first_wrong, mark_spans
from replays.findings import Finding, Where

_PUBLISHES: Final = b'"type":"root_published"'


class SideRecords:
    """A store's side records of a table. Its text form does not show the secret.

    `secret` is None if the store has none for the table, which is right for an `archive`, and `nodes` serve to check
    the secret quickly. `rounds` is None if the store has a schema without rounds.
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


class SideRecordsCheck:
    """Checks side records against the log, line by line.

    With `whole`, each tree over the secret is hashed from leaf to root, which takes a twentieth of a second for the
    first. Otherwise the stored nodes are trusted if they lead to the root.
    """

    def __init__(self, stored: SideRecords, *, whole: bool = True) -> None:
        self._stored = stored
        self._whole = whole
        self._seq = 0
        self._roots: list[tuple[int, _Event]] = []
        self._rounds: dict[int, RoundSpan] = {}

    def take(self, line: bytes) -> None:
        """Take the log's next line."""
        self._seq += 1
        self._roots.extend((self._seq, event) for event in _roots(line))
        if self._stored.rounds is not None:
            mark_spans(self._rounds, self._seq, line)

    def findings(self) -> Iterator[Finding]:
        """The findings, after the last line."""
        if not self._stored.archive:
            yield from self._judge_secret()
        if self._stored.rounds is not None:
            yield from self._judge_rounds(self._stored.rounds)

    def _judge_secret(self) -> Iterator[Finding]:
        stored = self._stored
        if stored.secret is None:
            detail = "the store does not have the table's secret: no further round can be played or verified"
            yield Where(1, 1).wrong("secret_missing", detail)
            return
        for seq, event in self._roots:
            nodes = None if self._whole or event.first != 1 else stored.nodes
            if fitting_tree(stored.secret, event.first, event.last, event.root, nodes, event.first) is None:
                covered = f"rounds {event.first} to {event.last}"
                detail = (
                    f"the secret in the store does not lead to the root for {covered}: none of them can be verified"
                )
                yield Where(seq, seq).wrong("secret_mismatch", detail)

    def _judge_rounds(self, stored: Sequence[RoundSpan]) -> Iterator[Finding]:
        number = first_wrong(stored, self._rounds, self._seq)
        if number is not None:
            at = self._rounds[number].first if number in self._rounds else self._seq
            detail = (
                f"the store's index of rounds disagrees with the log about round {number}; a server derives it again"
            )
            yield Where(at, at).wrong("rounds_mismatch", detail)


def judge(stored: SideRecords, lines: Iterable[bytes], *, whole: bool = True) -> Iterator[Finding]:
    """Findings about the side records of a log, from a `SideRecordsCheck`."""
    check = SideRecordsCheck(stored, whole=whole)
    for line in lines:
        check.take(line)
    yield from check.findings()


def _roots(line: bytes) -> list[_Event]:
    if _PUBLISHES not in line:
        return []
    try:
        events = _decoder.decode(line).events
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    return [event for event in events if event.type == "root_published"]
