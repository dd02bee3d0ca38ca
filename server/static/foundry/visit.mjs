// @ts-check
// A user's visit to a tavern: the window, and what goes on behind it while it is closed.

import { choose } from "./adapter/dialogs.mjs";
import { diceThrown, showDice } from "./adapter/dice.mjs";
import { MODULE, globals } from "./adapter/globals.mjs";
import { notify, t } from "./adapter/texts.mjs";
import { isActingGm } from "./adapter/world.mjs";
import { Chronicle, claimsAt, invited } from "./chat.mjs";
import { addressOf } from "./connection.mjs";
import { Host } from "./host.mjs";
import { Link, UserError } from "./link.mjs";
import { Player } from "./player.mjs";
import { PurseError, Purses, actorsOut, purseOf } from "./purses.mjs";
import * as settings from "./settings.mjs";
import { Bridge, fitting, makeFrame, windowClass } from "./window.mjs";

/** @import { Tavern } from "../client/tavern.mjs" */
/** @import { View } from "../client/tavern/answers.mjs" */
/** @import { Seated } from "./settings.mjs" */

/** Something that is followed until its `end`. @typedef {{ as: string, end(): void }} Following */

const RETRY_MS = 2_000;
const MOST_RETRY_MS = 300_000;

/** A user's visit to the tavern of the world. */
export class Visit {
  /** The window, if it is open, and the tavern that it shows.
   *  @type {{ window: any, bridge: Bridge, base: string } | null} */
  #shown = null;
  /** What is followed, and as what. @type {Following} */
  #own = { as: "", end: () => {} };
  /** @type {Following} */
  #public = { as: "", end: () => {} };
  #wasAsked = false;
  /** Whether the player is just leaving: what is followed then tells nothing new. */
  isLeaving = false;
  /** The tavern where coins were put right since this client started. */
  #begun = "";
  /** When the tavern does not answer at the start, it is asked again later.
   *  @type {ReturnType<typeof setTimeout> | undefined} */
  #later = undefined;
  #wait = RETRY_MS;
  /** Whether this tab asks the GM about those who want to sit down. */
  #isJudge = false;
  /** What the chronicle's setting was when it was last looked at. @type {string | null} */
  #choice = null;
  /** What is being done, by its name. @type {Map<string, Promise<any>>} */
  #doing = new Map();

  /** @param {string} version the module's */
  constructor(version) {
    this.link = new Link(version);
    this.host = new Host(this);
    this.player = new Player(this);
    this.purses = new Purses({
      user: globals.game.user.id,
      pending: settings.pending,
      table: (id, token) => this.link.at(id, token ?? this.link.tokensFor(id).gm ?? null),
      reader: (id) => this.link.reader(id),
      fresh: () => globals.foundry.utils.randomID(32),
      seated: (table, sitting, seated) => this.player.isSeated(table, sitting, seated),
    });
  }

  /** Test the connection, and say what was found. */
  async tell() {
    return this.once("tell", async () => {
      const { code, data } = await this.link.test();
      notify(code === "ok" ? "info" : "error", t(`connection.${code}`, data));
    });
  }

