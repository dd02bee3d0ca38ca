"""The coins of an actor of Foundry: they leave it once, and come back once."""

import random
from typing import Any

import pytest

from tests.javascript.conftest import STATIC, Node

COINS = {"pp": 1, "gp": 20, "ep": 1, "sp": 3, "cp": 4}
WORTH = 3084
GIVEN: dict[str, Any] = {
    "purses": str(STATIC / "foundry" / "purses.mjs"),
    "adapter": str(STATIC / "foundry" / "adapter" / "coins.mjs"),
    "world": str(STATIC.parents[1] / "tests" / "javascript" / "purses.mjs"),
}
OF_A_TOKEN = "Scene.inn.Token.bri.Actor.bri"
"""The actor of a token that is not linked to the world's actor, as NPCs' usually are."""
SETUP = """
    const all = await import(purses);
    const adapter = await import(adapterPath);
    const { World, Fate, Cut } = await import(worldPath);
    const { copperOf } = adapter;
"""


async def run(node: Node, code: str, **given: Any) -> Any:
    named = {"purses": GIVEN["purses"], "adapterPath": GIVEN["adapter"], "worldPath": GIVEN["world"]}
    return await node.run(SETUP + code, **named, **given)


@pytest.mark.parametrize(
    ("purse", "copper", "after"),
    [
        ({"pp": 1, "gp": 20}, 500, {"pp": 1, "gp": 15}),
        ({"pp": 1}, 1, {"gp": 9, "sp": 9, "cp": 9}),
        ({"gp": 1, "cp": 30}, 130, {}),
        ({"ep": 3}, 20, {"ep": 2, "sp": 3}),
        ({"gp": 1}, 101, None),
        ({}, 0, {}),
    ],
)
async def test_a_sum_is_paid_with_large_coins_and_change(
    node: Node, purse: dict[str, int], copper: int, after: dict[str, int] | None
) -> None:
    paid = await run(node, "return adapter.paid(purse, copper, adapter.worldCoins())", purse=purse, copper=copper)
    assert (None if paid is None else {coin: n for coin, n in paid.items() if n}) == after


async def test_whatever_the_worlds_coins_are_no_copper_is_made_or_lost(node: Node) -> None:
    draw = random.Random(1)
    cases = []
    for _ in range(400):
        conversions = {
            f"c{n}": {"conversion": draw.choice([0.01, 0.1, 0.5, 1, 2, 3, 4, 5, 10, 20, 25, 50, 100])}
            for n in range(draw.randint(1, 6))
        }
        purse = {coin: draw.choice([0, 0, 1, 3, 250]) for coin in conversions}
        cases.append([conversions, purse, draw.choice([0, 1, 7, 99, 100, 250, 1234]), draw.randint(0, 3000)])
    wrong = await run(
        node,
        """
        const wrong = [];
        for (const [currencies, purse, sum, back] of cases) {
          globalThis.CONFIG = { DND5E: { currencies } };
          const kinds = adapter.worldCoins();
          const total = (coins) => kinds.reduce((all, { key, worth }) => all + worth * (coins[key] ?? 0), 0);
          const paid = adapter.paid(purse, sum, kinds);
          const { purse: after, rest } = adapter.received(purse, back, kinds);
          const isPaid = paid === null ? true : total(paid) === total(purse) - sum;
          const counts = [...Object.values(paid ?? {}), ...Object.values(after)];
          const isWhole = counts.every((n) => Number.isInteger(n) && n >= 0);
          const isBack = total(after) + rest === total(purse) + back && rest >= 0;
          const couldPay = kinds.some(({ worth }) => worth === 1) && total(purse) >= sum;
          if (!isPaid || !isWhole || !isBack || (couldPay && !paid)) wrong.push([currencies, purse, sum, back, paid]);
        }
        globalThis.CONFIG = undefined;
        return wrong;
        """,
        cases=cases,
    )
    assert wrong == []


@pytest.mark.parametrize("uuid", ["Actor.bri", OF_A_TOKEN])
async def test_somebody_sits_down_plays_and_takes_home_what_is_left(node: Node, uuid: str) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins }, { uuid });
        const { actor, tavern } = world;
        const seated = await world.purses.sit(actor, "t1", { name: "Bri", purse_cp: 500 });
        const out = copperOf(world.actor);
        const there = tavern.atTable;
        tavern.play(120);
        await world.purses.leave(actor, tavern.table());
        const { state, back_cp: back } = all.purseOf(world.actor);
        return [seated.seat, out, there, copperOf(world.actor), state, back];
        """,
        coins=COINS,
        uuid=uuid,
    )
    assert went == ["bri-1", WORTH - 500, 500, WORTH + 120, "returned", 620]


@pytest.mark.parametrize("status", [401, 403, 404, 409, 422])
async def test_who_is_refused_has_the_coins_back_at_once(node: Node, status: int) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        world.tavern.refuses = status;
        const code = await world.purses.sit(world.actor, "t1", { purse_cp: 500 }).catch((error) => error.status);
        return [code, copperOf(world.actor), all.isOut(world.actor), world.pending.kept.size];
        """,
        coins=COINS,
        status=status,
    )
    assert went == [status, WORTH, False, 0]


