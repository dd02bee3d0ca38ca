"""Serves concurrent requests step by step: each takes a step, then each takes the next."""

import asyncio


async def interleave() -> None:
    """Let every other request get as far as this one first.

    A command runs through more code than a processor caches. In lockstep, concurrent commands find the code of each
    step in the cache, and all of them finish sooner; a lone command is delayed by microseconds.
    """
    await asyncio.sleep(0)
