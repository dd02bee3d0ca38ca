"""A PostgreSQL store that was restored from a backup goes on under another epoch, as docs/operations.md has it."""

import re
from pathlib import Path
from typing import Final

from events.stores.opening import open_store
from games.installed import CATALOGUE
from tests.postgres import Postgres
from tests.server.serving import Caller, start_server
from tests.server.streaming import read_live

PAGE: Final = Path(__file__).parents[2] / "docs" / "operations.md"
STATEMENT: Final = re.compile(r'^psql postgresql://\S+ --command "(.*)"$', re.MULTILINE)


async def test_a_reader_that_saw_more_than_was_restored_starts_over(postgres: Postgres, tmp_path: Path) -> None:
    backup = tmp_path / "tavern.dump"
    store = await open_store(postgres.address, shared=True)
    server = await start_server(CATALOGUE, store, chance=1)
    table = await server.open("twentyone")
    await table.sit("Ada")
    kept = await table.gm.view()
    postgres.dump(backup)
    for listed in (True, False, True):
        await table.gm.did("set_listed", listed=listed)
    reading = await read_live(table.gm)
    ahead = await reading.expect("reset")
    reading.close()
    await server.close()
    await store.close()

    postgres.restore(backup)
    (statement,) = STATEMENT.findall(PAGE.read_text())
    postgres.sql(statement)

    store = await open_store(postgres.address, shared=True)
    server = await start_server(CATALOGUE, store, chance=2)
    gm = Caller(server.client, table.id, table.gm.token)
    assert (await gm.view())["version"] == kept["version"]
    # The log passes the version that was seen before, with other entries.
    for n in range(4):
        await gm.did("set_listed", listed=n % 2 == 0)
    assert ahead.id is not None
    again = await read_live(gm, ahead.id)
    reset = await again.expect("reset")
    assert reset.id is not None
    assert reset.id.partition(".")[2] != ahead.id.partition(".")[2]
    assert reset.data["version"] == kept["version"] + 4 > ahead.data["version"]
    again.close()
    await server.close()
    await store.close()