async def test_coins_that_are_out_are_not_taken_again(node: Node) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const sit = () => world.purses.sit(world.actor, "t1", { purse_cp: 500 }).then(() => "", ({ code }) => code);
        return [...(await Promise.all([sit(), sit()])), copperOf(world.actor), world.tavern.atTable];
        """,
        coins=COINS,
    )
    assert went == ["", "coinsAreOut", WORTH - 500, 500]


async def test_an_answer_about_the_invite_alone_does_not_bring_coins_back_that_may_be_at_the_table(node: Node) -> None:
    """The first request was lost on its way, or only its answer was; meanwhile the invite was replaced."""
    went = await run(
        node,
        """
        const ends = [];
        for (const after of [false, true]) {
          const world = new World(all, { ...coins });
          // The third step is the request to sit down, behind the record and the actor.
          world.open(new Fate(3, after));
          await world.purses.sit(world.actor, "t1", { purse_cp: 500 }).catch(() => {});
          world.open();
          world.tavern.refuses = 401;
          await world.purses.settle(world.actor).catch(() => {});
          ends.push([all.purseOf(world.actor).state, copperOf(world.actor) + world.tavern.atTable]);
        }
        return ends;
        """,
        coins=COINS,
    )
    assert went == [["taken", WORTH - 500], ["seated", WORTH]]


async def test_who_was_never_let_in_takes_everything_home(node: Node) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        world.tavern.admits = false;
        await world.purses.sit(world.actor, "t1", { purse_cp: 500 });
        const waiting = [await world.purses.settle(world.actor), copperOf(world.actor)];
        world.tavern.refuse();
        return [...waiting, await world.purses.settle(world.actor), copperOf(world.actor)];
        """,
        coins=COINS,
    )
    assert went == [False, WORTH - 500, True, WORTH]


@pytest.mark.parametrize("uuid", ["Actor.bri", OF_A_TOKEN])
async def test_at_every_cut_the_coins_are_somewhere_and_come_home_once(node: Node, uuid: str) -> None:
    """A browser is killed before or after each step of sitting down, and again while it recovers or leaves."""
    went = await run(
        node,
        """
        const faults = [];
        const sum = ({ actor, tavern }) => copperOf(actor) + tavern.atTable - (tavern.won ?? 0);
        for (let first = 1; first <= 6; first += 1)
          for (let second = 1; second <= 8; second += 1)
            for (const [afterFirst, afterSecond] of [[false, false], [false, true], [true, false], [true, true]]) {
              const world = new World(all, { ...coins }, { uuid });
              const { actor, tavern } = world;
              world.open(new Fate(first, afterFirst));
              await world.purses.sit(actor, "t1", { purse_cp: 500 }).catch((error) => {
                if (!(error instanceof Cut)) throw error;
              });
              // The browser starts again, and is killed again while it puts things right or leaves.
              world.open(new Fate(second, afterSecond));
              await world.purses.settle(actor).then(() => world.purses.leave(actor, tavern.table())).catch((error) => {
                if (!(error instanceof Cut)) throw error;
              });
              world.open();
              for (let tries = 0; tries < 3; tries += 1) await world.purses.settle(actor, tavern.table());
              tavern.play(30);
              await world.purses.leave(actor, tavern.table());
              await world.purses.settle(actor);
              const { purse } = world.actor.flags["tavern-table"] ?? {};
              if (sum(world) !== worth || all.isOut(world.actor) || tavern.atTable || world.pending.kept.size > 1)
                faults.push([first, second, afterFirst, afterSecond, sum(world), purse, tavern.atTable]);
            }
        return faults;
        """,
        coins=COINS,
        worth=WORTH,
        uuid=uuid,
    )
    assert went == []


