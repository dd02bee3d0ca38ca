"""Writing a table's log to a file."""

import asyncio
from pathlib import Path
from typing import Final

import aiohttp
import msgspec

from tools.client.errors import BadAnswer, Unreachable
from tools.client.transport import Calling, decoded

_PIECE: Final = 1 << 20


class _Header(msgspec.Struct):
    entries: int


async def export_to(path: Path, calling: Calling, address: str, token: str | None) -> int:
    """Write an export to a file, from the beginning again where the connection breaks; its size in bytes.

    The file is there only once all of it is. Raises a `ClientError`, `OSError`.
    """
    part = path.with_name(f"{path.name}.part")
    attempts = calling.attempts()
    try:
        while True:
            try:
                size = await _written(part, calling, address, token)
            except Unreachable as broken:
                await attempts.wait(broken)
            else:
                await asyncio.to_thread(part.replace, path)
                return size
    finally:
        await asyncio.to_thread(part.unlink, missing_ok=True)


async def _written(part: Path, calling: Calling, address: str, token: str | None) -> int:
    patience = calling.patience
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=patience.answer, sock_read=patience.answer)
    file = await asyncio.to_thread(part.open, "wb")
    lines, first = 0, b""
    try:
        async with calling.sent("GET", address, token, timeout) as response:
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
        raise BadAnswer(f"of the {expected} lines of the log {lines} came")
    return size
