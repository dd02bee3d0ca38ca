"""Clients that are generated from the OpenAPI document play a round, and the generators complain of nothing."""

import asyncio
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from aiohttp import ClientSession

from games.installed import CATALOGUE
from tests.server.serving import SEED
from tools.serving import local_server

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
TOOLS: Final = ROOT / "node_modules"
SECONDS: Final = 120
PLAYED: Final = {
    "problems": [
        {"status": 422, "code": "invalid_body", "offered": False},
        {"status": 409, "code": "no_round", "offered": True},
    ],
    "rolled": ["bri", "odo"],
    "ante_cp": 500,
    "round": 1,
    "phase": "lobby",
    "winners": ["bri"],
}
"""What both programs print: they play alike, and the seed is given."""


async def ran(*command: str | Path, cwd: Path, **environment: str) -> str:
    """All that a program printed."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(SECONDS):
        printed, _ = await process.communicate()
    text = printed.decode()
    assert process.returncode == 0, text
    return text


async def documented(url: str, folder: Path) -> Path:
    """The document, as a program downloads it."""
    async with ClientSession() as session, session.get(f"{url}/api/openapi.json") as answer:
        path = folder / "openapi.json"
        path.write_bytes(await answer.read())
    return path


async def test_what_openapi_typescript_generates_plays_a_round(tmp_path: Path) -> None:
    if not (TOOLS / ".bin" / "tsc").exists() or shutil.which("node") is None:
        pytest.skip("the tools of package.json are not installed: npm ci")
    async with local_server(CATALOGUE, allow_seeds=True) as url:
        document = await documented(url, tmp_path)
        printed = await ran(TOOLS / ".bin" / "openapi-typescript", document, "--output", "api.d.ts", cwd=tmp_path)
        assert "⚠" not in printed
        settings: dict[str, Any] = {
            "compilerOptions": {
                "strict": True,
                "noUncheckedIndexedAccess": True,
                "exactOptionalPropertyTypes": False,
                "target": "ES2022",
                "module": "NodeNext",
                "outDir": str(tmp_path),
                "paths": {"tavern-api": [str(tmp_path / "api.d.ts")]},
                "types": ["node"],
                "typeRoots": [str(TOOLS / "@types")],
            },
            "files": [str(HERE / "round.mts"), str(tmp_path / "api.d.ts")],
        }
        (tmp_path / "tsconfig.json").write_bytes(msgspec.json.encode(settings))
        await ran(TOOLS / ".bin" / "tsc", "--project", "tsconfig.json", cwd=tmp_path)
        played = await ran("node", "round.mjs", url, SEED, cwd=tmp_path)
    assert msgspec.json.decode(played) == PLAYED


async def test_what_openapi_python_client_generates_plays_a_round(tmp_path: Path) -> None:
    generator = Path(sys.executable).with_name("openapi-python-client")
    # Exports are lines of JSON, which the generator must be configured for. It formats what it made with ruff.
    config = tmp_path / "config.json"
    config.write_text('{"content_type_overrides": {"application/x-ndjson": "application/octet-stream"}}')
    path = f"{generator.parent}{os.pathsep}{os.environ['PATH']}"
    async with local_server(CATALOGUE, allow_seeds=True) as url:
        document = await documented(url, tmp_path)
        options: list[str | Path] = [
            "--path",
            document,
            "--meta",
            "none",
            "--output-path",
            "tavern_api",
            "--config",
            config,
        ]
        printed = await ran(generator, "generate", *options, "--fail-on-warning", cwd=tmp_path, PATH=path)
        assert "WARNING" not in printed.upper()
        played = await ran(sys.executable, HERE / "round.py", url, SEED, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert msgspec.json.decode(played) == PLAYED
