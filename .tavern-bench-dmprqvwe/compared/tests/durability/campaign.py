"""The campaign of faults: `python -m tests.durability.campaign`. It is not part of the usual tests: it takes hours.

Each kind of fault is a test of its own, which pytest runs with as many repetitions as the option says. The report says
what was done, at which commit and when, for docs/reliability.md.
"""

import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import click

ROOT: Final = Path(__file__).parents[2]


class Fault(NamedTuple):
    """A kind of fault: its name, the variable that says how often, its test, and its label in the report."""

    name: str
    variable: str
    test: str
    label: str


FAULTS: Final = (
    Fault("kills", "TAVERN_TEST_KILLS", "test_kill.py", "kills of a loaded server"),
    Fault("cuts", "TAVERN_TEST_CUTS", "test_power.py", "power cuts with torn writes"),
    Fault("pages", "TAVERN_TEST_PAGES", "test_pages.py", "damaged pages"),
    Fault("steps", "TAVERN_TEST_STEPS", "test_clock_steps.py", "steps of the wall clock"),
    Fault("load", "TAVERN_TEST_SOAK_SECONDS", "test_soak.py", "seconds of load on a faulty store"),
)


@click.command()
@click.option("--kills", default=1_000, show_default=True, help="Kills under load.")
@click.option("--cuts", default=500, show_default=True, help="Power cuts.")
@click.option("--pages", default=200, show_default=True, help="Damaged pages.")
@click.option("--steps", default=100, show_default=True, help="Steps of the wall clock.")
@click.option("--load", default=3_600, show_default=True, help="Seconds of load on a faulty store.")
def main(**numbers: int) -> None:
    """Run the campaign; 0 leaves a kind of fault out. The exit status is 1 if something failed."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    ).stdout.strip()
    failed = False
    click.echo(f"commit {commit}, {datetime.now(UTC):%Y-%m-%d}, SQLite and Python of this machine")
    for fault in FAULTS:
        if not (number := numbers[fault.name]):
            continue
        began = time.monotonic()
        command = [sys.executable, "-m", "pytest", "-q", "-m", "campaign", f"tests/durability/{fault.test}"]
        done = subprocess.run(
            [*command, "-p", "no:cacheprovider"],
            cwd=ROOT,
            env={**os.environ, fault.variable: str(number)},
            check=False,
            capture_output=True,
            text=True,
        )
        passed = done.returncode == 0 and re.search(r"[1-9][0-9]* passed", done.stdout) is not None
        failed = failed or not passed
        took = time.monotonic() - began
        click.echo(f"{number:>6,} {fault.label}: {'passed' if passed else 'FAILED'} in {took:,.0f} s")
        if not passed:
            click.echo(done.stdout)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
