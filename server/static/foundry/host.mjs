// @ts-check
// What the GM does in Foundry: open a table, let players in, seat NPCs, and put coins right by hand.

import { copperOf, hasPurse } from "./adapter/coins.mjs";
import { ask, choose, confirmed } from "./adapter/dialogs.mjs";
import { globals } from "./adapter/globals.mjs";
import { sheetOf } from "./adapter/sheets.mjs";
import { coins, nameOf, notify, t } from "./adapter/texts.mjs";
import { actorOfUser } from "./adapter/world.mjs";
import { claimIn, invite, usersOfSeats } from "./chat.mjs";
import { UserError, attempt, complain } from "./doing.mjs";
import { fieldsOfOptions, optionsFrom, stakeField } from "./options.mjs";
import { actorsOut, purseOf } from "./purses.mjs";
import * as settings from "./settings.mjs";

/** @import { Tavern } from "../client/tavern.mjs" */
/** @import { Data, View } from "../client/tavern/answers.mjs" */
/** @import { Table } from "../client/tavern/table.mjs" */
/** @import { Field } from "./adapter/dialogs.mjs" */
/** @import { claimsAt } from "./chat.mjs" */
/** @import { Visit } from "./visit.mjs" */

/** What is said of a user in a roll call. */
const WHO = { seated: "who.seated", asking: "who.asking", notYet: "who.notYet", away: "who.away" };

/** The GM's part of a visit. */
export class Host {
  #visit;
  /** Whose request to sit down was shown to this GM: the seat and the user. @type {Set<string>} */
  #judged = new Set();
  /** What closes the dialogs about those who ask, by table and seat. @type {Map<string, AbortController>} */
  #asking = new Map();

  /** @param {Visit} visit */
  constructor(visit) {
    this.#visit = visit;
  }

