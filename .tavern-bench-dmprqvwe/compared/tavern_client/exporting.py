"""Downloads a table's log."""

import asyncio
from pathlib import Path
from typing import Final

import aiohttp
import msgspec

from tavern_client.errors import BadAnswer, Unreachable
from tavern_client.transport import Transport, decoded

_PIECE: Final = 1 << 20


class _Header(msgspec.Struct):
    entries: int


async def export_to(path: Path, transport: Transport, address: str, token: str | None) -> int:
    """Write an export to a file, as `GameMaster.export` does, starting over if the connection breaks."""
    part = path.with_name(f"{path.name}.part")
    attempts = transport.attempts()
    try:
        while True:
            try:
                size = await _written(part, transport, address, token)
            except Unreachable as broken:
                await attempts.wait(broken)
            else:
                await asyncio.to_thread(part.replace, path)
                return size
    finally:
        await asyncio.to_thread(part.unlink, missing_ok=True)


async def _written(part: Path, transport: Transport, address: str, token: str | None) -> int:
    patience = transport.patience
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=patience.answer, sock_read=patience.answer)
    file = await asyncio.to_thread(part.open, "wb")
    lines, first = 0, b""
    try:
        async with transport.sent("GET", address, token, timeout) as response:
            async for piece in response.content.iter_chunked(_PIECE):
                if not lines:
                    first += piece.partition(b"\n")[0]
                lines += piece.count(b"\n")
                await asyncio.to_thread(file.write, piece)
        size = file.tell()
    finally:
        await asyncio.to_thread(file.close)
    expected = decoded(first, _Header).entries + 1
    if lines != expected:
        raise BadAnswer(f"received {lines} of the {expected} lines of the log")
    return size
