// @ts-check
/** Moments that count: who wins or busts, who is caught, which dice change, and what it cost me. Each is held over the
 * table for a while, one after the other; a tap skips it. The server has confirmed all of them. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.mjs";
import { useBoard } from "../boards/boards.mjs";
import { Coins } from "../money.mjs";
import { listed } from "../parts.mjs";
import { settings } from "../session.mjs";
import { nameOf } from "../labels.mjs";
import { flightsIn, fly } from "./flights.mjs";
import { CHANGES, MISHAPS, gainOf } from "./live.mjs";
import { Throws, thrownIn } from "./throws.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Board } from "../boards/boards.mjs" */
/** @import { Balance, Entry } from "./live.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */
/** @typedef {import("../sounds.mjs").Sound} Sound */
/** @typedef {import("./flights.mjs").Flight} Flight */
/** @typedef {{key: string, tone: "won" | "lost" | "news", said: ComponentChildren, cp: number | null,
 *   why?: ComponentChildren, throws?: number[][]}} Moment `throws`: the faces of dice that one command threw again and again */

/** How long a moment is held, in milliseconds; less if others wait. */
const HELD = 2_200;
const HURRIED = 1_200;
/** So many moments wait at most; earlier ones are left out. */
const MOST = 4;

/** What is worth a moment in an entry.
 *  @param {Entry} entry
 *  @param {View} view
 *  @param {Words} words
 *  @param {string | null} me
 *  @param {Balance | null} balance
 *  @returns {Moment[]} */
function momentsIn({ version, events }, view, words, me, balance) {
  /** @type {Moment[]} */
  const found = chainsIn(events ?? []).map(([seat, throws]) => ({
    key: `${version} ${seat} threw`,
    tone: "news",
    said: html`<bdi>${seat === me ? "You" : nameOf(view, seat)}</bdi> ${seat === me ? "throw" : "throws"}`,
    cp: null,
    throws,
  }));
  for (const event of events ?? []) {
    if (event.type === "status_changed" && MISHAPS.has(event.status)) {
      const label = words.of("statuses", event.status).label;
      const mine = event.seat === me;
      found.push({
        key: `${version} ${event.seat}`,
        tone: mine ? "lost" : "news",
        said: html`<bdi>${mine ? "You" : nameOf(view, event.seat)}</bdi>: ${label}`,
        cp: null,
      });
    } else if (event.type === "round_ended") {
      const won = me !== null && event.winners.includes(me);
      const names = event.winners.map((seat) => (seat === me ? "you" : nameOf(view, seat)));
      const said = !names.length
        ? words.of("outcomes", event.outcome).label
        : won && names.length === 1
          ? "You win!"
          : `${listed(names)} ${names.length === 1 ? "wins" : "win"}`;
      const own = gainOf(view, me, balance);
      found.push({
        key: `${version}`,
        tone: won ? "won" : own !== null && own < 0 ? "lost" : "news",
        said: said.charAt(0).toUpperCase() + said.slice(1),
        // Coins of others could be taken for my own.
        cp: me === null && event.winners.length === 1 ? (event.won_cp[event.winners[0]] ?? null) : own,
      });
    }
  }
  return found;
}

/** What each seat threw, throw by throw, as far as the viewer sees it: only where the same dice fell again and again at
 *  once, since they now show the last throw alone.
 *  @param {NonNullable<Entry["events"]>} events
 *  @returns {[seat: string, throws: number[][]][]} */
function chainsIn(events) {
  /** @type {Map<string, {throws: number[][], dice: Set<number>, again: boolean}>} */
  const chains = new Map();
  for (const event of events) {
    if (event.type !== "dice_thrown") continue;
    const faces = (event.draws ?? []).flatMap((draw) => (typeof draw?.face === "number" ? [draw.face] : []));
    const chain = chains.get(event.seat) ?? { throws: [], dice: new Set(), again: false };
    chains.set(event.seat, chain);
    chain.again ||= event.ns.some((n) => chain.dice.has(n));
    for (const n of event.ns) chain.dice.add(n);
    if (faces.length) chain.throws.push(faces);
  }
  return [...chains].filter(([, { again }]) => again).map(([seat, { throws }]) => [seat, throws]);
}

/** The dice that changed in an entry: few entries need this module.
 *  @param {Entry} entry
 *  @param {View} past the view before it
 *  @param {View} view
 *  @param {Words} words
 *  @param {string | null} me
 *  @returns {Promise<Moment[]> | null} */
const changesOf = (entry, past, view, words, me) =>
  entry.events?.some(({ type }) => CHANGES.has(type))
    ? import("./changes.mjs").then(({ changesIn }) => changesIn(entry, past, view, words, me))
    : null;

/** What the game's board announces.
 *  @param {Board["announced"]} announced
 *  @param {Entry} entry
 *  @param {View} view
 *  @param {Words} words
 *  @param {string | null} me
 *  @returns {Promise<Moment[]>} */
