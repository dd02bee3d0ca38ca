// @ts-check
/** Dice that roll over the table, where a device can draw them. They show faces that the view has already: nothing is
 * simulated of a die whose face this viewer does not see. The flat dice stay, and are all there is elsewhere. */

import { html, useEffect, useLayoutEffect, useRef } from "../../vendor/preact.mjs";
import { hueOf } from "./seats.mjs";

/** @import { View } from "../api.d.mts" */
/** @import { Entry } from "./live.mjs" */
/** @import { Roller, ThrowToShow, ThrownDie } from "../../vendor/dice3d.mjs" */
/** @typedef {typeof import("../../vendor/dice3d.mjs")} Bundle */

/** For how long dice lie in the middle after a throw, in milliseconds. A tap or a key goes on at once. */
const LYING = 700;
/** The least processors of a device on which dice roll. */
const CORES = 2;

/** Whether it is worth asking the bundle: it is large.
 *  @returns {boolean} */
function mayRoll() {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  return (
    !matchMedia("(prefers-reduced-motion: reduce)").matches &&
    !connection?.saveData &&
    (navigator.hardwareConcurrency ?? CORES) >= CORES &&
    !document.hidden
  );
}

/** The dice that somebody threw in an entry, with the faces that this viewer sees: as they lie now or, where they were
 *  taken up at once, as they fell.
 *  @param {Pick<Entry, "events">} entry
 *  @param {View} view
 *  @returns {{seat: string, dice: {die: string, face: number}[]} | null} */
export function thrownIn({ events = [] }, view) {
  /** @type {Map<string, Map<number, {die: string, face: number}>>} */
  const thrown = new Map();
  for (const event of events) {
    for (const { n, die, face } of fallenIn(event)) {
      const { seat } = /** @type {{seat: string}} */ (event);
      const holder = seat === "house" ? view.house_dice : view.seats.find((one) => one.seat === seat)?.dice;
      const lies = holder?.find((one) => one.n === n) ?? { die, face };
      const dice = thrown.get(seat) ?? new Map();
      thrown.set(seat, dice);
      if (lies.die && typeof lies.face === "number") dice.set(n, { die: lies.die, face: lies.face });
    }
  }
  for (const [seat, dice] of thrown) if (dice.size) return { seat, dice: [...dice.values()] };
  return null;
}

/** The dice that an event threw. What a viewer does not see has no face, and a die that is thrown again no kind.
 *  @param {NonNullable<Entry["events"]>[number]} event
 *  @returns {{n: number, die?: string, face?: number}[]} */
function fallenIn(event) {
  if (event.type === "die_rolled") return [{ n: event.n, die: event.die, face: event.draw?.face }];
  if (event.type === "die_rerolled") return [{ n: event.n }];
  if (event.type === "dice_thrown")
    return event.ns.map((n, at) => ({ n, die: event.die, face: event.draws?.[at]?.face }));
  return [];
}

/** Rolls the dice of an entry, once for each entry that is given. Until they lie, their flat pictures and what was said
 *  of them keep back; `onRolling` is told when they begin and when they lie.
 *  @param {{entry: Pick<Entry, "version" | "at" | "events"> | null, view: View, onRolling?: (rolling: boolean) => void}} props */
export function Throws({ entry, view, onRolling = () => {} }) {
  /** @type {{current: HTMLCanvasElement | null}} */
  const canvas = useRef(null);
  /** @type {{current: {bundle: Bundle | null, roller: Roller | null, failed: boolean, newest: number}}} */
  const kept = useRef({ bundle: null, roller: null, failed: false, newest: 0 });
  // Before the flat dice are painted.
  useLayoutEffect(() => {
    const thrown = entry && thrownIn(entry, view);
    if (thrown && mayRoll() && !kept.current.failed) roll(entry, thrown);
  }, [entry?.version]);
  useEffect(() => () => kept.current.roller?.destroy(), []);

  /** @param {Pick<Entry, "version" | "at">} of
   *  @param {{seat: string, dice: {die: string, face: number}[]}} thrown */
  const roll = async ({ version, at }, { seat, dice }) => {
    const own = kept.current;
    own.bundle ??= await import("../../vendor/dice3d.mjs").catch(() => null);
    const over = canvas.current;
    if (!own.bundle?.canRoll() || !over?.isConnected) {
      // The flat dice are enough.
      own.failed = true;
      return;
    }
    const { createRoller, DiceLost, hasDie, PATTERNS } = own.bundle;
    const rollable = dice.filter(({ die }) => hasDie(Number(die.slice(1))));
    if (!rollable.length) return;
    // The dock is lower meanwhile, so only then is it known where things are.
    const flat = [...(over.closest("main")?.querySelectorAll(`.die[data-thrown="${version}"]`) ?? [])];
    const stage = over.closest(".stage");
    own.newest = version;
    onRolling(true);
    for (const one of [stage, ...flat]) one?.toggleAttribute("data-rolling", true);
    const hue = hueOf(view, seat);
    const holder = over.closest("main")?.querySelector(seat === "house" ? ".house" : `.seat.${hue}`);
    const [box, from] = [over.getBoundingClientRect(), holder?.getBoundingClientRect()];
    /** @type {ThrownDie[]} */
    const rolled = rollable.map(({ die, face }) => ({
      sides: Number(die.slice(1)),
      face,
      colour: holder ? getComputedStyle(holder).getPropertyValue("--hue").trim() : undefined,
      pattern: PATTERNS[Number(hue.slice(4)) % PATTERNS.length],
    }));
    /** @type {ThrowToShow} */
    const shown = {
      // The same for everybody, and in replays.
      seed: `${view.table} ${at}`,
      dice: rolled,
      from: from ? { x: from.x + from.width / 2 - box.x, y: from.y + from.height / 2 - box.y } : undefined,
    };
    // The dock grows again when they lie: what fades must not be squeezed.
    over.style.height = `${box.height}px`;
    const skipped = new AbortController();
    const skip = () => {
      own.roller?.skip();
      skipped.abort();
    };
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, skip, { signal: skipped.signal });
    try {
      own.roller ??= createRoller(over, { theme: {} });
      over.classList.add("on");
      own.roller.resize();
      await own.roller.throwDice(shown);
      await passed(LYING, skipped.signal);
    } catch (error) {
      own.failed = true;
      if (!(error instanceof DiceLost)) throw error;
    } finally {
      skipped.abort();
      for (const one of flat) one.removeAttribute("data-rolling");
      // Another throw may have begun.
      if (own.newest === version) {
        over.classList.remove("on");
        stage?.removeAttribute("data-rolling");
        onRolling(false);
      }
    }
  };
  return html`<canvas ref=${canvas} class="throws" aria-hidden="true"></canvas>`;
}

/** @param {number} milliseconds
 *  @param {AbortSignal} signal ends it early */
const passed = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve(null)));
  });
