// @ts-check
// What the module writes to the chat, and what it reads there: the way to the table, who asks to sit down, the
// chronicle. Anybody can write any flag into a message of theirs, so a message counts only for what its author may say.

import { MODULE, globals } from "./adapter/globals.mjs";
import { escaped, inChat, t } from "./adapter/texts.mjs";
import { write } from "./adapter/world.mjs";

/** @import { Entry } from "../client/tavern/answers.mjs" */

/** The way to a table, as the GM whispers it. @typedef {{ table: string, invite: string }} Invited */
/** Who sat down, as the player's client says it. @typedef {{ table: string, seat: string, words: string }} Claim */

/** @param {any} message */
const flagsOf = (message) => message.flags?.[MODULE] ?? {};

/** Whether a message was changed after it was written: its author could make it say that they were there first.
 *  @param {any} message */
const isEdited = ({ _stats }) => _stats?.modifiedTime > _stats?.createdTime + EDITED_MS;
const EDITED_MS = 1_000;

/** When a message was written, by the server: its author may give any timestamp. @param {any} message */
const createdAt = ({ _stats, timestamp }) => _stats?.createdTime ?? timestamp;

/** The messages, the oldest first. @returns {any[]} */
const messages = () =>
  globals.game.messages.contents.toSorted(
    (/** @type {any} */ one, /** @type {any} */ other) => createdAt(one) - createdAt(other),
  );

/** @param {any} users */
const idsOf = (users) => [...users].map(({ id }) => id);

/** Whisper the way to the table to every other user: a link to the page, and an invite for the module.
 *  @param {string} base @param {Invited} invited @param {string} name */
export async function invite(base, { table, invite: secret }, name) {
  const link = `${base}t/${encodeURIComponent(table)}#invite=${encodeURIComponent(secret)}`;
  const said = inChat(t("chat.invited", { name }));
  const html = `<p>${said}</p><p><a href="${escaped(link)}">${escaped(t("chat.page"))}</a></p>`;
  const { users, user } = globals.game;
  const others = idsOf(users).filter((id) => id !== user.id);
  // Without readers, a message would be public.
  if (others.length) await write(html, { users: others, flags: { [MODULE]: { table, invite: secret } } });
}

/** The newest invite that a GM whispered to this user, or null. @returns {Invited | null} */
export function invited() {
  const { id } = globals.game.user;
  const newest = messages().findLast(
    (message) => message.author?.isGM && message.whisper.includes(id) && flagsOf(message).invite,
  );
  return newest ? { table: String(flagsOf(newest).table), invite: String(flagsOf(newest).invite) } : null;
}

/** Tell the GMs as which seat this user asks to sit down, and the two words that they see beside it.
 *  @param {Claim} claim @param {string} name */
export async function claim({ table, seat, words }, name) {
  const html = `<p>${inChat(t("chat.asks", { name, words }))}</p>`;
  const gms = idsOf([...globals.game.users].filter(({ isGM }) => isGM));
  await write(html, { users: gms, flags: { [MODULE]: { table, seat, words } } });
}

/** What a message says of its author's seat, or null. @param {any} message
 *  @returns {(Claim & { author: any }) | null} */
export function claimIn(message) {
  const { table, seat, words } = flagsOf(message);
  const { author } = message;
  if (!author || isEdited(message) || typeof seat !== "string" || typeof words !== "string") return null;
  return { table: String(table), seat, words, author };
}

/** What was said at a table, the oldest first. @param {string} table */
export const claimsAt = (table) =>
  /** @type {(Claim & { author: any })[]} */ (
    messages()
      .map(claimIn)
      .filter((said) => said?.table === table)
  );

/** The user who was the first to say that a seat is theirs, by the seat: others cannot take it from them.
 *  @param {string} table */
export const usersOfSeats = (table) =>
  new Map(
    claimsAt(table)
      .reverse()
      .map(({ seat, author }) => [seat, author]),
  );

// ---- The chronicle

/** The newest version of a table whose sentences are in the chat, by a GM; null if there are none.
 *  @param {string} table */
function newestIn(table) {
  const versions = messages()
    .filter((message) => message.author?.isGM && flagsOf(message).table === table)
    .map((message) => flagsOf(message).version)
    .filter(Number.isInteger);
  return versions.length ? Math.max(...versions) : null;
}

/** So many versions of what was missed are written at most. */
const MOST_MISSED = 60;

/** Whether an entry is a result: a round ends with it. @param {Entry} entry */
const isResult = ({ events }) => events.some(({ type }) => type === "round_ended");

/**
 * The public chronicle of a table, as one client writes it to the chat. Whoever takes over begins behind the newest
 * version that is there. Two clients may each believe that it is their turn, such as two tabs of a GM: a version's
 * message has always the same id, so that it is there once.
 */
export class Chronicle {
  #table;
  #choice;
  #newest;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();
  #isOver = false;

  /**
   * @param {import("../client/tavern/table.mjs").Table} table as everybody sees it @param {"all" | "results"} choice
   * @param {boolean} isResumed whether it goes on with what is in the chat; otherwise it begins now
   * @param {(error: unknown) => void} failed
   */
  constructor(table, choice, isResumed, failed) {
    this.#table = table;
    this.#choice = choice;
    this.failed = failed;
    this.#newest = isResumed ? newestIn(table.id) : null;
  }

  /** A view from which entries continue: what is missing up to it is written first.
   *  @param {{ version: number }} view */
  reset({ version }) {
    this.#then(() => {
      // Who begins writes nothing of what was before, and who was away for long, not all of it.
      this.#newest = Math.max(this.#newest ?? version, version - MOST_MISSED);
      return this.#catchUp(version);
    });
  }

  /** @param {Entry} entry */
  entry(entry) {
    // What could not be written before is written first.
    this.#then(() => (entry.version === (this.#newest ?? 0) + 1 ? this.#write(entry) : this.#catchUp(entry.version)));
  }

  /** @param {number} version */
  async #catchUp(version) {
    while (!this.#isOver && (this.#newest ?? 0) < version) {
      const { entries } = await this.#table.events(this.#newest ?? 0);
      if (!entries.length) return;
      for (const entry of entries) await this.#write(entry);
    }
  }

  /** @param {Entry} entry */
  async #write(entry) {
    if (this.#isOver) return;
    const { version, chronicle } = entry;
    if (chronicle.length && (this.#choice === "all" || isResult(entry))) {
      const html = chronicle.map((sentence) => `<p>${inChat(sentence)}</p>`).join("");
      const id = this.#table.id.slice(0, 10) + version.toString(36).padStart(6, "0");
      await write(html, { flags: { [MODULE]: { table: this.#table.id, version } }, id });
    }
    this.#newest = version;
  }

  /** @param {() => Promise<unknown>} work */
  #then(work) {
    this.#turn = this.#turn.then(() => (this.#isOver ? null : work())).catch(this.failed);
  }

  /** Write nothing more. */
  close() {
    this.#isOver = true;
  }
}
