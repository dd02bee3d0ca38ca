"""The verifier in a browser: a page of the server loads it as a module, and has it check what it fetched."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from tests.browser.conftest import Starting, run
from tests.server.serving import SEED

pytestmark = pytest.mark.asyncio(loop_scope="session")

VECTORS = Path(__file__).parents[2] / "docs" / "vectors"
_CHECK = """async (proof) => {
    const { check } = await import("/api/verify.mjs");
    const text = proof.startsWith("/") ? await (await fetch(proof)).text() : proof;
    return check(text);
}"""


async def test_a_page_checks_the_proof_that_it_fetched(page: Page, start: Starting) -> None:
    server = await start(allow_seeds=True)
    table = await server.open("race", options={"unseal": "round"}, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await ada.did("roll")
    await table.gm.did("void_round")
    await page.goto(str(server.client.make_url("/")))

    async def checked(proof: str) -> Any:
        return await run(page, _CHECK, proof)

    report = await checked(f"/api/tables/{table.id}/rounds/1/proof")
    assert (report["right"], [draw["seat"] for draw in report["draws"]]) == (True, ["ada"])
    forged = (VECTORS / "proof.json").read_text().replace('\\"face\\":3', '\\"face\\":6', 1)
    assert [(one["seq"], one["code"]) for one in (await checked(forged))["wrong"]] == [(5, "hash_mismatch")]
