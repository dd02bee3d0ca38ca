"""Writes the table of docs/verify.md: `python -m tests.verifier.lying`. It needs Node and Chromium."""

import asyncio
import tempfile
from pathlib import Path

from tests.verifier.lying.conftest import driver_in
from tests.verifier.lying.finding import found_by_clients
from tests.verifier.lying.lies import LIES, PAIRS
from tests.verifier.lying.on_the_page import found_on_the_page, running_browser
from tests.verifier.lying.table import OF_PAGE, write
from tests.verifier.second_opinions import Node


async def main() -> None:
    """Tell every lie to every finder."""
    rows = dict[str, list[str]]()
    with tempfile.TemporaryDirectory() as folder:
        node, driver = Node(), driver_in(Path(folder))
        async with running_browser() as browser:
            for at, (name, lie) in enumerate({**LIES, **PAIRS}.items()):
                own = Path(folder) / str(at)
                own.mkdir()
                rows[name] = await found_by_clients(lie, node, driver, own)
                rows[name].insert(OF_PAGE, await found_on_the_page(lie(), await browser.new_page()))
        driver.close()
        node.close()
    write(rows)


if __name__ == "__main__":
    asyncio.run(main())
