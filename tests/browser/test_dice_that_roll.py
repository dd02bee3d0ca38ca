"""Dice that roll in three dimensions: the picture shows the decided faces, and the page stays as quick as it was."""

import base64
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Page

from tests.browser.conftest import Meeting, Starting, run

pytestmark = pytest.mark.asyncio(loop_scope="session")

KINDS: Final = (2, 4, 6, 8, 10, 12, 20)
AT_ONCE: Final = 10
LIKE: Final = 0.45
"""How much a number in the picture is like the same drawn alone, at least. It is more like it than like any other."""
STALL: Final = "GPU stall due to ReadPixels"
"""What Chromium complains about when it takes a picture of what it has drawn by the processor."""
THROWS: Final = 150
THROWS_OF_A_CAMPAIGN: Final = 500
GROWTH: Final = 2_000_000
"""By how many bytes the page may grow in these throws. A track of one die has about 4,000."""
VIOLATED: Final = """
window.violated = [];
addEventListener("securitypolicyviolation", (event) => window.violated.push(event.violatedDirective));
"""

READY: Final = """async (width, height) => {
  document.body.innerHTML = "";
  document.documentElement.style.background = document.body.style.background = "rgb(40, 80, 60)";
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "fixed", inset: 0, width: `${width}px`, height: `${height}px` });
  document.body.append(canvas);
  Object.assign(window, { dice: await import("/vendor/dice3d.mjs"), canvas });
  window.roller = window.dice.createRoller(canvas);
  window.pixelsOf = async (png) => {
    const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  };
}"""
SHOW: Final = """async (seed, dice) => {
  const done = window.roller.throwDice({ seed, dice });
  window.roller.skip();
  await done;
  return window.roller.spots();
}"""
READ: Final = """async (png, spots) => {
  const { data, width } = await window.pixelsOf(png);
  const GRID = 44;
  const light = (x, y) => {
    const at = (Math.round(y) * width + Math.round(x)) * 4;
    return data[at] + data[at + 1] + data[at + 2];
  };
  // What is around a number, in its own directions, from its middle to as far as it has room.
  const around = ({ x, y, right, up }, room) => Array.from({ length: GRID * GRID }, (_, n) => {
    const [a, b] = [n % GRID, Math.floor(n / GRID)].map((one) => ((one + 0.5) / GRID * 2 - 1) * room);
    return -light(x + a * right[0] - b * up[0], y + a * right[1] - b * up[1]);
  });
  const alone = (sides, value, size) => {
    const pen = new OffscreenCanvas(GRID, GRID).getContext("2d", { willReadFrequently: true });
    pen.translate(GRID / 2, GRID / 2);
    pen.scale(GRID / 2, GRID / 2);
    if (sides === 6) {
      const places = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][value];
      for (const at of places) {
        pen.beginPath();
        pen.arc((at % 3 - 1) * 0.55 * size, (Math.floor(at / 3) - 1) * 0.55 * size, 0.2, 0, 7);
        pen.fill();
      }
    } else {
      pen.font = '750 100px system-ui, "Noto Sans", sans-serif';
      const { width: wide, actualBoundingBoxAscent: high } = pen.measureText(value);
      const below = [6, 9].includes(value) ? 20 : 0;
      const by = 2 * size / Math.hypot(wide, high + below);
      pen.scale(by, by);
      pen.textAlign = "center";
      pen.fillText(value, 0, (high + below) / 2 - below);
      if (below) pen.fillRect(-wide / 2, (high + below) / 2 - 10, wide, 10);
    }
    return Array.from(pen.getImageData(0, 0, GRID, GRID).data).filter((_, at) => at % 4 === 3);
  };
  const alike = (one, other) => {
    const [a, b] = [one, other].map((all) => {
      const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
      return all.map((x) => x - mean);
    });
    const dot = (x, y) => x.reduce((sum, value, at) => sum + value * y[at], 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  return spots.map(({ sides, marks }) => marks.map((mark) => {
    const { room } = window.dice.SOLIDS[sides].marks[0];
    const seen = around(mark, room);
    let best = { value: 0, likeness: -1 };
    for (let value = 1; value <= sides; value++) {
      for (const size of [0.55, 0.65, 0.75, 0.85, 0.95, 1.05]) {
        const likeness = alike(seen, alone(sides, value, size));
        if (likeness > best.likeness) best = { value, likeness };
      }
    }
    return best;
  }));
}"""


