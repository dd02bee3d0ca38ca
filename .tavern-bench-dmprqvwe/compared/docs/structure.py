"""Measures the structure of a checkout: how far a roll travels, where a rule lives, how much there is of everything.

python docs/structure.py [CHECKOUT]

A `roll` of Tavern Twenty-One is sent over HTTP to a server in this process. Counted are the functions that run from
the route to the answer, each once: those of the server, the projections and the deciding core of games/; not those of
the game's own rules, the vocabulary and the store. Prints rows of a Markdown table; docs/architecture.md shows them.
"""

import ast
import asyncio
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

CHECKOUT: Final = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()
PRODUCT: Final = ("events", "projections", "games", "replays", "server", "tavern_client", "tools")
CORE_OF_GAMES: Final = ("deciding", "table")
"""The packages of games/ that are no game and no mechanic."""
ACCUSING: Final = re.compile(r"accus", re.IGNORECASE)
UNNAMED: Final = ("<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>")


def tracked(*patterns: str) -> list[Path]:
    """The files that git tracks in the checkout."""
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return [CHECKOUT / name for name in listed.stdout.split()]


def room_of(path: Path) -> str:
    """The top-level folder of a file."""
    return path.relative_to(CHECKOUT).parts[0]


def product_files() -> list[Path]:
    """The Python files of the product: what the wheel holds, without the packages that pyproject.toml leaves out."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]
    left_out = [pattern.rstrip("*").rstrip(".").replace(".", "/") for pattern in settings.get("exclude", [])]
    return [
        path
        for path in tracked("*.py")
        if room_of(path) in PRODUCT and not any(path.is_relative_to(CHECKOUT / folder) for folder in left_out)
    ]


def is_on_the_path(path: Path) -> bool:
    """Whether functions of this file count: those of the server, the projections and the deciding core."""
    room, *inner, _ = path.relative_to(CHECKOUT).parts
    return room in ("server", "projections") or (room == "games" and (not inner or inner[0] in CORE_OF_GAMES))


class Entered:
    """Counts the functions that are entered while it is switched on."""

    def __init__(self) -> None:
        self.entered: set[CodeType] = set()

    def __enter__(self) -> "Entered":
        sys.setprofile(self._entered)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _entered(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        path = Path(code.co_filename)
        if event == "call" and code.co_name not in UNNAMED and path.is_relative_to(CHECKOUT) and is_on_the_path(path):
            self.entered.add(code)


async def path_of_a_roll() -> set[CodeType]:
    """The functions that a roll runs through, the second roll of a round: nothing is loaded or compiled for it."""
    import aiohttp

    from games.installed import CATALOGUE
    from server.log import configure
    from tools.serving import local_server

    configure("json", "error", sys.stderr)
    async with local_server(CATALOGUE, allow_seeds=True) as address, aiohttp.ClientSession() as session:

        async def call(method: str, path: str, token: str | None = None, **body: Any) -> Any:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            async with session.request(method, f"{address}/api{path}", json=body or None, headers=headers) as answer:
                return await answer.json()

        opened = await call("POST", "/tables", game="twentyone", name="", gm={"name": "Gm"}, seed="5a" * 32)
        table, gm, tokens = opened["table"], opened["gm_token"], {}
        for name in ("Bri", "Odo", "Cal"):
            seat = {"invite": opened["invite"], "name": name, "purse_cp": 10_000}
            seated = await call("POST", f"/tables/{table}/seats", **seat)
            tokens[seated["seat"]] = seated["token"]

        async def command(token: str, **body: Any) -> Any:
            return await call("POST", f"/tables/{table}/commands", token, **body)

        view = (await command(gm, type="start_round"))["view"]
        rolls = 0
        while True:
            [seat] = view["to_act"]
            if view["question"] != "turn":
                view = (await command(tokens[seat], type="let_it_be"))["view"]
                continue
            rolls += 1
            if rolls < 4:
                view = (await command(tokens[seat], type="roll", die="d4"))["view"]
                continue
            with Entered() as path:
                await command(tokens[seat], type="roll", die="d4")
            return path.entered


def defines_accusing(path: Path) -> bool:
    """Whether a file defines something of accusing: a class, function, field or constant, not only a use of it."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names = [name]
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case ast.Assign(targets=targets, value=value) if not _is_use(value):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case _:
                continue
        if any(map(ACCUSING.search, names)):
            return True
    return False


def _is_use(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "Uses"


def main() -> None:
    """Print the rows."""
    sys.path.insert(0, str(CHECKOUT))
    entered = asyncio.run(path_of_a_roll())
    product = product_files()
    folders = Counter(path.parent for path in product if path.name != "__init__.py")
    fullest, modules = folders.most_common(1)[0]
    accusing = [path for path in product if "twentyone" in path.parts and ACCUSING.search(path.read_text())]
    lines = sum(len(path.read_text().splitlines()) for path in product)
    words = sum(len(path.read_text().split()) for path in tracked("docs/*.md", "docs/**/*.md", "README.md"))
    rows = {
        "functions on the path of a `roll`": len(entered),
        "modules on the path of a `roll`": len({code.co_filename for code in entered}),
        "files of Twenty-One that mention accusing": len(accusing),
        "files of Twenty-One that define something of it": sum(map(defines_accusing, accusing)),
        f"modules in the fullest folder ({fullest.relative_to(CHECKOUT)})": modules,
        "lines of the product": lines,
        "words of the documentation": words,
    }
    for name, value in rows.items():
        sys.stdout.write(f"| {name} | {value:,} |\n")


if __name__ == "__main__":
    main()
