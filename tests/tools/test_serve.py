"""The server as a process, started and stopped as an operator does."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.tools.running import tavern
from tools.settings import SETTINGS

pytestmark = pytest.mark.thorough

SECONDS = 30


def start(*arguments: str, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from tools.cli import main; main(prog_name='tavern')", "serve", *arguments]
    pipe = subprocess.PIPE
    settings = {**os.environ, "TAVERN_CREATE": "1", **(env or {})}
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=settings)


@contextmanager
def serving(*arguments: str, env: dict[str, str] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, with its address, stopped as gently as it may be."""
    process = start(*arguments, env=env)
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline())["address"]
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)


def ask(address: str, path: str, body: dict[str, Any] | None = None, headers: dict[str, str] | None = None) -> Any:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=SECONDS)
    try:
        if body is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **(headers or {})})
        return json.load(connection.getresponse())
    finally:
        connection.close()


def refused(*arguments: str, env: dict[str, str] | None = None) -> str:
    process = start(*arguments, env=env)
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    (line,) = said.splitlines()
    return line


def test_it_serves_until_it_is_told_to_stop_and_ends_without_a_word_of_trouble(tmp_path: Path) -> None:
    with serving("--store", f"sqlite:///{tmp_path / 'tavern.db'}", "--port", "0") as (process, address):
        assert ask(address, "/healthz") == {"status": "alive"}
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=SECONDS)

    assert (process.returncode, said) == (0, "")


def test_its_options_can_be_given_in_the_environment() -> None:
    seed = "ab" * 32
    env = {"TAVERN_STORE": "memory:", "TAVERN_PORT": "0", "TAVERN_ALLOW_SEEDS": "true", "TAVERN_HOST": "localhost"}

    with serving(env=env) as (_, address):
        opened = ask(address, "/api/tables", {"game": "twentyone", "seed": seed})
        assert ask(address, f"/api/tables/{opened['table']}")["seeded"] is True


def test_tables_are_there_again_after_a_restart(tmp_path: Path) -> None:
    store = ("--store", f"sqlite:///{tmp_path / 'tavern.db'}", "--port", "0")
    with serving(*store) as (_, address):
        table = ask(address, "/api/tables", {"game": "twentyone", "name": "The Bent Copper"})["table"]

    with serving(*store) as (_, address):
        assert ask(address, f"/api/tables/{table}")["name"] == "The Bent Copper"


def test_a_port_that_is_taken_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        said = refused("--store", "memory:", "--port", port)

    assert said == f"Error: cannot listen on 127.0.0.1 port {port}: address already in use"


def test_a_store_that_another_server_holds_is_reported_in_one_line(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tavern.db'}"
    with serving("--store", store, "--port", "0"):
        said = refused("--store", store, "--port", "0")

    assert said.startswith(f"Error: {tmp_path / 'tavern.db'} is in use by another server")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--store", "mysql://db"], "Error: store (--store): 'mysql://db' is not the address of a store. Use a file, "),
        (["--store", "memory:", "--port", "99999"], "Error: port (--port): 99999 is not in the range 0<=x<=65535."),
        (["--store", "memory:", "--host-key", "short"], "Error: host_key (--host-key): 5 characters are too few; "),
        (
            ["--store", "memory:", "--open-tables", "--host", "300.0.0.1"],
            "Error: cannot listen on 300.0.0.1 port 8521: ",
        ),
    ],
)
def test_a_setting_that_no_server_can_have_is_reported_in_one_line(arguments: list[str], said: str) -> None:
    assert refused(*arguments).startswith(said)


def test_all_settings_that_are_wrong_are_reported_together(tmp_path: Path) -> None:
    (tmp_path / "tavern.toml").write_text('body_seconds = "long"\n')

    said = tavern("serve", "--port", "99999", "--config", tmp_path / "tavern.toml", env={"TAVERN_LOG_LEVEL": "loud"})

    assert said.exit_code == 2
    assert said.stderr.splitlines() == [
        "Error: 3 invalid settings:",
        "  port (--port): 99999 is not in the range 0<=x<=65535.",
        f"  body_seconds ({tmp_path / 'tavern.toml'}): 'long' is not a valid number.",
        "  log_level (TAVERN_LOG_LEVEL): 'loud' is not one of 'debug', 'info', 'warning', 'error'.",
    ]


def test_a_file_with_settings_can_be_named_in_the_environment(tmp_path: Path) -> None:
    (tmp_path / "tavern.toml").write_text('store = "memory:"\nport = 0\nallow_seeds = true\n')

    with serving("--no-allow-seeds", env={"TAVERN_CONFIG": str(tmp_path / "tavern.toml")}) as (_, address):
        assert ask(address, "/api/tables", {"game": "twentyone", "seed": "ab" * 32})["status"] == 403


def test_a_variable_that_is_misspelt_is_reported_and_does_no_harm() -> None:
    said = tavern("serve", "--check", "--store", "memory:", env={"TAVERN_PROT": "80"})

    assert said.exit_code == 0
    assert said.stderr == "Warning: unknown variable TAVERN_PROT; did you mean TAVERN_PORT?\n"


