"""The part of a store that holds secrets, tokens, the server's keys and idempotency keys."""

from typing import Protocol

import msgspec

from events.storage.contract.errors import StoreError


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A credential, stored only as its SHA-256 (hex). `viewer` is gm, seat:ID or invite.

    A viewer has one token at a time: a new one replaces the old. The token is derived from `nonce` (hex) and the
    server's key.
    """

    hash: str
    viewer: str
    nonce: str


class JoinCode(msgspec.Struct, frozen=True, kw_only=True):
    """A short code that leads to a table's invite, stored only under its keyed `hash` (hex).

    It is derived from `nonce` (hex) and the server's key. `invite` is the hash of the invite that it leads to;
    `expires` is when it ends, as entries record times.
    """

    hash: str
    table: str
    invite: str
    nonce: str
    expires: str


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A caller's idempotency key, and the request's SHA-256 (hex). `scope` is a table id; empty for opening tables."""

    scope: str
    caller: str
    id: str
    fingerprint: str


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """The entry that answered an idempotency key, and the fingerprint of that request."""

    table: str
    seq: int
    fingerprint: str


class AlreadyAnswered(StoreError):
    """The idempotency key was used before, for the entry in `answered`. Nothing was kept.

    Only the store can detect this when one key opens two tables at once, because they share no seq to conflict on.
    """

    code = "already_answered"

    def __init__(self, answered: Answered) -> None:
        super().__init__(f"the request was answered by entry {answered.seq} of table {answered.table}")
        self.answered = answered


class CredentialStore(Protocol):
    """Reads the credentials that `LogStore.append` keeps with its entries, and keeps the server's own keys."""

    async def secret(self, table: str) -> bytes:
        """The table's 32-byte secret. Raises `NoSuchTable`, also for an archive, which has none."""
        ...

    async def nodes(self, table: str) -> bytes | None:
        """The `nodes` that came with the table's secret, if any: a cache, which `events.merkle` checks."""
        ...

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The table's token with this hash, if any."""
        ...

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The viewer's current token, if any."""
        ...

    async def keep_join_code(self, code: JoinCode, now: str) -> bool:
        """Store a join code durably, in place of its table's former one; codes that expired before `now` are removed.

        Returns False, and changes nothing, if another table has a code with this hash. Raises what `append` raises.
        """
        ...

    async def join_code(self, code_hash: str) -> JoinCode | None:
        """The join code with this hash, if any; it may have expired."""
        ...

    async def join_code_of(self, table: str) -> JoinCode | None:
        """The table's newest join code, if any; it may have expired."""
        ...

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """The entry that answered this idempotency key, if any."""
        ...

    async def server_key(self, fresh: bytes) -> bytes:
        """The server's key, from which tokens are derived: the stored one, or else `fresh`, which is then stored."""
        ...

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the key that signs exports: the stored one, or else `fresh`, which is then stored."""
        ...
