"""Settings: where they come from; that everything wrong with them is reported at once, and no secret with it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result

from events.storage.addresses import ADDRESSES
from server.config import NO_LIMITS, Config
from tests.tools.running import settings_of, tavern
from tools.failures import Failure
from tools.settings import GROUPS, SETTINGS, misspelt

KEY = "correct horse battery"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS.values():
        monkeypatch.delenv(setting.variable, raising=False)


def check(*arguments: str | Path, **environment: str) -> Result:
    return tavern("serve", "--check", *arguments, env=environment)


def errors_of(*arguments: str | Path, **environment: str) -> list[str]:
    """What is wrong, a line each."""
    result = check(*arguments, **environment)
    assert (result.exit_code, result.stdout) == (2, "")
    first, *others = result.stderr.splitlines()
    assert not others or first == f"Error: {len(others)} invalid settings:"
    return [line.removeprefix("  ") for line in others] or [first.removeprefix("Error: ")]


def written(folder: Path, text: str) -> Path:
    path = folder / "tavern.toml"
    path.write_text(text)
    return path


def test_every_setting_is_an_option_with_the_servers_default() -> None:
    assert list(SETTINGS) == [field.name for field in msgspec.structs.fields(Config)]
    assert settings_of() == Config()


def test_of_several_stores_the_last_counts_and_a_file_s_name_may_have_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_of("--store", "memory:", "--store", "sqlite:///a.db").store == "sqlite:///a.db"
    monkeypatch.setenv("TAVERN_STORE", "sqlite:////srv/my tavern.db")
    assert settings_of().store == "sqlite:////srv/my tavern.db"


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("evening.db", "sqlite:///evening.db"),
        ("/srv/my tavern.db", "sqlite:////srv/my tavern.db"),
        (r"C:\Games\tavern.db", r"sqlite:///C:\Games\tavern.db"),
        ("sqlite:///evening.db", "sqlite:///evening.db"),
        ("memory:", "memory:"),
    ],
)
def test_a_store_that_is_no_address_is_a_file_wherever_it_is_given(
    given: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings_of(given).store == settings_of("--store", given).store == address
    assert settings_of("--config", written(tmp_path, f"store = '{given}'\n")).store == address
    monkeypatch.setenv("TAVERN_STORE", given)
    assert settings_of().store == address
    assert settings_of("another.db").store == "sqlite:///another.db"


def test_a_store_that_is_an_argument_needs_no_other_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVERN_STORE", "mysql://elsewhere")
    assert settings_of("another.db").store == "sqlite:///another.db"


def test_a_server_has_one_store() -> None:
    refused = check("one.db", "--store", "two.db")

    assert refused.exit_code == 2
    assert "the store is given twice: one.db and --store sqlite:///two.db" in refused.stderr


def test_options_go_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, 'open_tables = true\nhost = "file"\nport = 1\nstore = "memory:"\nidle_seconds = 30\n')
    environment = {"TAVERN_HOST": "environment", "TAVERN_PORT": "2"}

    rows = [line.split() for line in check("--host", "flag", "--config", path, **environment).stdout.splitlines()]
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert settings_of("--host", "flag", "--config", path) == Config(
        open_tables=True, host="flag", port=2, store="memory:", idle_seconds=30
    )
    assert [row for row in rows if row and row[-1] != "default" and row[0] in SETTINGS] == [
        ["host", "flag", "--host"],
        ["port", "2", "TAVERN_PORT"],
        ["store", "memory:", str(path)],
        ["open_tables", "on", str(path)],
        ["idle_seconds", "30", str(path)],
    ]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("port", "0", 0),
        ("operator_port", "9521", 9521),
        ("body_seconds", "2.5", 2.5),
        ("allow_seeds", "Yes", True),
        ("allow_seeds", "0", False),
        ("allow_origin", "https://a.example, https://b.example:8443", ("https://a.example", "https://b.example:8443")),
        ("allow_frame", "https://a.example http://10.0.0.2:30000", ("https://a.example", "http://10.0.0.2:30000")),
        ("trusted_proxy", "10.0.0.0/8 ::1", ("10.0.0.0/8", "::1")),
        ("host_key", KEY, KEY),
        ("log_format", "json", "json"),
    ],
)
def test_a_setting_is_read_from_a_variable(name: str, text: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTINGS[name].variable, text)

    assert getattr(settings_of(), name) == value


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("allow_origin = []", ()),
        ('allow_origin = ["https://a.example", "https://b.example"]', ("https://a.example", "https://b.example")),
        ('allow_origin = "https://a.example https://b.example"', ("https://a.example", "https://b.example")),
        ("allow_seeds = true", True),
        ("body_seconds = 2.5", 2.5),
        ("body_seconds = 3", 3.0),
        ('port = "80"', 80),
        (f'host_key = "{KEY.upper()}"', KEY.upper()),
    ],
)
def test_a_setting_is_read_from_a_file(line: str, value: Any, tmp_path: Path) -> None:
    config = settings_of("--config", written(tmp_path, f"{line}\n"))

    assert getattr(config, line.partition(" ")[0]) == value


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVERN_HOST_KEY", "")
    monkeypatch.setenv("TAVERN_PORT", "")

    assert settings_of() == Config()


def test_everything_wrong_is_reported_together_with_its_source_and_what_would_be_right(tmp_path: Path) -> None:
    path = written(tmp_path, 'port = "many"\nbody_seconds = 0\ntrusted_proxy = ["proxy.example"]\n')

    assert errors_of(
        "--allow-origin",
        "https://a.example/x",
        "--config",
        path,
        TAVERN_LOG_LEVEL="loud",
        TAVERN_STREAMS_TOTAL="-1",
        TAVERN_STORE="folder/",
    ) == [
        "allow_origin (--allow-origin): 'https://a.example/x' is not an origin: scheme://host or scheme://host:port.",
        f"port ({path}): 'many' is not a valid integer.",
        f"trusted_proxy ({path}): 'proxy.example' is not an address or network, such as 10.0.0.0/8 or fd00::/8.",
        f"store (TAVERN_STORE): 'folder/' is not the address of a store. Use a file, {ADDRESSES}.",
        "streams_total (TAVERN_STREAMS_TOTAL): -1 is not in the range 0<=x<=1000000.",
        f"body_seconds ({path}): 0.0 is not in the range 0.05<=x<=86400.",
        "log_level (TAVERN_LOG_LEVEL): 'loud' is not one of 'debug', 'info', 'warning', 'error'.",
    ]


@pytest.mark.parametrize("number", ["nan", "inf", "-1", "1e99", "0x10", ""])
def test_an_invalid_time_is_refused(number: str) -> None:
    assert errors_of("--keepalive-seconds", number)


@pytest.mark.parametrize(
    "line",
    [
        "port = 1.5",
        "port = true",
        "allow_seeds = 3",
        "port = 70_000",
        "port = [80]",
        "host = []",
        'host = ""',
        "trusted_proxy = [1]",
        'trusted_proxy = [""]',
        "allow_origin = {}",
        "snapshot_every = 0",
        "keepalive_seconds = nan",
        'store = "mysql://tavern"',
    ],
)
def test_an_invalid_value_in_a_file_is_refused(line: str, tmp_path: Path) -> None:
    [error] = errors_of("--config", written(tmp_path, f"{line}\n"))

    assert error.startswith(f"{line.partition(' ')[0]} ({tmp_path / 'tavern.toml'}): ")


@pytest.mark.parametrize("origin", ["", "*", "foundry.example", "https://", "https://foundry.example/game"])
def test_an_invalid_origin_is_refused(origin: str) -> None:
    [error] = errors_of("--allow-origin", origin)

    assert error == f"allow_origin (--allow-origin): {origin!r} is not an origin: scheme://host or scheme://host:port."


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "*",
        "foundry.example",
        "https://",
        "https://foundry.example/",
        "app://foundry",
        "https://a.example;b",
        "'self'",
    ],
)
def test_an_invalid_frame_ancestor_is_refused(origin: str) -> None:
    [error] = errors_of("--allow-frame", origin)

    assert error == (
        f"allow_frame (--allow-frame): {origin!r} is not an origin of pages: https://host or https://host:port, or the "
        "same with http."
    )


def test_an_unknown_setting_is_refused_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    path = written(tmp_path, 'prot = 1\nHost-Key = "x"\n[limits]\nport = 2\n')

    *close, other = errors_of("--config", path)

    assert close == [
        f"prot ({path}): unknown setting; did you mean port?",
        f"Host-Key ({path}): unknown setting; did you mean host_key?",
    ]
    assert other.startswith(f"limits ({path}): unknown setting. The settings are host, port, ")


@pytest.mark.parametrize(
    ("text", "problem"), [("port = ", "invalid TOML: Invalid value"), (None, "cannot read the file: no such file")]
)
def test_a_file_that_cannot_be_read_is_reported_with_all_else(tmp_path: Path, text: str | None, problem: str) -> None:
    path = tmp_path / "tavern.toml"
    if text is not None:
        path.write_text(text)

    first, second = errors_of("--config", path, "--port", "many")

    assert first.startswith(f"config ({path}): {problem}")
    assert second == "port (--port): 'many' is not a valid integer."


def test_variables_that_look_like_settings_are_noticed_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAVERN_PROT", "TAVERN_HOSTKEY", "TAVERN_TOKEN", "TAVERN_PORT", "TAVERN_CONFIG", "PORT"):
        monkeypatch.setenv(name, "1")

    assert misspelt() == [("TAVERN_PROT", "TAVERN_PORT"), ("TAVERN_HOSTKEY", "TAVERN_HOST_KEY")]


@pytest.mark.parametrize("given", ['"short"', "5", '["a list of some length"]'])
def test_a_host_key_that_is_refused_is_not_shown(given: str, tmp_path: Path) -> None:
    [error] = errors_of("--config", written(tmp_path, f"host_key = {given}\n"))

    assert error.startswith(f"host_key ({tmp_path / 'tavern.toml'}): ")
    assert given.strip('["]') not in error.partition("): ")[2].replace("5 characters", "")


def test_a_host_key_is_shown_neither_by_a_check_nor_in_the_help(tmp_path: Path) -> None:
    path = written(tmp_path, f'host_key = "{KEY}"\nstore = "memory:"\n')

    shown = check("--config", path)
    helped = tavern("serve", "--config", path, "--help")

    assert ["host_key", "set", str(path)] in [line.split() for line in shown.stdout.splitlines()]
    assert helped.exit_code == 0
    assert KEY not in shown.output + helped.output


def test_players_and_the_operator_are_not_served_at_one_address() -> None:
    assert errors_of("--port", "9000", "--operator-port", "9000") == [
        "operator_port (--operator-port): 9000 is the players' port; use another."
    ]
    assert settings_of("--port", "0", "--operator-port", "0").operator_port == 0
    assert settings_of("--port", "9000", "--operator-port", "9000", "--operator-host", "::1").operator_port == 9000


def test_settings_that_are_wrong_stop_the_command_before_it_begins() -> None:
    with pytest.raises(Failure, match="port"):
        settings_of("--port", "70000")


def test_no_limits_turns_every_limit_off() -> None:
    assert list(NO_LIMITS) == [setting.name for setting in GROUPS["Limits (0: none)"]]
    assert set(NO_LIMITS.values()) == {0}


def test_every_setting_is_described_in_a_line_of_help() -> None:
    for setting in SETTINGS.values():
        assert setting.help is not None
        assert setting.help.endswith("."), setting.name
        assert len(setting.help) < 72, setting.name


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "gaming-pc", "example.org"])  # noqa: S104 - nothing listens there
def test_a_server_beyond_this_machine_needs_a_host_key_or_open_tables(host: str) -> None:
    (problem,) = errors_of("--host", host, "--store", "memory:")
    assert problem == (
        f"host_key (default): needed to listen on {host} (--host), beyond this machine. "
        "Set TAVERN_HOST_KEY, or --open-tables to let anyone open tables."
    )
    assert check("--host", host, "--store", "memory:", "--open-tables").exit_code == 0
    assert check("--host", host, "--store", "memory:", TAVERN_HOST_KEY=KEY).exit_code == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_a_server_for_this_machine_alone_needs_neither(host: str) -> None:
    assert check("--host", host, "--store", "memory:").exit_code == 0


def test_a_host_key_and_open_tables_contradict_each_other() -> None:
    (problem,) = errors_of("--open-tables", "--store", "memory:", TAVERN_HOST_KEY=KEY)
    assert problem == "open_tables (--open-tables): there is a host key, so not everybody can open tables."


@pytest.mark.parametrize("host", ["https://example.org", "example.org:443", "example.org/tavern", "", "*.example.org"])
def test_an_allowed_host_is_a_name_alone(host: str) -> None:
    (problem,) = errors_of("--allow-host", host, "--store", "memory:")
    assert problem.startswith("allow_host (--allow-host): ")
