"""Secrets, tokens, join codes, server keys and idempotency keys in a SQLite store."""

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from events.storage import join_codes
from events.storage.contract import (
    AppendRecords,
    CommandIdsDamaged,
    JoinCode,
    NoSuchTable,
    StoreDamaged,
    Token,
    TokensDamaged,
)
from events.storage.contract.arguments import require_valid_texts
from events.storage.contract.credentials import Answered
from events.storage.sqlite import queries
from events.storage.sqlite.connection import SqliteConnection
from events.storage.sqlite.queries import Row


class SqliteCredentials(SqliteConnection):
    """The `CredentialStore` part."""

    async def secret(self, table: str) -> bytes:
        """The table's secret. Raises `NoSuchTable`."""
        row = self._row(queries.SECRETS_BY_TABLE, table)
        if row is None:
            raise NoSuchTable(f"the store has no secret for table {table!r}")
        (secret,) = row
        return bytes(secret)

    async def nodes(self, table: str) -> bytes | None:
        """The nodes that came with the table's secret, if any."""
        row = self._row(queries.NODES_BY_TABLE, table)
        return None if row is None or row[0] is None else bytes(row[0])

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The table's token with this hash, if any."""
        with _reported_as(TokensDamaged):
            return _token(self._row(queries.TOKENS_BY_HASH, table, token_hash))

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The viewer's current token, if any."""
        with _reported_as(TokensDamaged):
            return _token(self._row(queries.TOKENS_BY_VIEWER, table, viewer))

    async def keep_join_code(self, code: JoinCode, now: str) -> bool:
        """Store a join code with the next group, unless another table has one with its hash."""
        require_valid_texts(code.hash, code.table, code.invite, code.nonce, code.expires)
        return await self._write(lambda connection: _keep_join_code(connection, code, now))

    async def join_code(self, code_hash: str) -> JoinCode | None:
        """The join code with this hash, if any."""
        name = join_codes.name_of(code_hash)
        row = self._row(queries.FIND_META, name)
        return None if row is None else join_codes.read(name, bytes(row[0]))

    async def join_code_of(self, table: str) -> JoinCode | None:
        """The table's newest join code, if any."""
        return join_codes.code_of(table, self._rows(queries.LIST_META, join_codes.FIRST, join_codes.END))

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """The entry that answered this idempotency key."""
        with _reported_as(CommandIdsDamaged):
            return _answered(self._row(queries.FIND_ANSWERED, scope, caller, request_id))

    async def server_key(self, fresh: bytes) -> bytes:
        """The server's key: the stored one or `fresh`. Raises `StoreReadOnly` if none can be stored."""
        return await self._keep_once("server_key", fresh)

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the signing key: the stored one or `fresh`. Raises `StoreReadOnly` if none can be stored."""
        return await self._keep_once("signing_key", fresh)


def answer_to(connection: sqlite3.Connection, scope: str, caller: str, request_id: str) -> Answered | None:
    """The entry that answered this idempotency key, as the running transaction sees it."""
    return _answered(connection.execute(queries.FIND_ANSWERED, (scope, caller, request_id)).fetchone())


def keep_credentials(connection: sqlite3.Connection, table_no: int, seq: int, records: AppendRecords) -> None:
    """Write the credentials that come with an entry."""
    if records.secret is not None:
        connection.execute(
            "INSERT INTO secrets (table_no, secret, nodes) VALUES (?, ?, ?)", (table_no, records.secret, records.nodes)
        )
    for viewer in records.revoked:
        connection.execute("DELETE FROM tokens WHERE table_no = ? AND viewer = ?", (table_no, viewer))
    put_tokens(connection, table_no, records.tokens)
    if (request := records.request) is not None:
        scope = table_no if request.scope else 0
        connection.execute(
            "INSERT INTO requests (scope, caller, id, fingerprint, table_no, seq) VALUES (?, ?, ?, ?, ?, ?)",
            (scope, request.caller, request.id, request.fingerprint, table_no, seq),
        )


def put_tokens(connection: sqlite3.Connection, table_no: int, tokens: Sequence[Token]) -> None:
    """Write tokens; each replaces its viewer's former one."""
    connection.executemany(
        "INSERT OR REPLACE INTO tokens (table_no, viewer, hash, nonce) VALUES (?, ?, ?, ?)",
        ((table_no, token.viewer, token.hash, token.nonce) for token in tokens),
    )


def _keep_join_code(connection: sqlite3.Connection, code: JoinCode, now: str) -> bool:
    rows = connection.execute(queries.LIST_META, (join_codes.FIRST, join_codes.END)).fetchall()
    removed, taken = join_codes.replacing(code, now, rows)
    if not taken:
        connection.executemany("DELETE FROM meta WHERE name = ?", ((name,) for name in removed))
        row = (join_codes.name_of(code.hash), join_codes.value_of(code))
        connection.execute("INSERT INTO meta (name, value) VALUES (?, ?)", row)
    return not taken


@contextmanager
def _reported_as(kind: type[StoreDamaged]) -> Generator[None]:
    """Report damage as damage to that part of the store."""
    try:
        yield
    except StoreDamaged as damage:
        raise kind(*damage.args) from damage


def _token(row: Row | None) -> Token | None:
    if row is None:
        return None
    token_hash, viewer, nonce = row
    return Token(hash=token_hash, viewer=viewer, nonce=nonce)


def _answered(row: Row | None) -> Answered | None:
    if row is None:
        return None
    table, seq, fingerprint = row
    return Answered(table=table, seq=seq, fingerprint=fingerprint)
