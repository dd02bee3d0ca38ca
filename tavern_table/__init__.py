"""Tavern Table as it is installed: the one package of the wheel, which holds the rooms of the repository.

The rooms import each other by their own names, `from events.entry import Entry`, and others have packages of such
names, too. So none of them is installed beside those, where one would overwrite the other: they lie within this
package, and `main` puts it first on the search path of its own process and of those that it starts.
"""

import gc
import sys
from pathlib import Path


def main() -> None:
    """The command line `tavern`."""
    # All that is loaded stays: the collector would walk through it again and again.
    gc.set_threshold(50_000, 20, 100)
    here = Path(__file__).parent
    in_a_checkout = not (here / "tools").is_dir()
    sys.path.insert(0, str(here.parent if in_a_checkout else here))
    from tools.cli import main as tavern

    tavern()
