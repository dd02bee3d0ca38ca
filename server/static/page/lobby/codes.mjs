// @ts-check
/** Coming to a table with a join code, such as KELP-42, or with an invite link: in the lobby, and at `/j/CODE`. */

import { html, useEffect, useId, useState } from "../../vendor/preact.mjs";
import { Field, Problem, useTitle, useWork } from "../parts.mjs";
import { BASE, go, tablePath } from "../place.mjs";
import { request } from "../server.mjs";
import { remember } from "../session.mjs";

/** @import { ComponentType, FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Joined } from "../api.d.mts" */

const CODE = /^[a-z]{4}[\s._\u2010-\u2015-]*\d{2}$/i;
const LINK = /(?:\/t\/|^)([a-z0-9]{8,})(?:\/?#(.*))?$/i;
const CODE_LINK = /\/j\/([^/?#]+)$/;

/** Go to the table that a code leads to, with its invite.
 *  @param {string} code */
async function joinWith(code) {
  const joined = /** @type {Joined} */ (await request(`api/join/${encodeURIComponent(code)}`));
  remember(joined.table, { invite: joined.invite, name: joined.name, game: joined.game });
  // The code is used up for this browser: Back leads to where one came from.
  go(tablePath(joined.table), { replace: location.pathname !== new URL(BASE).pathname });
}

/** Go to the table of a link, with the secrets that it carries; false if the text is no link to a table.
 *  @param {string} text */
function follow(text) {
  const found = text.match(LINK);
  if (!found) return false;
  const carried = new URLSearchParams(found[2] ?? "");
  for (const name of /** @type {const} */ (["invite", "token", "gm"])) {
    const value = carried.get(name);
    if (value) remember(found[1], { [name]: value });
  }
  go(tablePath(found[1]));
  return true;
}

/** @param {{given?: string, failed?: unknown}} props */
export function JoinForm({ given = "", failed }) {
  const id = useId();
  const [text, setText] = useState(given);
  const [wrong, setWrong] = useState(false);
  const { busy, error, run, clear } = useWork();
  const [first, setFirst] = useState(failed);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    setFirst(null);
    const typed = text.trim();
    const code = typed.match(CODE_LINK)?.[1] ?? (CODE.test(typed) ? typed : "");
    if (code) run(() => joinWith(code));
    else if (!follow(typed)) setWrong(true);
  };
  return html`<form onSubmit=${submit}><${Field} label="Join with a code" id="${id}j" help=${wrong ? undefined : "From the GM’s screen or the TV. A link works too, and so does scanning the QR code with your phone’s camera."}>
      <div class="copyline"><input id="${id}j" type="text" class="codefield" autocapitalize="characters" autocomplete="off" spellcheck="false" enterkeyhint="go" placeholder="KELP-42" value=${text} onInput=${(
        /** @type {FieldEvent} */ event,
      ) => {
        setText(event.target.value);
        setWrong(false);
        setFirst(null);
        clear();
      }} />
      <button type="submit" class="second" disabled=${busy || !text.trim()} aria-busy=${busy}>Join</button></div></${Field}>
    ${wrong ? html`<p class="problem" role="alert">That is neither a code, which has four letters and two digits, nor a link to a table.</p>` : null}
    <${Problem} error=${error ?? first} /></form>`;
}

/** The page at `/j/CODE`.
 *  @param {{code: string, bar: ComponentType}} props */
export function JoinPage({ code, bar: Bar }) {
  useTitle("Join · Tavern Table");
  const { error, run } = useWork();
  useEffect(() => void run(() => joinWith(code)), [code]);
  return html`<${Bar} />
    <main class="page narrow" id="main" aria-busy=${!error}>
      ${
        error
          ? html`<h1>Join a game</h1>
              <${JoinForm} given=${code} failed=${error} />
              <p><a href=${BASE}>Go to the lobby</a></p>`
          : html`<p class="loading">Looking for the table…</p>`
      }
    </main>`;
}
