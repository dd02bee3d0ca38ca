// @ts-check
// What is followed while Foundry runs: the own table, whose luck is sealed here unless the page in the window does it; and
// the public table, for chat and dice. Each is a stream, and so is the page's: without TLS, a browser has six connections
// to a server, for all its tabs.

import { diceThrown, showDice } from "./adapter/dice.mjs";
import { globals } from "./adapter/globals.mjs";
import { notify, t } from "./adapter/texts.mjs";
import { isActingGm } from "./adapter/world.mjs";
import { Chronicle, invited } from "./chat.mjs";
import { attempt, complain } from "./doing.mjs";
import * as settings from "./settings.mjs";

/** @import { Tavern } from "../client/tavern.mjs" */
/** @import { View } from "../client/tavern/answers.mjs" */
/** @import { Link } from "./link.mjs" */
/** @import { Seated } from "./settings.mjs" */

/** Something that is followed until its `end`, and as what. @typedef {{ as: string, end(): void }} Followed */

/** @returns {Followed} */
const nothing = () => ({ as: "", end: () => {} });

/** What a user follows. */
export class Following {
  #link;
  #looked;
  #own = nothing();
  #public = nothing();
  #isShown = false;
  /** Whether the public table did not let this user follow it. */
  #isRefused = false;
  #wasAsked = false;
  /** What the chronicle's setting was when it was last looked at. @type {string | null} */
  #choice = null;

  /** @param {Link} link @param {(view: View) => Promise<void>} looked told of each new view */
  constructor(link, looked) {
    this.#link = link;
    this.#looked = looked;
  }

  /** Follow what is to be followed now. @param {boolean} isShown whether the page in the window follows the own table,
   *  too */
  update(isShown) {
    this.#isShown = isShown;
    const table = settings.worldTable();
    const choice = isActingGm() ? settings.chronicleChoice() : "off";
    const hasDice = settings.wantsDice() && !!globals.game.dice3d;
    // The invited see what everybody sees, even if the table is closed to watchers.
    const way = choice === "off" ? invited() : null;
    const token = way?.table === table?.id ? (way?.invite ?? null) : null;
    // What happened while the setting was another is not written later.
    const isResumed = this.#choice === null || this.#choice === settings.chronicleChoice();
    this.#choice = settings.chronicleChoice();
    this.#public = this.#followed(
      this.#public,
      table && (choice !== "off" || hasDice) ? [table.id, token, choice, hasDice] : null,
      () => this.#followPublic(table?.id ?? "", token, choice, hasDice, isResumed),
    );
    const place = settings.place.get();
    const own = place?.token ?? place?.gm;
    // With the page in the window, the public table says all that is needed here.
    const isSeen = isShown && !!this.#public.as && !this.#isRefused && place?.table === table?.id;
    this.#own = this.#followed(
      this.#own,
      place && own && !isSeen ? [place.table, own, place.seat, isShown] : null,
      () => this.#followOwn(/** @type {Seated} */ (place), isShown),
    );
  }

  /** Goes on with what is followed if it is still the same. @param {Followed} was @param {unknown[] | null} about
   *  @param {() => () => void} begin @returns {Followed} */
  #followed(was, about, begin) {
    const as = about && this.#link.tavern ? JSON.stringify([this.#link.tavern.url, ...about]) : "";
    if (as === was.as) return was;
    was.end();
    return { as, end: as ? begin() : () => {} };
  }

  /** @param {Seated} place @param {boolean} isShown then the page says what happens */
  #followOwn({ table, token, gm, seat = "" }, isShown) {
    const own = token ?? gm ?? null;
    const handle = isShown
      ? this.#link.at(table, own)
      : /** @type {Tavern} */ (this.#link.tavern).table(table, { token: own, storage: new settings.Stored() });
    const live = handle.follow({
      view: (view) => {
        const isAsked = view.to_act.includes(seat);
        if (isAsked && !this.#wasAsked && !isShown) notify("info", t("table.yourTurn", { table: view.name }));
        this.#wasAsked = isAsked;
        this.#looked(view);
      },
      problem: (error) => {
        if (!live.closed) return isShown || complain(error);
        // The seat was refused or removed, or its token was replaced: the public table tells which.
        return attempt(async () => {
          const view = await (await this.#link.reader(table)).look();
          await this.#looked(view);
          if (!isShown && settings.place.get()?.token === token) complain(error);
        });
      },
    });
    return () => live.close();
  }

  /** @param {string} id @param {string | null} token @param {"all" | "results" | "off"} choice @param {boolean} hasDice
   *  @param {boolean} isResumed whether the chronicle goes on with what is in the chat */
  #followPublic(id, token, choice, hasDice, isResumed) {
    const table = this.#link.at(id, token);
    const failed = (/** @type {any} */ error) => isNotForAll(error) || complain(error);
    const chronicle = choice === "off" ? null : new Chronicle(table, choice, isResumed, failed);
    /** @type {View | null} */
    let before = null;
    const live = table.follow({
      reset: ({ view }) => {
        before = null;
        chronicle?.reset(view);
      },
      entry: (entry) => chronicle?.entry(entry),
      view: (view) => {
        if (hasDice) attempt(() => showDice(diceThrown(before, view)));
        before = view;
        const place = settings.place.get();
        // With the window closed, the own table's stream notices whose turn it is, and notifies.
        if (this.#isShown && place?.table === view.table) this.#wasAsked = view.to_act.includes(place.seat ?? "");
        this.#looked(view);
      },
      problem: (error) => {
        if (!isNotForAll(error)) complain(error);
        if (!live.closed) return;
        this.#isRefused = true;
        this.update(this.#isShown);
      },
    });
    this.#isRefused = false;
    return () => {
      live.close();
      chronicle?.close();
    };
  }
}

/** Whether a table is closed to watchers, or gone. Nobody asked for it. @param {any} error */
const isNotForAll = (error) => [401, 404].includes(error.status);
