// @ts-check
/** Instead of a table that cannot be shown: why, and what its visitor can do. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { Problem, codeOf } from "../parts.mjs";
import { BASE } from "../place.mjs";
import { tableFor } from "../server.mjs";
import { forget, remember } from "../session.mjs";

/** @import { View } from "../api.d.mts" */

/** Whether a seat whose token is no longer valid is still at the table; null while, or if, that cannot be known.
 *  @param {string} table
 *  @param {import("../session.mjs").Known} known
 *  @param {boolean} asks
 *  @returns {boolean | null} */
function useStillThere(table, known, asks) {
  const [there, setThere] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (!asks || !known.seat) return undefined;
    const stop = new AbortController();
    /** @param {View} view */
    const seated = (view) =>
      view.seats.some((one) => one.seat === known.seat && one.played_by !== "nobody") ||
      view.asking.some((one) => one.seat === known.seat);
    tableFor(table, known.invite)
      .look({ signal: stop.signal })
      .then(
        (view) => stop.signal.aborted || setThere(seated(view)),
        () => {},
      );
    return () => stop.abort();
  }, [asks]);
  return there;
}

/** What is wrong with a link that the server does not take any more: a title, and what to do.
 *  @param {import("../session.mjs").Known} known
 *  @param {boolean} hosting
 *  @param {boolean | null} there whether the seat is still at the table
 *  @returns {[title: string, text: string]} */
function whyLost(known, hosting, there) {
  if (hosting)
    return [
      "This GM link does not work",
      "It was replaced, or it is incomplete. Use the newest one, or ask whoever runs the server.",
    ];
  if (!known.token)
    return [
      "This invite does not work",
      "The GM has replaced it, or the link is incomplete. Ask the GM for a new one.",
    ];
  if (there === false)
    return known.admitted === false
      ? ["You were not let in", "The GM refused the seat. You keep your coins."]
      : ["You have been removed", "The GM removed your seat. You keep what was in its purse."];
  if (there)
    return [
      "Your link was replaced",
      "The GM made a new link for your seat, and this one stopped working. Ask the GM for it.",
    ];
  return ["You have lost your seat here", "The GM removed it, or replaced its link. Ask the GM."];
}

/** @param {{table: string, problem: unknown, known: import("../session.mjs").Known, hosting: boolean}} props */
export function NotShown({ table, problem, known, hosting }) {
  const code = codeOf(problem) ?? "";
  const lost = ["wrong_token", "no_seat"].includes(code);
  const there = useStillThere(table, known, lost && !hosting && Boolean(known.token));
  const [title, text] = whyLost(known, hosting, there);
  const drop = () =>
    remember(
      table,
      hosting ? { gm: undefined } : known.token ? { token: undefined, seat: undefined } : { invite: undefined },
    );
  if (lost)
    return html`<h1>${title}</h1>
      <p role="alert">${text}</p>
      <button type="button" class="second" onClick=${drop}>
        ${known.token && known.invite ? "Take a seat again" : "Watch the table"}
      </button>
      <p><a href=${BASE}>To the lobby</a></p>`;
  return html`<h1>${code === "no_such_table" ? "There is no such table" : "The table cannot be shown"}</h1>
    <${Problem} error=${problem} />
    ${code === "watch_closed" ? html`<p>Only players can see this table. Open it with an invite link.</p>` : null}
    ${code === "no_such_table" ? html`<button type="button" class="second" onClick=${() => forget(table)}>Forget this table</button>` : null}
    <p><a href=${BASE}>To the lobby</a></p>`;
}
