from pathlib import Path

from tests.tools.running import export_of, failure_of
from tests.tools.visiting import a_table, serve, stop, visit


async def test_each_token_is_shown_as_it_was_given_out_while_the_server_runs(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    await a_table(served, "Another")
    table = await a_table(served)
    ada = await table.sit("Ada")

    for viewer, token in (("gm", table.gm.token), ("invite", table.invite), ("seat:ada", ada.token)):
        shown = await visit("token", table.id, "--viewer", viewer, "--store", path)
        assert (shown.exit_code, shown.stdout, shown.stderr) == (0, f"{token}\n", "")
    assert (await visit("token", "the bent copper", "--store", path)).stdout == f"{table.gm.token}\n"
    assert (await visit("token", table.id, "--viewer", "Ada", "-s", f"sqlite:///{path}")).stdout == f"{ada.token}\n"
    await stop(served)


async def test_a_renewed_token_is_shown_as_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    table = await a_table(served)
    renewed = await table.gm.did("new_token", target="bri")
    invite = await table.gm.did("new_invite")
    await stop(served)

    assert (await visit("token", table.id, "--viewer", "seat:bri", "--store", path)).stdout == f"{renewed['token']}\n"
    assert (await visit("token", table.id, "--viewer", "invite", "--store", path)).stdout == f"{invite['invite']}\n"


async def test_an_unknown_viewer_has_no_token_and_the_known_ones_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    table = await served.open("twentyone", name="The Bent Copper", options={"admit": "gm"})
    bri = await table.sit("Bri")
    await table.sit("Odo")
    await table.gm.did("refuse_seat", target="odo")
    await stop(served)

    assert (await visit("token", table.id, "--viewer", "Bri", "--store", path)).stdout == f"{bri.token}\n"

    problem = failure_of(await visit("token", table.id, "--viewer", "Mirela", "--store", path))
    assert (
        problem
        == "Error: --viewer: there is no viewer 'Mirela'; choose gm, invite or a seat: seat:bri (Bri), seat:odo (Odo)"
    )
    problem = failure_of(await visit("token", table.id, "--viewer", "odo", "--store", path))
    assert problem == f"Error: seat:odo has no token at table {table.id}: it was revoked, or there never was one"
    problem = failure_of(await visit("token", "The Sunken Bell", "--store", path))
    assert problem == f"Error: there is no table The Sunken Bell in {path}; there are: {table.id} (The Bent Copper)"


async def test_an_archive_has_the_token_of_its_gm_alone(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    given = (await visit("import", export_of(tmp_path), "--store", path)).stdout

    assert (await visit("token", "bench", "--store", path)).stdout == given
    assert "invite has no token" in failure_of(await visit("token", "bench", "--viewer", "invite", "--store", path))
    assert "seat:bri has no token" in failure_of(await visit("token", "bench", "--viewer", "Bri", "--store", path))
