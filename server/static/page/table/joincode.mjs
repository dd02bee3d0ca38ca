// @ts-check
/** The join code of a table, beside its QR code: made for the GM, and only looked up where an invite is shown. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { Problem } from "../../client/tavern.mjs";
import { BASE } from "../place.mjs";
import { againIn, request } from "../server.mjs";

/** @import { CurrentCode } from "../api.d.mts" */

/** How often the code is asked for again: it ends with the invite, and after some hours. In seconds. */
const AGAIN = 60;

/** Where one enters the code: the server's address, as one would say it. */
const where = BASE.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** @param {{table: string, token: string, make?: boolean}} props with `make`, one is made if there is none: by the GM */
export function JoinCode({ table, token, make = false }) {
  const [code, setCode] = useState("");
  useEffect(() => {
    let over = false;
    let timer = 0;
    const look = async () => {
      let problem = null;
      try {
        const path = `api/tables/${encodeURIComponent(table)}/join-code`;
        const found = /** @type {CurrentCode} */ (await request(path, { method: make ? "POST" : "GET", token }));
        if (!over) setCode(found.code ?? "");
      } catch (error) {
        problem = error;
        // An older code may lead nowhere; while the server cannot be reached, it is the best there is.
        if (!over && error instanceof Problem) setCode("");
      }
      if (!over) timer = setTimeout(look, againIn(AGAIN, problem));
    };
    look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [table, token, make]);
  if (!code) return null;
  return html`<p class="joincode">
    <span>Or join at <strong class="joincode-where">${where}</strong> with the code</span>
    <strong class="joincode-code">${code}</strong>
  </p>`;
}
