"""Small games that between them use every part of the shape that games stand on."""

from typing import Final

from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from tests.toys.bank import Bank
from tests.toys.high_die import HighDie
from tests.toys.race import Race
from tests.toys.sealed_bid import SealedBid
from tests.toys.secret_choice import SecretChoice

TOYS: Final = Catalogue.of([Race(), Bank(), SecretChoice(), HighDie(), SealedBid()], TABLE_RULES)
