"""Writes the table of docs/verify.md again: `python -m tests.verifier.lying`."""

import asyncio
import tempfile
from pathlib import Path

from tests.verifier.lying.conftest import driver_in
from tests.verifier.lying.finding import found_by_clients
from tests.verifier.lying.lies import LIES, PAIRS
from tests.verifier.lying.table import write
from tests.verifier.second_opinions import Node


async def main() -> None:
    """Tell every lie to every finder."""
    rows = dict[str, list[str]]()
    with tempfile.TemporaryDirectory() as folder:
        node, driver = Node(), driver_in(Path(folder))
        for at, (name, lie) in enumerate({**LIES, **PAIRS}.items()):
            own = Path(folder) / str(at)
            own.mkdir()
            rows[name] = await found_by_clients(lie, node, driver, own)
        driver.close()
        node.close()
    write(rows)


if __name__ == "__main__":
    asyncio.run(main())