def test_a_check_lists_every_setting_with_its_source_and_no_secret(tmp_path: Path) -> None:
    store = tmp_path / "tavern.db"
    said = tavern("serve", "--check", "--create", "--store", f"sqlite:///{store}", env={"TAVERN_HOST_KEY": "k" * 20})

    assert said.exit_code == 0
    lines = [line.split() for line in said.stdout.splitlines()]
    assert ["host_key", "set", "TAVERN_HOST_KEY"] in lines
    assert ["port", "8521", "default"] in lines
    assert ["store", f"sqlite:///{store}", "--store"] in lines
    assert [line[0] for line in lines[: len(SETTINGS)]] == list(SETTINGS)
    assert said.stdout.endswith(f"The settings are valid. {store} will be created.\n")
    assert "kkk" not in said.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_is_missing_is_created_only_on_request(tmp_path: Path) -> None:
    store = ("--store", f"sqlite:///{tmp_path / 'tavern.db'}", "--port", "0")
    said = refused(*store, env={"TAVERN_CREATE": "0"})
    assert said.startswith(
        f"Error: there is no store at {tmp_path / 'tavern.db'}. If it was there before, check that its"
    )
    assert list(tmp_path.iterdir()) == []
    assert tavern("serve", "--check", *store[:2]).exit_code == 2


def test_the_default_store_is_created_at_a_first_start_and_never_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    env = {"TAVERN_CREATE": "0", "PYTHONPATH": str(Path(__file__).parents[2])}
    with serving("--port", "0", env=env) as (process, address):
        assert ask(address, "/healthz") == {"status": "alive"}
        assert process.stdout is not None
        assert '"event":"store_created"' in process.stdout.readline()
    (tmp_path / "tavern.db").unlink()
    assert "there is no store at" in refused("--port", "0", env=env)


def test_a_check_looks_at_the_store_while_a_server_has_it(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tavern.db'}"
    with serving("--store", store, "--port", "0") as (_, address):
        ask(address, "/api/tables", {"game": "twentyone"})
        said = tavern("serve", "--check", "--store", store)

    assert said.stdout.endswith(f"{tmp_path / 'tavern.db'} is usable: 1 table.\n")


def test_a_check_fails_where_the_store_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("no database at all, but a text that is long enough to be read as one" * 20)

    missing = tavern("serve", "--check", "--store", f"sqlite:///{tmp_path / 'nowhere' / 'tavern.db'}")
    other = tavern("serve", "--check", "--store", f"sqlite:///{tmp_path / 'notes.db'}")

    assert (missing.exit_code, other.exit_code) == (2, 2)
    assert missing.stderr.startswith(f"Error: cannot create {tmp_path / 'nowhere' / 'tavern.db'}: ")
    assert other.stderr.startswith("Error: ")
    assert len(other.stderr.splitlines()) == 1


def test_a_check_fails_where_nothing_can_be_created_beside_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "tavern.db"
    store.touch()
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path)

    said = tavern("serve", "--check", store)

    problem = f"Error: cannot create {store}.lock and {store}-wal: {tmp_path} is not a writable directory\n"
    assert (said.exit_code, said.stderr) == (2, problem)


@pytest.mark.parametrize("columns", [80, 120])
def test_the_help_lists_every_setting_under_a_heading_with_its_variable_and_default(columns: int) -> None:
    said = tavern("serve", "--help", env={"COLUMNS": str(columns)}).stdout

    assert max(map(len, said.splitlines())) <= columns
    assert re.findall(r"^(\S.*):$", said, re.MULTILINE) == [
        "General",
        "Network",
        "Storage",
        "Access",
        "Limits (0: none)",
        "Times (seconds)",
        "Logging",
    ]
    flat = " ".join(said.split())
    for setting in SETTINGS.values():
        usual = "" if setting.default in (None, ()) else f"={setting.shown(setting.default)}"
        assert f"{setting.flag} " in flat
        assert f"{setting.help} [{setting.variable}{usual}]" in flat


@pytest.mark.parametrize("signals", [1, 2])
def test_readers_learn_when_it_stops_and_a_second_signal_cuts_off_what_dawdles(signals: int) -> None:
    settings = ("--stop-seconds", "600", "--body-seconds", "600")
    with serving("--store", "memory:", "--port", "0", *settings) as (process, address):
        host, _, port = address.removeprefix("http://").rpartition(":")
        table = ask(address, "/api/tables", {"game": "twentyone"})["table"]
        with closing(http.client.HTTPConnection(host, int(port), timeout=SECONDS)) as asking:
            asking.request("GET", f"/api/tables/{table}/live")
            with socket.create_connection((host, int(port)), SECONDS) as dawdling, asking.getresponse() as stream:
                assert stream.readline().startswith(b"retry:")
                if signals == 2:
                    dawdling.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
                    assert ask(address, "/healthz") == {"status": "alive"}
                process.terminate()
                assert b'event: close\ndata: {"reason":"stopping"' in stream.read()
                if signals == 2:
                    with pytest.raises(subprocess.TimeoutExpired):
                        process.wait(0.3)
                    process.terminate()
                _, said = process.communicate(timeout=SECONDS)

    assert (process.returncode, said) == (0, "")
