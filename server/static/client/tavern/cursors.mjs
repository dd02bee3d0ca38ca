// Positions in a log, with a digest of what the viewer saw up to them (docs/api.md).

import { hex, prefixed, sha256 } from "./hashing.mjs";

/** @import { Cursor } from "./answers.mjs" */

/** @param {Cursor} cursor */
export const cursorText = ({ version, epoch, seen }) => `${version}.${epoch}.${seen}`;

/** @param {string} text @returns {Cursor | null} */
export function cursorIn(text) {
  const found = /^([0-9]+)\.(.+)\.([0-9a-f]*)$/.exec(text);
  return found && { version: Number(found[1]), epoch: found[2], seen: found[3] };
}

/** The cursor after the next entry (docs/api.md). @param {Cursor} cursor @param {{ receipt?: string }} entry @returns {Cursor} */
export const cursorAfter = ({ version, epoch, seen }, { receipt = "" }) => ({
  version: version + 1,
  epoch,
  seen: hex(sha256(prefixed("tavern seen v1", seen, receipt))).slice(0, 32),
});
