"""The stand-in for Foundry is at least as strict as Foundry: where it was kind, a fault would pass."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio

from tests.browser.conftest import Meeting, Publishing, watch_of
from tests.browser.foundry import Client, World
from tests.browser.foundry_data import Module, character

pytestmark = pytest.mark.asyncio(loop_scope="session")

Together = Callable[..., Awaitable[tuple[World, Client, Client]]]
BRI = "Actor.bri"
HARPY = "Scene.s.Token.t.Actor.harpy"
FRAMED = """
  class Framed extends foundry.applications.api.ApplicationV2 {
    static DEFAULT_OPTIONS = { id: "framed", window: { title: "A window" } };
    async _renderHTML() { return this.frame ??= Object.assign(document.createElement("iframe"), { src: given }); }
    _replaceHTML(frame, content) { if (frame.parentNode !== content) content.append(frame); }
  }
"""


@pytest_asyncio.fixture(loop_scope="session")
async def together(meet: Meeting) -> AsyncIterator[Together]:
    """Worlds in which Mara, a GM, and Ann, who owns Bri, each have a browser."""
    async with AsyncExitStack() as worlds:

        async def meeting(generation: int = 13, **settings: Any) -> tuple[World, Client, Client]:
            actors = {
                BRI: character("Bri", owner="ann"),
                HARPY: character("Harpy", kind="npc"),
                "Actor.odo": character("Odo"),
            }
            world = await worlds.enter_async_context(World(generation, actors=actors, **settings))
            clients = [await world.join(user, await meet(elsewhere=True)) for user in ("mara", "ann")]
            return world, clients[0], clients[1]

        yield meeting


async def coins(client: Client, uuid: str = BRI) -> Any:
    return await client.run("async (uuid) => (await fromUuid(uuid)).system.currency.gp", uuid)


async def rejected(client: Client, code: str) -> str:
    """The error of code that must not work."""
    text: str = await client.run(
        f"async () => {{ try {{ await (async () => {{ {code} }})(); return 'it worked'; }}"
        " catch (error) { return `${error.name}: ${error.message}`; } }"
    )
    assert text != "it worked"
    return text


async def test_data_changes_only_once_the_world_has_acknowledged_it(together: Together) -> None:
    world, mara, ann = await together()
    world.hold()
    await ann.run(
        """() => { globalThis.done = false;
          game.actors.get("bri").update({ "system.currency.gp": 5, "flags.world.purse": { id: "x" } })
            .then((actor) => { done = actor === game.actors.get("bri"); }); }"""
    )
    sent = await world.under_way("update")
    assert (await coins(ann), await coins(mara), world.source(BRI)["system"]["currency"]["gp"]) == (20, 20, 20)
    await world.release(sent)
    assert world.source(BRI)["system"]["currency"]["gp"] == 5
    assert await ann.run("() => done") is False
    await world.release(await world.under_way("update", to=mara))
    assert (await coins(ann), await coins(mara)) == (20, 5)
    await world.release()
    assert (await coins(ann), await ann.run("() => done")) == (5, True)
    assert await mara.run("() => game.actors.get('bri').getFlag('world', 'purse')") == {"id": "x"}


async def test_an_update_of_a_browser_that_is_gone_arrives_unless_it_is_lost(together: Together) -> None:
    world, mara, ann = await together()
    world.hold()
    await ann.run("() => { game.actors.get('bri').update({ system: { currency: { gp: 1 } } }); }")
    await ann.run("() => { game.actors.get('bri').update({ system: { currency: { sp: 0 } } }); }")
    first = await world.under_way("update", where=lambda data: "gp" in data["changes"]["system"]["currency"])
    second = await world.under_way("update", where=lambda data: "sp" in data["changes"]["system"]["currency"])
    await ann.kill()
    world.lose(second)
    await world.release()
    assert first.client is ann
    assert (await coins(mara), world.source(BRI)["system"]["currency"]["sp"]) == (1, 3)
    assert await mara.run("() => game.users.get('ann').active") is False


async def test_an_update_is_compared_with_what_the_browser_knows_be_it_old(together: Together) -> None:
    world, mara, ann = await together()
    world.hold()
    await mara.run("() => { game.actors.get('bri').update({ 'system.currency.gp': 7 }); }")
    await world.release(await world.under_way("update"))
    # Ann has not heard of it: for her, nothing changes, and nothing is sent.
    assert await ann.run("async () => await game.actors.get('bri').update({ 'system.currency.gp': 20 })") is None
    await world.flow()
    assert (await coins(ann), world.source(BRI)["system"]["currency"]["gp"]) == (7, 7)


async def test_the_last_of_two_updates_wins_key_by_key_and_keys_can_be_deleted(together: Together) -> None:
    world, mara, ann = await together()
    world.hold()
    await ann.run("() => { game.actors.get('bri').update({ system: { currency: { gp: 1, sp: 1 } } }); }")
    await mara.run("() => { game.actors.get('bri').update({ 'system.currency.gp': 2, 'flags.world.a.b': 1 }); }")
    await world.release(*[await world.under_way("update", sender=one) for one in (mara, ann)])
    await world.flow()
    currency = world.source(BRI)["system"]["currency"]
    assert (currency["gp"], currency["sp"], currency["cp"]) == (1, 1, 4)
    await mara.run("async () => { await game.actors.get('bri').update({ 'flags.world.-=a': null }); }")
    assert world.source(BRI)["flags"] == {"world": {}}
    assert await ann.run("() => game.actors.get('bri').flags") == {"world": {}}


async def test_only_owners_write_only_coins_that_there_can_be_and_nothing_by_hand(together: Together) -> None:
    world, mara, ann = await together(tolerated=("derived data", "no coin rp"))
    assert "lacks permission" in await rejected(ann, "await game.actors.get('odo').update({ name: 'x' })")
    update = "await game.actors.get('bri').update({ 'system.currency.%s': %s })"
    for coin, amount in (("gp", "-1"), ("gp", "1.5"), ("gp", "'5'")):
        assert "DataModelValidationError" in await rejected(ann, update % (coin, amount))
    await ann.run(f"async () => {{ {update % ('rp', '5')} }}")
    await mara.run("async () => { await game.actors.get('bri').update({ 'system.abilities.con.mod': 9 }); }")
    assert len(world.faults) == 2
    assert "TypeError" in await rejected(ann, "'use strict'; game.actors.get('bri').system.currency.gp = 900")
    assert "not valid" in await rejected(ann, "await game.actors.get('bri').setFlag('absent', 'key', 1)")


async def test_the_actor_of_a_token_is_none_of_the_world_s_and_is_made_anew(together: Together) -> None:
    world, mara, _ = await together()
    assert await mara.run(
        """async (uuid) => {
          standIn.select([uuid]);
          const [{ actor }] = canvas.tokens.controlled;
          await actor.update({ "system.currency.gp": 1 });
          const again = await fromUuid(actor.uuid);
          return [game.actors.has(actor.id), actor.system.currency.gp, again.system.currency.gp, again.isToken];
        }""",
        HARPY,
    ) == [False, 20, 1, True]
    assert world.source(HARPY)["system"]["currency"]["gp"] == 1


@pytest.mark.parametrize("generation", [12, 13])
async def test_everybody_reads_settings_of_the_world_and_of_users_and_only_this_browser_its_own(
    together: Together, generation: int
) -> None:
    scopes = ["client", "world", *(["user"] if generation >= 13 else [])]
    code = f"""
      globalThis.heard = [];
      Hooks.once("init", () => {{
        for (const scope of {scopes}) game.settings.register("tavern-table", scope,
          {{ scope, config: false, type: String, default: "", onChange: (value) => heard.push([scope, value]) }});
      }});
    """
    world, mara, ann = await together(generation, modules=[Module.inline(code)], tolerated=("no scope",))
    put = "await game.settings.set('tavern-table', '%s', '%s')"
    assert "lacks permission" in await rejected(ann, put % ("world", "x"))
    assert "not a registered" in await rejected(ann, put % ("other", "x"))
    assert "is no String" in await rejected(ann, "await game.settings.set('tavern-table', 'client', 5)")
    for scope in scopes:
        await (mara if scope == "world" else ann).run(f"async () => {{ {put % (scope, f'the {scope} secret')} }}")
    await world.quiet()
    for client in (mara, ann):
        read = await client.readable()
        assert [scope for scope in scopes if f"the {scope} secret" in read] == scopes[1:]
        assert ("the client secret" in await client.stored()) == (client is ann)
    assert await mara.run("() => heard") == [["world", "the world secret"]]
    await ann.reload()
    assert await ann.run("() => game.settings.get('tavern-table', 'client')") == "the client secret"
    await ann.run("() => { game.settings.isFull = true; }")
    assert "QuotaExceededError" in await rejected(ann, put % ("client", "more"))
    assert "QuotaExceededError" in await rejected(ann, "localStorage.setItem('tavern-table.stored', '')")


async def test_version_12_has_no_scope_user_and_what_it_lacks_is_a_fault(together: Together) -> None:
    world, _, ann = await together(12, tolerated=(".",))
    register = "game.settings.register('world', 'x', { scope: 'user', type: String })"
    assert "no scope user" in await rejected(ann, register)
    await ann.run("() => [foundry.applications.ux, foundry.utils.escapeHTML, game.nothing, globalThis.$]")
    watch_of(ann.page).tolerate("nobody waits")
    await ann.run("() => { Promise.reject(new Error('nobody waits')); }")
    await ann.run("() => new Promise((done) => setTimeout(done, 50))")
    told = "\n".join(world.faults)
    for what in ("applications.ux", "utils.escapeHTML", "game.nothing", "the global $", "nobody waits", "scope user"):
        assert what in told


async def test_a_whisper_is_shown_to_few_and_sent_to_all_and_a_deleted_author_is_nobody(together: Together) -> None:
    world, mara, ann = await together(tolerated=("without whisper",))
    cas = await world.join("cas", ann.page.context)
    await ann.run(
        """async () => { await ChatMessage.create(
          { content: "two words [[/r 1d20]]", whisper: ["mara"], flags: { world: { words: "hush" } } }); }"""
    )
    await world.say("cas", "mine", flags={"world": {"invite": "forged"}})
    await world.quiet()
    assert "hush" in await cas.readable()
    shown = [[one["shown"] for one in await client.run("() => standIn.messages()")] for client in (mara, cas)]
    assert shown == [[["two words (enriched)"], ["mine"]], [[], ["mine"]]]
    assert await mara.run("() => game.messages.map(({ author }) => author.isGM)") == [False, False]
    await world.delete("User.cas")
    assert await mara.run("() => game.messages.map(({ author }) => author?.id ?? null)") == ["ann", None]
    assert "is no user" in await rejected(ann, "await ChatMessage.create({ content: '', whisper: ['nobody'] })")
    await ann.run("async () => { await ChatMessage.create({ content: 'to whom?' }); }")
    assert any("without whisper" in one for one in world.faults)


@pytest.mark.parametrize("generation", [12, 13])
async def test_dialogs_validate_nothing_and_strings_are_cleaned_from_13_on(together: Together, generation: int) -> None:
    world, mara, _ = await together(generation, tolerated=("HTML has",))
    content = (
        '<input id="x" name="much" type="number" min="1" max="5" required><img alt="" onerror="globalThis.bad = 1">'
    )
    asked = mara.run(
        """async (content) => {
          const callback = (event, button, dialog) =>
            [button.form.elements.much.value, dialog instanceof HTMLElement, button.form.innerHTML];
          return await foundry.applications.api.DialogV2.prompt(
            { window: { title: "How much" }, content, ok: { label: "<b>OK</b>", callback }, rejectClose: false });
        }""",
        content,
    )
    task = asyncio.ensure_future(asked)
    await mara.page.get_by_role("button", name="<b>OK</b>" if generation >= 13 else "OK", exact=True).click()
    value, is_element, html = await task
    assert (value, is_element) == ("", generation < 13)
    assert [word in html for word in ("required", "min=", "max=", "id=", "onerror")] == [
        True,
        *[generation < 13] * 4,
    ]
    assert any("script in onerror" in one for one in world.faults)


async def test_a_dialog_that_is_closed_throws_unless_told_otherwise(together: Together) -> None:
    _, mara, _ = await together(tolerated=("rejectClose",))
    for options in ("", ", rejectClose: false"):
        confirm = (
            f"foundry.applications.api.DialogV2.confirm({{ window: {{ title: 'Really?' }}, content: ''{options} }})"
        )
        await mara.run(f"() => {{ globalThis.end = {confirm}.catch(({{ message }}) => message); }}")
        await mara.page.locator("dialog").wait_for()
        await mara.page.keyboard.press("Escape")
        assert ("dismissed" in str(await mara.run("() => end"))) == (options == "")


async def test_hooks_come_in_order_each_with_what_is_there_by_then(together: Together) -> None:
    code = """
      globalThis.seen = [];
      const look = (when) => seen.push([when, game.user?.id ?? null, "users" in game, ui.notifications !== undefined]);
      look("loaded");
      for (const hook of ["init", "i18nInit", "setup", "ready"]) Hooks.once(hook, () => look(hook));
      Hooks.once("init", () => { game.i18n.localize("T.early"); });
      Hooks.once("ready", () => { seen.push(game.i18n.format("T.hello", { name: "x" })); });
      Hooks.once("ready", () => { seen.push(game.i18n.localize("T.absent")); });
      Hooks.once("ready", () => [sessionStorage.length, localStorage.getItem("theme")]);
      Hooks.on("renderChatMessage", () => {});
      Hooks.on("updateActor", () => { throw new Error("in a hook"); });
    """
    module = Module.inline(code, texts={"T": {"hello": "Hello, {name}"}})
    world, mara, _ = await together(modules=[module], tolerated=(".",))
    assert await mara.run("() => seen") == [
        ["loaded", None, False, False],
        ["init", None, False, False],
        ["i18nInit", None, False, False],
        ["setup", None, False, False],
        ["ready", "mara", True, True],
        "Hello, x",
        "T.absent",
    ]
    await mara.run("async () => { await game.actors.get('bri').update({ name: 'Brianna' }); }")
    told = "\n".join(world.faults)
    for what in (
        "before i18nInit: T.early",
        "no text for T.absent",
        "sessionStorage is used",
        "theme in localStorage",
        "renderChatMessage is",
        "in a hook",
    ):
        assert what in told


@pytest.mark.parametrize("version", ["3.3.1", "4.2.2", "4.3.0", "5.3.3", "6.0.0"])
async def test_sheets_have_the_shapes_of_their_version(meet: Meeting, version: str) -> None:
    actors = {BRI: character("Bri", version=version)}
    async with World(14 if version >= "5" else 12, system=version, actors=actors) as world:
        mara = await world.join("mara", await meet(), selected=(BRI,))
        read = """() => { const { system } = canvas.tokens.controlled[0].actor;
          const save = system.abilities?.con.save;
          return [game.system.version, system.currency.gp, save?.value ?? save, typeof save,
            game.actors.get("bri").toObject().system]; }"""
        kind = {"3.3.1": "number", "4.2.2": "number", "6.0.0": "undefined"}.get(version, "object")
        save = None if version == "6.0.0" else 5
        assert await mara.run(read) == [version, 20, save, kind, world.source(BRI)["system"]]


async def test_a_menu_opens_a_window_and_some_menus_are_for_gms(together: Together) -> None:
    code = f"""
      {FRAMED.replace("given", "'about:blank'")}
      Hooks.once("init", () => game.settings.registerMenu("tavern-table", "open",
        {{ name: "A menu", label: "Open", type: Framed, restricted: true }}));
    """
    _, mara, ann = await together(modules=[Module.inline(code)])
    open_menu = "await standIn.openMenu('tavern-table.open')"
    await mara.run(f"async () => {{ {open_menu}; }}")
    await mara.page.get_by_role("heading", name="A window").wait_for()
    assert "for GMs" in await rejected(ann, open_menu)
    register = "game.settings.registerMenu('tavern-table', 'other', { type: class {} })"
    assert "must be an ApplicationV2" in await rejected(ann, register)


async def test_sockets_reach_all_others_if_the_manifest_says_so(together: Together) -> None:
    code = """
      globalThis.heard = [];
      Hooks.once("init", () => game.socket.on("module.tavern-table", (...given) => heard.push(given)));
    """
    world, mara, ann = await together(modules=[Module.inline(code)])
    await ann.run("() => { game.socket.emit('module.tavern-table', { word: 'heard by all' }); }")
    await world.emit("forged")
    await world.quiet()
    assert await ann.run("() => heard") == [["forged"]]
    assert await mara.run("() => heard") == [[{"word": "heard by all"}], ["forged"]]
    assert "heard by all" in await mara.readable()
    assert "heard by all" in world.secrets
    silent = Module.inline(code, socket=False)
    world, mara, _ = await together(modules=[silent], tolerated=("socket",))
    await mara.run("() => { game.socket.emit('module.tavern-table', 'unheard'); }")
    assert "unheard" not in world.secrets
    assert world.faults


@pytest.mark.parametrize("generation", [12, 13, 14])
async def test_scene_controls_have_the_shape_of_their_version(together: Together, generation: int) -> None:
    add = {
        12: "controls.find((one) => one.name === 'token').tools.push({ ...tool, onClick: click });",
        13: "controls.tokens.tools.tavern = { ...tool, order: 9, onChange: click };",
        14: "(controls.tokens.tools ??= {}).tavern = { ...tool, order: 9, onChange: click };",
    }[generation]
    code = f"""
      const tool = {{ name: "tavern", title: "Tavern", icon: "fas fa-beer", button: true }};
      const click = () => {{ globalThis.clicked = true; }};
      Hooks.on("getSceneControlButtons", (controls) => {{ {add} }});
    """
    _, mara, _ = await together(generation, modules=[Module.inline(code)], tolerated=("no text for Tavern",))
    await mara.page.get_by_role("button", name="Tavern").click()
    assert await mara.run("() => clicked") is True


@pytest.mark.parametrize("generation", [13, 14])
async def test_a_frame_loads_again_when_its_window_moves_and_has_another_parent_in_a_popup(
    together: Together, publish: Publishing, generation: int
) -> None:
    _, mara, _ = await together(generation)
    site = await publish()
    await mara.run(
        f"""async (given) => {{ {FRAMED}
          globalThis.app = new Framed();
          await app.render();
          if (app.rendered) throw new Error("only force renders a window that is closed");
          await app.render({{ force: true }});
          globalThis.loads = 0;
          globalThis.loaded = () => new Promise((done) => app.frame.addEventListener("load", done, {{ once: true }}));
          app.frame.addEventListener("load", () => {{ loads += 1; }});
          await loaded();
          await app.render();
        }}""",
        site,
    )
    assert await mara.run("() => loads") == 1
    await mara.run("async () => { const again = loaded(); standIn.moveWindow(app); await again; }")
    detach = "app.detachWindow()" if generation >= 14 else "standIn.popOut(app)"
    if generation < 14:
        assert await mara.run("() => 'detachWindow' in app") is False
    await mara.run(f"async () => {{ const again = loaded(); {detach}; await again; }}")
    assert await mara.run("() => [loads, app.element.ownerDocument === document]") == [3, False]
    # A message from Foundry's window does not come from the frame's parent there, but from that window's opener.
    frame = next(one for one in mara.page.context.pages[-1].frames if one.url == site)
    heard = frame.evaluate(
        """() => new Promise((done) => addEventListener("message", ({ source }) =>
          done([source === parent, source === parent.opener]), { once: true }))"""
    )
    hearing = asyncio.ensure_future(heard)
    for _ in range(50):
        await mara.run("() => { app.frame.contentWindow.postMessage('hello', '*'); }")
        if (await asyncio.wait([hearing], timeout=0.1))[0]:
            break
    assert await hearing == [False, True]
    attach = "app.attachWindow()" if generation >= 14 else "standIn.popIn(app)"
    await mara.run(f"async () => {{ const again = loaded(); {attach}; await again; await app.close(); }}")
    assert await mara.run("() => [app.rendered, document.querySelector('iframe')]") == [False, None]


async def test_a_window_is_rendered_in_turn_and_closed_for_good(together: Together) -> None:
    _, mara, _ = await together(14)
    assert await mara.run(
        f"""async (given) => {{ {FRAMED}
          const done = [];
          class Watched extends Framed {{
            static DEFAULT_OPTIONS = {{ classes: ["own"], window: {{ resizable: true }} }};
            async _renderHTML() {{ done.push("begin"); await 0; done.push("end"); return super._renderHTML(); }}
            _onRender() {{ done.push(`first: ${{this.frame.isConnected}}`); }}
            _onClose() {{ done.push("closed"); }}
          }}
          const app = new Watched({{ classes: ["mine"] }});
          await Promise.all([app.render({{ force: true }}), app.render()]);
          const {{ id, title, element }} = app;
          const found = [id, title, element.className, app.options.window.resizable];
          const frame = element.querySelector("iframe");
          await app.detachWindow();
          const popup = element.ownerDocument.defaultView;
          popup.close();
          while (app.element) await new Promise((again) => setTimeout(again, 10));
          await app.close();
          return [...found, ...done, app.element, frame.isConnected];
        }}""",
        "about:blank",
    ) == [
        *("framed", "A window", "application own mine", True),
        *("begin", "end", "first: true", "begin", "end", "first: true", "closed", None, False),
    ]


async def test_what_a_browser_is_told_may_arrive_in_another_order(together: Together) -> None:
    world, mara, ann = await together()
    world.hold()
    for amount in (1, 2):
        await world.write(BRI, {"system.currency.gp": amount})
        await world.release(await world.under_way("update"))

    def writes(amount: int) -> Callable[[Any], bool]:
        return lambda data: bool(data["changes"]["system"]["currency"]["gp"] == amount)

    late = await world.under_way("update", to=ann, where=writes(1))
    await world.release(await world.under_way("update", to=ann, where=writes(2)), late)
    await world.release()
    assert (await coins(mara), await coins(ann), world.source(BRI)["system"]["currency"]["gp"]) == (2, 1, 2)


@pytest.mark.parametrize("generation", [13, 14])
async def test_html_in_a_module_is_text_from_14_on(meet: Meeting, generation: int) -> None:
    module = Module.inline("")
    module = Module({**module.files, "frame.html": b"<p>frame</p>"})
    async with World(generation, modules=[module], prefix="/vtt") as world:
        ann = await world.join("ann", await meet())
        read = """async () => (await fetch(foundry.utils.getRoute("modules/tavern-table/frame.html")))
          .headers.get("Content-Type").split(";")[0]"""
        assert await ann.run(read) == ("text/html" if generation < 14 else "text/plain")


async def test_two_gms_may_each_believe_that_they_act_for_all(together: Together, meet: Meeting) -> None:
    users = {"abe": ("Abe", 4), "mara": ("Mara", 4), "ann": ("Ann", 1)}
    world, mara, _ = await together(users=users)
    world.hold()
    abe = await world.join("abe", await meet(elsewhere=True))
    is_self = "() => game.users.activeGM?.isSelf"
    assert [await abe.run(is_self), await mara.run(is_self)] == [True, True]
    await world.flow()
    assert [await abe.run(is_self), await mara.run(is_self)] == [True, False]


async def test_dice_that_are_synchronized_are_sent_to_everybody(together: Together) -> None:
    world, mara, ann = await together()
    show = """async (synchronize) => {
      const die = { result: 17, resultLabel: "die-seventeen", type: "d20", vectors: [], options: {} };
      await game.dice3d.show({ throws: [{ dice: [die] }] }, game.user, synchronize);
    }"""
    await mara.run(show, False)
    assert "die-seventeen" not in world.secrets
    await mara.run(show, True)
    await world.quiet()
    assert "die-seventeen" in await ann.readable()


async def test_a_fault_that_nobody_expects_fails_the_test(meet: Meeting) -> None:
    world = World(13)
    async with world:
        ann = await world.join("ann", await meet())
        await ann.run("() => game.nothing")
        with pytest.raises(AssertionError, match=r"game\.nothing does not exist"):
            world.check()
        world.faults.clear()
