"""The operator's page points at every file for operators, and shows what is printed."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import ROOT
from tests.tools.running import tavern

PAGE: Final = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def section(name: str) -> str:
    return PAGE.split(f"\n## {name}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize(
    "name",
    [
        "nginx.conf",
        "Caddyfile",
        "tavern.service",
        "tavern.toml",
        "Dockerfile",
        "nginx-servers.conf",
        "servers.Caddyfile",
        "tavern@.service",
        "compose.yaml",
        "prometheus-alerts.yml",
        "grafana-dashboard.json",
    ],
)
def test_every_file_for_operators_is_pointed_at(name: str) -> None:
    assert (ROOT / "deploy" / name).is_file()
    assert f"(../deploy/{name})" in PAGE


def test_the_example_of_wrong_settings_is_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tavern.toml").write_text("prot = 8521\n")

    outcome = tavern("serve", "--config", "tavern.toml", "--body-seconds", "0", env={"TAVERN_LOG_LEVEL": "loud"})

    [shown] = re.findall(r"```text\n(.*?)```", section("Settings"), re.DOTALL)
    assert outcome.stderr == shown