async function announcedIn(announced, entry, view, words, me) {
  const found = await announced?.(entry, view, words);
  if (!found) return [];
  const tone = found.to !== me ? "news" : found.good ? "won" : "lost";
  return [{ key: `${entry.version} announced`, tone, said: found.said, why: found.why, cp: null }];
}

/** The sounds that go with an entry.
 *  @param {Entry} entry
 *  @returns {Sound[]} */
function soundsIn({ events = [] }) {
  /** @type {Set<Sound>} */
  const heard = new Set();
  for (const { type } of events) {
    if (type === "die_rolled" || type === "die_rerolled" || type === "dice_thrown") heard.add("dice");
    else if (type === "coins_moved") heard.add("coins");
    else if (type === "round_ended") heard.add("end");
  }
  return [...heard];
}

/** Make a sound, if sounds are wanted. One that cannot be made is not missed.
 *  @param {Sound} sound */
function play(sound) {
  if (settings().sounds)
    import("../sounds.mjs").then(
      ({ sounded }) => sounded(sound),
      () => {},
    );
}

/** @param {{entries: Entry[], view: View, words: Words, me: string | null, balance: Balance | null, first: View}} props
 *   `first`: the view that was shown first; nothing before it is news */
export function Moments({ entries, view, words, me, balance, first }) {
  useTurnCall(isToAct(view, me), isToAct(first, me), view.name);
  const [waiting, setWaiting] = useState(/** @type {Moment[]} */ ([]));
  const [thrown, setThrown] = useState(/** @type {Entry | null} */ (null));
  const [rolling, setRolling] = useState(false);
  const { announced } = useBoard(view);
  const last = useRef(first.version);
  const before = useRef(first);
  const flights = useRef(/** @type {Flight[]} */ ([]));
  /** @type {{current: HTMLElement | null}} */
  const here = useRef(null);
  const newest = entries[entries.length - 1]?.version ?? 0;
  useLayoutEffect(() => {
    const fresh = entries.filter((entry) => entry.version > last.current);
    last.current = Math.max(last.current, newest);
    const past = before.current;
    before.current = view;
    const roll = words.cards ? null : fresh.findLast((entry) => thrownIn(entry, view));
    if (roll) setThrown(roll);
    if (document.hidden) {
      setWaiting([]);
      return;
    }
    flights.current.push(...flightsIn(fresh));
    Promise.allSettled(
      fresh.flatMap((entry) => [
        changesOf(entry, past, view, words, me),
        announcedIn(announced, entry, view, words, me),
        momentsIn(entry, view, words, me, balance),
      ]),
    ).then((found) => {
      // The chronicle says what cannot be shown.
      const news = found.flatMap((some) => (some.status === "fulfilled" && some.value) || []);
      if (news.length) setWaiting((was) => [...was, ...news].slice(-MOST));
    });
    for (const sound of new Set(fresh.flatMap(soundsIn))) play(sound);
  }, [newest]);
  useEffect(() => {
    const stage = /** @type {HTMLElement | null | undefined} */ (here.current?.closest(".stage"));
    if (rolling || !stage || !flights.current.length) return;
    const due = flights.current.splice(0);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) fly(stage, due, view);
  }, [newest, rolling]);
  const shown = waiting[0];
  const next = () => setWaiting((was) => was.slice(1));
  useEffect(() => {
    if (!shown || rolling) return undefined;
    const timer = setTimeout(next, waiting.length > 1 ? HURRIED : HELD);
    return () => clearTimeout(timer);
  }, [shown?.key, waiting.length > 1, rolling]);
  const throws = html`<span ref=${here} hidden></span
    ><${Throws} entry=${thrown} view=${view} onRolling=${setRolling} />`;
  // A moment does not come before the dice that made it lie.
  if (!shown || rolling) return throws;
  // The chronicle is read out by itself.
  return html`${throws}
    <div class="moment ${shown.tone}" key=${shown.key} aria-hidden="true" onClick=${next}>
      <p>${shown.said}</p>
      ${shown.throws ? html`<p class="moment-throws">${shown.throws.map((faces) => faces.join(" ")).join(" → ")}</p>` : null}
      ${shown.why ? html`<p class="moment-why">${shown.why}</p>` : null}
      ${shown.cp ? html`<p class="moment-coins"><${Coins} cp=${shown.cp} sign /></p>` : null}
    </div>`;
}

/** @param {View} view
 *  @param {string | null} me */
const isToAct = (view, me) => me !== null && view.to_act.includes(me);

/** Says when it becomes my turn: a sound, a short vibration, and, if allowed, a notification while the page is hidden.
 *  @param {boolean} acts
 *  @param {boolean} acted whether it was my turn when the page came
 *  @param {string} table its name */
function useTurnCall(acts, acted, table) {
  const was = useRef(acted);
  useEffect(() => {
    const began = acts && !was.current;
    was.current = acts;
    if (!began) return;
    play("turn");
    if (!settings().calls) return;
    navigator.vibrate?.(80);
    if (document.hidden && "Notification" in window && Notification.permission === "granted") {
      const shown = new Notification("Your turn", { body: table, tag: "tavern-turn" });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
    }
  }, [acts]);
}
