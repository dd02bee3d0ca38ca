"""The set-up pages name commands, settings and files that exist, and what can be run here of their commands, runs."""

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from server.config import Config
from tests.docs.pages import ROOT, as_shown
from tests.docs.test_links import PAGES, named
from tests.tools.running import settings_of, tavern
from tests.tools.test_serve import serving
from tools.cli import main

SETUP_OF: Final = ROOT / "docs" / "setup"
SETUP: Final = [page for page in PAGES if page.parent == SETUP_OF]
HEADINGS: Final = ["Steps", "Check", "If it does not work", "Stop and update"]
MOST_WORDS: Final = 480

_FENCE: Final = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"`([^`\n]+)`")
_TAVERN: Final = re.compile(r"(?:^|[\s;&])(?:\S*/)?tavern ((?:serve|backup|audit|check|doctor)\b[^`\n;&|]*)")
_OPTION: Final = re.compile(r"^--[a-z][a-z-]*")

every_page: Final = pytest.mark.parametrize("page", SETUP, ids=named)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def fenced(page: Path, *languages: str) -> Iterator[str]:
    """The page's fenced blocks in these languages, also those within lists."""
    for indent, language, text in _FENCE.findall(text_of(page)):
        if language in languages:
            yield re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)


def inline(page: Path) -> list[str]:
    """The page's pieces of code within sentences and tables."""
    return _CODE.findall(_FENCE.sub("", text_of(page)))


def commands(page: Path) -> list[list[str]]:
    """What the page calls `tavern` with."""
    code = [*fenced(page, "sh", "bash", "bat", "powershell"), *inline(page)]
    return [shlex.split(arguments, comments=True) for piece in code for arguments in _TAVERN.findall(piece)]


def options_of(command: str) -> set[str]:
    found = main.get_command(click.Context(main), command)
    assert found is not None, command
    return {name for parameter in found.params for name in (*parameter.opts, *parameter.secondary_opts)}


def test_there_is_a_page_for_each_set_up() -> None:
    assert [page.stem for page in SETUP] == ["foundry", "lan", "pc", "raspberry-pi", "server-tls", "tunnel"]


@every_page
def test_a_page_has_what_one_looks_for_and_is_short(page: Path) -> None:
    text = text_of(page)
    assert text.startswith("# Set up: ")
    assert "**You get**" in text
    assert "**You need**" in text
    assert [one for one in re.findall(r"^## (.+)$", text, re.MULTILINE) if one in HEADINGS] == HEADINGS
    assert "\n| you see | do this |\n" in text
    assert len(text.split()) <= MOST_WORDS


@every_page
def test_every_option_is_one_of_its_command(page: Path) -> None:
    for command, *arguments in commands(page):
        given = {argument for argument in arguments if argument.startswith("--")}
        assert given <= options_of(command), command
    # An option by itself is one of `tavern serve`.
    alone = {found[0] for piece in inline(page) if (found := _OPTION.match(piece)) is not None}
    assert alone <= options_of("serve")


@every_page
def test_every_variable_and_every_setting_exists(page: Path) -> None:
    known = set(re.findall(r"TAVERN_\w+", tavern("serve", "--help").stdout))
    assert set(re.findall(r"\bTAVERN_\w+", text_of(page))) <= known
    named_settings = {piece for piece in inline(page) if re.fullmatch(r"[a-z]+(_[a-z]+)+", piece)}
    # Not ours: a code of problems, and a setting of nginx.
    assert named_settings - {"host_not_allowed", "client_max_body_size"} <= set(Config.__struct_fields__)


@every_page
def test_every_server_starts_with_the_settings_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVERN_HOST_KEY", "0123456789abcdef")
    for command, *arguments in commands(page):
        if command == "serve":
            settings_of(*arguments)


@every_page
def test_every_file_of_the_repository_is_there(page: Path) -> None:
    shown = "".join(fenced(page, "sh", "bash", "bat")).replace("\\", "/")
    files = set(re.findall(r"(?:deploy|requirements)/[\w.@-]+", shown))
    assert [file for file in sorted(files) if not (ROOT / file).is_file()] == []


def run(script: str, folder: Path) -> None:
    """Run commands in the folder of the repository, as the operator of a machine whose root is another folder."""
    binary = folder / "bin"
    binary.mkdir(exist_ok=True)
    for name, does in {
        "sudo": 'exec "$@"',
        "hostname": "echo raspberrypi",
        "systemctl": 'echo "$@" >>"$ROOT/systemctl"',
    }.items():
        (binary / name).write_text(f"#!/bin/sh\n{does}\n")
        (binary / name).chmod(0o755)
    script = re.sub(r"(?<![\w.])/(etc|var)/", rf"{folder}/\1/", script)
    absolute = re.findall(r"(?<![\w./*$-])/\w[\w/.-]*", script)
    assert all(path == "/dev/stdin" or path.startswith(str(folder)) for path in absolute), absolute
    environment = {"PATH": f"{binary}:{os.environ['PATH']}", "ROOT": str(folder), "LC_ALL": "C.UTF-8"}
    for place in ("etc/caddy", "etc/nginx/conf.d", "etc/systemd/system"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["bash", "-eu", "-c", script], cwd=ROOT, env=environment, check=True, capture_output=True, timeout=20
    )


