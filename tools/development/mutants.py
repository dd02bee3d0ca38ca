"""Change single operators and constants of the most important modules, and see whether their tests notice.

    make mutants
    python -m tools.development.mutants --tool build/mutation/bin events/merkle.py

Cosmic Ray changes the modules of a copy of the checkout, one place at a time, and runs a module's tests after each
change. A change that no test notices survives; the ones that remain are explained in docs/reliability.md.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click
import msgspec

ROOT: Final = Path(__file__).parents[2]
SCOPES: Final[dict[str, list[str]]] = {
    "events/entry.py": [
        "tests/events/test_entry.py", "tests/events/test_codec.py",
        "tests/replays/test_tampering.py", "tests/verifier/test_vectors.py",
    ],
    "events/codec.py": ["tests/events/test_codec.py", "tests/toys/test_upcasting.py"],
    "events/audience.py": ["tests/events/test_redaction.py"],
    "events/dice.py": [
        "tests/events/test_dice.py", "tests/events/test_weighted_dice.py", "tests/docs/test_dice_vectors.py",
        "tests/events/test_merkle.py::test_seeds_in_a_row_are_those_of_the_rounds",
    ],
    "events/event.py": ["tests/events/test_redaction.py", "tests/events/test_codec.py"],
    "events/gaming_sets.py": ["tests/events/test_weighted_dice.py"],
    "events/merkle.py": ["tests/events/test_merkle.py"],
    "events/round_spans.py": ["tests/events/test_round_spans.py"],
    "events/sealed_luck.py": [
        "tests/events/test_sealed_luck.py", "tests/docs/test_dice_vectors.py", "tests/games/test_sealed_luck.py",
    ],
    "events/character.py": ["tests/events/test_character.py"],
    "events/dispute_events.py": ["tests/events/test_redaction.py"],
    "events/draws.py": [
        "tests/events/test_dice.py", "tests/replays/test_other_secrets.py", "tests/replays/test_fairness.py",
    ],
    "events/other_secrets.py": ["tests/replays/test_other_secrets.py"],
    "events/round_events.py": ["tests/events/test_redaction.py"],
    "events/table_events.py": ["tests/events/test_redaction.py", "tests/games/test_admission.py"],
    "events/storage/addresses.py": ["tests/events/storage/test_opening.py", "tests/tools/test_settings.py"],
    "events/storage/contract/copying.py": ["tests/events/storage/test_copying.py"],
    "events/storage/copying.py": ["tests/events/storage/test_copying.py"],
    "events/storage/contract/arguments.py": [
        "tests/events/storage/test_arguments.py", "tests/events/storage/test_memory.py",
    ],
    "events/storage/memory.py": ["tests/events/storage/test_memory.py"],
    "events/storage/opening.py": ["tests/events/storage/test_opening.py"],
    "events/storage/sqlite/chat.py": [
        "tests/events/storage/test_sqlite.py", "tests/events/storage/test_sqlite_erasing.py",
    ],
    "events/storage/sqlite/credentials.py": [
        "tests/events/storage/test_sqlite.py", "tests/events/storage/test_sqlite_healing.py",
    ],
    "events/storage/sqlite/errors.py": [
        "tests/events/storage/test_opening.py", "tests/events/storage/test_sqlite_in_use.py",
        "tests/events/storage/test_sqlite_faults.py",
    ],
    "events/storage/sqlite/copying.py": ["tests/events/storage/test_copying.py"],
    "events/storage/sqlite/queries.py": [
        "tests/events/storage/test_sqlite_external_reader.py",
        "tests/events/storage/test_sqlite.py", "tests/events/storage/test_sqlite_damage.py",
    ],
    "events/storage/sqlite/snapshots.py": ["tests/events/storage/test_sqlite.py"],
    "events/storage/sqlite/store.py": [
        "tests/events/storage/test_opening.py", "tests/events/storage/test_sqlite_in_use.py",
    ],
    "events/storage/sqlite/file/clean_shutdown.py": [
        "tests/events/storage/test_clean_shutdown.py", "tests/events/storage/test_lost_logs.py",
        "tests/events/storage/test_sqlite_watching.py",
    ],
    "events/storage/consistency.py": ["tests/events/storage/test_consistency.py"],
    "events/storage/sqlite/checking.py": ["tests/events/storage/test_consistency.py"],
    "events/storage/sqlite/file/known_bugs.py": ["tests/events/storage/test_sqlite_watching.py"],
    "events/storage/sqlite/connection.py": [
        "tests/events/storage/test_sqlite_faults.py", "tests/events/storage/test_group_commit.py",
        "tests/events/storage/test_sqlite_external_reader.py", "tests/events/storage/test_sqlite.py::TestSqliteStore",
        "tests/events/storage/test_sqlite_healing.py",
    ],
    "events/storage/sqlite/file/lock.py": [
        "tests/events/storage/test_sqlite_in_use.py", "tests/events/storage/test_newest_entry.py",
        "tests/events/storage/test_sqlite_faults.py",
    ],
    "events/storage/sqlite/file/wal.py": [
        "tests/events/storage/test_lost_logs.py", "tests/events/storage/test_pages.py",
    ],
    "events/storage/sqlite/file/opening.py": [
        "tests/events/storage/test_opening.py", "tests/events/storage/test_sqlite_in_use.py",
        "tests/events/storage/test_sqlite_faults.py", "tests/events/storage/test_sqlite_external_reader.py",
        "tests/events/storage/test_lost_logs.py", "tests/events/storage/test_sqlite_watching.py",
        "tests/events/storage/test_sqlite_erasing.py", "tests/events/storage/test_sqlite.py",
    ],
    "events/storage/sqlite/group_commit.py": [
        "tests/events/storage/test_group_commit.py", "tests/events/storage/test_lost_logs.py",
        "tests/events/storage/test_sqlite_watching.py", "tests/events/storage/test_sqlite_erasing.py",
    ],
    "events/storage/sqlite/file/healing.py": ["tests/events/storage/test_sqlite_healing.py"],
    "events/storage/sqlite/log.py": [
        "tests/events/storage/test_sqlite_damage.py", "tests/events/storage/test_sqlite.py::TestSqliteStore",
        "tests/events/storage/test_lost_logs.py",
    ],
    "events/storage/sqlite/maintenance.py": [
        "tests/events/storage/test_sqlite.py::TestSqliteStore", "tests/events/storage/test_sqlite_erasing.py",
        "tests/events/storage/test_sqlite_healing.py", "tests/events/storage/test_sqlite_watching.py",
    ],
    "events/storage/sqlite/file/reader.py": ["tests/events/storage/test_sqlite_external_reader.py"],
    "events/storage/sqlite/schema.py": [
        "tests/events/storage/test_opening.py",
        "tests/events/storage/test_sqlite_external_reader.py",
    ],
    "events/storage/postgresql/appending.py": [
        "tests/events/storage/test_postgresql.py", "tests/events/storage/test_postgresql_appending.py",
    ],
    "events/storage/postgresql/chat.py": ["tests/events/storage/test_postgresql.py"],
    "events/storage/postgresql/checking.py": [
        "tests/events/storage/test_postgresql_upkeep.py", "tests/tools/test_postgresql.py",
    ],
    "events/storage/postgresql/connection.py": [
        "tests/events/storage/test_postgresql_upkeep.py", "tests/events/storage/test_postgresql.py",
        "tests/events/storage/test_postgresql_hanging.py", "tests/events/storage/test_postgresql_standbys.py",
    ],
    "events/storage/postgresql/connections/confirming.py": [
        "tests/events/storage/test_postgresql_connections.py", "tests/events/storage/test_postgresql_standbys.py",
        "tests/events/storage/test_postgresql_hanging.py",
    ],
    "events/storage/postgresql/connections/connecting.py": [
        "tests/events/storage/test_postgresql_connections.py", "tests/events/storage/test_postgresql_standbys.py",
        "tests/events/storage/test_postgresql.py",
    ],
    "events/storage/postgresql/connections/errors.py": [
        "tests/events/storage/test_postgresql_errors.py", "tests/events/storage/test_postgresql.py",
    ],
    "events/storage/postgresql/connections/asyncpg_types.py": ["tests/events/storage/test_postgresql_connections.py"],
    "events/storage/postgresql/credentials.py": ["tests/events/storage/test_postgresql.py"],
    "events/storage/postgresql/group_commit.py": [
        "tests/events/storage/test_postgresql_groups.py", "tests/events/storage/test_postgresql.py",
        "tests/events/storage/test_postgresql_standbys.py", "tests/events/storage/test_postgresql_hanging.py",
    ],
    "events/storage/postgresql/log.py": ["tests/events/storage/test_postgresql.py"],
    "events/storage/postgresql/batched_lookups.py": ["tests/events/storage/test_batched_lookups.py"],
    "events/storage/postgresql/maintenance.py": [
        "tests/events/storage/test_postgresql_upkeep.py", "tests/events/storage/test_postgresql.py",
    ],
    "events/storage/postgresql/copying.py": [
        "tests/events/storage/test_postgresql_copying.py", "tests/tools/test_copying.py",
    ],
    "events/storage/postgresql/notifications.py": [
        "tests/events/storage/test_postgresql_connections.py", "tests/events/storage/test_postgresql.py",
    ],
    "events/storage/postgresql/queries.py": ["tests/events/storage/test_postgresql.py"],
    "events/storage/postgresql/schema.py": [
        "tests/events/storage/test_postgresql_connections.py", "tests/events/storage/test_postgresql.py",
    ],
    "events/storage/postgresql/sharing.py": [
        "tests/events/storage/test_postgresql_upkeep.py", "tests/events/storage/test_postgresql.py",
        "tests/events/storage/test_postgresql_hanging.py", "tests/events/storage/test_postgresql_standbys.py",
    ],
    "events/storage/postgresql/snapshots.py": ["tests/events/storage/test_postgresql.py"],
    "events/storage/postgresql/store.py": [
        "tests/events/storage/test_postgresql_upkeep.py", "tests/events/storage/test_postgresql.py",
        "tests/events/storage/test_postgresql_hanging.py",
    ],
    "events/storage/sqlite/recovery/backup.py": [
        "tests/events/storage/test_sqlite_backup.py", "tests/events/storage/test_sqlite_healing.py",
    ],
    "events/storage/sqlite/recovery/following.py": ["tests/events/storage/test_following.py"],
    "events/storage/sqlite/recovery/pages.py": ["tests/events/storage/test_pages.py"],
    "events/storage/sqlite/recovery/repair.py": ["tests/events/storage/test_repair.py"],
    "events/storage/sqlite/file/watching.py": [
        "tests/events/storage/test_sqlite_watching.py",
        "tests/events/storage/test_sqlite_faults.py::test_nothing_is_acknowledged_into_a_file_that_was_taken_away",
    ],
    "events/storage/sqlite/recovery/salvage.py": [
        "tests/events/storage/test_salvage.py",
        "--deselect=tests/events/storage/test_salvage.py::test_a_damaged_page_costs_the_lines_on_it_and_no_others",
    ],
    "projections/actions.py": ["tests/projections/test_actions.py", "tests/games/test_legality.py"],
    "projections/chronicle.py": ["tests/projections/test_chronicle.py", "tests/projections/test_dice_on_the_table.py"],
    "projections/dice_folds.py": ["tests/projections/test_dice_on_the_table.py"],
    "projections/disputing.py": [
        "tests/projections/test_disputing.py", "tests/games/test_rulings.py", "tests/games/test_disputes.py",
        "tests/games/test_unsealing.py",
    ],
    "projections/folding.py": [
        "tests/projections", "tests/toys", "tests/games/test_sealed_luck.py", "tests/games/test_set_game.py",
        "tests/games/test_table_rules.py", "tests/games/test_rotation.py",
    ],
    "projections/game.py": ["tests/projections/test_table.py"],
    "projections/labels.py": ["tests/projections/test_label_lookup.py"],
    "projections/scoring.py": ["tests/games/test_rulings.py"],
    "projections/served_views.py": ["tests/projections/test_served_views.py"],
    "projections/viewer_projection.py": ["tests/projections", "tests/toys"],
    "projections/snapshots.py": ["tests/projections/test_snapshots.py"],
    "projections/standings.py": ["tests/projections/test_standings.py"],
    "projections/table.py": ["tests/projections/test_table.py", "tests/games/test_rotation.py"],
    "projections/views.py": ["tests/projections/test_views.py", "tests/games/test_rotation.py"],
    "replays/audit.py": ["tests/replays/test_audit.py"],
    "replays/export.py": ["tests/replays/test_export.py", "tests/replays/test_audit.py"],
    "replays/integrity.py": ["tests/replays/test_integrity.py"],
    "replays/side_records.py": ["tests/replays/test_side_records.py"],
    "server/background/backoff.py": ["tests/server/test_backoff.py"],
    "server/background/deadlines.py": ["tests/server/test_clock.py"],
    "server/background/log_verifier.py": ["tests/server/test_damage.py"],
    "server/background/other_servers.py": ["tests/server/test_other_servers.py"],
    "server/background/snapshots.py": ["tests/server/test_snapshots.py"],
    "server/background/startup.py": ["tests/server/test_startup.py", "tests/server/test_backoff.py"],
    "server/background/supervisor.py": [
        "tests/server/test_supervisor.py", "tests/server/test_other_servers.py", "tests/server/test_backoff.py",
    ],
    "server/clock.py": ["tests/server/test_system_clock.py"],
    "server/commands/command_handler.py": [
        "tests/server/test_commands.py", "tests/server/test_acting_for.py", "tests/server/test_idempotency.py",
        "tests/server/test_door.py",
    ],
    "server/commands/idempotency.py": ["tests/server/test_idempotency.py", "tests/server/test_commands.py"],
    "server/failed_requests.py": ["tests/server/test_failed_requests.py"],
    "server/tables/chat.py": ["tests/server/test_chat.py"],
    "server/tables/damage.py": [
        "tests/server/test_damage.py", "tests/server/test_head_damage.py", "tests/server/test_secret_damage.py",
    ],
    "server/tables/other_servers.py": ["tests/server/test_other_servers.py"],
    "server/tables/registry.py": [
        "tests/server/test_eviction.py", "tests/server/test_other_servers.py", "tests/server/test_damage.py",
        "tests/server/test_faults.py", "tests/server/test_events.py", "tests/server/test_live.py",
    ],
    "server/tables/snapshot_filler.py": ["tests/server/test_snapshot_filler.py", "tests/server/test_snapshots.py"],
    "server/tables/live_table.py": [
        "tests/server/test_live.py", "tests/server/test_log.py", "tests/server/test_restart.py",
        "tests/server/test_faults.py", "tests/server/test_commands.py", "tests/server/test_idempotency.py",
        "tests/server/test_damage.py", "tests/server/test_eviction.py", "tests/server/test_snapshots.py",
        "tests/server/test_door.py", "tests/server/test_clock.py", "tests/server/test_revocation.py",
        "tests/server/test_secret_damage.py", "tests/server/test_presence.py", "tests/tools/test_importing.py",
    ],
    "server/tables/loading.py": [
        "tests/server/test_head_damage.py", "tests/server/test_secret_damage.py", "tests/server/test_damage.py",
        "tests/server/test_restart.py",
    ],
    "server/tables/log_reader.py": [
        "tests/server/test_log_reader.py", "tests/server/test_log.py", "tests/server/test_live.py",
        "tests/server/test_restart.py", "tests/server/test_snapshots.py", "tests/server/test_looking.py",
        "tests/server/test_damage.py",
    ],
    "server/tokens.py": ["tests/server/test_tokens.py"],
}  # fmt: skip
"""The modules, each with the tests that should notice any change of it; fast ones first."""

SKIPPED: Final = [
    "core/ReplaceBinaryOperator_BitOr_.*",
    "core/ReplaceBinaryOperator_(?!Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul|Mod_FloorDiv|Pow_Mul|BitAnd_BitOr"
    "|BitXor_BitAnd|LShift_RShift|RShift_LShift).*",
    "core/ReplaceComparisonOperator_(?!Eq_NotEq|NotEq_Eq|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt"
    "|Is_IsNot|IsNot_Is|In_NotIn|NotIn_In).*",
    "core/ReplaceUnaryOperator_(?!Delete_).*",
]
"""Changes that are left out: those of types, and of each operator all but the next and the opposite one."""

_SECONDS: Final = 120.0


class Mutation(msgspec.Struct):
    """One change of a module: where, and which."""

    module_path: str
    operator_name: str
    start_pos: tuple[int, int]


class _Item(msgspec.Struct):
    mutations: list[Mutation]


class _Result(msgspec.Struct):
    test_outcome: str | None = None
    worker_outcome: str | None = None


class Judged(msgspec.Struct):
    """A module's mutants: how many the tests noticed, and those that they did not, with the changed lines."""

    module: str
    killed: int
    survived: list[str]

    @property
    def score(self) -> str:
        """The share that was noticed."""
        return f"{self.module}: {self.killed} of {self.killed + len(self.survived)} noticed"


