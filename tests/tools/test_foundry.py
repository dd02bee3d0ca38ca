"""`tavern foundry`: the files that a server has for Foundry VTT, for those who put them elsewhere."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.http.foundry_module import archive, manifest
from tests.tools.running import failure_of, tavern


def written(folder: Path) -> Any:
    return msgspec.json.decode((folder / "module.json").read_bytes())


@pytest.mark.parametrize("url", ["https://dice.example/tavern", "https://dice.example/tavern/"])
def test_the_files_are_those_of_the_server_at_that_address(tmp_path: Path, url: str) -> None:
    out = tmp_path / "new" / "module"
    ran = tavern("foundry", "--out", out, "--url", url)
    assert (ran.exit_code, ran.stdout) == (0, f"{out / 'module.json'}\n{out / 'tavern-table.zip'}\n")
    given = ("https://dice.example/tavern/", "https://dice.example/tavern/foundry/")
    assert (out / "module.json").read_bytes() == manifest(*given)
    assert (out / "tavern-table.zip").read_bytes() == archive(*given)
    assert [path.name for path in sorted(out.iterdir())] == ["module.json", "tavern-table.zip"]


def test_files_that_are_put_elsewhere_name_that_place_for_updates_and_the_server_for_play(tmp_path: Path) -> None:
    elsewhere = ["--files-at", "https://files.example/tavern"]
    assert tavern("foundry", "--out", tmp_path, "--url", "http://192.168.1.5:8521", *elsewhere).exit_code == 0
    found = written(tmp_path)
    assert found["manifest"] == "https://files.example/tavern/module.json"
    assert found["download"] == "https://files.example/tavern/tavern-table.zip"
    assert found["flags"] == {"tavern-table": {"address": "http://192.168.1.5:8521/"}}


@pytest.mark.parametrize(
    "url", ["", "dice.example", "ftp://dice.example", "https://", 'https://a"b/', "https://a/?b", "https://a/../b"]
)
def test_what_is_no_address_of_a_server_is_refused(tmp_path: Path, url: str) -> None:
    refused = tavern("foundry", "--out", tmp_path, "--url", url)
    assert refused.exit_code == 2
    assert "is not an address such as https://example.org/tavern/" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = tavern("foundry", "--out", tmp_path / "file" / "module", "--url", "https://dice.example/")
    assert "cannot be written to: not a directory" in failure_of(refused)
