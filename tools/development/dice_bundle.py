"""Bundles the dice that roll, `server/static/page/dice3d` with three and cannon-es, into one file of `vendor`.

`python -m tools.development.dice_bundle` (or `make dice3d`) writes the file, and its hash into the README beside it.
"""

import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Final

_CHECKOUT: Final = Path(__file__).parents[2]
_MODULES: Final = _CHECKOUT / "node_modules"
_STATIC: Final = _CHECKOUT / "server" / "static"
SOURCES: Final = _STATIC / "page" / "dice3d"
BUNDLE: Final = _STATIC / "vendor" / "dice3d.mjs"
README: Final = BUNDLE.parent / "README.md"
PACKAGES: Final = ("esbuild", "three", "cannon-es")
"""What the file is made with. Each has its version in `package.json`."""
_OPTIONS: Final = ("--bundle", "--format=esm", "--minify", "--target=es2022", "--legal-comments=none", "--charset=utf8")
_ROW: Final = re.compile(r"(?<=\| `dice3d\.mjs` )(.*`)[0-9a-f]{64}(?=`)")


def missing() -> str:
    """What is not installed as `package.json` pins it, as a sentence; empty if nothing is missing."""
    pinned = json.loads((_CHECKOUT / "package.json").read_bytes())["devDependencies"]
    for name in PACKAGES:
        path = _MODULES / name / "package.json"
        found = json.loads(path.read_bytes())["version"] if path.is_file() else "not there"
        if found != pinned[name]:
            return f"node_modules has no {name} {pinned[name]} (it is {found}): run npm ci"
    return ""


def built() -> bytes:
    """The file as its sources make it. Raises `subprocess.CalledProcessError`."""
    command = [str(_MODULES / ".bin" / "esbuild"), str(SOURCES / "index.mjs"), *_OPTIONS, "--log-level=warning"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=_CHECKOUT).stdout  # noqa: S603 - ours alone


def main() -> None:
    """Write the file, and its hash."""
    BUNDLE.write_bytes(made := built())
    digest = hashlib.sha256(made).hexdigest()
    README.write_text(_ROW.sub(rf"\g<1>{digest}", README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
