// @ts-check
/** Dice that roll over the table, where a device can draw them. They show faces that the view has already: nothing is
 * simulated of a die whose face this viewer does not see. The flat dice stay, and are all there is elsewhere. */

import { html, useEffect, useRef } from "../../vendor/preact.mjs";
import { hueOf } from "./seats.mjs";

/** @import { View } from "../api.d.mts" */
/** @import { Entry } from "./live.mjs" */
/** @import { Roller, ThrowToShow, ThrownDie } from "../../vendor/dice3d.mjs" */

/** For how long dice lie in the middle after a throw, in milliseconds. */
const LYING = 1_100;
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

/** The dice that somebody threw in an entry, as the view shows them now.
 *  @param {Entry} entry
 *  @param {View} view
 *  @returns {{seat: string, dice: {die: string, face: number}[]} | null} */
export function thrownIn({ events = [] }, view) {
  /** @type {Map<string, Set<number>>} */
  const thrown = new Map();
  for (const event of events) {
    const ns =
      event.type === "die_rolled" || event.type === "die_rerolled"
        ? [event.n]
        : event.type === "dice_thrown"
          ? event.ns
          : [];
    if (ns.length && "seat" in event) thrown.set(event.seat, new Set([...(thrown.get(event.seat) ?? []), ...ns]));
  }
  for (const [seat, ns] of thrown) {
    const holder = view.seats.find((one) => one.seat === seat)?.dice ?? (seat === "house" ? view.house_dice : []);
    const dice = holder.flatMap(({ n, die, face }) => (ns.has(n) && face !== null ? [{ die, face }] : []));
    if (dice.length) return { seat, dice };
  }
  return null;
}

/** @param {{entries: Entry[], view: View, since: number}} props `since`: what came up to this version has been seen */
export function Throws({ entries, view, since }) {
  /** @type {{current: HTMLCanvasElement | null}} */
  const canvas = useRef(null);
  /** @type {{current: {roller: Roller | null, failed: boolean, timer: number}}} */
  const kept = useRef({ roller: null, failed: false, timer: 0 });
  const last = useRef(since);
  const newest = entries[entries.length - 1]?.version ?? 0;
  useEffect(() => {
    const fresh = entries.filter((entry) => entry.version > last.current);
    last.current = Math.max(last.current, newest);
    const entry = fresh.findLast((one) => thrownIn(one, view));
    const thrown = entry && thrownIn(entry, view);
    if (entry && thrown && mayRoll()) roll(entry.version, thrown);
  }, [newest]);
  useEffect(() => () => kept.current.roller?.destroy(), []);

  /** @param {number} version
   *  @param {{seat: string, dice: {die: string, face: number}[]}} thrown */
  const roll = async (version, { seat, dice }) => {
    const own = kept.current;
    const over = canvas.current;
    if (own.failed || !over) return;
    const bundle = await import("../../vendor/dice3d.mjs").catch(() => null);
    if (!bundle?.canRoll() || !over.isConnected) {
      // The flat dice are enough.
      own.failed = true;
      return;
    }
    const { createRoller, DiceLost, hasDie, PATTERNS } = bundle;
    const hue = hueOf(view, seat);
    const holder = over.closest("main")?.querySelector(`.seat.${hue}`);
    const box = over.getBoundingClientRect();
    const at = holder?.getBoundingClientRect();
    /** @type {ThrownDie[]} */
    const rolled = dice
      .map(({ die, face }) => ({
        sides: Number(die.slice(1)),
        face,
        colour: holder ? getComputedStyle(holder).getPropertyValue("--hue").trim() : undefined,
        pattern: PATTERNS[Number(hue.slice(4)) % PATTERNS.length],
      }))
      .filter(({ sides }) => hasDie(sides));
    /** @type {ThrowToShow} */
    const shown = {
      seed: `${view.table} ${version}`,
      dice: rolled,
      from: at ? { x: at.x + at.width / 2 - box.x, y: at.y + at.height / 2 - box.y } : undefined,
    };
    clearTimeout(own.timer);
    try {
      own.roller ??= createRoller(over, { theme: {} });
      over.classList.add("on");
      own.roller.resize();
      await own.roller.throwDice(shown);
    } catch (error) {
      own.failed = true;
      over.classList.remove("on");
      if (!(error instanceof DiceLost)) throw error;
    }
    own.timer = window.setTimeout(() => over.classList.remove("on"), LYING);
  };
  return html`<canvas ref=${canvas} class="throws" aria-hidden="true"></canvas>`;
}
