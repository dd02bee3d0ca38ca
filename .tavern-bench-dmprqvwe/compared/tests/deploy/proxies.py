"""The proxies of deploy/, run for a test in front of a server, as an operator would run them."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
SECONDS: Final = 20
NAME: Final = "example.org"
"""The name of the site, in the examples."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def swapped(text: str, what: str, by: str) -> str:
    """A text with the one line or word `what`, which must be there, swapped."""
    assert len(re.findall(re.escape(what), text)) == 1, what
    return text.replace(what, by)


@contextmanager
def _running(command: list[str], folder: Path, port: int, variables: Mapping[str, str] = {}) -> Iterator[None]:
    settings = {
        **os.environ,
        **variables,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, env=settings, stdout=log, stderr=log)
    try:
        _wait_for(process, port, folder / "proxy.log")
        yield
    finally:
        process.terminate()
        process.wait(SECONDS)


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + SECONDS
    while True:
        assert process.poll() is None, log.read_text()
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.02)
        else:
            return


class Site(NamedTuple):
    """A proxy's address: the port of the site, whether it speaks TLS, and the port that redirects to it."""

    port: int
    tls: bool = False
    plain_port: int | None = None


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate, and its key."""
    binary = shutil.which("openssl")
    if binary is None:
        pytest.skip("openssl is not installed (Debian: openssl)")
    issued, key = folder / "fullchain.pem", folder / "privkey.pem"
    command = [binary, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"]
    command += ["-subj", f"/CN={NAME}", "-keyout", str(key), "-out", str(issued)]
    subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
    return issued, key


@contextmanager
def nginx(
    folder: Path, *server_ports: int, file: str = "nginx.conf", foundry_port: int | None = None
) -> Iterator[Site]:
    """A file of deploy/ on ports of its own, with a certificate of its own."""
    binary = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if binary is None:
        pytest.skip("nginx is not installed (Debian: nginx-light)")
    port, plain_port = free_port(), free_port()
    issued, key = certificate(folder)
    site = (DEPLOY / file).read_text()
    for usual, server_port in zip((8521, 8522), server_ports, strict=False):
        site = swapped(site, f"server 127.0.0.1:{usual}", f"server 127.0.0.1:{server_port}")
    if foundry_port is not None:
        site = swapped(site, "http://127.0.0.1:30000;", f"http://127.0.0.1:{foundry_port};")
    site = swapped(site, "listen 80;", f"listen 127.0.0.1:{plain_port};")
    site = swapped(site, "listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    site = swapped(site, f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(issued))
    site = swapped(site, f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key))
    (folder / "tavern.conf").write_text(site)
    user = "user root;" if os.geteuid() == 0 else ""
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi")
    )
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {temporary} include {folder}/tavern.conf; }}\n"
    )
    with _running([binary, "-p", str(folder), "-c", str(folder / "nginx.conf")], folder, port):
        yield Site(port, tls=True, plain_port=plain_port)


@contextmanager
def caddy(folder: Path, server_port: int, file: str = "Caddyfile", foundry_port: int | None = None) -> Iterator[Site]:
    """A file of deploy/ on a port of its own, without TLS."""
    port = free_port()
    site = swapped(
        (DEPLOY / file).read_text(),
        "reverse_proxy 127.0.0.1:8521 {",
        f"reverse_proxy 127.0.0.1:{server_port} {{",
    )
    if foundry_port is not None:
        site = swapped(site, "reverse_proxy 127.0.0.1:30000\n", f"reverse_proxy 127.0.0.1:{foundry_port}\n")
    site = swapped(site, "\nexample.org {", f"\nhttp://{NAME}:{port} {{\n\tbind 127.0.0.1")
    with _running(_with_caddy(folder, site), folder, port):
        yield Site(port)


@contextmanager
def caddy_servers(folder: Path, *server_ports: int) -> Iterator[Site]:
    """deploy/servers.Caddyfile, given the site and its servers as by compose.yaml, without TLS."""
    port = free_port()
    site = (DEPLOY / "servers.Caddyfile").read_text()
    site = swapped(site, "{$TAVERN_SITE:example.org} {", "{$TAVERN_SITE:example.org} {\n\tbind 127.0.0.1")
    servers = " ".join(f"127.0.0.1:{server_port}" for server_port in server_ports)
    variables = {"TAVERN_SITE": f"http://{NAME}:{port}", "TAVERN_SERVERS": servers}
    with _running(_with_caddy(folder, site), folder, port, variables):
        yield Site(port)


def nginx_servers(folder: Path, *server_ports: int) -> AbstractContextManager[Site]:
    """deploy/nginx-servers.conf."""
    return nginx(folder, *server_ports, file="nginx-servers.conf")


def _with_caddy(folder: Path, site: str) -> list[str]:
    """The command that serves a site."""
    binary = shutil.which("caddy")
    if binary is None:
        pytest.skip("caddy is not installed (Debian: caddy)")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{site}")
    return [binary, "run", "--config", "Caddyfile", "--adapter", "caddyfile"]


def foundry_nginx(folder: Path, server_port: int, foundry_port: int) -> AbstractContextManager[Site]:
    """deploy/foundry-nginx.conf, which serves Foundry as well."""
    return nginx(folder, server_port, file="foundry-nginx.conf", foundry_port=foundry_port)


def foundry_caddy(folder: Path, server_port: int, foundry_port: int) -> AbstractContextManager[Site]:
    """deploy/foundry.Caddyfile, which serves Foundry as well."""
    return caddy(folder, server_port, "foundry.Caddyfile", foundry_port)
