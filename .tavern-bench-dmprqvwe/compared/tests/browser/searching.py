"""What a browser knows: its page, its stores, its accessibility tree, and what it was answered."""

import asyncio
from typing import Any

import msgspec
from playwright.async_api import BrowserContext, Page

from tests.browser.tapping import Tap

STORED = """async () => JSON.stringify({
  local: {...localStorage}, session: {...sessionStorage},
  databases: (await indexedDB.databases()).map((one) => one.name),
  caches: window.caches ? await caches.keys() : [], cookies: document.cookie, name: window.name, state: history.state,
})"""

FIELDS = """() => [...document.querySelectorAll("input, textarea, select")].map(
  (one) => `${one.type} ${one.value} ${one.checked}`,
)"""


async def stored(page: Page) -> Any:
    """What the page keeps in the browser."""
    return msgspec.json.decode(await page.evaluate(STORED))


async def document_of(page: Page) -> str:
    """The document, with what its fields hold."""
    fields: list[str] = await page.evaluate(FIELDS)
    return "\n".join([await page.content(), *fields])


async def accessible(context: BrowserContext, page: Page) -> list[Any]:
    """What a screen reader finds on the page, without the numbers that the browser gives."""
    session = await context.new_cdp_session(page)
    try:
        nodes = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    finally:
        await session.detach()
    said = ("role", "name", "value", "description")
    return [[node.get(key, {}).get("value") for key in said] for node in nodes if not node["ignored"]]


async def everything(page: Page) -> dict[str, str]:
    """All that the page's browser has, apart from what was answered, by where it has it."""
    kept, document, heard = await asyncio.gather(stored(page), document_of(page), accessible(page.context, page))
    return {
        "storage": msgspec.json.encode(kept).decode(),
        "document": document,
        "accessibility tree": msgspec.json.encode(heard).decode(),
        "title and address": f"{await page.title()} {page.url}",
    }


def found(secrets: dict[str, str], tap: Tap, places: dict[str, str]) -> list[str]:
    """Which secrets a browser has, and where. `secrets` names each."""
    everywhere = {**places, "traffic": tap.bodies().decode(errors="replace")}
    return [
        f"{what} is in the {where}"
        for what, secret in secrets.items()
        for where, text in everywhere.items()
        if secret in text
    ]
