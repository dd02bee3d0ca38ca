// Compares what a table shows with what it showed before.

import { cursorAfter } from "./cursors.mjs";
import { LogWentBack, RootChanged, TavernError } from "./errors.mjs";

/** @import { CommandAnswer, Cursor, Entry, EventsPage, Reset, View } from "./answers.mjs" */
/** @import { TableRecord } from "./record.mjs" */
/** @import { RequestOptions } from "./transport.mjs" */

const KEPT_RECEIPTS = 100;
export const WENT_BACK = "log_went_back";
export const REPLACED = "log_replaced";

/** The round that a view shows, or null between rounds. @param {View} view */
const roundOf = ({ phase, round }) => (phase === "lobby" ? null : round);

/**
 * Notices if the log does not continue what was seen of it, and keeps the record. Errors go to the followers, or else
 * are thrown.
 *
 * @typedef {{ version: number, logs: number }} Asked what was known when a request was sent: the newest version, and
 *   how many logs ended before: they went back, or were replaced
 */
export class Following {
  /** @type {string | null} */
  #viewer = null;
  /** @type {Cursor | null} */
  #cursor = null;
  #newest = 0;
  /** The receipts of the newest entries, by version. @type {Map<number, string>} */
  #receipts = new Map();
  #logs = 0;
  /** To be asked: whether the log still continues from a cursor (null: where it is), and reaches the version. */
  #doubt = { cursor: /** @type {Cursor | null} */ (null), version: 0, isOpen: true };
  /** The round after a version. */
  #at = { version: 0, round: /** @type {number | null} */ (null) };
  #record;
  #tell;

  /**
   * @param {TableRecord} record
   * @param {(query: Record<string, unknown>, options?: RequestOptions) => Promise<EventsPage>} read the entries after a version
   * @param {(error: TavernError) => boolean} tell whether there was somebody to tell
   */
  constructor(record, read, tell) {
    this.#record = record;
    this.read = read;
    this.#tell = tell;
  }