  /** The page did not answer in the window: say why. */
  async #explain() {
    const { code, data } = await this.link.test();
    notify("error", code === "ok" ? t("window.failed") : t(`connection.${code}`, data));
  }

  /**
   * Do something, unless it is being done: a second click opens no second dialog.
   * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
   */
  once(name, work) {
    const done = this.#doing.get(name) ?? work().finally(() => this.#doing.delete(name));
    this.#doing.set(name, done);
    return done;
  }

  /**
   * Do something; what cannot be done is said to the user. Returns null then. With a name, it is done once at a time.
   * @template T @param {() => Promise<T>} work @param {string} [name] @returns {Promise<T | null>}
   */
  async try(work, name) {
    if (name) return this.once(name, () => this.try(work));
    try {
      return await work();
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** @param {any} error */
  complain(error) {
    if (error instanceof UserError) notify("error", error.message);
    else if (error instanceof PurseError) notify("error", t(`purse.${error.code}`));
    else if (typeof error?.code === "string") notify("error", error.detail || error.message);
    else {
      globals.console.error(error);
      notify("error", String(error?.message ?? error));
    }
  }

  // ---- The beginning, and what changes

  /** What every start of this client does: coins that are on the way are put right, and the table is followed. */
  async start() {
    clearTimeout(this.#later);
    if (!addressOf(settings.address())) this.link.tavern = null;
    if (!addressOf(settings.address()) || !this.#hasBusiness()) return this.follow();
    try {
      await this.link.connect();
    } catch (error) {
      // Nobody asked for anything. Who has coins there should know, once.
      if (this.#wait === RETRY_MS && this.#ownPurses().length) this.complain(error);
      this.follow();
      this.#later = setTimeout(() => this.start(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, MOST_RETRY_MS);
      return undefined;
    }
    this.#wait = RETRY_MS;
    this.#begun = this.link.base;
    for (const actor of this.#ownPurses()) await this.try(() => this.settleCoins(actor));
    await this.try(() => this.player.claim());
    await this.#judge();
    return this.follow();
  }

  /** Whether this user has anything to do with a tavern. */
  #hasBusiness() {
    return !!settings.place.get() || !!settings.worldTable() || this.#ownPurses().length > 0;
  }

  /** Ask the GM about those who want to sit down, in one tab of this browser: another takes over when it is closed.
   *  Browsers tell tabs apart only in secure contexts. */
  beJudge() {
    const { world, user } = globals.game;
    const begin = () => {
      this.#isJudge = true;
      this.#judge();
      return new Promise(() => {});
    };
    const { locks } = globals.navigator;
    if (locks) locks.request(`${MODULE} judge ${world.id}/${user.id}`, begin);
    else begin();
  }

  async #judge() {
    const place = settings.place.get();
    if (this.#isJudge && this.link.tavern && place?.gm) await this.try(() => this.host.judge(claimsAt(place.table)));
  }

  /** A message came. @param {any} message */
  heard(message) {
    if (this.#isJudge) this.host.heard(message);
  }

  /** The tavern has another address. @param {string} user who said so */
  async moved(user) {
    if (this.#shown && this.#shown.base !== addressOf(settings.address())) await this.#shown.window.close();
    this.#wait = RETRY_MS;
    await this.start();
    if (user === globals.game.user.id) await this.tell();
  }

  /** The actors whose coins this user brought to a table, and that are not back. @returns {any[]} */
  #ownPurses() {
    return actorsOut().filter((actor) => actor.isOwner && purseOf(actor)?.user === globals.game.user.id);
  }

  /** Put an actor's coins right, as far as that can be done now. @param {any} actor */
  async settleCoins(actor) {
    const purse = purseOf(actor);
    const place = settings.place.at(purse?.table ?? "");
    const isMine = place?.seat && place.seat === purse?.seat;
    const table = isMine && place.token ? this.link.at(place.table, place.token) : null;
    if (!(await this.purses.settle(actor, table))) return;
    await this.player.cameHome(actor.uuid);
    if (isMine) await this.forget(place.table);
  }

  /** What is done about a new view: coins of seats that are gone come home. @param {View} view */
  async #lookAfter(view) {
    this.host.looked(view);
    if (this.isLeaving) return;
    const here = new Set(
      [...view.seats.filter((one) => one.played_by !== "nobody"), ...view.asking].map(({ seat }) => seat),
    );
    for (const actor of this.#ownPurses()) {
      const purse = purseOf(actor);
      if (purse?.table === view.table && purse.seat && (view.closed || !here.has(purse.seat)))
        await this.try(() => this.settleCoins(actor));
    }
    const place = settings.place.get();
    if (place?.table === view.table && place.seat && !here.has(place.seat) && !view.closed) {
      await this.forget();
      notify("info", t("table.gone"));
    }
  }

  /** Follow what is to be followed now: the own table, whose luck the page seals while the window is open; and the
   *  public table, for chat and dice. */
  follow() {
    const place = settings.place.get();
    const own = place?.token ?? place?.gm;
    const isShown = this.#shown !== null;
    this.#own = this.#followed(this.#own, place && own ? [place.table, own, place.seat, isShown] : null, () =>
      this.#followOwn(/** @type {Seated} */ (place), isShown),
    );
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
  }

  /** Goes on with what is followed if it is still the same. @param {Following} was @param {unknown[] | null} about
   *  @param {() => () => void} begin @returns {Following} */
  #followed(was, about, begin) {
    const as = about && this.link.tavern ? JSON.stringify([this.link.tavern.url, ...about]) : "";
    if (as === was.as) return was;
    was.end();
    return { as, end: as ? begin() : () => {} };
  }

  /** @param {Seated} place @param {boolean} isShown whether the page follows it, too: then it says what happens */
  #followOwn({ table, token, gm, seat = "" }, isShown) {
    const own = token ?? gm ?? null;
    const handle = isShown
      ? this.link.at(table, own)
      : /** @type {Tavern} */ (this.link.tavern).table(table, { token: own, storage: new settings.Kept() });
    const live = handle.follow({
      view: (view) => {
        const isAsked = view.to_act.includes(seat);
        if (isAsked && !this.#wasAsked && !isShown) notify("info", t("table.yourTurn", { table: view.name }));
        this.#wasAsked = isAsked;
        this.#lookAfter(view);
      },
      problem: (error) => {
        if (!live.closed) return isShown || this.complain(error);
        // The seat was refused or removed, or its token was replaced: the public table tells which.
        return this.try(async () => {
          const view = await (await this.link.reader(table)).look();
          await this.#lookAfter(view);
          if (!isShown && settings.place.get()?.token === token) this.complain(error);
        });
      },
    });
    return () => live.close();
  }

  /** @param {string} id @param {string | null} token @param {"all" | "results" | "off"} choice @param {boolean} hasDice
   *  @param {boolean} isResumed whether the chronicle goes on with what is in the chat */
  #followPublic(id, token, choice, hasDice, isResumed) {
    const table = this.link.at(id, token);
    const failed = (/** @type {any} */ error) => isNotForAll(error) || this.complain(error);
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
        if (hasDice) this.try(() => showDice(diceThrown(before, view)));
        before = view;
        this.#lookAfter(view);
      },
      problem: (error) => {
        if (!isNotForAll(error)) this.complain(error);
      },
    });
    return () => {
      live.close();
      chronicle?.close();
    };
  }

  /** Forget one's seat at a table, or else all of it, and its tokens. */
  async forget(table = settings.place.get()?.table ?? "") {
    const shown = table === settings.place.get()?.table ? this.#shown : null;
    await shown?.bridge.close();
    await settings.place.forget(table);
    await shown?.window.close();
    await settings.stored.forget(table);
    this.follow();
  }

  // ---- The window

  /** Open the window; first open a table, or sit down, if there is none yet. */
  async open() {
    const table = settings.worldTable();
    const isInvited = !!table && invited()?.table === table.id;
    const isElsewhere = () => isInvited && settings.place.get()?.table !== table.id && !this.#ownPurses().length;
    // Last week's seat is of no use, once all coins are back from there. The GM's rights at another table stay.
    while (settings.place.get()?.seat && isElsewhere()) await this.forget();
    if (settings.place.get() && !isElsewhere()) return this.show();
    if (globals.game.user.isGM && !table) return this.host.openTable();
    if (isInvited) return this.player.sitDown();
    return table ? this.show() : notify("warn", t("table.none"));
  }

  /** Show the table in the window: as one's seat, as the GM, or as a spectator. */
  async show() {
    await this.try(async () => {
      await this.link.connect();
      if (this.#begun !== this.link.base) await this.start();
      const place = settings.place.get();
      const table = place?.table ?? settings.worldTable()?.id;
      if (!table) throw new UserError("table.none");
      const { window, bridge } = this.#shown ?? {};
      if (window?.rendered && bridge?.shows(table, place ?? {})) {
        window.maximize?.();
        return window.bringToFront?.();
      }
      // It is just closing, or shows another table, or this one as somebody else.
      await window?.close();
      await this.#open(table);
    }, "show");
  }

  /** @param {string} table */
  async #open(table) {
    const { base } = this.link;
    const address = `${base}t/${encodeURIComponent(table)}`;
    const frame = makeFrame(address);
    const hello = { table, place: () => pagesPlace(this.link.tokensFor(table)) };
    const keeping = {
      kept: new settings.Kept(),
      onOtherTab: settings.stored.onOtherTab,
      placed: (/** @type {string} */ id, /** @type {any} */ said) => this.#placed(id, said),
    };
    let isExplained = false;
    const bridge = new Bridge(frame, address, hello, keeping, (isThere) => {
      if (!isThere && !isExplained) this.#explain();
      isExplained = !isThere;
    });
    const closed = () => {
      bridge.close();
      this.#shown = null;
      this.follow();
    };
    const at = { position: fitting(settings.windowAt.get() ?? {}) };
    const window = new (windowClass())({ frame, closed: (left) => (keepAt(left), closed()) }, at);
    this.#shown = { window, bridge, base };
    // From here on, the page keeps the seat's luck.
    this.follow();
    try {
      await window.render({ force: true });
    } catch (error) {
      closed();
      throw error;
    }
  }

  /** The page says what it knows of its table now: a token that was replaced, a seat that was taken there.
   *  @param {string} table @param {any} said */
  async #placed(table, said) {
    const known = pagesPlace(said);
    if (!known.token && !known.gm) return;
    await settings.place.change((was) => (was && was.table !== table ? was : { ...was, ...known, table }));
    this.follow();
  }

  // ---- All of it

  /** Choose what to do. */
  async menu() {
    await this.once("menu", () => this.#menu());
  }

  async #menu() {
    const place = settings.place.get();
    const table = settings.worldTable();
    const { isGM } = globals.game.user;
    /** @type {[string, boolean, () => unknown][]} */
    const all = [
      ["menu.window", !!(place ?? table), () => this.show()],
      ["menu.open", isGM && !place && !table, () => this.host.openTable()],
      ["menu.sit", !isGM && !place, () => this.player.sitDown()],
      ["menu.who", !!place?.gm, () => this.host.who()],
      ["menu.invite", !!place?.gm, () => this.host.inviteAgain()],
      ["menu.npc", !!place?.gm, () => this.host.seatNpc()],
      ["menu.settle", isGM, () => this.host.settle()],
      ["menu.another", isGM && !!(place ?? table), () => this.host.openTable()],
      ["menu.macros", true, () => this.try(makeMacros)],
      ["menu.test", true, () => this.tell()],
      ["menu.leave", !!place, () => this.player.leave()],
    ];
    const offered = all.filter(([, isOffered]) => isOffered);
    const at = await choose(
      t("menu.title"),
      offered.map(([key]) => t(key)),
      table?.name ?? "",
    );
    if (at !== null) await offered[at][2]();
  }
}

