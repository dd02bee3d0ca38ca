"""The JavaScript client as a package: `python -m tools.development.client_package` writes its types, with TypeScript.

With a folder as the argument, it writes the files for `npm pack` or `npm publish` there.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

_CHECKOUT: Final = Path(__file__).parents[2]
CLIENT: Final = _CHECKOUT / "server" / "static" / "client"
TYPES: Final = "tavern.d.ts"
COMPILER: Final = _CHECKOUT / "node_modules" / ".bin" / "tsc"
_MODULE: Final = "tavern.mjs"
_OPTIONS: Final = [
    *("--allowJs", "--strict", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--module", "es2022"),
    *("--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"),
]
_OTHER_FILES: Final = (_CHECKOUT / "server" / "static" / "verify.mjs", _CHECKOUT / "LICENSE")


def types() -> str:
    """The types of the client, from its comments."""
    with tempfile.TemporaryDirectory() as folder:
        # A folder without packages, so that only the client's own types are included.
        shutil.copy(CLIENT / _MODULE, folder)
        subprocess.run([COMPILER, *_OPTIONS, _MODULE], cwd=folder, check=True)  # noqa: S603 - ours alone
        return (Path(folder) / "tavern.d.mts").read_text(encoding="utf-8")


def put(folder: Path) -> None:
    """Put the package's files in a folder."""
    shutil.copytree(CLIENT, folder, dirs_exist_ok=True)
    for path in _OTHER_FILES:
        shutil.copy(path, folder)


if __name__ == "__main__":
    if sys.argv[1:]:
        put(Path(sys.argv[1]))
    else:
        (CLIENT / TYPES).write_text(types(), encoding="utf-8")
