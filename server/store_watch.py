"""Asking the store again and again whether its files are as it left them, also while nobody plays."""

import asyncio
from typing import Final

from events.store import StoreError
from server.services import Services

_EVERY: Final = 1.0
"""Seconds between two looks at the store's files."""


async def watch_store(services: Services) -> None:
    """Check the store until cancelled. The log says what is wrong, such as `store_doubted`, and then `store_trusted`.

    The sentence of the store's error names files and says what to do; it holds nothing of what is stored.
    """
    said = ""
    while True:
        try:
            await services.store.check()
        except StoreError as error:
            if str(error) != said:
                said = str(error)
                services.metrics.store_errors.labels(error.code).inc()
                services.log.error(error.code, detail=said)
        else:
            if said:
                services.log.warning("store_trusted")
            said = ""
        await asyncio.sleep(_EVERY)
