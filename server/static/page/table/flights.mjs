// @ts-check
/** Coins that travel between seats and the middle, when the server says that they have moved. */

import { hueOf } from "./seats.mjs";

/** @import { View } from "../api.d.mts" */
/** @import { Entry } from "./live.mjs" */
/** How many coins go from where to where: a seat, or else the middle.
 *  @typedef {{from: string, to: string, cp: number}} Flight */

/** How long a coin is on its way, and how long after the one before it starts, in milliseconds. */
const FLIGHT = 650;
const APART = 70;
/** So many coins fly from one seat at most; more would not be counted. */
const MOST = 6;

/** The coins that went from seat to seat, into the middle or out of it, in some entries. Coins that come to the table, or
 *  leave it, were never in the middle.
 *  @param {Pick<Entry, "events">[]} entries
 *  @returns {Flight[]} */
export function flightsIn(entries) {
  /** @type {Map<string, Flight>} */
  const found = new Map();
  for (const event of entries.flatMap((entry) => entry.events ?? [])) {
    if (event.type !== "coins_moved" || !event.amount_cp) continue;
    const { payer, payee, amount_cp } = event;
    if (payer === "outside" || payee === "outside") continue;
    const way = `${payer} ${payee}`;
    found.set(way, { from: payer, to: payee, cp: (found.get(way)?.cp ?? 0) + amount_cp });
  }
  return [...found.values()];
}

/** Let coins fly over the stage. They are decoration: the amounts are said elsewhere.
 *  @param {HTMLElement} stage
 *  @param {Flight[]} flights
 *  @param {View} view */
export function fly(stage, flights, view) {
  const main = stage.closest("main") ?? stage;
  const around = stage.getBoundingClientRect();
  /** @param {string} who */
  const placeOf = (who) => {
    const seated = view.seats.some((one) => one.seat === who);
    const at =
      (seated && main.querySelector(`.seat.${hueOf(view, who)} .seat-head`)) ||
      main.querySelector(".pot") ||
      main.querySelector(".centre");
    const box = (at ?? stage).getBoundingClientRect();
    return { x: box.x + box.width / 2 - around.x, y: box.y + box.height / 2 - around.y };
  };
  for (const { from, to, cp } of flights) {
    const [start, end] = [placeOf(from), placeOf(to)];
    const count = Math.min(MOST, 1 + Math.floor(Math.log2(1 + cp / 100)));
    for (let n = 0; n < count; n++) launch(stage, start, end, n, cp < 100 ? "silver" : "gold");
  }
}

/** @typedef {{x: number, y: number}} Point
 *  @param {HTMLElement} stage
 *  @param {Point} start
 *  @param {Point} end
 *  @param {number} n
 *  @param {string} metal */
function launch(stage, start, end, n, metal) {
  const coin = document.createElement("i");
  coin.className = `flying ${metal}`;
  coin.ariaHidden = "true";
  stage.append(coin);
  /** @param {Point} point
   *  @param {number} [up] */
  const at = ({ x, y }, up = 0) => `translate(${x}px, ${y - up}px)`;
  const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const flight = coin.animate(
    [{ transform: at(start) }, { transform: at(half, 40) }, { transform: at(end), opacity: 0.4 }],
    {
      duration: FLIGHT,
      delay: n * APART,
      easing: "ease-in-out",
      fill: "backwards",
    },
  );
  flight.onfinish = flight.oncancel = () => coin.remove();
}