@pytest.mark.parametrize("uuid", ["Actor.bri", OF_A_TOKEN])
async def test_whatever_happens_in_whatever_order_no_coin_is_made_or_lost(node: Node, uuid: str) -> None:
    draw = random.Random(2)
    often = ["sit", "settle", "win", "lose"]
    what = [*often, *often, "leave", "kill", "refuse", "allow", "ask", "admit", "turn away", "remove"]
    what += ["give", "take", "veto", "copy"]
    plays = [[[draw.choice(what), draw.randint(1, 9), draw.random() < 0.5] for _ in range(18)] for _ in range(400)]
    wrong = await run(
        node,
        """
        const wrong = [];
        for (const play of plays) {
          const world = new World(all, { ...coins }, { uuid });
          const { tavern } = world;
          const may = (work) => work.catch(() => {});
          const leaves = (actor) => world.purses.leave(actor, tavern.table());
          const settles = (actor) => world.purses.settle(actor, tavern.table());
          for (const [step, n, after] of play) {
            const { actor } = world;
            if (step === "sit") await may(world.purses.sit(actor, "t1", { purse_cp: 100 * n }));
            if (step === "leave") await may(leaves(actor));
            if (step === "settle") await may(settles(actor));
            if (step === "kill") world.open(new Fate(n, after));
            if (step === "refuse") tavern.refuses = 409;
            if (step === "allow") tavern.refuses = null;
            if (step === "ask") tavern.admits = !tavern.admits;
            if (step === "admit") tavern.admit();
            if (step === "turn away") tavern.refuse();
            if (step === "remove") tavern.remove();
            if (step === "win") tavern.play(10 * n);
            if (step === "lose") tavern.play(-50 * n);
            if (step === "give") tavern.give(40 * n);
            if (step === "take") tavern.take(40 * n);
            if (step === "veto") actor.vetoes = 1;
            if (step === "copy") {
              const copy = actor.copy();
              await may(settles(copy));
              await may(leaves(copy));
              if (copperOf(copy) !== copperOf(actor) || all.isOut(copy)) wrong.push([play, "copied"]);
            }
          }
          // The evening ends: the browser is started once more, and everything is put right.
          world.actor.vetoes = 0;
          world.open();
          tavern.refuses = null;
          tavern.admits = true;
          tavern.admit();
          for (let tries = 0; tries < 3; tries += 1) await may(settles(world.actor));
          await leaves(world.actor);
          await world.purses.settle(world.actor);
          const rest = all.purseOf(world.actor)?.rest_cp ?? 0;
          const sum = copperOf(world.actor) + rest - (tavern.won ?? 0);
          if (sum !== worth || tavern.atTable || all.isOut(world.actor)) wrong.push([play, sum]);
        }
        return wrong.slice(0, 2);
        """,
        plays=plays,
        coins=COINS,
        worth=WORTH,
        uuid=uuid,
    )
    assert wrong == []


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        ([["give", 300], ["play", 50]], [WORTH + 50, 550, 0]),
        ([["play", -500], ["give", 300], ["play", -300]], [WORTH - 800, -300, 0]),
        ([["give", 4_000], ["play", -4_500]], [0, 500 - WORTH, WORTH - 4_500]),
        ([["play", 100], ["take", 200]], [WORTH + 100, 600, 0]),
    ],
    ids=["kept", "lost", "lost for good", "taken"],
)
async def test_what_the_gm_gives_at_the_table_is_lent_and_what_the_gm_takes_is_kept(
    node: Node, steps: list[list[Any]], after: list[int]
) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, tavern } = world;
        await world.purses.sit(actor, "t1", { purse_cp: 500 });
        for (const [step, cp] of steps) tavern[step](cp);
        await world.purses.leave(actor, tavern.table());
        const { back_cp: back, rest_cp: rest } = all.purseOf(actor);
        return [copperOf(actor), back, rest];
        """,
        coins=COINS,
        steps=steps,
    )
    assert went == after


async def test_what_could_not_come_home_does_so_the_next_time(node: Node) -> None:
    """In a world without copper and silver, 130 cp are one gold piece. Then its coins change."""
    went = await run(
        node,
        """
        const world = new World(all, { gp: 20 }, { currencies: { gp: { conversion: 1 } } });
        const { actor, tavern } = world;
        await world.purses.sit(actor, "t1", { purse_cp: 100 });
        tavern.play(30);
        await world.purses.leave(actor, tavern.table());
        const first = [actor.system.currency.gp, all.purseOf(actor).rest_cp];
        await world.purses.sit(actor, "t1", { purse_cp: 100 });
        tavern.play(70);
        await world.purses.leave(actor, tavern.table());
        return [...first, actor.system.currency.gp, all.purseOf(actor).rest_cp];
        """,
    )
    assert went == [20, 30, 21, 0]


@pytest.mark.parametrize("fails", ["vetoed", "refused"])
async def test_without_its_record_nobody_sits_down_and_nothing_is_left_of_the_request(node: Node, fails: str) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, tavern } = world;
        actor.vetoes = 1;
        if (fails === "refused") actor.update = async () => { throw new Error("lacks permission"); };
        const code = await world.purses.sit(actor, "t1", { purse_cp: 500 }).catch((error) => error.code ?? "");
        return [code, copperOf(actor), tavern.byKey.size, world.pending.kept.size];
        """,
        coins=COINS,
        fails=fails,
    )
    assert went == ["notWritten" if fails == "vetoed" else "", WORTH, 0, 0]


