"""Seals and reveals the luck of one seat, and checks that the server keeps to what was fixed.

At a table with sealed luck, everything follows from the views that a seat receives: between rounds, it draws luck for
the next one and seals it; when asked, it reveals it; once the round has started, it checks the log.
"""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from typing import Any, Final, Protocol

import msgspec

from events.sealed_luck import MOST_WORD, NONCE_BYTES, REVEAL, seal_of
from projections.served_views import ServedView as View
from tavern_client.answers import CommandAnswer, Entry, Event, Page
from tavern_client.errors import ApiProblem, BrokenLuck, LuckCode
from tavern_client.luck_book import Call, Drawn, Gone, Luck, LuckBook, Revealed, Revealing, Sealed, Settled

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


class Sealing:
    """Does what each view of a seat asks for. All handles of a seat share the book and take turns.

    `give` gives a command of the seat, `look` gets its current view.
    """

    def __init__(self, book: LuckBook, seat: Sealer, give: Give, look: Look) -> None:
        self._book = book
        self._seat = seat
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
            offered = {action["type"]: action for action in view.actions}
            if "reveal_luck" in offered:
                view = await self._reveal(view, offered["reveal_luck"]["params"]["luck"])
            elif "seal_luck" in offered:
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
            luck = Drawn(
                table=self._seat.table,
                seat=self._seat.seat,
                round=number,
                luck=secrets.token_hex(NONCE_BYTES) + self._word(view),
                after=view.version,
            )
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
            if "seal_luck" not in {action["type"] for action in view.actions}:
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

    async def _reveal(self, view: View, asked: Any) -> View:
        """Reveal the sealed luck: only for this round, and only for one call."""
        luck = next((luck for luck in await self._own() if luck.drawn.seal == asked["seal"]), None)
        if luck is None:
            return view
        drawn, call = luck.drawn, _call_of(view)
        if drawn.round != view.round:
            # It was sealed for a round that began before the seal arrived, and cannot be revealed in this one.
            answer = await self._given("withhold_luck", f"{view.round}-{drawn.seal}")
            return view if answer is None else answer.view
        if luck.call is None:
            await self._book.note(Revealing(seal=drawn.seal, call=call))
        elif luck.call != call:
            if luck.settled:
                return view
            await self._settle([luck])
            raise self._complaint(drawn.round, "asked_again", "its luck is to be revealed again, under another call")
        answer = await self._given("reveal_luck", drawn.seal, luck=drawn.luck)
        if answer is None:
            return view
        await self._book.note(Revealed(seal=drawn.seal))
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
                # Each fault of a round is reported once.
                await self._settle(of_round)
                await self._check_start(number, of_round)

    async def _check_call(self, view: View, of_round: Sequence[Luck]) -> None:
        seals = view.fair.seals or {}
        plays = any(seat.seat == self._seat.seat and seat.playing for seat in view.seats)
        if plays and _was_replaced(of_round, seals.get(self._seat.seat)):
            await self._settle(of_round)
            raise self._complaint(view.round, "seal_replaced", "the round was called with another seal")

    async def _check_start(self, number: int, of_round: Sequence[Luck]) -> None:
        called, started, opened = await self._beginning(number, min(luck.drawn.after for luck in of_round))
        own = self._seat.seat
        if called is None:
            if started is not None and own in started["seats"] and not opened and any(one.sealed for one in of_round):
                raise self._complaint(number, "not_asked", "the round started without asking for what was sealed")
            return
        seals = {seal["seat"]: seal["seal"] for seal in called["seals"]}
        if own in called["seats"] and _was_replaced(of_round, seals.get(own)):
            raise self._complaint(number, "seal_replaced", "the round was called with another seal")
        mine = next((luck for luck in of_round if luck.drawn.seal == seals.get(own)), None)
        call = Call(commitment=called["commitment"], seals=seals, seats=called["seats"])
        if mine is not None and mine.call not in (None, call):
            raise self._complaint(number, "call_changed", "the log has another call than the one that was answered")
        if started is None:
            return
        if any(started[name] != called[name] for name in ("commitment", "first", "path")):
            raise self._complaint(number, "commitment_changed", "the round started with another commitment than called")
        if [word["seat"] for word in started["luck"]] != called["seats"]:
            raise self._complaint(number, "luck_changed", "the round started with the luck of other seats than called")
        for word in started["luck"]:
            seat, luck = word["seat"], word["luck"]
            if luck and seal_of(self._seat.table, number, seat, luck) != seals.get(seat):
                raise self._complaint(number, "luck_changed", f"the round started with luck that {seat} never sealed")
            if seat == own and mine is not None and mine.call is not None and luck != mine.drawn.luck:
                raise self._complaint(number, "luck_changed", "the round started without what was revealed")

    async def _beginning(self, number: int, after: int) -> tuple[Event | None, Event | None, bool]:
        """How a round was called and how it started, and whether luck was made open before."""
        called: Event | None = None
        opened = False
        while True:
            page = await self._seat.events(after)
            for event in (event for entry in page.entries for event in entry.events):
                match event["type"]:
                    case "options_set" if called is None:
                        opened = event["options"].get("luck", "open") == "open"
                    case "luck_called" if event["round"] == number:
                        called = event
                    case "round_started" if event["round"] == number:
                        return called, event, opened
                    case "round_voided" | "round_ended" if event["round"] == number:
                        return called, None, opened
                    case _:
                        pass
            if not page.more:
                return called, None, opened
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


def _was_replaced(of_round: Sequence[Luck], called: str | None) -> bool:
    """Whether luck was sealed for the round, and another seal, or none, is called."""
    return any(luck.sealed for luck in of_round) and called not in {luck.drawn.seal for luck in of_round}


def _call_of(view: View) -> Call:
    fair = view.fair
    return Call(commitment=fair.commitment or "", seals=dict(fair.seals or {}), seats=list(fair.called or []))
