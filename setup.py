"""Which folders of the repository the wheel has, and where: all within `tavern_table` (see there)."""

from setuptools import find_packages, setup

ROOMS = ("events", "projections", "games", "replays", "server", "tavern_client", "tools")
# These are for development: `tavern bench` exists in a checkout alone.
FOR_DEVELOPMENT = ("bench", "development")

found = find_packages(
    include=[pattern for room in ROOMS for pattern in (room, f"{room}.*")],
    exclude=[pattern for name in FOR_DEVELOPMENT for pattern in (f"tools.{name}", f"tools.{name}.*")],
)
setup(
    packages=["tavern_table", *(f"tavern_table.{name}" for name in found)],
    package_dir={"tavern_table": "tavern_table", **{f"tavern_table.{room}": room for room in ROOMS}},
)
