"""The guide to disputes is pasted into a shell like the tutorial: a real server, real curl, the shown output."""

import pytest

from tests.docs.pages import ROOT, Shell, steps
from tests.docs.test_tutorial import run, shell

pytestmark = pytest.mark.thorough

__all__ = ["shell"]

GUIDE = ROOT / "docs" / "disputes.md"


def test_the_guide_to_disputes_runs_as_it_is_written(shell: Shell) -> None:
    found = steps(GUIDE)
    assert len([step for step in found if step.shown]) >= 5
    run(shell, GUIDE, found)