/** Keep where the window was left, if the browser can. @param {import("./window.mjs").Position} at */
const keepAt = ({ left, top, width, height }) =>
  settings.windowAt.change(() => ({ left, top, width, height })).catch(() => {});

/** Whether a table is closed to watchers, or gone. Nobody asked for it. @param {any} error */
const isNotForAll = (error) => [401, 404].includes(error.status);

/** What the page is told of a place, and what is taken from it: nothing else. @param {any} place */
function pagesPlace(place) {
  /** @type {import("./window.mjs").Place} */
  const known = {};
  for (const name of /** @type {const} */ (["token", "gm", "seat", "invite", "who"])) {
    if (typeof place?.[name] === "string" && place[name]) known[name] = place[name];
  }
  if (typeof place?.admitted === "boolean") known.admitted = place.admitted;
  return known;
}

const MACROS = ["open", "sitDown", "leave", "menu"];

/** Make macros of one line for the hotbar, unless they are there. */
async function makeMacros() {
  for (const name of MACROS) {
    const command = `game.modules.get("${MODULE}").api.${name}();`;
    const type = /** @type {const} */ ("script");
    const macro = { name: t(`macros.${name}`), type, img: "icons/svg/d20-black.svg", command };
    if (!globals.game.macros.some((/** @type {any} */ one) => one.isAuthor && one.command === command))
      await globals.Macro.create(macro);
  }
  notify("info", t("macros.made"));
}
