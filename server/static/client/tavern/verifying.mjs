// Checks proofs with the verifier that comes with the tavern, and trusts no server.

/** @import { Report } from "./answers.mjs" */

/**
 * Check the proof of a round, or the export of a table, with a `record` (JSON Lines) and `luck` (pairs of a seat and the
 * word that it played with). The check is in `verify.mjs`, which is loaded when needed.
 * @param {string} text @param {{ record?: string | null, luck?: [string, string][] }} [kept]
 * @returns {Promise<Report>}
 */
export async function verifyProof(text, { record = null, luck = [] } = {}) {
  // The client is served as one file, `tavern.mjs`, and the verifier beside it.
  const beside = new URL("./verify.mjs", import.meta.url).href;
  const { check } = await import(beside);
  return check(text, record || null, luck);
}
