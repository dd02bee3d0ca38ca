"""Carrying out commands, each at most once."""

from functools import partial
from typing import Final

import msgspec

from events.audience import GM, seat_viewer
from events.event import Command, Event
from events.storage.contract import Answered, AppendRecords, Request, Token
from games.engine.addressed_command import AddressedCommand
from games.engine.decider import require_legal
from games.engine.legality import Refused
from games.table import NewInvite, NewToken, resolve
from projections.game import AnyTable
from server.commands import auth
from server.commands.auth import Caller
from server.commands.idempotency import first_answer
from server.problems import Problem, decoded, refused
from server.tables.live_table import Committed, LiveTable
from server.tables.registry import Tables
from server.tokens import INVITE, names_version, record_of

_encoder: Final = msgspec.json.Encoder()


class CommandRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A command as it came in, from an authenticated caller: its body, its idempotency key and its If-Match header.

    The view in the answer has what the seat `acts_for` may do; a `minimal` answer has no view.
    """

    caller: Caller
    body: bytes
    key: Request | None
    if_match: str | None
    acts_for: str | None = None
    minimal: bool = False


class CommandAnswer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The outcome of a command, as its caller saw it. `receipt` commits to its entry (hex).

    `chronicle` has one sentence for each event that is worth one, as in a live stream.

    `view` is absent only from minimal answers, which have to be asked for; so the schema of all others requires it.
    `token` and `invite` are present if the command made a new one.
    """

    version: int
    events: list[Event]
    chronicle: list[str]
    view: msgspec.Raw | msgspec.UnsetType
    receipt: str
    token: str | None = None
    invite: str | None = None


class CommandResult(msgspec.Struct, frozen=True):
    """An encoded `CommandAnswer`, and the ETag of the view after it.

    `secret`: it holds a credential; `minimal`: it does not hold the view.
    """

    body: bytes
    tag: str
    secret: bool
    minimal: bool


class Credential(msgspec.Struct, frozen=True):
    """A token or invite that a command made, and what the store keeps of it."""

    token: str
    record: Token


class CommandHandler:
    """Carries out the commands of seats and of the GM."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._services = tables.services

    async def handle(self, request: CommandRequest) -> CommandResult:
        """Carry out a command, at most once for each idempotency key.

        Raises a `Problem`, `StoreError`, `LogDamaged`; `UnknownCommand` and `UnknownGame`.
        """
        return await self._tables.until_first(partial(self._handle, request))

    async def _handle(self, request: CommandRequest) -> CommandResult:
        """Carry out a command. The order of checks is part of the API."""
        services, caller = self._services, request.caller
        live = await self._tables.locked(caller.table)
        try:
            # 1. Authorise: the token again, since the body and the lock took time. The lock keeps it from here on.
            await auth.require_unchanged(caller)
            # 2. A repeated id gets its first answer again.
            replay = partial(self._replay, request)
            if (first := await first_answer(services.store, request.key, replay)) is not None:
                return first
            # 3. Decode.
            command = decoded(partial(services.catalogue.read_command, live.truth.game), request.body)
            # 4. Require the version that the caller last saw, and a table that is open to play.
            feed = await live.feed(caller.viewer)
            acts_for = auth.seat_acted_for(request.acts_for, feed.table)
            if request.if_match is not None and not names_version(request.if_match, feed.tag()):
                raise Problem(412, "newer_version", "The table has a newer version than If-Match names.")
            live.require_play()
            # 5. Address: the right to act for the seat, and the table from which that seat is judged.
            seat = auth.acting_seat(services, live, feed.table, caller.viewer, command)
            own_table = (feed if seat is None else await live.feed(seat_viewer(seat))).table
            addressed = AddressedCommand(actor=caller.viewer, seat=seat, command=command, at=services.now())
            salt = services.fresh_salt()
            credential = self._credential(live.id, command, salt)
            try:
                # 6. Resolve: complete the command with what a re-run needs.
                addressed = self._resolved(live, addressed, own_table)
                # 7. Commit: decide by legality and rules, append, and publish. A refusal leaves no trace.
                committed = await live.commit(
                    addressed,
                    salt=salt,
                    command_id=services.fresh_id() if request.key is None else request.key.id,
                    own_table=own_table,
                    records=AppendRecords(
                        tokens=[] if credential is None else [credential.record], request=request.key
                    ),
                    caller=caller.viewer,
                )
            except Refused as refusal:
                actions = services.actions(own_table, seat, caller.viewer)
                raise refused(refusal.code, refusal.detail, actions) from None
            # 8. Answer.
            view = None if request.minimal else feed.view(acts_for).body
            result = _answer(committed, credential, feed.version, feed.tag(acts_for), view)
        finally:
            live.lock.release()
        return result

    async def _replay(self, request: CommandRequest, answered: Answered) -> CommandResult:
        """The first answer again, with the view of its version: all of it follows from the log."""
        services, viewer, acts_for = self._services, request.caller.viewer, request.acts_for
        loaded, written, visible = await self._tables.reader.at_entry(answered.table, viewer, answered.seq)
        command = services.catalogue.read_recorded(written.entry.game, bytes(written.entry.command))
        table = loaded.table
        acts_for = acts_for if viewer == GM and acts_for in table.seats else None
        view = None if request.minimal else services.view(table, acts_for=acts_for)
        tag = services.tag(table, acts_for)
        credential = self._credential(answered.table, command, written.entry.salt)
        return _answer(Committed(written, visible), credential, table.version, tag, view)

    def _resolved(self, live: LiveTable, addressed: AddressedCommand, own_table: AnyTable) -> AddressedCommand:
        """The command with all that a re-run needs. Raises `Refused`."""
        services = self._services
        try:
            command = resolve(live.truth, services.catalogue.rulebooks, addressed.command)
        except Refused:
            # A command that is not legal at all is refused as such first.
            require_legal(services.catalogue.rulebooks, own_table, addressed)
            raise
        return msgspec.structs.replace(addressed, command=command)

    def _credential(self, table: str, command: Command, salt: str) -> Credential | None:
        """The credential that a command makes, if any, derived from the salt of its entry."""
        match command:
            case NewToken(target=target):
                viewer = GM if target == GM else seat_viewer(target)
            case NewInvite():
                viewer = INVITE
            case _:
                return None
        token = self._services.token(table, viewer, salt)
        return Credential(token, record_of(token, viewer, salt))


def _answer(
    committed: Committed,
    credential: Credential | None,
    version: int,
    tag: str,
    view: bytes | None,
) -> CommandResult:
    visible = committed.visible
    answer = CommandAnswer(
        version=version,
        events=[] if visible is None else visible.events,
        chronicle=[] if visible is None else visible.chronicle,
        view=msgspec.UNSET if view is None else msgspec.Raw(view),
        receipt=committed.written.receipt,
    )
    if credential is not None and credential.record.viewer == INVITE:
        answer.invite = credential.token
    elif credential is not None:
        answer.token = credential.token
    return CommandResult(_encoder.encode(answer), tag, secret=credential is not None, minimal=view is None)
