"""The server as a process, started and stopped as an operator does."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

SECONDS = 30


def start(*arguments: str, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from tools.cli import main; main(prog_name='tavern')", "serve", *arguments]
    pipe = subprocess.PIPE
    settings = {**os.environ, **(env or {})}
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


def ask(address: str, path: str, body: dict[str, Any] | None = None) -> Any:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=SECONDS)
    try:
        if body is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return json.load(connection.getresponse())
    finally:
        connection.close()


def refused(*arguments: str, env: dict[str, str] | None = None) -> str:
    process = start(*arguments, env=env)
    _, told = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    (line,) = told.splitlines()
    return line


def test_it_serves_until_it_is_told_to_stop_and_ends_without_a_word_of_trouble(tmp_path: Path) -> None:
    with serving("--store", f"sqlite:///{tmp_path / 'tavern.db'}", "--port", "0") as (process, address):
        assert ask(address, "/healthz") == {"status": "alive"}
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=SECONDS)

    assert (process.returncode, told) == (0, "")


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


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        told = refused("--store", "memory:", "--port", port)

    assert told == f"Error: cannot listen on 127.0.0.1 port {port}: address already in use"


def test_a_store_that_another_server_holds_is_told_in_one_line(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tavern.db'}"
    with serving("--store", store, "--port", "0"):
        told = refused("--store", store, "--port", "0")

    assert told.startswith(f"Error: {tmp_path / 'tavern.db'} is in use by another server")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--store", "tavern.db"], "Error: store is tavern.db (--store): it may be memory: "),
        (
            ["--store", "memory:", "--port", "99999"],
            "Error: port is 99999 (--port): it must be a whole number from 0 to",
        ),
        (
            ["--store", "memory:", "--host-key", "short"],
            "Error: host_key is a secret of 5 characters (--host-key): it must",
        ),
        (["--store", "memory:", "--host", "300.0.0.1"], "Error: cannot listen on 300.0.0.1 port 8521: "),
    ],
)
def test_a_setting_that_no_server_can_have_is_told_in_one_line(arguments: list[str], told: str) -> None:
    assert refused(*arguments).startswith(told)
