// @ts-check
// A user's visit to a tavern: what its parts do together, from the start of Foundry on.

import { MODULE, globals } from "./adapter/globals.mjs";
import { notify, t } from "./adapter/texts.mjs";
import { claimsAt, invited } from "./chat.mjs";
import { addressOf } from "./connection.mjs";
import { UserError, attempt, complain, once } from "./doing.mjs";
import { Following } from "./following.mjs";
import { Host } from "./host.mjs";
import { Link } from "./link.mjs";
import { menu } from "./menu.mjs";
import { Player } from "./player.mjs";
import { Purses, actorsOut, isHere, purseOf } from "./purses.mjs";
import * as settings from "./settings.mjs";
import { TableWindow } from "./window.mjs";

/** @import { View } from "../client/tavern/answers.mjs" */

const RETRY_MS = 2_000;
const MOST_RETRY_MS = 300_000;

/** A user's visit to the tavern of the world. */
export class Visit {
  #following;
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

  /** @param {string} version the module's */
  constructor(version) {
    this.link = new Link(version);
    this.window = new TableWindow(this.link, () => this.follow());
    this.#following = new Following(this.link, (view) => this.#lookAfter(view));
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
    return once("tell", async () => {
      const { code, data } = await this.link.test();
      notify(code === "ok" ? "info" : "error", t(`connection.${code}`, data));
    });
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
      if (this.#wait === RETRY_MS && this.#ownPurses().length) complain(error);
      this.follow();
      this.#later = setTimeout(() => this.start(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, MOST_RETRY_MS);
      return undefined;
    }
    this.#wait = RETRY_MS;
    this.#begun = this.link.base;
    for (const actor of this.#ownPurses()) await attempt(() => this.settleCoins(actor));
    await attempt(() => this.player.claim());
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
    if (this.#isJudge && this.link.tavern && place?.gm) await attempt(() => this.host.judge(claimsAt(place.table)));
  }

  /** A message came. @param {any} message */
  heard(message) {
    if (this.#isJudge) this.host.heard(message);
  }

  /** The tavern has another address. @param {string} user who said so */
  async moved(user) {
    if (this.window.base !== addressOf(settings.address())) await this.window.close();
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
    for (const actor of this.#ownPurses()) {
      const purse = purseOf(actor);
      if (purse?.table === view.table && purse.seat && !isHere(view, purse.seat))
        await attempt(() => this.settleCoins(actor));
    }
    if (this.#isGone(view)) await attempt(() => this.#gone(view.table), "gone");
  }

  /** Whether a view lacks one's own seat. At a closed table, it is kept for looking back. @param {View} view */
  #isGone(view) {
    const place = settings.place.get();
    return place?.table === view.table && !!place.seat && !view.closed && !isHere(view, place.seat);
  }

  /** The own seat is gone, unless the view was from before it was taken. @param {string} table */
  async #gone(table) {
    if (!this.#isGone(await (await this.link.reader(table)).look())) return;
    await this.forget();
    notify("info", t("table.gone"));
  }

  /** Follow what is to be followed now. */
  follow() {
    this.#following.update(this.window.isOpen);
  }

  /** Forget one's seat at a table, or else all of it, and its tokens. */
  async forget(table = settings.place.get()?.table ?? "") {
    const isShown = table === settings.place.get()?.table;
    if (isShown) this.window.hush();
    await settings.place.forget(table);
    if (isShown) await this.window.close();
    new settings.Stored().forget(table);
    this.follow();
  }

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
    await attempt(async () => {
      await this.link.connect();
      if (this.#begun !== this.link.base) await this.start();
      const table = settings.place.get()?.table ?? settings.worldTable()?.id;
      if (!table) throw new UserError("table.none");
      await this.window.show(table);
    }, "show");
  }

  /** Choose what to do. */
  async menu() {
    await once("menu", () => menu(this));
  }
}