@pytest_asyncio.fixture(name="table", loop_scope="session")
async def table_(meet: Meeting, start: Starting) -> Page:
    """A page with the dice's code and a canvas of its size, in a browser that draws by the processor."""
    return await opened(meet, start, 1280, 720)


async def opened(meet: Meeting, start: Starting, width: int, height: int, **options: Any) -> Page:
    server = await start()
    context = await meet(
        (STALL,), viewport={"width": width, "height": height}, reduced_motion="no-preference", **options
    )
    await context.add_init_script(VIOLATED)
    page = await context.new_page()
    await page.goto(str(server.client.make_url("/")))
    await run(page, READY, width, height)
    return page


def faces(sides: int) -> list[list[dict[str, Any]]]:
    """Every face of a kind of die, in throws of a few dice."""
    dice = [{"sides": sides, "face": face} for face in range(1, sides + 1)]
    return [dice[at : at + AT_ONCE] for at in range(0, sides, AT_ONCE)]


def turned_to_the_viewer(marks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The numbers that are not on the far side: a d4's number is on three faces, of which some can be read."""

    def size(mark: dict[str, Any]) -> float:
        (across, down), (aside, along) = mark["right"], mark["up"]
        return float(down * aside - across * along)

    largest = max(size(mark) for mark in marks)
    return [mark for mark in marks if size(mark) > largest / 4]


@pytest.mark.parametrize("sides", KINDS)
async def test_every_face_can_be_read_from_the_picture_where_it_lies_up(table: Page, sides: int) -> None:
    for n, dice in enumerate(faces(sides)):
        spots = await run(table, SHOW, f"faces {sides} {n}", dice)
        png = base64.b64encode(await table.screenshot()).decode()
        for spot in spots:
            spot["marks"] = turned_to_the_viewer(spot["marks"])
        read = await run(table, READ, png, spots)
        assert [spot["face"] for spot in spots] == [die["face"] for die in dice]
        for die, marks in zip(dice, read, strict=True):
            assert 1 <= len(marks) <= (3 if sides == 4 else 1)
            assert {mark["value"] for mark in marks} == {die["face"]}, (die, marks)
            assert min(mark["likeness"] for mark in marks) > LIKE, (die, marks)


async def test_throws_are_simulated_in_a_worker_that_the_policy_of_the_page_allows(table: Page) -> None:
    await run(table, SHOW, "worker", [{"sides": 6, "face": 3}])
    assert len(table.workers) == 1
    assert await table.evaluate("window.violated") == []
    await table.evaluate("window.roller.destroy()")


async def test_where_no_worker_starts_the_page_simulates_the_same_throw(table: Page) -> None:
    dice = [{"sides": 8, "face": 3}, {"sides": 20, "face": 17}]
    spots = await run(table, SHOW, "no worker", dice)
    await table.evaluate("""() => {
      window.roller.destroy();
      window.Worker = class { constructor() { throw new Error("not here"); } };
      const again = window.canvas.cloneNode();
      window.canvas.replaceWith(again);
      Object.assign(window, { canvas: again, roller: window.dice.createRoller(again) });
    }""")
    assert await run(table, SHOW, "no worker", dice) == spots


async def test_a_die_whose_face_is_hidden_is_not_in_the_throw(table: Page) -> None:
    seen, hidden = {"sides": 6, "face": 2}, {"sides": 20, "face": None}
    alone = await run(table, SHOW, "hidden", [seen])
    assert await run(table, SHOW, "hidden", [hidden, seen, hidden]) == alone
    assert await run(table, SHOW, "hidden", [hidden]) == []


async def test_between_throws_nothing_is_drawn(table: Page) -> None:
    drawn = await run(
        table,
        """async () => {
          const own = window.requestAnimationFrame.bind(window);
          let asked = 0;
          window.requestAnimationFrame = (next) => {
            // The page behind may still be drawing something of its own.
            if (new Error().stack.includes("dice3d.mjs")) asked++;
            return own(next);
          };
          await window.roller.throwDice({ seed: "idle", dice: [{ sides: 6, face: 1 }] });
          const during = asked;
          for (let n = 0; n < 5; n++) await new Promise(own);
          return [during > 1, asked - during];
        }""",
    )
    assert drawn == [True, 0]


async def test_another_throw_takes_the_place_of_one_that_is_under_way(table: Page) -> None:
    spots = await run(
        table,
        """async () => {
          const first = window.roller.throwDice({ seed: "one", dice: [{ sides: 6, face: 1 }] });
          const second = window.roller.throwDice({ seed: "two", dice: [{ sides: 8, face: 8 }] });
          await first;
          window.roller.skip();
          await second;
          return window.roller.spots().map(({ sides, face }) => [sides, face]);
        }""",
    )
    assert spots == [[8, 8]]


async def test_the_felt_is_the_page_s_own(table: Page) -> None:
    await run(table, SHOW, "felt", [{"sides": 6, "face": 1}])
    png = base64.b64encode(await table.screenshot()).decode()
    corners = await run(
        table,
        """async (png) => {
          const { data, width } = await window.pixelsOf(png);
          return [2 * width + 2, 3 * width - 3].map((at) => [...data.slice(4 * at, 4 * at + 4)]);
        }""",
        png,
    )
    assert corners == [[40, 80, 60, 255]] * 2


async def test_when_the_drawing_is_lost_throws_are_rejected_and_the_page_goes_on(table: Page) -> None:
    lost = await run(
        table,
        """async () => {
          const nameOf = (promise) => promise.then(() => "done", (error) => error.constructor === window.dice.DiceLost);
          const thrown = nameOf(window.roller.throwDice({ seed: "lost", dice: [{ sides: 6, face: 1 }] }));
          window.canvas.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
          const during = await thrown;
          const later = await nameOf(window.roller.throwDice({ seed: "lost", dice: [{ sides: 6, face: 1 }] }));
          const spots = window.roller.spots();
          window.roller.skip();
          window.roller.clear();
          window.roller.resize();
          window.roller.destroy();
          return { during, later, spots };
        }""",
    )
    assert lost == {"during": True, "later": True, "spots": []}


async def test_dice_that_there_are_not_are_refused(table: Page) -> None:
    refused = await run(
        table,
        """(all) => Promise.all(all.map((die) => window.roller.throwDice({ seed: "", dice: [die] }).then(
          () => "thrown", (error) => error.message)))""",
        [{"sides": 7, "face": 1}, {"sides": 6, "face": 7}, {"sides": 6, "face": 1, "pattern": "stars"}],
    )
    assert refused == ["there is no die with 7 sides", "a d6 has no 7", "there is no pattern stars"]


async def test_dice_roll_only_where_motion_is_welcome_and_a_graphics_processor_draws(table: Page) -> None:
    ask = "[window.dice.canRoll(), window.dice.canRoll({ software: true })]"
    assert await table.evaluate(ask) == [False, True]
    await table.emulate_media(reduced_motion="reduce")
    assert await table.evaluate(ask) == [False, False]


@pytest.mark.parametrize("throws", [THROWS, pytest.param(THROWS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_memory_stays_the_same_over_many_throws(meet: Meeting, start: Starting, throws: int) -> None:
    page = await opened(meet, start, 96, 64)
    session = await page.context.new_cdp_session(page)

    async def used() -> tuple[Any, int]:
        await session.send("HeapProfiler.collectGarbage")
        return await page.evaluate("window.roller.held"), (await session.send("Runtime.getHeapUsage"))["usedSize"]

    async def throw(times: int) -> None:
        await run(
            page,
            """async (times, kinds) => {
              for (let n = 0; n < times; n++) {
                const dice = kinds.map((sides) => ({ sides, face: 1 + (n % sides), label: `${n}` }));
                const done = window.roller.throwDice({ seed: `${n % 25}`, dice: dice.slice(n % 6, n % 6 + 2) });
                window.roller.skip();
                await done;
              }
              window.roller.clear();
            }""",
            times,
            KINDS,
        )

    await throw(THROWS // 3)
    held, before = await used()
    await throw(throws)
    again, after = await used()
    assert again == held
    assert after - before < GROWTH