async def test_coins_whose_return_another_module_forbids_come_home_later(node: Node) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, tavern } = world;
        await world.purses.sit(actor, "t1", { purse_cp: 500 });
        const leave = () => world.purses.leave(actor, tavern.table()).catch(({ code }) => code);
        actor.vetoes = 1;
        const there = [await leave(), tavern.atTable];
        tavern.remove();
        actor.vetoes = 1;
        const away = [await world.purses.settle(actor).catch(({ code }) => code), copperOf(actor)];
        return [...there, ...away, await world.purses.settle(actor), copperOf(actor)];
        """,
        coins=COINS,
    )
    assert went == ["notWritten", 500, "notWritten", WORTH - 500, True, WORTH]


async def test_coins_that_an_actor_gets_meanwhile_stay_with_it(node: Node) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, pending } = world;
        // The GM rewards her while this browser notes that she sits down.
        const { set } = pending;
        pending.set = (id, one) => (one ? (actor.system.currency.gp += 10) : 0, set.call(pending, id, one));
        await world.purses.sit(actor, "t1", { purse_cp: 500 });
        return copperOf(actor);
        """,
        coins=COINS,
    )
    assert went == WORTH + 1_000 - 500


@pytest.mark.parametrize("admits", [True, False])
async def test_who_is_seated_after_the_gm_gave_the_coins_back_leaves_again(node: Node, admits: bool) -> None:
    """Who waits to be let in cannot leave: that seat is kept, so that it can be seen and left."""
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, tavern } = world;
        tavern.admits = admits;
        const gm = new all.Purses({ user: "mara" });
        const { sit } = tavern;
        tavern.sit = async (body) => {
          await gm.bringBack(actor, all.purseOf(actor), 500);
          return sit.call(tavern, body);
        };
        const code = await world.purses.sit(actor, "t1", { purse_cp: 500 }).catch((error) => error.code);
        return [code, copperOf(actor), tavern.atTable, !!world.place, world.pending.kept.size];
        """,
        coins=COINS,
        admits=admits,
    )
    assert went == ["settledMeanwhile", WORTH, 0, not admits, 0]


async def test_an_actor_that_is_gone_moves_no_coins(node: Node) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, tavern } = world;
        await world.purses.sit(actor, "t1", { purse_cp: 500 });
        world.delete();
        const code = await world.purses.sit(actor, "t1", { purse_cp: 500 }).catch((error) => error.code);
        const moved = [await world.purses.settle(actor), await world.purses.leave(actor, tavern.table())];
        return [code, ...moved, copperOf(actor)];
        """,
        coins=COINS,
    )
    assert went == ["noActor", False, False, WORTH - 500]


@pytest.mark.parametrize("does", ["settle", "sit again"])
async def test_what_the_gm_brings_back_meanwhile_does_not_come_back_twice(node: Node, does: str) -> None:
    """Two browsers: the player's is waiting for an answer when the GM's has brought the coins back."""
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, tavern } = world;
        const taken = does === "sit again";
        if (taken) {
          world.open(new Fate(3));
          await world.purses.sit(actor, "t1", { purse_cp: 500 }).catch(() => {});
          world.open();
          tavern.refuses = 409;
        } else {
          await world.purses.sit(actor, "t1", { purse_cp: 500 });
          tavern.remove();
        }
        const gm = new all.Purses({ user: "mara", reader: () => tavern.reader() });
        let [arrive, asked] = [];
        const waits = new Promise((done) => (arrive = done));
        const isAsked = new Promise((done) => (asked = done));
        tavern.fate = { step: async (does) => { asked(); await waits; return does(); } };
        const mine = world.purses.settle(actor).catch(({ status }) => status);
        await isAsked;
        await gm.bringBack(actor, all.purseOf(actor), 500);
        arrive();
        return [await mine, copperOf(actor), all.purseOf(actor).state];
        """,
        coins=COINS,
        does=does,
    )
    assert went == [409 if does == "sit again" else False, WORTH, "returned"]


async def test_who_waits_to_be_let_in_and_may_not_leave_sits_there_as_before(node: Node) -> None:
    went = await run(
        node,
        """
        const world = new World(all, { ...coins });
        const { actor, tavern } = world;
        tavern.admits = false;
        await world.purses.sit(actor, "t1", { purse_cp: 500 });
        const table = { ...tavern.table(), send: async () => { throw Object.assign(new Error(), { status: 403 }); } };
        const status = await world.purses.leave(actor, table).catch((error) => error.status);
        return [status, all.purseOf(actor).state, copperOf(actor)];
        """,
        coins=COINS,
    )
    assert went == [403, "seated", WORTH - 500]
