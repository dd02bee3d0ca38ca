"""The JavaScript client as a package: what npm packs can be imported, and programs are checked against its types."""

import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Final

import pytest

from tools.development import client_package

USE: Final = """
import { Tavern, Problem, type View } from "tavern-table-client";

const tavern = new Tavern("https://dice.example/tavern", { storage: null });
const table = tavern.table("upmbc", { token: "secret" });
export const live = table.follow({
  view: (view: View) => view.seats.map(({ dice }) => dice.map(({ face }) => face ?? 0)),
  state: (state: "online" | "connecting" | "offline") => state,
});
export async function play(): Promise<string[]> {
  try {
    const { view } = await table.send({ type: "roll", die: "d6" }, { ifMatch: true });
    return view.to_act;
  } catch (error) {
    return error instanceof Problem ? error.actions.map(({ type }) => type) : [];
  }
}
"""

MACRO: Final = """
import type { TavernApi } from "./foundry-api";

declare const api: TavernApi;
export async function missing(): Promise<string[]> {
  const table = await api.table();
  table.follow({ entry: ({ events }) => void api.say(events[0].type) });
  const { view } = await api.send({ type: "pause" });
  await api.say(api.coins(view.pot_cp), ["mara"]);
  return (await api.rollCall()).filter(({ state }) => state === "notYet").map(({ user }) => user);
}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package is installed."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed (Debian: npm)")
    folder = tmp_path_factory.mktemp("package")
    client_package.put(folder / "client")
    environment = {**os.environ, "HOME": str(folder), "npm_config_cache": str(folder / "cache")}
    command = [
        "npm",
        "--offline",
        "--no-update-notifier",
        "--loglevel=error",
        "pack",
        "--pack-destination",
        str(folder),
    ]
    subprocess.run(command, cwd=folder / "client", env=environment, check=True, capture_output=True)
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as files:
        files.extractall(folder / "unpacked", filter="data")
    installed = folder / "program" / "node_modules" / "tavern-table-client"
    shutil.copytree(folder / "unpacked" / "package", installed)
    return folder / "program"


def compiler() -> Path:
    if not client_package.COMPILER.exists():
        pytest.skip("TypeScript is not installed: make check installs it")
    return client_package.COMPILER


def test_what_is_packed_is_what_is_needed_and_can_be_imported(package: Path) -> None:
    installed = package / "node_modules" / "tavern-table-client"
    described = json.loads((installed / "package.json").read_text())
    assert {path.name for path in installed.iterdir()} == {*described["files"], "package.json"}
    assert "dependencies" not in described

    (package / "use.mjs").write_text("""
        import * as client from "tavern-table-client";
        import { check } from "tavern-table-client/verify.mjs";
        const forged = await client.verifyProof("{}").catch((error) => error.constructor.name);
        console.log(JSON.stringify([Object.keys(client).sort(), typeof check, forged]));
    """)
    ran = subprocess.run(["node", "use.mjs"], cwd=package, check=True, capture_output=True, text=True)
    names = (
        "BadAnswer BrokenLuck EventStream Live LogWentBack Memory NotKept OneTimeKey Problem RootChanged Table Tavern "
        "TavernError Unreachable digestOf isSigned sealOf sha256 verifyProof"
    )
    assert json.loads(ran.stdout) == [names.split(), "function", "Unreadable"]


def test_a_program_in_typescript_is_checked_against_the_types(package: Path) -> None:
    (package / "use.ts").write_text(USE)
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"]
    right = subprocess.run([compiler(), *options, "use.ts"], check=False, cwd=package, capture_output=True, text=True)
    assert right.returncode == 0, right.stdout
    (package / "wrong.ts").write_text(USE.replace("view.to_act", "view.to_akt").replace("face ?? 0", "face + 1"))
    wrong = subprocess.run([compiler(), *options, "wrong.ts"], check=False, cwd=package, capture_output=True, text=True)
    assert {line.partition(": ")[2][:15] for line in wrong.stdout.splitlines() if "error" in line} == {
        "error TS18047: ", "error TS2551: P",
    }  # fmt: skip


def test_a_macro_in_typescript_is_checked_against_the_declared_api_of_the_module(tmp_path: Path) -> None:
    for name in (client_package.TYPES, "foundry-api.d.ts"):
        shutil.copy(client_package.CLIENT / name, tmp_path)
    (tmp_path / "right.ts").write_text(MACRO)
    (tmp_path / "wrong.ts").write_text(MACRO.replace("rollCall", "rolCall").replace("view.pot_cp", "view.pot"))
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"]
    command = [str(compiler()), *options, "--lib", "es2022,dom,dom.iterable", "right.ts", "wrong.ts"]
    found = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert {line.partition("(")[0] for line in found.stdout.splitlines()} == {"wrong.ts"}
    assert "'pot' does not exist" in found.stdout
    assert "'rolCall' does not exist" in found.stdout
