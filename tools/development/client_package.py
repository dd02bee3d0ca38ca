"""The JavaScript client as a package: `python -m tools.development.client_package` writes its types, with TypeScript.

It also writes the types of the server's answers, for the page. With a folder as the argument, it writes the files for
`npm pack` or `npm publish` there.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec

from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from server.http.openapi.document import VERSION
from server.http.openapi.schemas import Schemas
from server.http.route_table import ROUTES
from server.http.routes.modules import joined

_CHECKOUT: Final = Path(__file__).parents[2]
CLIENT: Final = _CHECKOUT / "server" / "static" / "client"
TYPES: Final = "tavern.d.ts"
COMPILER: Final = _CHECKOUT / "node_modules" / ".bin" / "tsc"
ANSWERS: Final = _CHECKOUT / "server" / "static" / "page" / "api.d.mts"
GENERATOR: Final = COMPILER.with_name("openapi-typescript")
_MODULE: Final = "tavern.mjs"
_PARTS: Final = "tavern"
_OPTIONS: Final = [
    *("--allowJs", "--strict", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--module", "es2022"),
    *("--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"),
]
_DECLARATION: Final = re.compile(
    r"(?P<comment>^/\*\*(?:(?!\*/).)*\*/\n)?^export (?P<kind>class|const|function|type) (?P<name>\w+)"
    r"(?:[^\n]*;\n|.*?^\}[^\n]*\n)",
    re.DOTALL | re.MULTILINE,
)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_EXPORTED: Final = re.compile(r"^export \{(.*?)\} from", re.DOTALL | re.MULTILINE)
_ELSEWHERE: Final = re.compile(r'\bimport\("\.\.?/[^"]+"\)\.')
_WORD: Final = re.compile(r"\w+")
_OTHER_FILES: Final = (_CHECKOUT / "server" / "static" / "verify.mjs", _CHECKOUT / "LICENSE")


def types() -> str:
    """The types of the client, from its comments: in one file, although it has many modules.

    Of the parts, only what `tavern.mjs` exports is exported, and all types that this needs.
    """
    with tempfile.TemporaryDirectory() as name:
        # A folder without packages, so that only the client's own types are included.
        folder = Path(name)
        shutil.copy(CLIENT / _MODULE, folder)
        shutil.copytree(CLIENT / _PARTS, folder / _PARTS)
        subprocess.run([COMPILER, *_OPTIONS, _MODULE], cwd=folder, check=True)  # noqa: S603 - ours alone
        paths = [folder / "tavern.d.mts", *sorted((folder / _PARTS).rglob("*.d.mts"))]
        modules = [_ELSEWHERE.sub("", path.read_text(encoding="utf-8")) for path in paths]
    declared = {found["name"]: found for module in modules for found in _DECLARATION.finditer(module)}
    exported = {name for names in _EXPORTED.findall(modules[0]) for name in _WORD.findall(names)}
    exported |= {found["name"] for found in _DECLARATION.finditer(modules[0])}
    needed: set[str] = set()
    more = exported
    while more:
        needed |= more
        used = {word for name in more for word in _WORD.findall(_COMMENT.sub("", declared[name][0]))}
        more = (used & declared.keys()) - needed
    kept = (
        found[0] if name in exported or found["kind"] == "type" else re.sub("(?m)^export", "declare", found[0])
        for name, found in declared.items()
        if name in needed
    )
    # Without the last line, what is not exported would be, too.
    return "".join((*kept, "export {};\n"))


def answer_types() -> str:
    """The types of all JSON that the server answers with, as far as every game shares them."""
    schemas = Schemas(Catalogue.of((), TABLE_RULES))
    for route in ROUTES:
        if route.documented:
            for kind in (kind for answer in route.answers for kind in (answer.kind, *answer.events.values())):
                schemas.of(kind)
    components = schemas.components
    components["TableOptions"] = {"description": "The options of the table's game.", "type": "object"}
    document: dict[str, Any] = {
        "openapi": VERSION,
        "info": {"title": "Tavern Table", "version": ""},
        "paths": {},
        "components": {"schemas": components},
    }
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "openapi.json").write_bytes(msgspec.json.encode(document))
        options = ["--root-types", "--root-types-no-schema-prefix", "--empty-objects-unknown", "--output", "api.d.ts"]
        command: list[str | Path] = [GENERATOR, "openapi.json", *options]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - ours alone
        return (Path(folder) / "api.d.ts").read_text(encoding="utf-8")


def put(folder: Path) -> None:
    """Put the package's files in a folder."""
    shutil.copytree(CLIENT, folder, ignore=shutil.ignore_patterns(_PARTS), dirs_exist_ok=True)
    (folder / _MODULE).write_text(joined(CLIENT / _MODULE), encoding="utf-8")
    for path in _OTHER_FILES:
        shutil.copy(path, folder)


if __name__ == "__main__":
    if sys.argv[1:]:
        put(Path(sys.argv[1]))
    else:
        (CLIENT / TYPES).write_text(types(), encoding="utf-8")
        ANSWERS.write_text(answer_types(), encoding="utf-8")
