"""The dashboard and the alert rules ask for nothing but what a server exposes, and leave nothing important out."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from server.metrics import Metrics
from server.operator import create_operator_app
from tests.deploy.proxies import DEPLOY
from tests.docs.test_links import anchors
from tests.server.serving import Client, start_server

ROOT: Final = DEPLOY.parent
COMMANDS: Final = "/api/tables/{table}/commands"

LEFT_OUT: Final = {
    "process_virtual_memory_bytes": "address space that is only reserved says nothing about the memory in use",
    "python_gc_objects_collected_total": "for those who work on the program",
    "python_gc_objects_uncollectable_total": "for those who work on the program",
    "python_gc_collections_total": "for those who work on the program",
}
"""Metrics that are not on the dashboard, and why."""

OF_PROMETHEUS: Final = {"up": set[str]()}
"""Metrics that Prometheus adds, with their labels."""
TARGET: Final = {"job", "instance"}
"""Labels that Prometheus adds to every metric."""

WORDS: Final = {"by", "or", "unless", "offset"}
_STRING: Final = re.compile(r'"[^"]*"')
_SELECTOR: Final = re.compile(r"([a-z_]\w*)\{([^{}]*)\}")
_MATCHER: Final = re.compile(r'(\w+)(?:=|!=|=~|!~)("[^"]*")')
_GROUPING: Final = re.compile(r"\bby \(([^)]*)\)")
_NAME: Final = re.compile(r"(?<![\w.$])[a-z_]\w*(?!\w)(?!\s*\()")
_COUNTED: Final = re.compile(r"\b(rate|increase)\(([a-z_]\w*)")


class Rule(msgspec.Struct, forbid_unknown_fields=True):
    """An alert rule. A wait may be missing."""

    alert: str
    expr: str
    labels: dict[str, str]
    annotations: dict[str, str]
    duration: str = msgspec.field(default="0s", name="for")


class Group(msgspec.Struct, forbid_unknown_fields=True):
    """A group of rules."""

    name: str
    rules: list[Rule]


class Rules(msgspec.Struct, forbid_unknown_fields=True):
    """The file of rules."""

    groups: list[Group]


class Expression:
    """What an expression in PromQL names: metrics, the labels of each, and the labels by which it groups."""

    def __init__(self, text: str) -> None:
        self.text = text
        # A label's value may have braces, as a route's pattern does.
        values = [found.strip('"') for found in _STRING.findall(text)]
        numbers = iter(range(len(values)))
        plain = _STRING.sub(lambda _: f'"{next(numbers)}"', text)
        self.matched = {
            (name, label, values[int(value.strip('"'))])
            for name, matchers in _SELECTOR.findall(plain)
            for label, value in _MATCHER.findall(matchers)
        }
        self.grouped = {label.strip() for labels in _GROUPING.findall(plain) for label in labels.split(",")}
        bare = re.sub(r"\[[^\]]*\]", "", _GROUPING.sub("", re.sub(r"\{[^{}]*\}", "", plain)))
        self.metrics = set(_NAME.findall(re.sub(r"\b\d+[smhd]\b", "", bare))) - WORDS
        self.counted = {name for _, name in _COUNTED.findall(plain)}


@pytest.fixture(scope="module")
def families() -> list[Metric]:
    """What a server exposes, once everything that has labels was counted."""
    metrics = Metrics()
    metrics.requests.answered("POST", COMMANDS, 200, 0.1)
    for one in (metrics.streams_closed, metrics.store_errors, metrics.store_rebuilt, metrics.limited):
        one.labels("anything").inc()
    for gauge in (metrics.store_damaged, metrics.store_primary):
        gauge.labels("anything").set(1)
    return list(text_string_to_metric_families(metrics.exposition().decode()))


@pytest.fixture(scope="module")
def exposed(families: list[Metric]) -> dict[str, set[str]]:
    """The labels of each metric by the name of its samples."""
    labels: dict[str, set[str]] = {}
    for family in families:
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


def panels() -> list[dict[str, Any]]:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    found: list[dict[str, Any]] = dashboard["panels"]
    return found


def rules() -> list[Rule]:
    [group] = msgspec.yaml.decode((DEPLOY / "prometheus-alerts.yml").read_bytes(), type=Rules).groups
    return group.rules


def targets() -> list[dict[str, Any]]:
    return [target for panel in panels() for target in panel.get("targets", [])]


def expressions() -> Iterator[Expression]:
    yield from (Expression(target["expr"]) for target in targets())
    yield from (Expression(rule.expr) for rule in rules())


def test_an_expression_is_read_as_prometheus_reads_it() -> None:
    read = Expression(
        'histogram_quantile(0.99, sum by (le, route) (rate(a_bucket{b="/{c}/d",e=~"$e"}[$__rate_interval]))) > 0.5'
        " or up == 0 unless f_total offset 10m > time()"
    )
    assert read.metrics == {"a_bucket", "up", "f_total"}
    assert read.matched == {("a_bucket", "b", "/{c}/d"), ("a_bucket", "e", "$e")}
    assert (read.grouped, read.counted) == ({"le", "route"}, {"a_bucket"})


def test_every_metric_and_every_label_is_one_that_a_server_exposes(exposed: dict[str, set[str]]) -> None:
    known = exposed | OF_PROMETHEUS
    for expression in expressions():
        assert expression.metrics, expression.text
        assert expression.metrics <= set(known), expression.text
        for name, label, _ in expression.matched:
            assert label in known[name] | TARGET, expression.text
        shared = set.intersection(*(known[name] for name in expression.metrics))
        assert expression.grouped <= shared | TARGET, expression.text


def test_counters_are_rated_and_gauges_are_not(families: list[Metric]) -> None:
    kinds = {sample.name: family.type for family in families for sample in family.samples}
    # Starts on an older store: none should ever be.
    totals = {"tavern_store_went_back_total"}
    for expression in expressions():
        for name in expression.metrics - set(OF_PROMETHEUS):
            counts = kinds[name] in ("counter", "histogram")
            assert (name in expression.counted) == (counts and name not in totals), expression.text
        if "histogram_quantile(" in expression.text:
            assert "le" in expression.grouped
            assert {kinds[name] for name in expression.metrics} == {"histogram"}


def test_every_metric_is_on_the_dashboard_or_left_out_for_a_reason(families: list[Metric]) -> None:
    shown = {name for target in targets() for name in Expression(target["expr"]).metrics}
    families_of = {sample.name: family.name for family in families for sample in family.samples}
    missing = {family.name for family in families} - {families_of[name] for name in shown}
    assert missing == {families_of[name] for name in LEFT_OUT}


async def test_the_values_of_labels_are_those_of_a_real_server() -> None:
    server = await start_server(CATALOGUE, MemoryStore())
    table = await server.open("pig")
    assert (await table.gm.give("set_listed", listed=True)).status == 200
    operator: Client = TestClient(TestServer(create_operator_app(server.app.tables)))
    await operator.start_server()
    text = await (await operator.get("/metrics")).text()
    await operator.close()
    await server.close()
    values = {
        (sample.name, label, value)
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        for label, value in sample.labels.items()
    }
    fixed = {one for expression in expressions() for one in expression.matched if one[1] not in TARGET}
    for name, label, value in fixed:
        assert (name, label, value) in values or (label == "status" and value in ("4xx", "5xx"))


def test_panels_name_what_they_group_by_and_fit_their_rows(exposed: dict[str, set[str]]) -> None:
    assert len({panel["id"] for panel in panels()}) == len(panels())
    taken: set[tuple[int, int]] = set()
    for panel in panels():
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
        for target in panel.get("targets", []):
            expression = Expression(target["expr"])
            assert target["datasource"] == panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
            assert set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])) == expression.grouped - {"le"}, panel[
                "title"
            ]


def test_the_dashboard_asks_which_prometheus_and_which_server() -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    variables = {variable["name"]: variable for variable in dashboard["templating"]["list"]}
    assert list(variables) == ["datasource", "job", "instance"]
    assert variables["datasource"]["type"] == "datasource"
    used = {name for target in targets() for name in re.findall(r"\$(\w+)", target["expr"])}
    assert used == {"job", "instance", "__rate_interval"}
    for target in targets():
        for name, _ in _SELECTOR.findall(re.sub(r'"[^"]*"', '""', target["expr"])):
            assert {("job", "$job"), ("instance", "$instance")} <= {
                (label, value) for of, label, value in Expression(target["expr"]).matched if of == name
            }, target["expr"]


def test_every_alert_says_what_happened_and_leads_to_the_page_that_helps() -> None:
    assert len({rule.alert for rule in rules()}) == len(rules())
    for rule in rules():
        assert re.fullmatch(r"Tavern[A-Z]\w+", rule.alert)
        assert rule.labels["severity"] in ("critical", "warning")
        assert re.fullmatch(r"\d+[sm]", rule.duration)
        assert set(rule.annotations) == {"summary", "description", "page"}
        page, _, anchor = rule.annotations["page"].partition("#")
        assert anchor in anchors(ROOT / page), rule.alert
        known = Expression(rule.expr)
        for label in re.findall(r"\$labels\.(\w+)", rule.annotations["summary"]):
            assert label in known.grouped | TARGET | {"part"}, rule.alert
