// @ts-check
// A user's visit to a tavern: the table, the window, and what goes on behind it while it is closed.

import {
  MODULE,
  actorOfUser,
  ask,
  choose,
  coins,
  confirmed,
  copperOf,
  diceThrown,
  globals,
  hasPurse,
  hasSheet,
  isActingGm,
  nameOf,
  notify,
  sheetOf,
  showDice,
  skillNames,
  t,
} from "./adapter.mjs";
import { Chronicle, claim, claimIn, claimsAt, invite, invited, usersOfSeats } from "./chat.mjs";
import { addressOf, permissionOf, testConnection } from "./connection.mjs";
import { anteOf, fieldsOfOptions, optionsFrom, stakeOf } from "./options.mjs";
import { PurseError, Purses, isOut, purseOf } from "./purses.mjs";
import * as settings from "./settings.mjs";
import { Bridge, framed, makeFrame, windowClass } from "./window.mjs";

/** @import { Tavern } from "../client/tavern.mjs" */
/** @import { Character, Data, View } from "../client/tavern/answers.mjs" */
/** @import { Table } from "../client/tavern/table.mjs" */
/** @import { Field } from "./adapter.mjs" */
/** @import { Finding } from "./connection.mjs" */
/** @import { Sitting } from "./purses.mjs" */
/** @import { Seated } from "./settings.mjs" */

/** What is said of a user in a roll call. */
const WHO = { seated: "who.seated", asking: "who.asking", notYet: "who.notYet", away: "who.away" };

/** What a person is told, by a key of lang/en.json. */
class Told extends Error {
  /** @param {string} key @param {Record<string, unknown>} [data] */
  constructor(key, data) {
    super(t(key, data));
  }
}

/**
 * The storage of the client in this window, while no frame is open: settings of this browser.
 * @implements {Pick<Storage, "getItem" | "setItem">}
 */
class Kept {
  /** What is not durable yet. @type {Record<string, string>} */
  #unkept = {};
  /** @type {Promise<void>} */
  #written = Promise.resolve();

  /** Other tabs write there, too. @param {string} key */
  getItem(key) {
    return this.#unkept[key] ?? settings.stored.get()[key] ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.#unkept = { ...this.#unkept, [key]: value };
    const changes = this.#unkept;
    this.#written = settings.stored.change(changes).then(() => {
      const later = Object.entries(this.#unkept).filter(([one, text]) => changes[one] !== text);
      this.#unkept = Object.fromEntries(later);
    });
    this.#written.catch(() => {});
  }

  /** Fulfilled once all of it is durable. */
  kept() {
    return this.#written;
  }
}

/** Something that is followed until its `end`. @typedef {{ as: string, end(): void }} Following */

/** A user's visit to the tavern of the world. */
export class Visit {
  #version;
  /** @type {Tavern | null} */
  #tavern = null;
  /** The window, if it is open, and the tavern that it shows. @type {{ window: any, base: string } | null} */
  #shown = null;
  /** The storage of the own seat while no frame has it: one for all that seals its luck. */
  #kept = new Kept();
  /** What is followed, and as what. @type {Following} */
  #own = { as: "", end: () => {} };
  /** @type {Following} */
  #public = { as: "", end: () => {} };
  #purses;
  #wasAsked = false;
  #isLeaving = false;
  /** The tavern where coins were put right since this client started. */
  #begun = "";
  /** What is being done, by its name. @type {Map<string, Promise<any>>} */
  #doing = new Map();
  /** Whose request to sit down was shown to this GM: the seat and the user. @type {Set<string>} */
  #judged = new Set();

