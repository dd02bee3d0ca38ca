"""`tavern doctor` names what is wrong with a set-up, on this machine and between it and a browser."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from events.storage.memory import MemoryStore
from events.storage.opening import open_store
from games.installed import CATALOGUE
from tests.server.serving import Served, start_server
from tests.tools.running import json_of, tavern
from tests.tools.visiting import visit
from tools.commands.administer import doctor, from_browser

needs_openssl: Final = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
HOP_BY_HOP: Final = ("Transfer-Encoding", "Content-Length", "Content-Encoding")
Between = Callable[[web.Request, web.StreamResponse], None]


def found(result: Any) -> dict[str, tuple[str, str]]:
    """State and remedy by part; of several of a part, the last."""
    return {one["part"]: (one["state"], f"{one['detail']} {one['remedy']}") for one in json_of(result)}


@pytest.fixture
def here(tmp_path: Path) -> list[str]:
    """Options for a set-up without fault on a free port."""
    path = tmp_path / "tavern.db"
    asyncio.run(made(path))
    return ["--json", "--store", f"sqlite:///{path}", "--port", "0"]


async def made(path: Path) -> None:
    await (await open_store(f"sqlite:///{path}")).close()


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    served = await start_server(CATALOGUE, MemoryStore())
    yield served
    await served.close()


@pytest.fixture
async def proxy(served: Served) -> AsyncIterator[Callable[..., Awaitable[str]]]:
    """A proxy before the tavern, which may change requests and answers; its address."""
    running: list[TestServer] = []

    async def start(between: Between = lambda _, __: None, *, host: str = "127.0.0.1", holds: bool = False) -> str:
        async def forward(request: web.Request) -> web.StreamResponse:
            async with (
                ClientSession() as session,
                session.get(served.client.make_url(request.path_qs), headers={"Host": host}) as upstream,
            ):
                kept = {name: text for name, text in upstream.headers.items() if name not in HOP_BY_HOP}
                answer = web.StreamResponse(status=upstream.status, headers=kept)
                between(request, answer)
                if holds and request.path.endswith("/live"):
                    await asyncio.sleep(5)
                await answer.prepare(request)
                async for chunk in upstream.content.iter_any():
                    await answer.write(chunk)
                return answer

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", forward)
        running.append(TestServer(app))
        await running[-1].start_server()
        return str(running[-1].make_url("/"))

    yield start
    for one in running:
        await one.close()


def test_a_set_up_without_a_server_yet_is_good(here: list[str]) -> None:
    states = {part: state for part, (state, _) in found(tavern("doctor", *here)).items()}
    assert states.pop("SQLite", "doubt") == "doubt"
    assert states == {"store": "good", "disk": "good", "port": "good", "phones": "doubt"}


def test_what_nobody_can_use_is_wrong(tmp_path: Path) -> None:
    asked = tavern(
        "doctor", "--json", "--store", f"sqlite:///{tmp_path}/no/tavern.db", "--host", "192.0.2.1", "--open-tables"
    )

    assert asked.exit_code == 1
    about = found(asked)
    assert about["store"][0] == about["port"][0] == "wrong"
    assert "is not a writable directory" in about["store"][1]


def test_a_full_disk_and_a_wrong_clock_are_named(here: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert tavern("doctor", *here).exit_code == 0
    monkeypatch.setattr(doctor, "_NO_SPACE", 1 << 62)
    monkeypatch.setattr(doctor, "_NEWER_THAN", datetime(9999, 1, 1, tzinfo=UTC))

    about = found(tavern("doctor", *here))

    assert about["disk"][0] == about["clock"][0] == "wrong"


@pytest.mark.parametrize("mark", [".dockerenv", "cgroup"])
def test_a_container_s_own_address_is_not_taken_for_the_network_s(
    here: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    monkeypatch.setattr(doctor, "_MARKS_OF_CONTAINERS", (tmp_path / ".dockerenv",))
    monkeypatch.setattr(doctor, "_FIRST_CGROUP", tmp_path / "cgroup")
    monkeypatch.setattr(doctor, "_address_in_network", lambda: "172.17.0.2")
    exposed = ["doctor", *here, "--host", "::", "--open-tables"]
    assert found(tavern(*exposed))["phones"][0] == "good"
    (tmp_path / mark).write_text("12:pids:/docker/0123456789ab\n")

    state, about = found(tavern(*exposed))["phones"]

    assert (state, "172.17.0.2" in about, "ADDRESS-OF-THE-HOST" in about) == ("doubt", False, True)


async def test_a_program_on_the_port_that_never_answers_is_named(
    here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_SECONDS", 0.2)
    held: list[asyncio.StreamWriter] = []
    silent = await asyncio.start_server(lambda _, writer: held.append(writer), "127.0.0.1", 0)
    taken = await visit("doctor", *here, "--port", str(silent.sockets[0].getsockname()[1]))
    for writer in held:
        writer.close()
        await writer.wait_closed()
    silent.close()

    assert (found(taken)["port"][0], "does not answer" in found(taken)["port"][1]) == ("wrong", True)


async def test_a_store_that_others_may_read_is_doubtful(here: list[str], tmp_path: Path) -> None:
    assert "other users of this machine" not in str(json_of(await visit("doctor", *here)))
    (tmp_path / "tavern.db").chmod(0o644)

    assert "other users of this machine" in str(json_of(await visit("doctor", *here)))


async def test_another_program_on_the_port_is_told_from_a_tavern(here: list[str], served: Served) -> None:
    other = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = str(other.sockets[0].getsockname()[1])
    taken = await visit("doctor", *here, "--port", port)
    other.close()

    assert found(taken)["port"] == (
        "wrong",
        f"another program uses port {port}. Stop it, or use another port: --port {int(port) + 1}",
    )
    address = str(served.client.make_url("/")).rstrip("/")
    running = await visit("doctor", *here, "--port", str(served.client.port))
    assert found(running)["port"] == ("good", f"a tavern answers at {address}. ")


async def test_a_tavern_is_found_whole_at_its_own_address(here: list[str], served: Served) -> None:
    table = await served.open("pig")
    await table.gm.did("set_listed", listed=True)

    about = found(await visit("doctor", *here, str(served.client.make_url("/"))))

    assert {part: about[part][0] for part in ("address", "page", "live")} == dict.fromkeys(
        ("address", "page", "live"), "good"
    )
    assert not {"proxy", "Foundry", "TLS"} & about.keys()


async def test_a_name_that_the_server_does_not_know_is_named(here: list[str], proxy: Any) -> None:
    state, about = found(await visit("doctor", *here, await proxy(host="tavern.example.org")))["address"]

    assert (state, "--allow-host 127.0.0.1" in about) == ("wrong", True)


async def test_a_proxy_that_is_not_trusted_is_wrong(here: list[str], proxy: Any) -> None:
    def names_itself(_: web.Request, answer: web.StreamResponse) -> None:
        answer.headers["Via"] = "1.1 Caddy"

    url = await proxy(names_itself)

    assert found(await visit("doctor", *here, url))["proxy"][0] == "wrong"
    trusting = await visit("doctor", *here, url, "--trusted-proxy", "127.0.0.1")
    assert found(trusting)["proxy"][0] == "good"


async def test_a_proxy_that_hides_at_which_address_it_is_reached_is_doubtful(here: list[str], proxy: Any) -> None:
    state, about = found(await visit("doctor", *here, await proxy(host="127.0.0.1")))["Foundry"]

    assert (state, "takes http://127.0.0.1/ for its address" in about) == ("doubt", True)


async def test_a_proxy_that_changes_what_it_passes_on_is_found(
    here: list[str], proxy: Any, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(from_browser, "_SECONDS", 1.0)
    table = await served.open("pig")
    await table.gm.did("set_listed", listed=True)

    def strips(_: web.Request, answer: web.StreamResponse) -> None:
        answer.headers.pop("Content-Security-Policy", None)
        answer.headers["Date"] = "Sat, 01 Jan 2000 00:00:00 GMT"

    about = found(await visit("doctor", *here, await proxy(strips, holds=True)))

    assert {part: about[part][0] for part in ("page", "clock", "live")} == {
        "page": "doubt",
        "clock": "doubt",
        "live": "wrong",
    }


async def test_what_is_no_tavern_is_said_to_be_none(here: list[str]) -> None:
    async def greet(_: web.Request) -> web.Response:
        return web.Response(text="hello")

    app = web.Application()
    app.router.add_get("/{path:.*}", greet)
    async with TestServer(app) as other:
        url = str(other.make_url("/"))
        about = found(await visit("doctor", *here, url))
    assert about["address"][0] == "wrong"
    assert "is no tavern (status 200 for /api/games)" in about["address"][1]

    nobody = found(await visit("doctor", *here, url))
    assert "cannot be reached" in nobody["address"][1]


async def test_what_is_secret_in_an_address_is_not_repeated(here: list[str], served: Served) -> None:
    root = str(served.client.make_url("/"))
    asked = await visit("doctor", *here, f"{root.replace('//', '//mo:hush@')}t/abc?x=hush#invite=hush")

    assert found(asked)["address"] == ("good", f"a tavern answers at {root.rstrip('/')} ")
    assert "hush" not in asked.output
    for wrong in ("localhost:8521", "ftp://example.org", "http://"):
        assert (await visit("doctor", *here, wrong)).exit_code == 2


async def test_the_defaults_are_not_taken_for_the_settings_of_a_server_elsewhere(
    tmp_path: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    url = str(served.client.make_url("/"))

    assert found(await visit("doctor", "--json", url))["settings"][0] == "doubt"
    assert "settings" not in found(await visit("doctor", "--json"))
    exposed = found(await visit("doctor", "--json", "--host", "::"))
    assert (exposed["settings"][0], "host_key" in exposed["settings"][1]) == ("wrong", True)


async def test_a_running_server_s_host_key_may_be_missing(here: list[str], served: Served) -> None:
    exposed = [*here, "--host", "0.0.0.0"]  # noqa: S104 - nothing listens there
    assert found(await visit("doctor", *exposed))["settings"][0] == "wrong"

    state, about = found(await visit("doctor", *exposed, "--port", str(served.client.port)))["settings"]

    assert (state, "Set TAVERN_HOST_KEY" in about) == ("doubt", True)


async def test_a_redirect_is_followed_to_where_the_tavern_is(here: list[str], served: Served) -> None:
    there = served.client.make_url("/")

    async def redirect(request: web.Request) -> web.Response:
        raise web.HTTPPermanentRedirect(there.join(request.rel_url))

    app = web.Application()
    app.router.add_get("/{path:.*}", redirect)
    async with TestServer(app) as other:
        about = found(await visit("doctor", *here, str(other.make_url("/"))))
    assert about["address"] == ("good", f"a tavern answers at {str(there).rstrip('/')} ")


@needs_openssl
async def test_a_certificate_that_browsers_do_not_trust_is_wrong_and_one_that_ends_soon_doubtful(
    here: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "3"]
    made += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    await asyncio.to_thread(subprocess.run, made, check=True, capture_output=True)
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(certificate, key)

    async def catalogue(request: web.Request) -> web.Response:
        return web.json_response({"games": [{}], "tables": []}, headers={"Server": "tavern"})

    app = web.Application()
    app.router.add_get("/{path:.*}", catalogue)
    other = TestServer(app)
    await other.start_server(ssl=secured)
    url = f"https://127.0.0.1:{other.port}"
    distrusted = found(await visit("doctor", *here, url))["TLS"]
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    trusted = found(await visit("doctor", *here, url))["TLS"]
    await other.close()

    assert distrusted[0] == "wrong"
    assert distrusted[1].startswith("browsers do not trust the certificate: ")
    assert (trusted[0], trusted[1].startswith("the certificate is trusted, for 2 more days.")) == ("doubt", True)