def blocks_with(page: str, word: str) -> str:
    """The page's commands in the blocks that have a word, but for those that need a network, in order."""
    found = [text for text in fenced(SETUP_OF / f"{page}.md", "sh", "bash") if word in text]
    assert found, word
    lines = [line for text in found for line in text.splitlines() if not re.search("apt-get|certbot", line)]
    return "\n".join(lines).replace("sudo nginx -t && ", "")


needs_openssl: Final = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")


@needs_openssl
@pytest.mark.parametrize(
    ("page", "name", "settings"),
    [
        ("raspberry-pi", "raspberrypi.local", Config(host="0.0.0.0")),  # noqa: S104 - nothing listens there
        ("server-tls", "dice.example.net", Config(trusted_proxy=("127.0.0.1", "::1"))),
    ],
)
def test_the_settings_and_the_service_are_installed_as_the_server_needs_them(
    tmp_path: Path, page: str, name: str, settings: Config
) -> None:
    run(f"NAME={name}\n{blocks_with(page, 'deploy/tavern.toml')}\n{blocks_with(page, 'tavern.service')}", tmp_path)

    written = tomllib.loads((tmp_path / "etc/tavern/tavern.toml").read_text())
    assert written["allow_host"] == [name]
    assert (written["host"], tuple(written.get("trusted_proxy", ()))) == (settings.host, settings.trusted_proxy)
    variable, _, key = (tmp_path / "etc/tavern/environment").read_text().strip().partition("=")
    assert (variable, len(key)) == ("TAVERN_HOST_KEY", 32)
    assert (tmp_path / "etc/tavern/environment").stat().st_mode & 0o077 == 0
    checked = tavern(
        "serve", "--config", tmp_path / "etc/tavern/tavern.toml", "--store", "memory:", "--check", env={variable: key}
    )
    assert checked.exit_code == 0, checked.output
    unit = (tmp_path / "etc/systemd/system/tavern.service").read_text()
    assert "EnvironmentFile=-/etc/tavern/environment" in unit
    assert (tmp_path / "systemctl").read_text().splitlines() == [
        "set-environment TAVERN_CREATE=1", "enable --now tavern", "unset-environment TAVERN_CREATE"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "file", "written"),
    [
        ("server-tls", "Caddyfile", "etc/caddy/Caddyfile"),
        ("server-tls", "nginx.conf", "etc/nginx/conf.d/tavern.conf"),
        ("foundry", "foundry.Caddyfile", "etc/caddy/Caddyfile"),
        ("foundry", "foundry-nginx.conf", "etc/nginx/conf.d/foundry.conf"),
    ],
)
def test_the_proxies_are_set_up_for_ones_own_name(tmp_path: Path, page: str, file: str, written: str) -> None:
    script = blocks_with(page, f"deploy/{file} ").replace("NAME=example.org", "NAME=dice.example.net")

    run(f"NAME=dice.example.net\n{script}", tmp_path)

    expected = (ROOT / "deploy" / file).read_text().replace("example.org", "dice.example.net")
    assert (tmp_path / written).read_text() == expected
    assert "reload" in (tmp_path / "systemctl").read_text()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_a_server_answers_the_check_of_the_page_and_refuses_as_the_tables_show(tmp_path: Path) -> None:
    [check], [shown] = fenced(SETUP_OF / "pc.md", "bash"), fenced(SETUP_OF / "pc.md", "text")
    store = f"sqlite:///{tmp_path}/tavern.db"
    with serving("--port", "0", "--store", store, "--create") as (_, address):
        command = ["bash", "-c", check.replace("http://127.0.0.1:8521", address)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=20).stdout
        refused = [
            tavern("serve", "--store", store),
            tavern("serve", "--store", "memory:", "--port", address.rpartition(":")[2]),
            tavern("serve", "--store", f"sqlite:///{tmp_path}/missing.db"),
            tavern("serve", "--store", "memory:", "--host", "0.0.0.0"),  # noqa: S104 - it does not start
        ]

    assert as_shown(shown, printed)
    for outcome, page, said in zip(
        refused,
        ["pc", "pc", "raspberry-pi", "lan"],
        [
            "in use by another server",
            "address already in use",
            "there is no store at …",
            "host_key … needed to listen on 0.0.0.0",
        ],
        strict=True,
    ):
        assert f"| `{said}`" in text_of(SETUP_OF / f"{page}.md")
        assert re.search(re.escape(said).replace("…", ".*"), outcome.stderr), outcome.stderr


def test_the_package_has_the_name_that_the_page_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = text_of(SETUP_OF / "pc.md")
    assert f"`{project['name']}`" in text
    assert f"Python {project['requires-python'].removeprefix('>=')} or later" in text