@click.command(help=__doc__)
@click.option(
    "--tool", type=click.Path(exists=True, path_type=Path), required=True, help="Where Cosmic Ray's programs are."
)
@click.argument("modules", nargs=-1, type=click.Choice(sorted(SCOPES)), metavar="[MODULE]...")
def main(tool: Path, modules: Sequence[str]) -> None:
    """Mutants."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        _copy_checkout(copy)
        judged = [_judge(tool.resolve(), copy, module) for module in modules or SCOPES]
    killed, survived = sum(one.killed for one in judged), sum(len(one.survived) for one in judged)
    click.echo(f"{killed} of {killed + survived} noticed")


def _judge(tool: Path, copy: Path, module: str) -> Judged:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *SCOPES[module]]
    if subprocess.run(command, cwd=copy, capture_output=True, check=False).returncode:  # noqa: S603 - ours alone
        raise click.ClickException(f"the tests of {module} fail before anything is changed")
    name = module.replace("/", "-")
    config, session = copy.parent / f"{name}.toml", copy.parent / f"{name}.sqlite"
    config.write_text(_config(module, " ".join(command)), encoding="utf-8")
    _run([tool / "cosmic-ray", "init", config, session], copy)
    _run([tool / "cr-filter-operators", session, config], copy)
    _run([tool / "cosmic-ray", "exec", config, session], copy)
    judged = _read(module, _run([tool / "cosmic-ray", "dump", session], copy), (ROOT / module).read_text("utf-8"))
    click.echo("\n  ".join([judged.score, *judged.survived]))
    return judged


def _config(module: str, command: str) -> str:
    skipped = ", ".join(f"'{pattern}'" for pattern in SKIPPED)
    return (
        f'[cosmic-ray]\nmodule-path = "{module}"\ntimeout = {_SECONDS}\nexcluded-modules = []\n'
        f'test-command = "{command}"\ndistributor.name = "local"\n'
        f"[cosmic-ray.filters.operators-filter]\nexclude-operators = [{skipped}]\n"
    )


def _read(module: str, dump: str, source: str) -> Judged:
    lines, judged = source.splitlines(), Judged(module, 0, [])
    for item, result in _results(dump):
        if result is None or result.worker_outcome != "normal":
            # Skipped, or Cosmic Ray could not make the change: it fails on exceptions with dotted names.
            continue
        (mutation,) = item.mutations
        if result.test_outcome == "survived":
            at = mutation.start_pos[0]
            name = mutation.operator_name.removeprefix("core/")
            judged.survived.append(f"line {at}: {name}: {lines[at - 1].strip()}")
        else:
            judged.killed += 1
    judged.survived.sort()
    return judged


def _results(dump: str) -> Iterator[tuple[_Item, _Result | None]]:
    kind: Any = tuple[_Item, _Result | None]
    for line in dump.splitlines():
        yield msgspec.json.decode(line, type=kind)


def _copy_checkout(copy: Path) -> None:
    listed = _run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)


def _run(command: Sequence[str | Path], folder: Path) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - ours alone
    if ran.returncode:
        raise click.ClickException(f"{command[0]} failed: {ran.stderr.strip()[-500:]}")
    return ran.stdout


if __name__ == "__main__":
    main()
