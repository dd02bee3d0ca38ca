"""Seals and reveals the luck of one seat, and checks that the server keeps to what was fixed.

At a table with sealed luck, everything follows from the views that a seat receives: between rounds, it draws luck for
the next one and seals it; when asked, it reveals it; once the round has started, it checks the log.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final, Protocol

import msgspec

from tavern_client.answers import CommandAnswer, Entry, Page
from tavern_client.errors import ApiProblem, BadAnswer, BrokenLuck, LuckCode
from tavern_client.luck.beginning import Beginning, call_of, is_revealed, read_as
from tavern_client.luck.book import Drawn, Forgotten, Gone, Luck, LuckBook, Revealed, Revealing, Sealed, Settled
from tavern_client.luck.keys import MOST_WORD, NONCE_BYTES, REVEAL, Call
from tavern_client.record import Record
from tavern_client.views import View

_CALLED: Final = "luck"
"""The phase in which a round waits for luck to be revealed."""


class Sealer(Protocol):
    """The seat that seals."""

    table: str
    seat: str

    @property
    def word(self) -> str | None:
        """The word sealed with the nonce; None stands for the seat's luck word at the table."""
        ...

    async def events(self, after: int = 0) -> Page[Entry]:
        """The entries after a version."""
        ...


Give = Callable[..., Awaitable[CommandAnswer]]
Look = Callable[[], Awaitable[View]]


_WHY_NOT: Final[Mapping[LuckCode, str]] = {
    "call_differs": "its luck is asked for under another call than the table shows",
    "asked_again": "its luck is to be revealed again, under another call",
}


class _Asked(msgspec.Struct):
    """What a seat is asked to reveal: the luck with this seal, to the call with this digest (hex)."""

    seal: str
    call: str


