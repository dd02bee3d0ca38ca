// @ts-check
/** What contradicts what the server showed before: kept, and shown at the table, until somebody dismisses it. */

import { html } from "../../vendor/preact.mjs";
import { BrokenLuck } from "../../client/tavern.mjs";
import { Icon } from "../icons.mjs";
import { codeOf, explained } from "../parts.mjs";
import { knownTable, remember } from "../session.mjs";

const ROOT = "root_changed";
/** @type {Record<string, string>} */
const WORDS = {
  log_went_back:
    "The server went back to an earlier state of this table. Something that you saw is gone, or was changed.",
  log_replaced: "This table was moved, or restored from a backup. Something that you saw may be gone.",
  [ROOT]: "The server changed the root of this table’s dice. It may have chosen what the dice show.",
  broken_luck: "The server did not keep to the rules of sealed luck. It may have chosen what the dice show.",
};

/** Keep an error as a notice, the newest of each kind. Returns whether it is of a kind that is kept.
 *  @param {string} table
 *  @param {unknown} error */
export function noticed(table, error) {
  const code = error instanceof BrokenLuck ? "broken_luck" : codeOf(error);
  if (!code || !Object.hasOwn(WORDS, code)) return false;
  const detail = error instanceof BrokenLuck ? error.message : explained(error);
  const { notices, dismissedRoot } = knownTable(table);
  // The client reports another root whenever the page is opened.
  if (code !== ROOT || detail !== dismissedRoot) remember(table, { notices: { ...notices, [code]: detail } });
  return true;
}

/** @param {{known: import("../session.mjs").Known}} props */
export function Notices({ known }) {
  /** @param {string} code */
  const dismiss = (code) => {
    const { notices, dismissedRoot } = knownTable(known.table);
    remember(known.table, {
      notices: { ...notices, [code]: undefined },
      dismissedRoot: code === ROOT ? notices?.[code] : dismissedRoot,
    });
  };
  return Object.entries(known.notices ?? {}).map(
    ([code, detail]) =>
      detail &&
      html`<div class="banner bad" key=${code}>
        <${Icon} name="warn" />
        <div>
          ${WORDS[code]} ${known.gm ? "Ask whoever runs the server." : "Tell your GM."}
          <details>
            <summary>Details</summary>
            ${detail}
          </details>
        </div>
        <button type="button" class="quiet square" onClick=${() => dismiss(code)}>
          <${Icon} name="close" label="Dismiss" />
        </button>
      </div>`,
  );
}
