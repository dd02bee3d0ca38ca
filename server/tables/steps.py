"""Requests that came together, served side by side: each takes a step, then each the next."""

import asyncio


async def in_step() -> None:
    """Let everybody else who is being served come as far as this first.

    A command runs through more code than a processor has at hand. Taken step by step, many commands at once find the
    code there that the one before them used, and all of them are done sooner; a command alone is delayed by
    microseconds.
    """
    await asyncio.sleep(0)
