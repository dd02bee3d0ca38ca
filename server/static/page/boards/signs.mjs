// @ts-check
/** Seats on a board: a sign in the seat's colour, with as many letters as it takes to tell the seats apart. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { hueOf } from "../table/seats.mjs";

/** @import { View } from "../api.d.mts" */

/** So many letters do not fit a sign. */
const TOO_MANY = 3;

/** The first letters of a seat's name, as many as tell it from all others; or the first, and which seat it is.
 *  @param {View} view
 *  @param {string} seat */
function lettersOf(view, seat) {
  const names = view.seats.map((one) => ({ seat: one.seat, letters: [...one.name.trim()] }));
  const own = names.find((one) => one.seat === seat)?.letters ?? [...nameOf(view, seat)];
  /** @param {number} count */
  const start = (count) => own.slice(0, count).join("").trim().toUpperCase();
  for (let count = 1; count < TOO_MANY; count += 1) {
    const others = names.filter((one) => one.seat !== seat);
    if (!others.some(({ letters }) => letters.slice(0, count).join("").trim().toUpperCase() === start(count)))
      return start(count);
  }
  return `${start(1)}${view.seats.findIndex((one) => one.seat === seat) + 1}`;
}

/** A seat's sign; its name is for screen readers, and for a pointer that rests on it.
 *  @param {{view: View, seat: string, me: string | null}} props */
export function SeatSign({ view, seat, me }) {
  const name = nameOf(view, seat, me);
  return html`<span class="seatsign ${hueOf(view, seat)}" title=${name}
    ><span aria-hidden="true">${lettersOf(view, seat)}</span><bdi class="unseen">${name}</bdi></span
  >`;
}