  /** @param {string} version the module's */
  constructor(version) {
    this.#version = version;
    this.#purses = new Purses({
      user: globals.game.user.id,
      pending: settings.pending,
      table: (id) => this.#at(id, this.#tokensFor(id).gm ?? null),
      reader: (id) => this.#reader(id),
      fresh: () => globals.foundry.utils.randomID(32),
      seated: (table, sitting, seated) => this.#isSeated(table, sitting, seated),
    });
  }

  // ---- The connection

  /** The tavern's address, with a slash at the end. */
  get base() {
    const address = settings.address();
    const base = addressOf(address);
    if (!base) throw new Told(address.trim() ? "connection.badAddress" : "connection.noAddress", { address });
    return base;
  }

  /** The client of the tavern, which comes from there. Throws what a person is told. @returns {Promise<Tavern>} */
  async connect() {
    const { base } = this;
    if (this.#tavern?.url === base) return this.#tavern;
    this.#tavern = null;
    try {
      const answer = await fetch(`${base}foundry/module.json`, { cache: "no-store", credentials: "omit" });
      const { version } = await answer.json();
      if (String(version).split(".", 2).join() !== this.#version.split(".", 2).join())
        throw new Error("another version");
      const client = await import(`${base}client/tavern.mjs`);
      this.#tavern = new client.Tavern(base, { hostKey: settings.hostKey.get(), storage: null });
    } catch {
      const { code, data } = await this.test();
      throw new Told(`connection.${code === "ok" ? "unreachable" : code}`, data);
    }
    return /** @type {Tavern} */ (this.#tavern);
  }

  /** Test the connection, from this browser. @param {string} [address] @returns {Promise<Finding>} */
  test(address = settings.address()) {
    return testConnection(address, {
      page: new URL(globals.location.href),
      isSecure: globals.isSecureContext,
      version: this.#version,
      fetch: (...given) => fetch(...given),
      permission: permissionOf,
      framed,
    });
  }

  /** Test the connection, and say what was found. */
  async tell() {
    return this.#once("tell", async () => {
      const { code, data } = await this.test();
      notify(code === "ok" ? "info" : "error", t(`connection.${code}`, data));
    });
  }

  /** The page did not answer in the window: say why. */
  async #explain() {
    const { code, data } = await this.test();
    notify("error", code === "ok" ? t("window.failed") : t(`connection.${code}`, data));
  }

  /** A handle of a table, which leaves the luck of a seat to those that follow it: the frame, or `#followOwn`.
   *  @param {string} id @param {string | null} token @returns {Table} */
  #at(id, token) {
    if (!this.#tavern) throw new Told("connection.unreachable", { address: settings.address() });
    return this.#tavern.table(id, { token, storage: null, seals: false });
  }

  /** What this user has for a table. @param {string} id @returns {{ token?: string, gm?: string }} */
  #tokensFor(id) {
    const place = settings.place.get();
    return place?.table === id ? place : {};
  }

  /** A handle that may read a table: everybody may, unless it is closed to watchers. @param {string} id */
  async #reader(id) {
    const { token, gm } = this.#tokensFor(id);
    const way = invited();
    let table = this.#at(id, null);
    for (const one of [way?.table === id ? way.invite : null, token ?? gm ?? null]) {
      const isClosed = await table.look().then(
        () => false,
        (/** @type {any} */ error) => error.status === 401,
      );
      if (isClosed && one) table = this.#at(id, one);
    }
    return table;
  }

  /** The table as this user has it: with the token of the seat or the GM. Throws if there is none. */
  async table() {
    const place = settings.place.get();
    if (!place) throw new Told("table.none");
    await this.connect();
    return this.#at(place.table, place.token ?? place.gm ?? null);
  }

  /**
   * Do something, unless it is being done: a second click opens no second dialog.
   * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
   */
  #once(name, work) {
    const done = this.#doing.get(name) ?? work().finally(() => this.#doing.delete(name));
    this.#doing.set(name, done);
    return done;
  }

  /**
   * Do something; what cannot be done is said to the user. Returns null then. With a name, it is done once at a time.
   * @template T @param {() => Promise<T>} work @param {string} [name] @returns {Promise<T | null>}
   */
  async try(work, name) {
    if (name) return this.#once(name, () => this.try(work));
    try {
      return await work();
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** @param {any} error */
  complain(error) {
    if (error instanceof Told) notify("error", error.message);
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
    if (!addressOf(settings.address())) return;
    if (!settings.place.get() && !settings.worldTable() && !this.#ownPurses().length) return;
    try {
      await this.connect();
    } catch (error) {
      // Nobody asked for anything. Who has coins there should know.
      if (this.#ownPurses().length) this.complain(error);
      this.follow();
      return;
    }
    this.#begun = this.base;
    for (const actor of this.#ownPurses()) await this.try(() => this.#settle(actor));
    await this.try(() => this.#claim());
    const gms = settings.place.get()?.gm ? settings.place.get() : null;
    if (gms) await this.try(() => this.#judge(claimsAt(gms.table)));
    this.follow();
  }

  /** The tavern has another address. @param {string} user who said so */
  async moved(user) {
    if (this.#shown && this.#shown.base !== addressOf(settings.address())) await this.#shown.window.close();
    await this.start();
    if (user === globals.game.user.id) await this.tell();
  }

  /** The actors whose coins this user brought to a table, and that are not back. @returns {any[]} */
  #ownPurses() {
    const { actors, user } = globals.game;
    // Tokens have actors that are in no list.
    const others = [settings.place.get(), ...settings.pending.all()].map((one) =>
      globals.fromUuidSync(one?.actor ?? ""),
    );
    const all = new Set([...actors.contents, ...others.filter(Boolean)]);
    return [...all].filter((actor) => actor.isOwner && isOut(actor) && purseOf(actor)?.user === user.id);
  }

  /** Put an actor's coins right, as far as that can be done now. @param {any} actor */
  async #settle(actor) {
    const place = settings.place.get();
    const isMine = place?.seat && place.seat === purseOf(actor)?.seat;
    const table = isMine && place.token ? this.#at(place.table, place.token) : null;
    if (!(await this.#purses.settle(actor, table))) return;
    this.#cameHome(actor);
    if (isMine) await this.#forget();
  }

  /** @param {any} actor */
  #cameHome(actor) {
    const { back_cp: back, rest_cp: rest } = /** @type {import("./purses.mjs").Purse} */ (purseOf(actor));
    notify("info", t("purse.back", { name: actor.name, coins: coins(back) }));
    if (rest) notify("warn", t("purse.rest", { name: actor.name, coins: coins(rest) }));
  }

  /** Coins of seats that are gone come home. @param {View} view */
  async #lookAfter(view) {
    if (this.#isLeaving) return;
    const here = new Set(
      [...view.seats.filter((one) => one.played_by !== "nobody"), ...view.asking].map(({ seat }) => seat),
    );
    for (const actor of this.#ownPurses()) {
      const purse = purseOf(actor);
      if (purse?.table === view.table && purse.seat && (view.closed || !here.has(purse.seat)))
        await this.try(() => this.#settle(actor));
    }
    const place = settings.place.get();
    if (place?.table === view.table && place.seat && !here.has(place.seat) && !view.closed) {
      await this.#forget();
      notify("info", t("table.gone"));
    }
  }

  /** Follow what is to be followed now: the own seat, unless the window does; and the public table, for chat and dice. */
  follow() {
    const place = settings.place.get();
    const own = place?.token ?? place?.gm;
    this.#own = this.#followed(this.#own, place && own && !this.#shown ? [place.table, own, place.seat] : null, () =>
      this.#followOwn(/** @type {Seated} */ (place)),
    );
    const table = settings.worldTable();
    const choice = isActingGm() ? settings.chronicleChoice() : "off";
    const hasDice = settings.wantsDice() && !!globals.game.dice3d;
    // While the window is open, the public table tells when coins have to come home.
    // The invited see what everybody sees, even if the table is closed to watchers.
    const way = choice === "off" ? invited() : null;
    const token = way?.table === table?.id ? (way?.invite ?? null) : null;
    const isOf = table && (choice !== "off" || hasDice || this.#shown) ? [table.id, token, choice, hasDice] : null;
    this.#public = this.#followed(this.#public, isOf, () =>
      this.#followPublic(table?.id ?? "", token, choice, hasDice),
    );
  }

  /** Goes on with what is followed if it is still the same. @param {Following} was @param {unknown[] | null} about
   *  @param {() => () => void} begin @returns {Following} */
  #followed(was, about, begin) {
    const as = about && this.#tavern ? JSON.stringify([this.#tavern.url, ...about]) : "";
    if (as === was.as) return was;
    was.end();
    return { as, end: as ? begin() : () => {} };
  }

  /** @param {Seated} place */
  #followOwn({ table, token, gm, seat = "" }) {
    this.#kept = new Kept();
    const handle = /** @type {Tavern} */ (this.#tavern).table(table, { token: token ?? gm, storage: this.#kept });
    const live = handle.follow({
      view: (view) => {
        const isAsked = view.to_act.includes(seat);
        if (isAsked && !this.#wasAsked) notify("info", t("table.yourTurn", { table: view.name }));
        this.#wasAsked = isAsked;
        this.#lookAfter(view);
      },
      problem: (error) => {
        if (!live.closed) return this.complain(error);
        // The seat was refused or removed, or its token was replaced: the public table tells which.
        return this.try(async () => {
          const view = await (await this.#reader(table)).look();
          await this.#lookAfter(view);
          if (settings.place.get()?.token === token) this.complain(error);
        });
      },
    });
    return () => live.close();
  }

  /** @param {string} id @param {string | null} token @param {"all" | "results" | "off"} choice @param {boolean} hasDice */
  #followPublic(id, token, choice, hasDice) {
    const table = this.#at(id, token);
    const chronicle =
      choice === "off" ? null : new Chronicle(table, choice, (error) => isNotForAll(error) || this.complain(error));
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

  /** @param {Seated | null} place */
  async #keep(place) {
    await settings.place.change(() => place);
  }

  async #forget() {
    await this.#keep(null);
    await this.#shown?.window.close();
    this.follow();
  }

  // ---- The window

  /** Open the window; first open a table, or sit down, if there is none yet. */
  async open() {
    const table = settings.worldTable();
    const place = settings.place.get();
    const isInvited = !!table && invited()?.table === table.id;
    // Last week's table is of no use, once all coins are back from there.
    if (place && isInvited && place.table !== table.id && !this.#ownPurses().length) await this.#forget();
    if (settings.place.get()) return this.show();
    if (globals.game.user.isGM && !table) return this.openTable();
    if (isInvited) return this.sitDown();
    return table ? this.show() : notify("warn", t("table.none"));
  }

  /** Show the table in the window: as one's seat, as the GM, or as a spectator. */
  async show() {
    await this.try(async () => {
      await this.connect();
      if (this.#begun !== this.base) await this.start();
      const place = settings.place.get();
      const table = place?.table ?? settings.worldTable()?.id;
      if (!table) throw new Told("table.none");
      if (this.#shown) {
        this.#shown.window.maximize?.();
        return this.#shown.window.bringToFront?.();
      }
      const { base } = this;
      const address = `${base}t/${encodeURIComponent(table)}`;
      const frame = makeFrame(address);
      const hello = { table, place: () => pagesPlace(settings.place.get()) };
      const keeping = {
        stored: settings.stored.get,
        store: settings.stored.change,
        onOtherTab: settings.stored.onOtherTab,
        placed: (/** @type {string} */ id, /** @type {any} */ told) => this.#placed(id, told),
      };
      const bridge = new Bridge(frame, address, hello, keeping, (isThere) => {
        if (!isThere) this.#explain();
      });
      const closed = () => {
        this.#shown = null;
        this.follow();
      };
      const window = new (windowClass())({ frame, bridge, closed });
      this.#shown = { window, base };
      // From here on, the page follows the seat, and keeps its luck.
      this.follow();
      await window.render({ force: true });
    }, "show");
  }

  /** The page says what it knows of its table now: a token that was replaced, a seat that was taken there.
   *  @param {string} table @param {any} told */
  async #placed(table, told) {
    const place = settings.place.get();
    if (place && place.table !== table) return;
    const known = pagesPlace(told);
    if (!known.token && !known.gm) return;
    await this.#keep({ ...place, ...known, table });
  }

  // ---- The GM

  /**
   * Open a table, and whisper the way there to the other users. What is not given is asked for.
   * @param {{ game?: string, name?: string, options?: Data }} [given]
   */
  async openTable(given = {}) {
    return this.try(async () => {
      const tavern = await this.connect();
      const { games } = await tavern.games();
      const asked = given.game ? given : await this.#askForTable(games, given);
      if (!asked) return null;
      const options = { admit: "gm", ...asked.options };
      const opening = { game: asked.game, name: asked.name, options, gm: { name: nameOf(globals.game.user.name) } };
      const opened = await this.#opened(tavern, opening);
      if (!opened) return null;
      const { table: id, gm_token: gm, invite: secret } = opened;
      await this.#keep({ table: id, gm, invite: secret });
      await settings.setWorldTable({ id, name: asked.name ?? "", game: String(asked.game) });
      await invite(tavern.url, { table: id, invite: secret }, asked.name ?? "");
      await this.show();
      return id;
    }, "openTable");
  }

  /** @param {Tavern} tavern @param {any} opening @returns {Promise<any>} */
  async #opened(tavern, opening) {
    try {
      return await tavern.openTable(opening);
    } catch (error) {
      if (/** @type {any} */ (error).code !== "host_key_needed") throw error;
      const wrong = settings.hostKey.get() !== null;
      const field = {
        name: "key",
        label: t("hostKey.label"),
        type: /** @type {const} */ ("password"),
        hint: t("hostKey.hint"),
      };
      const asked = await ask(t("hostKey.title"), [field], { text: wrong ? t("hostKey.wrong") : t("hostKey.text") });
      if (!asked) return null;
      await settings.hostKey.change(() => asked.key);
      this.#tavern = null;
      return this.#opened(await this.connect(), opening);
    }
  }

  /** @param {Data[]} games @param {{ name?: string, options?: Data }} given
   *  @returns {Promise<{ game?: string, name?: string, options?: Data } | null>} */
  async #askForTable(games, given) {
    const named = Object.fromEntries(games.map(({ id, name }) => [id, name]));
    /** @type {Field[]} */
    const fields = [
      { name: "game", label: t("table.game"), choices: named },
      { name: "name", label: t("table.name"), value: given.name ?? t("table.defaultName") },
    ];
    const asked = await ask(t("table.open"), fields, { ok: t("table.next") });
    if (!asked) return null;
    const game = /** @type {Data} */ (games.find(({ id }) => id === asked.game));
    const more = fieldsOfOptions(game);
    const chosen = await ask(game.name, more, { ok: t("table.open"), text: game.summary });
    if (!chosen) return null;
    return { ...asked, options: { ...optionsFrom(game, chosen), ...given.options } };
  }

  /** Whisper the way to the table again. */
  async inviteAgain() {
    await this.try(async () => {
      const { table, invite: secret } = settings.place.get() ?? {};
      if (!table || !secret) throw new Told("table.noInvite");
      await invite(this.base, { table, invite: secret }, settings.worldTable()?.name ?? "");
      notify("info", t("table.invitedAll"));
    });
  }

  /**
   * Which users are at the table, and who is missing: `name` is that of their seat or request.
   * @returns {Promise<{ user: string, name: string | null, state: "seated" | "asking" | "notYet" | "away" }[]>}
   */
  async rollCall() {
    const view = await (await this.table()).look();
    const users = usersOfSeats(view.table);
    return [...globals.game.users].map((user) => {
      const isTheirs = (/** @type {{ seat: string }} */ { seat }) => users.get(seat)?.id === user.id;
      const at = view.seats.find((one) => isTheirs(one) && one.played_by !== "nobody");
      const asking = view.asking.find(isTheirs);
      const state = at ? "seated" : asking ? "asking" : user.active ? "notYet" : "away";
      return { user: user.id, name: (at ?? asking)?.name ?? null, state };
    });
  }

  /** Say which users are at the table. */
  async who() {
    await this.try(async () => {
      const { users } = globals.game;
      const lines = (await this.rollCall()).map(({ user, name, state }) =>
        t(WHO[state], { user: users.get(user)?.name, name }),
      );
      await choose(t("who.title"), [t("who.close")], lines.join(" · "));
    }, "who");
  }

  /** A message came: if it says as which seat its author asks to sit down, whoever opened the table lets them in with
   *  one click. @param {any} message */
  async heard(message) {
    const said = claimIn(message);
    const place = settings.place.get();
    if (said && place?.gm && place.table === said.table) await this.try(() => this.#judge([said]));
  }

  /** Ask the GM about those who say that they ask to sit down: each once. @param {ReturnType<typeof claimsAt>} claims */
  async #judge(claims) {
    if (!claims.length) return;
    const table = await this.table();
    const { asking } = await table.look();
    const { pairingWord } = await import(`${this.base}page/lobby/pairing.mjs`);
    const users = usersOfSeats(table.id);
    for (const { seat, words: said, author } of claims) {
      const one = asking.find((other) => other.seat === seat);
      const about = `${seat} ${author.id} ${said}`;
      if (!one || this.#judged.has(about)) continue;
      this.#judged.add(about);
      const words = pairingWord(table.id, seat, one.name);
      const data = { user: author.name, name: one.name, coins: coins(one.purse_cp ?? 0), words };
      const first = users.get(seat);
      if (words !== said) notify("warn", t("admit.mismatch", data));
      else if (first.id !== author.id) notify("warn", t("admit.contested", { ...data, first: first.name }));
      else this.try(() => this.#admit(table, seat, data));
    }
  }

  /** @param {Table} table @param {string} seat @param {Record<string, string>} data */
  async #admit(table, seat, data) {
    const at = await choose(t("admit.title"), [t("admit.letIn"), t("admit.turnAway")], t("admit.text", data));
    if (at === null) return;
    // Meanwhile, it may have been done in the window.
    const { asking } = await table.look();
    if (!asking.some((one) => one.seat === seat)) return;
    await table.send({ type: at === 0 ? "admit_seat" : "refuse_seat", target: seat });
  }

  /** Seat the selected actor as an NPC that the server plays, with coins of its own. */
  async seatNpc() {
    await this.try(async () => {
      const table = await this.table();
      const actor = actorOfUser();
      if (!actor) throw new Told("sit.noActor");
      const [view, { games }] = [await table.look(), await (await this.connect()).games()];
      const { temperaments } = /** @type {Data} */ (games.find(({ id }) => id === view.game));
      const most = copperOf(actor);
      /** @type {Field[]} */
      const fields = [
        {
          name: "npc",
          label: t("npc.temperament"),
          choices: Object.fromEntries(temperaments.map((/** @type {string} */ one) => [one, one.replaceAll("_", " ")])),
        },
        stakeField(view, hasPurse(actor) ? most : null),
      ];
      const asked = await ask(t("npc.title", { name: actor.name }), fields, { ok: t("npc.seat") });
      if (!asked) return;
      const sitting = { name: nameOf(actor.name), purse_cp: asked.purse_cp, npc: asked.npc, character: sheetOf(actor) };
      if (hasPurse(actor)) await this.#purses.sit(actor, view.table, sitting);
      else await table.sit(sitting);
    }, "seatNpc");
  }

  /** Give the coins of a table that is gone, or of a player who is, back by hand. */
  async settle() {
    await this.try(async () => {
      await this.connect();
      /** @type {any[]} */
      const out = globals.game.actors.contents.filter(isOut);
      if (!out.length) return notify("info", t("settle.nothing"));
      const labels = out.map((actor) => t("settle.one", { name: actor.name, coins: coins(purseOf(actor)?.cp ?? 0) }));
      const at = await choose(t("settle.title"), labels, t("settle.text"));
      if (at === null) return;
      const actor = out[at];
      const purse = /** @type {import("./purses.mjs").Purse} */ (purseOf(actor));
      const home = await this.#homeFrom(actor, purse);
      if (home === undefined) return;
      const isHere = globals.game.users.get(purse.user)?.active && purse.user !== globals.game.user.id;
      const field = {
        name: "cp",
        label: t("settle.amount"),
        type: /** @type {const} */ ("number"),
        min: 0,
        value: home ?? purse.cp,
      };
      const known = home === null ? t("settle.unknown") : t("settle.known", { coins: coins(home) });
      const text = isHere
        ? `${known} ${t("settle.playerIsHere", { user: globals.game.users.get(purse.user).name })}`
        : known;
      const asked = await ask(actor.name, [field], { ok: t("settle.pay"), text });
      if (asked) await this.#purses.bringBack(actor, asked.cp);
    }, "settle");
  }

  /**
   * What an actor takes home, in copper: null if the table cannot say it, and undefined if its seat stays at the table,
   * where its coins are. @param {any} actor @param {import("./purses.mjs").Purse} purse @returns {Promise<number | null | undefined>}
   */
  async #homeFrom(actor, purse) {
    if (!purse.seat) return null;
    const look = () => this.#purses.home(purse).catch(() => undefined);
    const home = await look();
    if (home === undefined) return null;
    if (home !== null) return home;
    const { gm } = this.#tokensFor(purse.table);
    if (!gm) throw new Told("settle.stillThere", { name: actor.name });
    if (!(await confirmed(t("settle.title"), t("settle.remove", { name: actor.name })))) return undefined;
    const table = this.#at(purse.table, gm);
    const isAsking = (await table.look()).asking.some(({ seat }) => seat === purse.seat);
    await table.send({ type: isAsking ? "refuse_seat" : "remove_seat", target: purse.seat });
    return (await look()) ?? null;
  }

  // ---- A player

  /**
   * Sit down with the selected token's actor, or the user's own. What is not given is asked for.
   * @param {{ purse_cp?: number, luck?: string, name?: string }} [given]
   */
  async sitDown(given = {}) {
    return this.try(async () => {
      if (settings.place.get()?.seat) {
        await this.show();
        return settings.place.get()?.seat ?? null;
      }
      const asked = invited();
      if (!asked) throw new Told("sit.noInvite");
      await this.connect();
      const actor = actorOfUser();
      if (isOut(actor)) {
        // It may be that the answer to sitting down never came.
        await this.#settle(actor);
        if (!settings.place.get()?.seat && isOut(actor)) throw new PurseError("coinsAreOut");
        await this.#claim();
        await this.show();
        return settings.place.get()?.seat ?? null;
      }
      const view = await this.#at(asked.table, null)
        .look()
        .catch(() => null);
      const sitting = await this.#askToSit(actor, view, given);
      if (!sitting) return null;
      const whole = { ...sitting, invite: asked.invite };
      const seated = hasPurse(actor)
        ? await this.#purses.sit(actor, asked.table, whole)
        : await this.#at(asked.table, null).sit(whole);
      if (!hasPurse(actor)) await this.#isSeated(asked.table, whole, seated);
      await this.#claim();
      await this.show();
      return seated.seat;
    }, "sitDown");
  }

  /** @param {any} actor @param {View | null} view @param {{ purse_cp?: number, luck?: string, name?: string }} given
   *  @returns {Promise<Sitting | null>} */
  async #askToSit(actor, view, given) {
    const most = hasPurse(actor) ? copperOf(actor) : null;
    const stake = { ...stakeField(view, most), ...(given.purse_cp === undefined ? {} : { value: given.purse_cp }) };
    /** @type {Field[]} */
    const fields = [
      { name: "name", label: t("sit.name"), value: nameOf(given.name ?? actor?.name ?? globals.game.user.name) },
      stake,
    ];
    if (view?.options?.luck !== "sealed")
      fields.push({
        name: "luck",
        label: t("sit.luck"),
        hint: t("sit.luckHint"),
        value: given.luck ?? "",
        optional: true,
      });
    if (!hasSheet(actor)) {
      const label = (/** @type {string} */ skill) => t("sit.skill", { skill: skill.replaceAll("_", " ") });
      for (const skill of skillNames())
        fields.push({ name: skill, label: label(skill), type: "number", min: -10, max: 30, optional: true });
    }
    const text = most === null ? t("sit.noCoins") : t("sit.has", { name: actor.name, coins: coins(most) });
    const asked = await ask(t("sit.title", { table: view?.name ?? "" }), fields, { ok: t("sit.ok"), text });
    if (!asked) return null;
    const skills = Object.fromEntries(
      skillNames().flatMap((skill) => (typeof asked[skill] === "number" ? [[skill, asked[skill]]] : [])),
    );
    const character = /** @type {Character} */ (hasSheet(actor) ? sheetOf(actor) : { skills });
    return { name: asked.name, purse_cp: asked.purse_cp, character, ...(asked.luck ? { luck: asked.luck } : {}) };
  }

  /** A seat was taken: it is kept before anything else happens. @param {string} table @param {Sitting} sitting
   *  @param {{ seat: string, token: string, admitted: boolean }} seated */
  async #isSeated(table, sitting, { seat, token, admitted }) {
    if (sitting.npc !== undefined) return;
    const actor = settings.pending.get(sitting.key ?? "")?.actor;
    await this.#keep({ table, token, seat, admitted, who: sitting.name, ...(actor ? { actor } : {}) });
  }

  /** Tell the GMs who sits there, once. */
  async #claim() {
    const place = settings.place.get();
    if (!place?.seat || !place.who || place.claimed) return;
    const { pairingWord } = await import(`${this.base}page/lobby/pairing.mjs`);
    const { table, seat, who } = place;
    await claim({ table, seat, words: pairingWord(table, seat, who) }, who);
    await this.#keep({ ...place, claimed: true });
  }

  /** Leave the table, and take the coins home. */
  async leave() {
    await this.try(async () => {
      const place = settings.place.get();
      if (!place) throw new Told("table.none");
      if (place.gm) {
        if (!(await confirmed(t("leave.title"), t("leave.gm")))) return;
        await settings.setWorldTable(null);
        return this.#forget();
      }
      if (!(await confirmed(t("leave.title"), t("leave.text")))) return;
      const table = await this.table();
      const actor = place.actor ? await globals.fromUuid(place.actor) : null;
      const hasCoins = isOut(actor) && purseOf(actor)?.seat === place.seat;
      this.#isLeaving = true;
      try {
        if (!hasCoins) await table.send({ type: "leave" });
        else if (await this.#purses.leave(actor, table)) this.#cameHome(actor);
      } catch (error) {
        // There is nothing to leave if the seat or the table is gone, or the table is closed.
        if (![401, 404, 409].includes(/** @type {any} */ (error).status)) throw error;
        if (hasCoins && isOut(actor)) notify("warn", t("leave.coinsStay", { name: actor.name }));
      } finally {
        this.#isLeaving = false;
      }
      await this.#forget();
    }, "leave");
  }

  // ---- All of it

  /** Choose what to do. */
  async menu() {
    await this.#once("menu", () => this.#menu());
  }

  async #menu() {
    const place = settings.place.get();
    const { isGM } = globals.game.user;
    /** @type {[string, boolean, () => unknown][]} */
    const all = [
      ["menu.window", !!(place ?? settings.worldTable()), () => this.show()],
      ["menu.open", isGM && !place, () => this.openTable()],
      ["menu.sit", !isGM && !place, () => this.sitDown()],
      ["menu.who", !!place?.gm, () => this.who()],
      ["menu.invite", !!place?.gm, () => this.inviteAgain()],
      ["menu.npc", !!place?.gm, () => this.seatNpc()],
      ["menu.settle", isGM, () => this.settle()],
      ["menu.macros", true, () => makeMacros()],
      ["menu.test", true, () => this.tell()],
      ["menu.leave", !!place, () => this.leave()],
    ];
    const offered = all.filter(([, isOffered]) => isOffered);
    const at = await choose(
      t("menu.title"),
      offered.map(([key]) => t(key)),
      settings.worldTable()?.name ?? "",
    );
    if (at !== null) await offered[at][2]();
  }
}

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

/** The field for a stake: a few antes. Without coins of an actor there is no limit. @param {View | null} view @param {number | null} most
 *  @returns {Field} */
function stakeField(view, most) {
  const bounds = most === null ? {} : { max: most };
  return {
    name: "purse_cp",
    label: t("sit.stake"),
    type: "number",
    min: 0,
    ...bounds,
    value: stakeOf(view, most ?? Infinity),
    hint: t("sit.stakeHint", { ante: coins(anteOf(view)) }),
  };
}

const MACROS = ["open", "sitDown", "leave", "menu"];

/** Make macros of one line for the hotbar. */
export async function makeMacros() {
  for (const name of MACROS) {
    const command = `game.modules.get("${MODULE}").api.${name}();`;
    await globals.Macro.create({ name: t(`macros.${name}`), type: "script", img: "icons/svg/d20-black.svg", command });
  }
  notify("info", t("macros.made"));
}
