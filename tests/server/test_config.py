"""Settings: where they come from, and that all that is wrong with them is told at once, and no secret."""

from pathlib import Path
from typing import Any

import pytest

from server.config import NO_LIMITS, SETTINGS, BadConfig, Config
from server.settings import Effective, effective, from_environment, from_file, from_flags, misspelt

KEY = "correct horse battery"


def complaints_of(*given: Any) -> list[str]:
    with pytest.raises(BadConfig) as caught:
        effective(*given)
    return [str(complaint) for complaint in caught.value.complaints]


def written(folder: Path, text: str) -> Path:
    path = folder / "tavern.toml"
    path.write_text(text)
    return path


def test_without_settings_a_server_starts_as_is_usual() -> None:
    assert effective() == Effective(Config(), {})


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, 'host = "file"\nport = 1\nstore = "memory:"\nidle_seconds = 30\n')
    environment = {"TAVERN_HOST": "environment", "TAVERN_PORT": "2"}

    found = effective(from_flags({"host": "flag", "port": None}), from_environment(environment), from_file(path))

    assert found.config == Config(host="flag", port=2, store="memory:", idle_seconds=30)
    assert found.sources == {
        "host": "--host",
        "port": "TAVERN_PORT",
        "store": str(path),
        "idle_seconds": str(path),
    }


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("port", "0", 0),
        ("operator_port", "9521", 9521),
        ("body_seconds", "2.5", 2.5),
        ("allow_seeds", "Yes", True),
        ("allow_seeds", "0", False),
        ("allow_origin", "https://a.example, https://b.example:8443", ("https://a.example", "https://b.example:8443")),
        ("trusted_proxy", "10.0.0.0/8 ::1", ("10.0.0.0/8", "::1")),
        ("host_key", KEY, KEY),
        ("log_format", "json", "json"),
    ],
)
def test_a_setting_is_read_from_text(name: str, text: str, value: Any) -> None:
    found = effective(from_environment({SETTINGS[name].variable: text}))

    assert getattr(found.config, name) == value


def test_an_empty_variable_is_as_good_as_none() -> None:
    assert effective(from_environment({"TAVERN_HOST_KEY": "", "TAVERN_PORT": ""})).config == Config()


def test_all_that_is_wrong_is_told_together_with_where_it_stands_and_what_would_be_right(tmp_path: Path) -> None:
    path = written(tmp_path, 'port = "many"\nbody_seconds = 0\nallow_seeds = 1\ntrusted_proxy = ["proxy.example"]\n')
    environment = {"TAVERN_LOG_LEVEL": "loud", "TAVERN_STREAMS_TOTAL": "-1", "TAVERN_STORE": "tavern.db"}

    assert complaints_of(
        from_flags({"allow_origin": ("https://a.example/x",)}), from_environment(environment), from_file(path)
    ) == [
        "log_level is loud (TAVERN_LOG_LEVEL): it must be debug, info, warning or error",
        f"port is many ({path}): it must be a whole number from 0 to 65,535",
        f"allow_seeds is 1 ({path}): it must be true or false",
        "streams_total is -1 (TAVERN_STREAMS_TOTAL): it must be a whole number from 0 to 1,000,000",
        f"body_seconds is 0 ({path}): it must be a number from 0.05 to 86,400",
        "store is tavern.db (TAVERN_STORE): it may be memory: (lost at exit), sqlite:///FILE (a relative path) or "
        "sqlite:////FILE (an absolute path). A file is named like this: sqlite:///tavern.db",
        "allow_origin is https://a.example/x (--allow-origin): an origin is scheme://host or scheme://host:port, "
        "without a path",
        f"trusted_proxy is proxy.example ({path}): a network is an address, or one like 10.0.0.0/8 or fd00::/8",
    ]


@pytest.mark.parametrize("number", ["nan", "inf", "-1", "1e99", "0x10", ""])
def test_what_is_no_time_is_refused(number: str) -> None:
    assert complaints_of(from_flags({"keepalive_seconds": number}))


def test_a_setting_that_does_not_exist_is_refused_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    path = written(tmp_path, 'prot = 1\nHost-Key = "x"\n[limits]\nport = 2\n')

    *close, other = complaints_of(from_file(path))

    assert close == [
        f"prot is in {path}: there is no such setting; did you mean port?",
        f"Host-Key is in {path}: there is no such setting; did you mean host_key?",
    ]
    assert other.startswith(f"limits is in {path}: there is no such setting; there are host, port, ")


@pytest.mark.parametrize(
    ("text", "told"), [("port = ", "it is no TOML: Invalid value"), (None, "it cannot be read: No")]
)
def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path, text: str | None, told: str) -> None:
    path = tmp_path / "tavern.toml"
    if text is not None:
        path.write_text(text)

    [complaint] = complaints_of(from_file(path))

    assert complaint.startswith(f"config is {path}: {told}")


def test_variables_that_look_like_a_setting_s_are_noticed_and_others_are_not() -> None:
    environment = {"TAVERN_PROT": "1", "TAVERN_HOSTKEY": "x", "TAVERN_TOKEN": "x", "TAVERN_PORT": "1", "PORT": "1"}

    assert misspelt(environment) == [("TAVERN_PROT", "TAVERN_PORT"), ("TAVERN_HOSTKEY", "TAVERN_HOST_KEY")]


@pytest.mark.parametrize("given", ["short", 5, ["a list"]])
def test_a_secret_is_never_told(given: object, tmp_path: Path) -> None:
    path = written(tmp_path, f"host_key = {given!r}")

    [complaint] = complaints_of(from_file(path))

    assert complaint.startswith("host_key is a secret of ")
    assert str(given) not in complaint.replace(str(path), "").replace("5 characters", "")
    rows = {name: value for name, value, _ in effective(from_flags({"host_key": KEY})).rows()}
    assert rows["host_key"] == "set"
    assert KEY not in rows.values()


def test_players_and_the_operator_are_not_served_at_one_address() -> None:
    assert complaints_of(from_flags({"port": "9000", "operator_port": "9000"})) == [
        "operator_port is 9000 (--operator-port): the players are served there: it must be another port"
    ]
    assert effective(from_flags({"port": "0", "operator_port": "0"})).config.operator_port == 0


def test_quotas_are_in_megabytes() -> None:
    config = Config(table_quota_mb=3, store_quota_mb=0)

    assert (config.table_quota_bytes, config.store_quota_bytes) == (3 * 2**20, 0)


def test_every_limit_can_be_taken_away_at_once() -> None:
    unlimited = Config(port=0).unlimited()

    assert {name: getattr(unlimited, name) for name in NO_LIMITS} == dict.fromkeys(NO_LIMITS, 0)
    assert len(NO_LIMITS) == 9
    assert unlimited.port == 0


def test_every_setting_can_be_told_of_in_a_line_of_help() -> None:
    for setting in SETTINGS.values():
        assert setting.about.told.endswith("."), setting.name
        assert len(setting.about.told) < 72, setting.name
        assert setting.about.what or setting.type is bool, setting.name