class Sealing:
    """Does what each view of a seat asks for. All handles of a seat share the book and take turns.

    `record` keeps the calls that are answered; `give` gives a command of the seat, `look` gets its current view.
    """

    def __init__(self, book: LuckBook, seat: Sealer, record: Record, give: Give, look: Look) -> None:
        self._book = book
        self._seat = seat
        self._record = record
        self._give = give
        self._look = look

    async def attend(self, view: View) -> View:
        """Check, seal and reveal as a view asks for. Returns the newest view.

        Raises `BrokenLuck`, once for each round and reason; other `ClientError`s; `OSError` if the book cannot be
        written.
        """
        key = self._seat.table, self._seat.seat
        async with self._book.locks[key]:
            known = [luck for luck in await self._own() if not luck.gone]
            if view.fair.luck == "open" and not known:
                return view
            if view.version < max([self._book.newest[key], *(luck.drawn.after for luck in known)]):
                # Another task has seen a newer version. If the table's version is still lower now, its log was
                # replaced.
                view = await self._look()
            self._book.newest[key] = view.version
            await self._check_log(view, known)
            await self._check_rounds(view, await self._unsettled())
            if (asked := _asked(view)) is not None:
                view = await self._reveal(view, asked)
            elif _may_seal(view):
                view = await self._seal(view)
            self._book.newest[key] = view.version
            return view

    async def _own(self) -> list[Luck]:
        return await self._book.of(self._seat.table, self._seat.seat)

    async def _unsettled(self) -> list[Luck]:
        return [luck for luck in await self._own() if not luck.settled]

    # Sealing

    async def _seal(self, view: View) -> View:
        """Seal luck for the next round, unless it is sealed."""
        while True:
            number, shown = view.round + 1, view.seat(self._seat.seat).luck_seal
            drawn = [luck for luck in await self._unsettled() if luck.drawn.round == number and luck.call is None]
            mine = next((luck for luck in drawn if luck.drawn.seal == shown), None)
            if mine is not None:
                if not mine.sealed:
                    await self._book.note(Sealed(seal=mine.drawn.seal))
                return view
            if any(luck.sealed for luck in drawn):
                if shown is not msgspec.UNSET:
                    # Another client of this player sealed later. They must not replace each other's seals forever.
                    return view
                await self._settle(drawn)
                raise self._complaint(number, "seal_lost", "the table no longer has the seal that it accepted")
            luck = Drawn.fresh(self._seat.table, self._seat.seat, number, self._word(view), view.version)
            await self._book.note(luck)
            answer = await self._given("seal_luck", luck.seal, seal=luck.seal)
            if answer is None:
                return view
            view = answer.view
            if view.round + 1 == number:
                await self._book.note(Sealed(seal=luck.seal))
                return view
            # A round began in the meantime, so this seal cannot be revealed in the next one.
            await self._book.note(Settled(seal=luck.seal))
            if not _may_seal(view):
                return view

    def _word(self, view: View) -> str:
        if self._seat.word is not None:
            return self._seat.word
        word = view.seat(self._seat.seat).luck
        try:
            require_word(word)
        except ValueError:
            return ""
        return word

    # Revealing

    async def _reveal(self, view: View, asked: _Asked) -> View:
        """Reveal the sealed luck: only for this round, and only for one call."""
        luck = next((luck for luck in await self._own() if luck.drawn.seal == asked.seal), None)
        if luck is None:
            return view
        if luck.drawn.round != view.round:
            # It was sealed for a round that began before the seal arrived, and cannot be revealed in this one.
            answer = await self._given("withhold_luck", f"{view.round}-{luck.drawn.seal}")
            return view if answer is None else answer.view
        if luck.revealed:
            # Another task or program may have revealed it since this view was served.
            view = await self._look()
            again = _asked(view)
            if again is None or again.seal != asked.seal:
                return view
            asked = again
        call, code = self._call_to_answer(view, luck, asked)
        if call is None:
            if luck.settled:
                return view
            await self._settle([luck])
            raise self._complaint(view.round, code, _WHY_NOT[code])
        if luck.call is None:
            await self._book.note(Revealing(seal=luck.drawn.seal, call=call))
            if not _answers(luck, call):
                # Another program was faster, and this key signs one call only.
                raise self._complaint(view.round, "asked_again", _WHY_NOT["asked_again"])
        await self._record.answers(view.viewer, call, luck.drawn.luck)
        return await self._revealed(luck, call, view)

    def _call_to_answer(self, view: View, luck: Luck, asked: _Asked) -> tuple[Call | None, LuckCode]:
        """The call that a view shows; None, and why, if the luck must not be revealed to it."""
        call = call_of(view, self._seat.table)
        if call is None or call.digest().hex() != asked.call:
            return None, "call_differs"
        if luck.call is None:
            return None if luck.settled else call, "call_differs"
        return call if _answers(luck, call) else None, "asked_again"

    async def _revealed(self, luck: Luck, call: Call, view: View) -> View:
        drawn, known = luck.drawn, luck.revealed
        signed = {"luck": drawn.luck, "key": drawn.key.public, "signature": drawn.key.sign(call.digest())}
        answer = await self._given("reveal_luck", drawn.seal, **signed)
        if answer is None:
            return view
        await self._book.note(Revealed(seal=drawn.seal))
        if known and not luck.forgotten:
            await self._book.note(Forgotten(seal=drawn.seal))
            raise self._complaint(
                view.round, "reveal_forgotten", "its luck is asked for again, although it was revealed"
            )
        if answer.view.phase != _CALLED:
            await self._check_rounds(answer.view, await self._unsettled())
        return answer.view

    async def _given(self, kind: str, about: str, **params: Any) -> CommandAnswer | None:
        """Give a command with an id that is the same after a restart. None if the command comes too late."""
        try:
            return await self._give(kind, command_id=f"{kind}-{about}", **params)
        except ApiProblem as problem:
            if problem.status == HTTPStatus.CONFLICT:
                return None
            raise

    # Checking

    async def _check_log(self, view: View, known: Sequence[Luck]) -> None:
        gone = [luck for luck in known if view.version < luck.drawn.after]
        for luck in gone:
            await self._book.note(Gone(seal=luck.drawn.seal))
        if any(luck.call for luck in gone):
            number = max(luck.drawn.round for luck in gone)
            raise self._complaint(number, "log_replaced", "the log is shorter than when its luck was revealed")

    async def _check_rounds(self, view: View, known: Sequence[Luck]) -> None:
        """Compare the log of started rounds with the luck that was sealed and revealed for them."""
        for number in sorted({luck.drawn.round for luck in known}):
            of_round = [luck for luck in known if luck.drawn.round == number]
            if number == view.round and view.phase == _CALLED:
                await self._check_call(view, of_round)
            elif number <= view.round:
                # If the log cannot be read, nothing is settled: the next view tries again.
                broken = self._fault(view, number, of_round, await self._beginning(view, number, of_round))
                await self._settle(of_round)
                # Each fault of a round is reported once.
                if broken is not None:
                    raise broken

    async def _check_call(self, view: View, of_round: Sequence[Luck]) -> None:
        seals = view.fair.seals or {}
        plays = any(seat.seat == self._seat.seat and seat.playing for seat in view.seats)
        if plays and _was_replaced(of_round, seals.get(self._seat.seat)):
            await self._settle(of_round)
            raise self._complaint(view.round, "seal_replaced", "the round was called with another seal")

    def _fault(self, view: View, number: int, of_round: Sequence[Luck], beginning: Beginning) -> BrokenLuck | None:
        """How the beginning of a round differs from what was fixed."""
        called, started, own = beginning.called, beginning.started, self._seat.seat
        if called is None:
            expected = any(luck.sealed for luck in of_round) and not beginning.opened
            if started is not None and own in started.seats and expected:
                return self._complaint(number, "not_asked", "the round started without asking for what was sealed")
            return None
        call = called.call(self._seat.table, number, view.fair.roots)
        sealed = call.seals.get(own)
        if own in called.seats and _was_replaced(of_round, sealed):
            return self._complaint(number, "seal_replaced", "the round was called with another seal")
        mine = next((luck for luck in of_round if luck.drawn.seal == sealed), None)
        if mine is not None and mine.call is not None and msgspec.json.encode(mine.call) != msgspec.json.encode(call):
            return self._complaint(number, "call_changed", "the log has another call than the one that was answered")
        if started is None:
            return None
        if any(getattr(started, name) != getattr(called, name) for name in ("commitment", "first", "path", "opening")):
            return self._complaint(
                number, "commitment_changed", "the round started with another commitment than called"
            )
        if [word.seat for word in started.luck] != called.seats:
            return self._complaint(number, "luck_changed", "the round started with the luck of other seats than called")
        for word in started.luck:
            if word.luck and not is_revealed(call, word, beginning.revealed.get(word.seat)):
                detail = f"the round started with luck that {word.seat} never sealed, or revealed to another call"
                return self._complaint(number, "luck_changed", detail)
            if word.seat == own and mine is not None and mine.call is not None and word.luck != mine.drawn.luck:
                return self._complaint(number, "luck_changed", "the round started without what was revealed")
        return None

    async def _beginning(self, view: View, number: int, of_round: Sequence[Luck]) -> Beginning:
        """How a round began that a view shows as begun. Raises `BadAnswer` if the events do not say so."""
        drawn = min(luck.drawn.after for luck in of_round)
        # If the log was replaced since, the round may have begun before the version at which the luck was drawn.
        for start in dict.fromkeys((drawn, 0)):
            beginning = await self._read_beginning(view, number, start)
            if beginning.over and (beginning.called or beginning.started):
                return beginning
        raise BadAnswer(f"the events up to version {view.version} do not say how round {number} began")

    async def _read_beginning(self, view: View, number: int, after: int) -> Beginning:
        beginning = Beginning()
        while True:
            page = await self._seat.events(after)
            for event in (event for entry in page.entries for event in entry.events):
                beginning.take(event, number)
                if beginning.over:
                    return beginning
            if not page.more:
                return beginning
            if page.version <= after:
                raise BadAnswer("the events go on without an entry")
            after = page.version

    async def _settle(self, of_round: Sequence[Luck]) -> None:
        for luck in of_round:
            await self._book.note(Settled(seal=luck.drawn.seal))

    def _complaint(self, number: int, code: LuckCode, detail: str) -> BrokenLuck:
        return BrokenLuck(self._seat.table, self._seat.seat, number, code, detail)


def require_word(word: str) -> None:
    """Check that a word can be sealed. Raises `ValueError`."""
    if REVEAL.fullmatch("0" * 2 * NONCE_BYTES + word) is None:
        raise ValueError(f"a luck word has up to {MOST_WORD} characters, and no control characters")


def _answers(luck: Luck, call: Call) -> bool:
    """Whether this is the call that the luck answers."""
    return luck.call is not None and luck.call.digest() == call.digest()


def _was_replaced(of_round: Sequence[Luck], called: str | None) -> bool:
    """Whether luck was sealed for the round, and another seal, or none, is called."""
    return any(luck.sealed for luck in of_round) and called not in {luck.drawn.seal for luck in of_round}


def _asked(view: View) -> _Asked | None:
    offer = next((action for action in view.actions if action["type"] == "reveal_luck"), None)
    return None if offer is None else read_as(offer["params"]["luck"], _Asked)


def _may_seal(view: View) -> bool:
    return any(action["type"] == "seal_luck" for action in view.actions)
