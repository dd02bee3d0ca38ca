"""Running the server until it is told to stop."""

import asyncio
import gc
import signal
from collections.abc import Callable

from aiohttp import web

from events.store import Store
from games.catalogue import Catalogue
from server import log
from server.app import create_app
from server.config import Config

_SHUTDOWN_SECONDS = 20.0


async def serve(
    config: Config, store: Store, catalogue: Catalogue, *, on_listening: Callable[[str], object] | None = None
) -> None:
    """Serve until SIGTERM or SIGINT; then finish what is under way, and close the store.

    `on_listening` is called with the address (`http://HOST:PORT`) once requests are taken. Raises `OSError` where the
    address cannot be had.
    """
    log.configure(config.log_format, config.log_level)
    _spare_the_collector()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log.log_loop_error)
    told_to_stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told_to_stop.set)
    app = create_app(config, store, catalogue)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=_SHUTDOWN_SECONDS)
    try:
        await runner.setup()
        await web.TCPSite(runner, config.host, config.port).start()
        address = _address(runner)
        log.get_log().info("listening", address=address)
        if on_listening is not None:
            on_listening(address)
        await told_to_stop.wait()
        log.get_log().info("stopping")
    finally:
        await runner.cleanup()
        await store.close()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
        log.get_log().info("stopped")


def _spare_the_collector() -> None:
    """Tables live long and hold no cycles: looking through all of them every few hundred commands finds nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _address(runner: web.AppRunner) -> str:
    host, port, *_ = runner.addresses[0]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