  /** Call it before a request whose answer will be looked at. @returns {Asked} */
  now() {
    return { version: this.#newest, logs: this.#logs };
  }

  /**
   * A view was read. `isOther`: its version had another tag before.
   * @param {View} view @param {Asked} asked @param {boolean} isOther
   */
  async view(view, asked, isOther) {
    this.#meet(view);
    if ((view.version < asked.version || isOther) && asked.logs === this.#logs && !this.#doubt.isOpen) {
      this.#doubt = { cursor: this.#cursor, version: asked.version, isOpen: true };
    }
    await this.#ask(view);
    this.#saw(view);
  }

  /**
   * A stream, or polls, begin with this view. Returns whether the log went back.
   * @param {Reset} reset @param {Asked} asked @param {boolean} isContinued it was to continue from a cursor of this epoch
   */
  reset(reset, asked, isContinued) {
    const isOther = this.#meet(reset.view);
    const last = this.#cursor;
    const { cursor, version } = this.#doubt;
    const known = Math.max(isOther ? 0 : asked.version, version);
    const isLower = last?.epoch === reset.epoch && reset.version < known;
    const isBack = this.#reach(reset, asked, (isContinued && !isOther) || isLower);
    const isOpen = !isBack && cursor?.epoch === reset.epoch && cursor.version < reset.version;
    this.#doubt.isOpen &&= isOpen;
    if (!isBack && !this.#doubt.isOpen && last?.epoch === reset.epoch && last.version < reset.version) {
      // The stream does not say whether its view continues what was seen.
      this.#doubt = { cursor: last, version: last.version, isOpen: true };
    }
    this.#ask(reset.view).catch(() => {});
    this.#saw(reset.view);
    return isBack;
  }

  /** The next entry. @param {Entry} entry @param {Cursor} cursor */
  entry(entry, cursor) {
    if (entry.view) this.#meet(entry.view);
    this.#keep([entry]);
    this.#compare(entry);
    this.#goTo(cursor);
    if (!entry.view) return;
    this.#ask(entry.view).catch(() => {});
    this.#saw(entry.view);
  }

  /** @param {EventsPage} page @param {Asked} asked */
  page(page, asked) {
    if (this.#viewer === null) return;
    this.#keep(page.entries);
    this.#reach(page, asked);
  }

  /** @param {CommandAnswer} answer */
  answer(answer) {
    this.#meet(answer.view);
    this.#keep([answer]);
    this.#compare(answer);
    const next = this.#cursor && cursorAfter(this.#cursor, answer);
    if (next?.version === answer.version) this.#goTo(next);
    this.#newest = Math.max(this.#newest, answer.version);
  }

  /** The server refused a cursor of the caller. @param {number} version */
  refused(version) {
    this.#forget();
    return this.#error(version);
  }

  /** The log no longer has what was seen up to a version. @param {number} version @param {Asked} asked @param {Cursor} [at] */
  back(version, asked, at) {
    // Another reader has reported it.
    if (asked.logs !== this.#logs) return;
    this.#forget();
    if (at) this.#goTo(at);
    this.#report(this.#error(version));
  }

  /**
   * Learn from a view who the viewer is, and what an earlier visit saw. A seat that waits sees what the public sees, until
   * it is admitted. Returns whether it was another viewer before.
   * @param {View} view
   */
  #meet(view) {
    const isOther = this.#viewer !== null && this.#viewer !== view.viewer;
    if (this.#viewer !== view.viewer) {
      this.#viewer = view.viewer;
      this.#cursor = this.#record.cursor(view.viewer);
      this.#newest = 0;
      this.#at = { version: 0, round: null };
      this.#doubt = { cursor: this.#cursor, version: this.#cursor?.version ?? 0, isOpen: true };
    }
    if (view.version >= this.#at.version) this.#at = { version: view.version, round: roundOf(view) };
    return isOther;
  }

  /** Ask whether the log still continues from a cursor, if that is in doubt. @param {View} view */
  async #ask(view) {
    const doubt = this.#doubt;
    if (!doubt.isOpen) return;
    const { cursor, version } = doubt;
    const asked = this.now();
    const query = cursor
      ? { ...cursor, after: cursor.version, version: null }
      : { after: Math.max(view.version - 1, 0) };
    let page;
    try {
      page = await this.read(query, { attempts: 1 });
    } catch (error) {
      if (!(error instanceof TavernError)) throw error;
      // Any other failure settles nothing: it is asked again with the next view.
      if (this.#doubt !== doubt || !cursor) return;
      if (error.code === REPLACED) this.#forget();
      else if (error.code === WENT_BACK) this.back(cursor.version, asked);
      return;
    }
    if (this.#doubt !== doubt) return;
    doubt.isOpen = false;
    this.#keep(page.entries.map((entry) => (entry.version === view.version ? { ...entry, view } : entry)));
    this.#reach(page, asked, cursor !== null && view.version < version);
  }

  /**
   * Compare a position that the server states with the last one. Returns whether the log went back.
   * @param {Cursor} at @param {Asked} asked
   */
  #reach({ version, epoch, seen }, asked, isBack = false) {
    const at = { version, epoch, seen };
    const last = this.#cursor;
    if (last?.epoch === epoch) {
      isBack ||= version === last.version && seen !== last.seen;
    } else if (last) {
      this.#forget();
    }
    if (isBack) this.back(Math.max(last?.version ?? 0, asked.version), asked, at);
    this.#goTo(at);
    return isBack;
  }

  /** A stream and the answer to a command show the same entry. @param {Entry | CommandAnswer} entry */
  #compare({ version, receipt = "" }) {
    const known = this.#receipts.get(version);
    if (known !== undefined && known !== receipt) this.back(version, this.now());
    this.#receipts.set(version, receipt);
    if (this.#receipts.size > KEPT_RECEIPTS) this.#receipts.delete([...this.#receipts.keys()][0]);
  }

  /** @param {Cursor} cursor */
  #goTo(cursor) {
    const last = this.#cursor;
    if (last?.epoch === cursor.epoch && last.version >= cursor.version) return;
    this.#cursor = cursor;
    if (!this.#doubt.cursor) this.#doubt.isOpen = false;
    this.#newest = Math.max(this.#newest, cursor.version);
    if (this.#viewer !== null) this.#record.keepCursor(this.#viewer, cursor);
  }

  #forget() {
    this.#logs += 1;
    this.#cursor = null;
    this.#newest = 0;
    this.#receipts.clear();
    this.#at = { version: 0, round: null };
    this.#doubt = { cursor: null, version: 0, isOpen: true };
    if (this.#viewer !== null) this.#record.forget(this.#viewer);
  }

  /** Record entries with consecutive versions. @param {(Entry | CommandAnswer)[]} entries */
  #keep(entries) {
    const viewer = this.#viewer;
    if (viewer === null || !entries.length) return;
    const isNext = entries[0].version === this.#at.version + 1;
    let round = isNext ? this.#at.round : null;
    for (const { version, events, receipt, view } of entries) {
      const shown = view?.version === version ? view : undefined;
      const begins = events.find(({ type }) => type === "luck_called" || type === "round_started");
      const ends = events.find(({ type }) => type === "round_ended" || type === "round_voided");
      const own = (ends ?? begins)?.round ?? (shown ? roundOf(shown) : round);
      if (receipt) this.#record.entry(viewer, own, version, receipt, events, shown);
      round = ends ? null : own;
      if (version > this.#at.version) this.#at = { version, round };
    }
  }

  /** @param {View} view */
  #saw(view) {
    this.#newest = Math.max(this.#newest, view.version);
    if (!this.#doubt.isOpen) this.#record.view(view);
    for (const root of view.fair.roots ?? []) {
      const was = this.#record.root(view.viewer, root);
      if (was !== root.root) this.#report(new RootChanged(this.#record.table, root.from, was, root.root));
    }
  }

  /** @param {number} version */
  #error(version) {
    return new LogWentBack(
      this.#record.table,
      `the log no longer has what it showed up to version ${version}: an older copy was put back, or it was rewritten`,
    );
  }

  /** @param {TavernError} error */
  #report(error) {
    if (!this.#tell(error)) throw error;
  }
}