  /**
   * Open a table, and whisper the way there to the other users. What is not given is asked for.
   * @param {{ game?: string, name?: string, options?: Data }} [given]
   */
  async openTable(given = {}) {
    return attempt(async () => {
      const tavern = await this.#visit.link.connect();
      const { games } = await tavern.games();
      const asked = given.game ? { name: t("table.defaultName"), ...given } : await this.#askForTable(games, given);
      if (!asked) return null;
      const options = { admit: "gm", ...asked.options };
      const opening = { game: asked.game, name: asked.name, options, gm: { name: nameOf(globals.game.user.name) } };
      const opened = await this.#opened(tavern, opening);
      if (!opened) return null;
      const { table: id, gm_token: gm, invite: secret } = opened;
      await settings.place.change(() => ({ table: id, gm, invite: secret }));
      await settings.setWorldTable({ id, name: asked.name ?? "", game: String(asked.game) });
      await invite(tavern.url, { table: id, invite: secret }, asked.name ?? "");
      await this.#visit.show();
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
      this.#visit.link.tavern = null;
      return this.#opened(await this.#visit.link.connect(), opening);
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

  /** Whisper the way to the table again. It is the world's table then, whatever another GM has opened meanwhile. */
  async inviteAgain() {
    await attempt(async () => {
      const { table: id, invite: secret } = settings.place.get() ?? {};
      if (!id || !secret) throw new UserError("table.noInvite");
      const { name, game } = await (await this.#visit.link.table()).look();
      await settings.setWorldTable({ id, name, game });
      await invite(this.#visit.link.base, { table: id, invite: secret }, name);
      notify("info", t("table.invitedAll"));
    }, "inviteAgain");
  }

  /**
   * Which users are at the table, and who is missing: `name` is that of their seat or request.
   * @returns {Promise<{ user: string, name: string | null, state: "seated" | "asking" | "notYet" | "away" }[]>}
   */
  async rollCall() {
    const view = await (await this.#visit.link.table()).look();
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
    await attempt(async () => {
      const { users } = globals.game;
      const lines = (await this.rollCall()).map(({ user, name, state }) =>
        t(WHO[state], { user: users.get(user)?.name, name }),
      );
      await choose(t("who.title"), [t("who.close")], lines.join("\n"));
    }, "who");
  }

  /** A message came: if it says as which seat its author asks to sit down, whoever opened the table lets them in with
   *  one click. @param {any} message */
  async heard(message) {
    const said = claimIn(message);
    if (said && settings.place.at(said.table)?.gm) await attempt(() => this.judge([said]));
  }

  /** Ask the GM about those who say that they ask to sit down at a table: each once.
   *  @param {ReturnType<typeof claimsAt>} claims */
  async judge(claims) {
    if (!claims.length) return;
    await this.#visit.link.connect();
    const [{ table: id }] = claims;
    const table = this.#visit.link.at(id, this.#visit.link.tokensFor(id).gm ?? null);
    const { asking } = await table.look();
    const { pairingWord } = await import(`${this.#visit.link.base}page/lobby/pairing.mjs`);
    const users = usersOfSeats(table.id);
    for (const { seat, words: said, author } of claims) {
      const one = asking.find((other) => other.seat === seat);
      const about = `${seat} ${author.id}`;
      if (!one || this.#judged.has(about)) continue;
      this.#judged.add(about);
      const words = pairingWord(table.id, seat, one.name);
      const data = { user: author.name, name: one.name, coins: coins(one.purse_cp ?? 0), words };
      const first = users.get(seat);
      if (words !== said) notify("warn", t("admit.mismatch", data));
      else if (first.id !== author.id) notify("warn", t("admit.contested", { ...data, first: first.name }));
      else attempt(() => this.#admit(table, seat, data));
    }
  }

  /** Close the dialogs about those who do not ask any more: it was done in the window. @param {View} view */
  looked({ table, asking }) {
    const there = new Set(asking.map(({ seat }) => `${table} ${seat}`));
    for (const [about, answered] of this.#asking)
      if (about.startsWith(`${table} `) && !there.has(about)) answered.abort();
  }

  /** @param {Table} table @param {string} seat @param {Record<string, string>} data */
  async #admit(table, seat, data) {
    const about = `${table.id} ${seat}`;
    const answered = new AbortController();
    this.#asking.set(about, answered);
    const answers = [t("admit.letIn"), t("admit.turnAway")];
    const at = await choose(t("admit.title"), answers, t("admit.text", data), answered.signal);
    this.#asking.delete(about);
    if (at === null) return;
    // Meanwhile, it may have been done in the window.
    const { asking } = await table.look();
    if (!asking.some((one) => one.seat === seat)) return;
    await table.send({ type: at === 0 ? "admit_seat" : "refuse_seat", target: seat });
  }

  /** Seat the selected actor as an NPC that the server plays, with coins of its own. */
  async seatNpc() {
    await attempt(async () => {
      const table = await this.#visit.link.table();
      const actor = actorOfUser();
      if (!actor) throw new UserError("sit.noActor");
      const [view, { games, labels }] = [await table.look(), await (await this.#visit.link.connect()).games()];
      const { temperaments } = /** @type {Data} */ (games.find(({ id }) => id === view.game));
      const called = /** @type {Data} */ (labels).temperaments;
      const most = copperOf(actor);
      /** @type {Field[]} */
      const fields = [
        {
          name: "npc",
          label: t("npc.temperament"),
          choices: Object.fromEntries(
            temperaments.map((/** @type {string} */ one) => {
              const { label, help } = called[one];
              return [one, `${label}: ${help}`];
            }),
          ),
        },
        stakeField(view, hasPurse(actor) ? most : null),
      ];
      const asked = await ask(t("npc.title", { name: actor.name }), fields, { ok: t("npc.seat") });
      if (!asked) return;
      const sitting = { name: nameOf(actor.name), purse_cp: asked.purse_cp, npc: asked.npc, character: sheetOf(actor) };
      if (hasPurse(actor)) await this.#visit.purses.sit(actor, view.table, sitting);
      else await table.sit(sitting);
    }, "seatNpc");
  }

  /** Give the coins of a table that is gone, or of a player who is, back by hand. */
  async settle() {
    await attempt(async () => {
      // The coins of a tavern that is gone are given back by hand.
      await this.#visit.link.connect().catch((error) => complain(error));
      const out = actorsOut();
      if (!out.length) return notify("info", t("settle.nothing"));
      const labels = out.map((actor) => t("settle.one", { name: actor.name, coins: coins(purseOf(actor)?.cp ?? 0) }));
      const at = await choose(t("settle.title"), labels, t("settle.text"));
      if (at === null) return;
      const actor = out[at];
      const purse = /** @type {import("./purses.mjs").Purse} */ (purseOf(actor));
      const home = await this.#homeFrom(actor, purse);
      if (home === undefined) return;
      const isHere = globals.game.users.get(purse.user)?.active && purse.user !== globals.game.user.id;
      const value = home ?? purse.cp + purse.rest_cp;
      const field = {
        name: "cp",
        label: t("settle.amount"),
        type: /** @type {const} */ ("number"),
        min: Math.min(0, value),
        value,
      };
      const known = home === null ? t("settle.unknown") : this.#said(home);
      const text = isHere
        ? `${known} ${t("settle.playerIsHere", { user: globals.game.users.get(purse.user)?.name })}`
        : known;
      const asked = await ask(actor.name, [field], { ok: t("settle.pay"), text });
      if (asked) await this.#visit.purses.bringBack(actor, purse, asked.cp);
    }, "settle");
  }

  /** @param {number} home in copper */
  #said(home) {
    return home < 0 ? t("settle.owed", { coins: coins(-home) }) : t("settle.known", { coins: coins(home) });
  }

  /**
   * What an actor takes home, in copper: null if the table cannot say it, or the GM says it, and undefined if its seat
   * stays at the table, where its coins are. @param {any} actor @param {import("./purses.mjs").Purse} purse
   * @returns {Promise<number | null | undefined>}
   */
  async #homeFrom(actor, purse) {
    if (!purse.seat) return null;
    const { link } = this.#visit;
    const look = () => this.#visit.purses.home(purse).catch(() => undefined);
    const home = await look();
    if (home === undefined) return null;
    if (home !== null) return home;
    const view = await (await link.reader(purse.table)).look();
    const isIts = (/** @type {{ seat: string }} */ { seat }) => seat === purse.seat;
    const isAsking = view.asking.some(isIts);
    const data = { name: actor.name, seat: [...view.seats, ...view.asking].find(isIts)?.name };
    const { gm } = link.tokensFor(purse.table);
    // A player can write any seat into the flag of an actor.
    const whose = usersOfSeats(purse.table).get(purse.seat);
    if (gm && (!whose || actor.testUserPermission(whose, "OWNER"))) {
      if (!(await confirmed(t("settle.title"), t("settle.remove", data)))) return undefined;
      try {
        await link.at(purse.table, gm).send({ type: isAsking ? "refuse_seat" : "remove_seat", target: purse.seat });
        return (await look()) ?? null;
      } catch (error) {
        complain(error);
      }
    }
    return (await confirmed(t("settle.title"), t("settle.stillThere", data))) ? null : undefined;
  }
}
