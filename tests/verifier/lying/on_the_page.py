"""Ada with the page in a browser."""

import contextlib
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.async_api import Browser, Page

from tests.server.serving import until
from tests.verifier.lying.finding import Codes, Found, Victim, cell, found
from tests.verifier.lying.operator import ADA, Json, Lie, Operator
from tests.verifier.second_opinions import Node

_WAIT_MS: Final = 20_000
_LOOK_MS: Final = 1_000
_KNOWN: Final = "known => localStorage.setItem(`tavern ${new URL(document.baseURI).pathname} tables`, known)"
_KEPT: Final = "(table) => JSON.parse(localStorage.getItem('tavern / tables'))[table].notices ?? {}"
_RECORD: Final = "(table) => localStorage.getItem(`tavern-record:${table}`)"
_PROOF: Final = """async ([table, token]) => {
  const answer = await fetch(`/api/tables/${table}/rounds/1/proof`, { headers: { Authorization: `Bearer ${token}` } });
  return answer.text();
}"""
_GIVE: Final = """async ([table, token, command]) => {
  const { Tavern } = await import("/client/tavern.mjs");
  await new Tavern(location.origin).table(table, { token, seals: false }).send(command);
}"""


class PageAda:
    """Ada with the page. `found` are the notices that it shows."""

    def __init__(self, page: Page) -> None:
        self.found: Codes = []
        self._page = page
        self._table = ""
        self._token = ""

    async def sit(self, operator: Operator, invite: str) -> None:
        self._table = operator.table
        self._token = await operator.seat_ada(invite)
        known = {operator.table: {"table": operator.table, "token": self._token, "seat": ADA}}
        await self._page.goto(f"{operator.url}/")
        await self._page.evaluate(_KNOWN, json.dumps(known))
        await self._page.goto(f"{operator.url}/t/{operator.table}")

    async def look(self, operator: Operator) -> None:
        version = await operator.settled()
        with contextlib.suppress(Exception):
            await self._page.locator(f'main[data-version="{version}"]').wait_for(timeout=_LOOK_MS)
