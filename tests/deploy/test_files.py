"""The files for operators fit the server as it is."""

import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from server.config import Config
from tests.deploy.proxies import DEPLOY
from tests.tools.running import settings_of
from tools.failures import Failure
from tools.settings import SETTINGS

ROOT = DEPLOY.parent


def test_the_settings_are_settings() -> None:
    assert settings_of("--config", DEPLOY / "tavern.toml") == Config(
        store="sqlite:////var/lib/tavern/tavern.db",
        operator_port=9521,
        trusted_proxy=("127.0.0.1", "::1"),
        allow_host=("example.org",),
    )


@pytest.mark.parametrize("name", ["tavern.service", "tavern@.service"])
def test_a_unit_is_one_that_systemd_takes(tmp_path: Path, name: str) -> None:
    verifier = shutil.which("systemd-analyze")
    if verifier is None:
        pytest.skip("systemd-analyze is not installed (Debian: systemd)")
    unit = (DEPLOY / name).read_text()
    installed = re.sub(r"^ExecStart=\S+", f"ExecStart={shutil.which('true')}", unit, flags=re.MULTILINE)
    assert installed != unit
    # Of a template, systemd verifies an instance.
    file = tmp_path / name.replace("@", "@8521")
    file.write_text(installed)

    command = [verifier, "verify", str(file)]
    verified = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)

    assert (verified.returncode, [line for line in verified.stderr.splitlines() if file.name in line]) == (0, [])


def test_the_unit_waits_for_the_server_to_finish_and_lets_it_write_where_its_store_is() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "tavern.service").read_text(), re.MULTILINE))

    assert int(unit["TimeoutStopSec"]) > Config().stop_seconds
    assert f"/var/lib/{unit['StateDirectory']}/" in (DEPLOY / "tavern.toml").read_text()
    assert unit["ExecStart"].endswith(" serve --config /etc/tavern/tavern.toml")


def test_a_unit_for_each_port_waits_for_its_server_and_writes_no_file() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "tavern@.service").read_text(), re.MULTILINE))

    assert int(unit["TimeoutStopSec"]) > Config().stop_seconds
    assert "StateDirectory" not in unit
    assert unit["ExecStart"].startswith("/opt/tavern/bin/tavern serve --config /etc/tavern/tavern.toml ")


def test_units_of_two_ports_share_no_address() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "tavern@.service").read_text(), re.MULTILINE))
    _, given = unit["ExecStart"].replace("/etc/tavern", str(DEPLOY)).split(" serve ")

    settings = [settings_of(*given.replace("%i", port).split()) for port in ("8521", "8522")]

    assert [one.port for one in settings] == [8521, 8522]
    assert [one.operator_port for one in settings] == [18521, 18522]


def test_the_composed_servers_know_only_settings_and_trust_the_proxys_network() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    variables = dict(re.findall(r"^ {4}(TAVERN_\w+): (.+)$", compose, re.MULTILINE))
    assert set(variables) <= {setting.variable for setting in SETTINGS.values()}
    assert f"subnet: {variables['TAVERN_TRUSTED_PROXY']} " in compose
    given = re.findall(r"\$\{(\w+):\?\}", compose)
    assert set(given) == set(re.findall(r"\b(?:POSTGRES|TAVERN)_\w+(?=[,.\s])", compose.partition("\nname:")[0]))
    settings = settings_of("--store", variables["TAVERN_STORE"], "--trusted-proxy", variables["TAVERN_TRUSTED_PROXY"])
    assert settings.store == "postgresql://tavern@database/tavern"
    for mounted in re.findall(r"- \./(\S+?):/", compose):
        assert (DEPLOY / mounted).is_file()
    asked = set(re.findall(r"\{\$(\w+)", (DEPLOY / "servers.Caddyfile").read_text()))
    assert asked == set(re.findall(r"^ {6}(TAVERN_\w+):", compose.partition("\n  proxy:")[2], re.MULTILINE))


def test_the_image_is_built_from_what_is_there_and_knows_only_settings() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    copied = [name for line in re.findall(r"^COPY (?!--)(.+) \S+$", dockerfile, re.MULTILINE) for name in line.split()]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    rooms = [path.parent.name for path in ROOT.glob("*/py.typed")]
    assert set(copied) >= {*rooms, "requirements/server.txt", "pyproject.toml"}
    wanted = [line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line[:1] == "!"]
    assert [name for name in copied if not any(fnmatch(name, pattern) for pattern in wanted)] == []
    variables = re.findall(r"\bTAVERN_\w+", dockerfile)
    assert variables
    assert set(variables) <= {setting.variable for setting in SETTINGS.values()}


def test_every_image_that_is_pulled_is_pinned_by_version_and_digest() -> None:
    bases = re.findall(r"^FROM (\S+)(?: AS (\w+))?$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    composed = re.findall(r"^\s+image: (.+)$", (DEPLOY / "compose.yaml").read_text(), re.MULTILINE)

    named = {name for _, name in bases}
    pulled = [*(base for base, _ in bases if base not in named), *composed]
    assert [image.partition(":")[0] for image in pulled] == ["python", "postgres", "caddy"]
    assert [image for image in pulled if not re.fullmatch(r"\w+:\d+(\.\d+)+[\w-]*@sha256:[0-9a-f]{64}", image)] == []


def test_a_container_starts_only_if_it_is_configured_who_opens_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in re.findall(r"\b(TAVERN_\w+)=(\S+)", (DEPLOY / "Dockerfile").read_text()):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("TAVERN_OPEN_TABLES", raising=False)

    with pytest.raises(Failure, match="TAVERN_HOST_KEY"):
        settings_of()
    assert settings_of("--open-tables").exposed
    monkeypatch.setenv("TAVERN_HOST_KEY", "correct horse battery")
    assert settings_of().exposed


def test_nginx_serves_nothing_in_the_clear() -> None:
    plain, secure = re.findall(r"^server \{\n(.*?)^\}", (DEPLOY / "nginx.conf").read_text(), re.MULTILINE | re.DOTALL)

    assert "listen 80;" in plain
    assert "proxy_pass" not in plain
    assert "return 308 https://" in plain
    assert "listen 443 ssl;" in secure
    assert "proxy_pass" in secure


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile", "foundry-nginx.conf", "foundry.Caddyfile"])
def test_a_proxy_gives_idle_connections_up_before_the_server_does(name: str) -> None:
    [seconds] = re.findall(r"\bkeepalive(?:_timeout)? (\d+)s", (DEPLOY / name).read_text())

    assert 0 < int(seconds) < Config().header_seconds


def test_the_cluster_acknowledges_nothing_that_is_on_one_node_and_its_leases_end_in_time() -> None:
    settings = dict(re.findall(r"^ +(\w+): ([\w-]+)$", (DEPLOY / "patroni" / "patroni.yml").read_text(), re.MULTILINE))

    assert (settings["synchronous_mode"], settings["synchronous_mode_strict"]) == ("true", "true")
    assert int(settings["ttl"]) >= int(settings["loop_wait"]) + 2 * int(settings["retry_timeout"])
