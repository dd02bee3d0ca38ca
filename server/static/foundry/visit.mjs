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
  notify,
  sheetOf,
  showDice,
  skillNames,
  t,
} from "./adapter.mjs";
import { Chronicle, claim, claimIn, invite, invited, seatsOfUsers } from "./chat.mjs";
import { addressOf, permissionOf, testConnection } from "./connection.mjs";
import { anteOf, fieldsOfOptions, optionsFrom, stakeOf } from "./options.mjs";
import { PurseError, Purses, isOut, purseOf } from "./purses.mjs";
import * as settings from "./settings.mjs";
import { Bridge, framed, makeFrame, windowClass } from "./window.mjs";

/** @import { Tavern } from "../client/tavern.mjs" */
/** @import { Character, Data, View } from "../client/tavern/answers.mjs" */
/** @import { Live } from "../client/tavern/live.mjs" */
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
  #own = settings.stored.get();
  /** @type {Promise<void>} */
  #written = Promise.resolve();

  /** @param {string} key */
  getItem(key) {
    return this.#own[key] ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.#own = { ...this.#own, [key]: value };
    this.#written = settings.stored.change({ [key]: value });
    this.#written.catch(() => {});
  }

  /** Fulfilled once all of it is durable. */
  kept() {
    return this.#written;
  }
}

/** A user's visit to the tavern of the world. */
export class Visit {
  #version;
  /** @type {Tavern | null} */
  #tavern = null;
  /** The window, if it is open, and the address that it shows. @type {{ window: any, bridge: Bridge } | null} */
  #shown = null;
  /** @type {Live | null} */
  #ownLive = null;
  /** @type {Live | null} */
  #publicLive = null;
  #purses;
  #wasAsked = false;

