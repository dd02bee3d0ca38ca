"""Services shared by all tables of a server: store, games, clock, randomness, the server's keys, the log's epoch."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import inf
from random import Random
from typing import Final

import msgspec

from events.audience import Viewer
from events.entry import SALT_BYTES
from events.storage.contract import Store, StoreDamaged
from games.engine.catalogue import Catalogue
from games.engine.decider import no_offers, offering, offers_to
from projections.actions import Action
from projections.game import AnyTable
from projections.views import DamageView, view_of
from replays.signing import SEED_BYTES, Signer
from server.clock import Clock, stamp
from server.config import Config
from server.failed_requests import FailedRequests
from server.log import Log
from server.metrics import Metrics
from server.tokens import KEY_BYTES, code_hash, derive_code, derive_token, derive_whim, entity_tag, tag_for, tag_key

Randomness = Callable[[int], bytes]
"""Returns that many random bytes, fit for secrets."""

_COMMAND_ID_BYTES: Final = 16

_SET_SECONDS: Final = 2.0
"""Smaller steps of the wall clock than this do not change the deadlines in views: clocks are often slewed a little."""

_encoder = msgspec.json.Encoder()


class Due(msgspec.Struct):
    """A deadline that is followed: `at` is when it passes, in seconds as `Clock.elapsed` counts them.

    `ahead` is the difference in seconds by which the wall clock was set: it then shows a different time.
    """

    deadline: str
    at: float
    ahead: float = 0.0


class Services:
    """The services that every table uses. Call `begin` first."""

    def __init__(
        self, config: Config, store: Store, catalogue: Catalogue, clock: Clock, randomness: Randomness, log: Log
    ) -> None:
        self.config = config
        self.store = store
        self.catalogue = catalogue
        self._offering = offering(catalogue.rulebooks)
        self.clock = clock
        self.random = randomness
        self.log = log
        self.metrics = Metrics()
        self.failed_requests = FailedRequests(clock, log)
        self.epoch = ""
        self.damaged_parts: list[str] = []
        self.due: dict[str, Due] = {}
        self._key = b""
        self._signer: Signer | None = None

    async def begin(self) -> None:
        """Fetch the server's keys and the log's epoch from the store, which stores new ones if it has none."""
        self._key = await self.store.server_key(self.random(KEY_BYTES))
        self.epoch = await self.store.epoch(self.random(8).hex())
        self._signer = Signer(await self.store.signing_key(self.random(SEED_BYTES)))

    @property
    def signer(self) -> Signer:
        """Signs exports. Only after `begin`."""
        if self._signer is None:
            raise RuntimeError("The server has not begun.")
        return self._signer

    def now(self) -> str:
        """The time, as entries record it."""
        return stamp(self.clock.now())

    def fresh_salt(self) -> str:
        """A salt for an entry, in hex."""
        return self.random(SALT_BYTES).hex()

    def fresh_id(self) -> str:
        """An id for an entry whose command has none."""
        return self.random(_COMMAND_ID_BYTES).hex()

    def whim(self, table: str, seat: str, count: int) -> Random:
        """Randomness for the server's own actions at a table: the same for the same seat and count.

        It is derived from the server's key and independent of the dice.
        """
        # No secrets are drawn from it, and the operator, who has the key, may predict it.
        return Random(derive_whim(self._key, table, seat, str(count)))  # noqa: S311 - not for secrets

    def token(self, table: str, viewer: Viewer, nonce: str) -> str:
        """The token of a viewer, derived from `nonce`."""
        return derive_token(self._key, table, viewer, nonce)

    def code_number(self, nonce: str) -> int:
        """The number of the join code that is derived from `nonce`."""
        return derive_code(self._key, nonce)

    def code_hash(self, code: str) -> str:
        """The hash under which a join code is stored."""
        return code_hash(self._key, code)

    async def require_usable_store(self) -> None:
        """Raise a `StoreError` unless the store responds and can find its tables."""
        await self.store.check()
        if "heads" in self.damaged_parts:
            damaged = StoreDamaged("The store's list of tables is damaged: restore a backup, or run tavern repair.")
            damaged.kept = False
            raise damaged

    def tag_key(self, table: str, viewer: Viewer, *, damaged: bool = False) -> bytes:
        """The key of a viewer's ETags: a different one once damage to the log was found."""
        return tag_key(self._key, table, viewer, f"{self.epoch} damaged" if damaged else self.epoch)

    def tag(self, table: AnyTable, acts_for: str | None = None) -> str:
        """The ETag of the view of a viewer's table."""
        return tag_for(entity_tag(self.tag_key(table.table, table.viewer), table.version, table.seen), acts_for)

    def actions(self, table: AnyTable, seat: str | None, actor: Viewer) -> list[Action]:
        """What `actor` may do for a seat, or (None) for the table, from a viewer's table."""
        offers = offers_to(actor, table, self.catalogue.rulebooks, seat)
        return [offer for offer in offers if isinstance(offer, Action)]

    def deadline_of(self, table: AnyTable) -> str | None:
        """When the clock acts at a live table, by the current wall clock.

        That is the recorded deadline, unless the wall clock was set by `_SET_SECONDS` or more.
        """
        if table.deadline is None:
            return None
        deadline, due = moment_of(table.deadline), self.due.get(table.table)
        recorded = self._seconds_until(deadline)
        if due is None or due.deadline != table.deadline:
            # The deadline is not followed yet, but will be in a moment.
            ahead = kept = self.seconds_left(table) - recorded
        else:
            ahead, kept = due.at - self.clock.elapsed() - recorded, due.ahead
            if abs(ahead - kept) >= _SET_SECONDS:
                due.ahead = kept = round(ahead, 3)
        return table.deadline if abs(ahead) < _SET_SECONDS else stamp(deadline + timedelta(seconds=kept))

    def seconds_left(self, table: AnyTable) -> float:
        """The seconds until a live table's deadline by the wall clock, at most what it was set to.

        A fast clock may have set it further ahead. The time of the newest entry would show that too, but that entry may
        be hidden from viewers who see the deadline.
        """
        if table.deadline is None:
            return inf
        options = table.options
        most = options.turn_seconds if table.running else options.next_round_seconds
        return min(self._seconds_until(moment_of(table.deadline)), inf if most is None else most)

    def _seconds_until(self, moment: datetime) -> float:
        return (moment - self.clock.now()).total_seconds()

    def view(
        self,
        table: AnyTable,
        *,
        deadline: str | msgspec.UnsetType | None = msgspec.UNSET,
        acts_for: str | None = None,
        archive: bool = False,
        damage: DamageView | msgspec.UnsetType = msgspec.UNSET,
    ) -> bytes:
        """The encoded view of a viewer's table, with its own `deadline` unless another is given.

        Archives and damaged tables have no actions.
        """
        offers = no_offers if archive or damage else self._offering
        view = view_of(table, self.catalogue.rulebooks, offers, acts_for)
        view.damage = damage
        if deadline is not msgspec.UNSET:
            view.deadline = deadline
        return _encoder.encode(view)


def moment_of(at: str) -> datetime:
    """A recorded time as a moment, in UTC."""
    return datetime.fromisoformat(at).astimezone(UTC)
