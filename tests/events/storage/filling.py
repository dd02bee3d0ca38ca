"""Filling a store, for the contract tests and those of each implementation."""

import asyncio

import msgspec

from events.storage.contract import AppendRecords, JoinCode, Request, Store, Stored, TableInfo, Token

NOTHING = AppendRecords()
SECRET = bytes(range(32))
AT = "2026-01-01T20:00:00.000Z"


def line(table: str, seq: int) -> bytes:
    """A line of its own for each entry, with what JSON leaves as it is: bytes above 127, quotes, escapes."""
    return f'{{"table":"{table}","seq":{seq},"name":"Törbjörn \\"\\u0000\\" 🎲"}}'.encode()


def round_line(**rounds: int) -> bytes:
    """A line with an event for each keyword: `began=1`, `ended=1`, `voided=1` or `unsealed=1`, in that order."""
    types = {"began": "round_started", "ended": "round_ended", "voided": "round_voided", "unsealed": "round_unsealed"}
    events = [{"type": types[what], "v": 1, "round": number} for what, number in rounds.items()]
    return msgspec.json.encode({"events": events})


def request(request_id: str, scope: str = "t", caller: str = "seat:bri", fingerprint: str = "asked") -> Request:
    return Request(scope=scope, caller=caller, id=request_id, fingerprint=fingerprint)


def token(viewer: str, name: str) -> Token:
    return Token(hash=f"hash of {name}", viewer=viewer, nonce=f"nonce of {name}")


def join_code(name: str, table: str = "t", expires: str = "2025-03-01T12:00:00.000Z") -> JoinCode:
    return JoinCode(
        hash=f"hash of {name}", table=table, invite=f"invite of {table}", nonce=f"nonce of {name}", expires=expires
    )


def facts(info: TableInfo | None) -> tuple[str, int, str | None, bool] | None:
    """What a table's last entry says of it: its id and seq, the deadline, and whether it is closed."""
    return None if info is None else (info.table, info.seq, info.deadline, info.closed)


async def fill(store: Store, table: str, count: int, *, after: int = 0) -> None:
    for seq in range(after + 1, after + count + 1):
        await store.append(table, seq, line(table, seq), NOTHING)


async def seqs(store: Store, table: str, after: int = 0, upto: int | None = None) -> list[int]:
    return [stored.seq for stored in await store.read(table, after, upto)]


async def everything(store: Store, after: int = 0) -> list[Stored]:
    return [stored async for stored in store.read_all(after)]


async def send(store: Store, tables: list[str], seq: int, line: bytes = b"{}") -> list[object]:
    """An append to each table, all at once."""
    return await asyncio.gather(*(store.append(table, seq, line, NOTHING) for table in tables), return_exceptions=True)


async def size_of(store: Store, table: str) -> int:
    info = await store.table(table)
    assert info is not None
    return info.bytes


async def say(store: Store, *texts: str, table: str = "t", by: str = "seat:bri") -> list[int]:
    return [await store.say(table, by, AT, text) for text in texts]


async def texts(store: Store, table: str = "t") -> list[str | None]:
    return [said.text for said in await store.chat(table, 0, 1000)]
