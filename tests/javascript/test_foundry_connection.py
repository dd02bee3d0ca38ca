"""What the module for Foundry finds wrong with a connection: what a person has to do differs for each cause."""

from typing import Any

import pytest

from tests.javascript.conftest import STATIC, Node
from tests.tools.running import tavern

PATH = str(STATIC / "foundry" / "connection.mjs")
PUBLIC, LAN = "https://vtt.example/game", "http://192.168.1.5:30000/game"


async def found(node: Node, address: str, page: str = PUBLIC, **browser: Any) -> dict[str, Any]:
    """The finding in a browser: `answer` is a body, or None if the request fails; `blind` whether it works without
    CORS."""
    given = {
        "answer": {"id": "tavern-table", "version": "1.0.0"}, "status": 200, "blind": False, "frame": True,
        "secure": page.startswith("https"), "permissions": {}, "version": "1.0.0rc1", "hostKey": None,
        "opening": 400, **browser,
    }  # fmt: skip
    code = """
        const { testConnection } = await import(path);
        const asked = [];
        const finding = await testConnection(address, {
          page: new URL(page),
          isSecure: given.secure,
          version: given.version,
          hostKey: given.hostKey,
          fetch: async (url, { mode = "cors", signal, method, headers }) => {
            asked.push([mode, url]);
            if (!(signal instanceof AbortSignal)) throw new Error("it may wait for ever");
            if (method === "POST" && given.opening === null) throw new TypeError("Failed to fetch");
            if (method === "POST") return { status: headers.Authorization === "Bearer right" ? given.opening : 401 };
            if (mode === "no-cors" && given.blind) return {};
            if (mode === "no-cors" || given.answer === null) throw new TypeError("Failed to fetch");
            return { ok: given.status === 200, json: async () => JSON.parse(JSON.stringify(given.answer)) };
          },
          permission: async (name) => given.permissions[name] ?? null,
          framed: async (shown) => (asked.push(["frame", shown]), given.frame),
        });
        return { ...finding, asked };
    """
    finding: dict[str, Any] = await node.run(code, path=PATH, address=address, page=page, given=given)
    return finding


@pytest.mark.parametrize("given", [" https://example.org/tavern ", "https://example.org/tavern/foundry/module.json"])
async def test_a_tavern_that_answers_and_is_shown_is_in_order(node: Node, given: str) -> None:
    finding = await found(node, given)

    assert finding["code"] == "ok"
    address = "https://example.org/tavern/"
    assert finding["asked"] == [["cors", f"{address}foundry/module.json"], ["frame", address]]


@pytest.mark.parametrize(
    ("address", "page", "browser", "code"),
    [
        ("", PUBLIC, {}, "noAddress"),
        ("example.org/tavern", PUBLIC, {}, "badAddress"),
        ("https://gm:secret@example.org/", PUBLIC, {}, "badAddress"),
        ("ftp://example.org/", PUBLIC, {}, "badAddress"),
        ("http://192.168.1.5:8521", PUBLIC, {}, "mixedContent"),
        ("http://127.0.0.1:8521", PUBLIC, {}, "ok"),
        ("http://192.168.1.5:8521", LAN, {}, "ok"),
        ("http://127.0.0.1:8521", "http://vtt.example/game", {"answer": None}, "notSecure"),
        ("http://127.0.0.1:8521", "http://127.0.0.1:30000/", {"answer": None}, "unreachable"),
        ("https://10.0.0.9/", PUBLIC, {"answer": None, "permissions": {"local-network": "denied"}}, "refused"),
        (
            "http://127.0.0.1:8521",
            PUBLIC,
            {"answer": None, "permissions": {"local-network-access": "prompt"}},
            "notAsked",
        ),
        # A tavern on the internet needs no such permission.
        (
            "https://example.org/",
            PUBLIC,
            {"answer": None, "permissions": {"local-network-access": "prompt"}},
            "unreachable",
        ),
        ("https://example.org/", PUBLIC, {"answer": None, "blind": True}, "cors"),
        (
            "https://example.org/",
            PUBLIC,
            {"answer": None, "blind": True, "permissions": {"local-network": "denied"}},
            "cors",
        ),
        ("https://example.org/", PUBLIC, {"answer": None}, "unreachable"),
        ("https://example.org/", PUBLIC, {"status": 404}, "notTavern"),
        ("https://example.org/", PUBLIC, {"answer": {"id": "other", "version": "1.0.0"}}, "notTavern"),
        ("https://example.org/", PUBLIC, {"answer": "text"}, "notTavern"),
        ("https://example.org/", PUBLIC, {"version": "0.9.3"}, "moduleOld"),
        ("https://example.org/", PUBLIC, {"version": "1.10.0"}, "tavernOld"),
        ("https://example.org/", PUBLIC, {"version": "1.0.7"}, "ok"),
        ("https://example.org/", PUBLIC, {"frame": False}, "noFrame"),
        ("https://example.org/", PUBLIC, {"hostKey": "wrong", "frame": False}, "noFrame"),
        ("https://example.org/", PUBLIC, {"hostKey": "wrong"}, "hostKeyWrong"),
        ("https://example.org/", PUBLIC, {"hostKey": "right"}, "ok"),
        ("https://example.org/", PUBLIC, {"hostKey": "right", "opening": 429}, "ok"),
        ("https://example.org/", PUBLIC, {"hostKey": "right", "opening": None}, "ok"),
    ],
)
async def test_each_cause_is_told_from_the_others(
    node: Node, address: str, page: str, browser: dict[str, Any], code: str
) -> None:
    assert (await found(node, address, page, **browser))["code"] == code


async def test_what_browsers_block_is_not_tried(node: Node) -> None:
    assert (await found(node, "http://192.168.1.5:8521"))["asked"] == []


def test_the_options_that_the_findings_name_exist() -> None:
    said = (STATIC / "foundry" / "lang" / "en.json").read_text(encoding="utf-8")
    shown = tavern("serve", "--help").stdout
    for option in ("--allow-origin", "--allow-frame"):
        assert option in said
        assert option in shown