  /** @param {string} version the module's */
  constructor(version) {
    this.#version = version;
    this.#purses = new Purses({
      user: globals.game.user.id,
      pending: settings.pending,
      table: (id) => this.#at(id, null),
      reader: (id) => this.#at(id, settings.place.get()?.gm ?? null),
      fresh: () => globals.foundry.utils.randomID(32),
      seated: (table, sitting, seated) => this.#isSeated(table, sitting, seated),
    });
  }

  // ---- The connection

  /** The tavern's address, with a slash at the end. */
  get base() {
    const base = addressOf(settings.address());
    if (!base) throw new Told("connection.noAddress", {});
    return base;
  }

  /** The client of the tavern, which comes from there. Throws what a person is told. @returns {Promise<Tavern>} */
  async connect() {
    const { base } = this;
    if (this.#tavern?.url === base) return this.#tavern;
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
    const { code, data } = await this.test();
    notify(code === "ok" ? "info" : "error", t(`connection.${code}`, data));
  }

  /**
   * A handle that keeps nothing and seals nothing: only one at a time does, the page's or that of `#followOwn`.
   * @param {string} id @param {string | null} token @returns {Table}
   */
  #at(id, token) {
    if (!this.#tavern) throw new Told("connection.unreachable", { address: settings.address() });
    return this.#tavern.table(id, { token, storage: null, seals: false });
  }

  /** The table as this user has it: with the token of the seat or the GM. Throws if there is none. */
  async table() {
    const place = settings.place.get();
    if (!place) throw new Told("table.none");
    await this.connect();
    return this.#at(place.table, place.token ?? place.gm ?? null);
  }

  /**
   * Do something; what cannot be done is said to the user. Returns null then.
   * @template T @param {() => Promise<T>} work @returns {Promise<T | null>}
   */
  async try(work) {
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
    else throw error;
  }

  // ---- The beginning, and what changes

  /** What every start of this client does: coins that are on the way are put right, and the table is followed. */
  async start() {
    if (!addressOf(settings.address())) return;
    if (!settings.place.get() && !settings.worldTable() && !this.#ownPurses().length) return;
    await this.try(async () => {
      await this.connect();
      for (const { actor } of settings.pending.all()) await this.#settle(await globals.fromUuid(actor));
      for (const actor of this.#ownPurses()) await this.#settle(actor);
      await this.#claim();
      this.follow();
    });
  }

  /** The actors whose coins this user brought to a table, and that are not back. @returns {any[]} */
  #ownPurses() {
    const { actors, user } = globals.game;
    const held = globals.fromUuidSync?.(settings.place.get()?.actor ?? "") ?? null;
    const all = new Set(/** @type {any[]} */ ([...actors.contents, ...(held ? [held] : [])]));
    return [...all].filter((actor) => actor.isOwner && isOut(actor) && purseOf(actor)?.user === user.id);
  }

  /** Put an actor's coins right, as far as that can be done now. @param {any} actor */
  async #settle(actor) {
    if (!actor) return;
    const place = settings.place.get();
    const isMine = place?.seat && place.seat === purseOf(actor)?.seat;
    const table = isMine && place.token ? this.#at(place.table, place.token) : null;
    if (!(await this.#purses.settle(actor, table))) return;
    const { back_cp: back, rest_cp: rest } = /** @type {import("./purses.mjs").Purse} */ (purseOf(actor));
    notify("info", t("purse.back", { name: actor.name, coins: coins(back) }));
    if (rest) notify("warn", t("purse.rest", { name: actor.name, coins: coins(rest) }));
    if (isMine) await this.#forget();
  }

  /** Coins of seats that are gone come home. @param {View} view */
  async #lookAfter(view) {
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
    if (!this.#tavern) return;
    this.#ownLive?.close();
    this.#publicLive?.close();
    this.#ownLive = this.#publicLive = null;
    const place = settings.place.get();
    const table = settings.worldTable();
    if (place && (place.token || place.gm) && !this.#shown) this.#followOwn(place);
    const choice = isActingGm() ? settings.chronicleChoice() : "off";
    const hasDice = settings.wantsDice() && !!globals.game.dice3d;
    // While the window is open, the public table tells when coins have to come home.
    if (table && (choice !== "off" || hasDice || this.#shown)) this.#followPublic(table.id, choice, hasDice);
  }

  /** @param {Seated} place */
  #followOwn({ table, token, gm, seat = "" }) {
    const storage = new Kept();
    const handle = /** @type {Tavern} */ (this.#tavern).table(table, { token: token ?? gm ?? null, storage });
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
          const view = await this.#at(table, null).look();
          await this.#lookAfter(view);
          if (settings.place.get()?.token === token) this.complain(error);
        });
      },
    });
    this.#ownLive = live;
  }

  /** @param {string} id @param {"all" | "results" | "off"} choice @param {boolean} hasDice */
  #followPublic(id, choice, hasDice) {
    const table = this.#at(id, null);
    const chronicle = choice === "off" ? null : new Chronicle(table, choice, (error) => this.complain(error));
    /** @type {View | null} */
    let before = null;
    this.#publicLive = table.follow({
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
        // A table that is closed to watchers has no public chronicle.
        if (/** @type {any} */ (error).status !== 401) this.complain(error);
      },
    });
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
    if (settings.place.get()) return this.show();
    if (globals.game.user.isGM && !settings.worldTable()) return this.openTable();
    if (invited()?.table === settings.worldTable()?.id && invited()) return this.sitDown();
    return settings.worldTable() ? this.show() : notify("warn", t("table.none"));
  }

  /** Show the table in the window: as one's seat, as the GM, or as a spectator. */
  async show() {
    await this.try(async () => {
      await this.connect();
      const place = settings.place.get();
      const table = place?.table ?? settings.worldTable()?.id;
      if (!table) throw new Told("table.none");
      if (this.#shown) {
        this.#shown.window.maximize?.();
        return this.#shown.window.bringToFront?.();
      }
      const address = `${this.base}t/${encodeURIComponent(table)}`;
      const frame = makeFrame(address);
      const hello = { table, place: () => pagesPlace(settings.place.get()) };
      const keeping = {
        stored: settings.stored.get,
        store: settings.stored.change,
        placed: (/** @type {string} */ id, /** @type {any} */ told) => this.#placed(id, told),
      };
      const bridge = new Bridge(frame, address, hello, keeping, (isThere) => {
        if (!isThere) notify("error", t("connection.noFrame", { address: this.base, origin: globals.location.origin }));
      });
      const closed = () => {
        this.#shown = null;
        this.follow();
      };
      const window = new (windowClass())({ frame, bridge, closed });
      this.#shown = { window, bridge };
      // From here on, the page follows the seat, and keeps its luck.
      this.follow();
      await window.render({ force: true });
    });
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
      const opening = { game: asked.game, name: asked.name, options, gm: { name: globals.game.user.name } };
      const opened = await this.#opened(tavern, opening);
      if (!opened) return null;
      const { table: id, gm_token: gm, invite: secret } = opened;
      await this.#keep({ table: id, gm, invite: secret });
      await settings.setWorldTable({ id, name: asked.name ?? "", game: String(asked.game) });
      await invite(tavern.url, { table: id, invite: secret }, asked.name ?? "");
      await this.show();
      return id;
    });
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
    const seats = seatsOfUsers(view.table);
    return [...globals.game.users].map((user) => {
      const seat = seats.get(user.id);
      const at = view.seats.find((one) => one.seat === seat && one.played_by !== "nobody");
      const asking = view.asking.find((one) => one.seat === seat);
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
    });
  }

  /** A message came: if it says as which seat its author asks to sit down, a GM lets them in with one click.
   *  @param {any} message */
  async heard(message) {
    const said = claimIn(message);
    const place = settings.place.get();
    if (!said || !place?.gm || place.table !== said.table || !isActingGm()) return;
    await this.try(async () => {
      const table = await this.table();
      const asking = (await table.look()).asking.find(({ seat }) => seat === said.seat);
      if (!asking) return;
      const { pairingWord } = await import(`${this.base}page/lobby/pairing.mjs`);
      const words = pairingWord(said.table, said.seat, asking.name);
      const { name, purse_cp: purse } = asking;
      const data = { user: said.author.name, name, coins: coins(purse ?? 0), words };
      if (words !== said.words) return notify("warn", t("admit.mismatch", data));
      const at = await choose(t("admit.title"), [t("admit.letIn"), t("admit.turnAway")], t("admit.text", data));
      if (at === 0) await table.send({ type: "admit_seat", target: said.seat });
      if (at === 1) await table.send({ type: "refuse_seat", target: said.seat });
    });
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
      const sitting = { name: actor.name, purse_cp: asked.purse_cp, npc: asked.npc, character: sheetOf(actor) };
      if (hasPurse(actor)) await this.#purses.sit(actor, view.table, sitting);
      else await table.sit(sitting);
    });
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
      const home = await this.#purses.home(actor).catch(() => null);
      const { cp = 0, user = "" } = purseOf(actor) ?? {};
      const player = globals.game.users.get(user);
      const isHere = player?.active && user !== globals.game.user.id;
      const field = {
        name: "cp",
        label: t("settle.amount"),
        type: /** @type {const} */ ("number"),
        min: 0,
        value: home ?? cp,
      };
      const known = home === null ? t("settle.unknown") : t("settle.known", { coins: coins(home) });
      const text = isHere ? `${known} ${t("settle.playerIsHere", { user: player.name })}` : known;
      const asked = await ask(actor.name, [field], { ok: t("settle.pay"), text });
      if (asked) await this.#purses.bringBack(actor, asked.cp);
    });
  }

  // ---- A player

  /**
   * Sit down with the selected token's actor, or the user's own. What is not given is asked for.
   * @param {{ purse_cp?: number, luck?: string, name?: string }} [given]
   */
  async sitDown(given = {}) {
    return this.try(async () => {
      const asked = invited();
      if (!asked) throw new Told("sit.noInvite");
      await this.connect();
      const actor = actorOfUser();
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
    });
  }

  /** @param {any} actor @param {View | null} view @param {{ purse_cp?: number, luck?: string, name?: string }} given
   *  @returns {Promise<Sitting | null>} */
  async #askToSit(actor, view, given) {
    const most = hasPurse(actor) ? copperOf(actor) : null;
    const stake = { ...stakeField(view, most), ...(given.purse_cp === undefined ? {} : { value: given.purse_cp }) };
    /** @type {Field[]} */
    const fields = [
      { name: "name", label: t("sit.name"), value: given.name ?? actor?.name ?? globals.game.user.name },
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
      if (actor && isOut(actor)) {
        await this.#purses.leave(actor, table);
        await this.#settle(actor);
      } else {
        await table.send({ type: "leave" });
      }
      await this.#forget();
    });
  }

  // ---- All of it

  /** Choose what to do. */
  async menu() {
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
