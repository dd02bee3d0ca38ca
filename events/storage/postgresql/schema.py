"""The schema of the PostgreSQL database, and how it is recognised."""

from typing import Final

from events.storage.contract import StoreMissing, StoreUnreadable
from events.storage.postgresql.connections.asyncpg_types import AnyConnection, Connection
from events.storage.postgresql.connections.connecting import SCHEMA

ADVISORY: Final = 0x7461 << 40
"""Where this project's advisory locks begin; `FLOORS` has its own range, the others are single numbers above it."""
FLOORS: Final = ADVISORY
"""Each transaction that assigns positions holds the lock `FLOORS` + the highest position assigned before it."""
SERVING: Final = (ADVISORY >> 40) + 1 << 40
"""Held shared by every server, and alone by a tool that changes the store."""
CREATING: Final = SERVING + 1
"""Held while the schema is created."""

SCHEMA_VERSION: Final = 1
"""The version of the schema below, kept in `meta`."""

# Ids are text without NUL, which PostgreSQL cannot hold, so `queries.escaped` writes it as \\0; the collation compares
# bytes. Texts of the chat are bytes as well. Positions and table numbers come from sequences, which never go back.
# `claims` has a row for each table, which no entry touches: the server that does its own work there locks it.
_TABLES: Final = """
CREATE TABLE meta (name text PRIMARY KEY, value bytea NOT NULL);
CREATE SEQUENCE positions AS bigint;
CREATE SEQUENCE table_numbers AS bigint;
CREATE TABLE log (
    position bigint PRIMARY KEY, table_no bigint NOT NULL, seq bigint NOT NULL, line bytea NOT NULL,
    UNIQUE (table_no, seq)
);
CREATE TABLE heads (
    table_no bigint PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, seq bigint NOT NULL,
    deadline text COLLATE "C", closed boolean NOT NULL, bytes bigint NOT NULL, archive boolean NOT NULL DEFAULT false,
    listing bytea, head bytea, signed bytea, said bigint NOT NULL DEFAULT 0
);
CREATE INDEX listed ON heads (table_no) WHERE listing IS NOT NULL AND NOT closed;
CREATE INDEX deadlines ON heads (deadline) WHERE deadline IS NOT NULL AND NOT closed;
CREATE TABLE claims (table_no bigint PRIMARY KEY);
CREATE TABLE rounds (
    table_no bigint NOT NULL, round bigint NOT NULL, first bigint NOT NULL, last bigint, unsealed bigint,
    PRIMARY KEY (table_no, round)
);
CREATE TABLE secrets (table_no bigint PRIMARY KEY, secret bytea NOT NULL, nodes bytea);
CREATE TABLE tokens (
    table_no bigint NOT NULL, viewer text COLLATE "C" NOT NULL, hash text COLLATE "C" NOT NULL, nonce text NOT NULL,
    PRIMARY KEY (table_no, viewer)
);
CREATE INDEX tokens_by_hash ON tokens (table_no, hash);
CREATE TABLE requests (
    scope bigint NOT NULL, caller text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, fingerprint text NOT NULL,
    table_no bigint NOT NULL, seq bigint NOT NULL,
    PRIMARY KEY (scope, caller, id)
);
CREATE INDEX requests_by_table ON requests (table_no);
CREATE TABLE snapshots (
    table_no bigint NOT NULL, seq bigint NOT NULL, data bytea NOT NULL, PRIMARY KEY (table_no, seq)
);
CREATE TABLE analyses (
    table_no bigint NOT NULL, round bigint NOT NULL, seat text COLLATE "C" NOT NULL, data bytea NOT NULL,
    PRIMARY KEY (table_no, round, seat)
);
CREATE TABLE chat (
    table_no bigint NOT NULL, n bigint NOT NULL, at text NOT NULL, who text COLLATE "C" NOT NULL,
    erased boolean NOT NULL DEFAULT false, text bytea, erases bytea, key text COLLATE "C",
    PRIMARY KEY (table_no, n)
);
CREATE UNIQUE INDEX said_once ON chat (table_no, who, key) WHERE key IS NOT NULL;
"""

_VERSION: Final = "SELECT value FROM meta WHERE name = 'schema'"
_THERE: Final = "SELECT to_regclass('tavern.meta') IS NOT NULL"


async def prepare(connection: Connection, where: str, *, create: bool) -> bool:
    """Create the schema if it is missing and `create` is set; whether it was created.

    Servers that start at once wait for each other. Raises `StoreMissing`, `StoreUnreadable`, and the driver's errors.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", CREATING)
        await _require_utf8(connection, where)
        if await connection.fetchval(_THERE):
            await _require_version(connection, where)
            return False
        if not create:
            raise missing(where)
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        await connection.execute(_TABLES)
        await connection.execute("INSERT INTO meta (name, value) VALUES ('schema', $1)", str(SCHEMA_VERSION).encode())
    return True


async def require_schema(connection: AnyConnection, where: str) -> None:
    """Raise `StoreMissing`, or `StoreUnreadable` if this version does not support the database."""
    await _require_utf8(connection, where)
    if not await connection.fetchval(_THERE):
        raise missing(where)
    await _require_version(connection, where)


async def _require_version(connection: AnyConnection, where: str) -> None:
    version = int(await connection.fetchval(_VERSION) or b"0")
    if version != SCHEMA_VERSION:
        raise StoreUnreadable(
            f"{where} has schema {version}, but this tavern supports only {SCHEMA_VERSION}: use a newer version."
        )


async def _require_utf8(connection: AnyConnection, where: str) -> None:
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise StoreUnreadable(f"{where} has the encoding {encoding}: create the database with UTF8.")


def missing(where: str) -> StoreMissing:
    """The error for a database without a store, although nobody asked for a new one."""
    return StoreMissing(f"there is no store in {where}. To create it, start the server with --create.")
