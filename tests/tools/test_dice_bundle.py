"""The dice that roll, as one file: made from the sources that are here, as the README says, and small enough."""

import gzip
import hashlib
import json
from typing import Final

import pytest

from tools.development import dice_bundle

MOST: Final = 190_000
needs_npm: Final = pytest.mark.skipif(bool(dice_bundle.missing()), reason=dice_bundle.missing())


@needs_npm
def test_the_bundle_is_what_its_sources_make() -> None:
    assert dice_bundle.BUNDLE.read_bytes() == dice_bundle.built(), "run make dice3d"


def test_the_readme_has_the_hash_of_the_bundle_and_the_versions_in_it() -> None:
    said = dice_bundle.README.read_text("utf-8")
    assert hashlib.sha256(dice_bundle.BUNDLE.read_bytes()).hexdigest() in said, "run make dice3d"
    pinned = json.loads((dice_bundle.BUNDLE.parents[3] / "package.json").read_bytes())["devDependencies"]
    for name in dice_bundle.PACKAGES:
        assert f"{name}` {pinned[name]}" in said or f"{name} {pinned[name]}" in said


def test_the_bundle_is_small_when_it_is_compressed() -> None:
    assert len(gzip.compress(dice_bundle.BUNDLE.read_bytes())) < MOST
