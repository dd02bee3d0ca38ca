"""The operator's page lists every setting and every metric as they are."""

import re
from pathlib import Path
from typing import Final

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.metrics import Metrics
from tests.docs.pages import ROOT
from tests.tools.running import tavern
from tools.settings import SETTINGS

PAGE: Final = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def section(name: str) -> str:
    return PAGE.split(f"\n## {name}\n")[1].split("\n## ")[0]


def rows(name: str) -> list[list[str]]:
    """The cells of a section's table, without its two lines of heading."""
    lines = [line for line in section(name).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_the_page_lists_every_setting_with_its_variable_and_its_default() -> None:
    documented = [[cell.strip("`") for cell in row[:3]] for row in rows("Settings")]

    assert documented == [[each.flag, each.variable, each.shown(each.default)] for each in SETTINGS.values()]
    assert [row for row in rows("Settings") if not row[3]] == []


def test_the_page_lists_every_metric_with_its_kind_and_its_labels() -> None:
    metrics = Metrics()
    metrics.requests.answered("GET", "/", 200, 0.1)
    metrics.streams_closed.labels("gone")
    metrics.store_errors.labels("store_full")
    metrics.store_damaged.labels("tokens")
    metrics.store_rebuilt.labels("rounds")
    metrics.store_primary.labels("db1:5432")
    metrics.limited.labels("requests")
    families = {
        family.name: (family.type, {label for sample in family.samples for label in sample.labels} - {"le"})
        for family in text_string_to_metric_families(metrics.exposition().decode())
        if family.name.startswith("tavern_")
    }

    documented = {
        row[0].strip("`").removesuffix("_total"): (row[1], set(re.findall(r"`(\w+)`", row[2])))
        for row in rows("Metrics and health")
    }
    assert documented == families


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
