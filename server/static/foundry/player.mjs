// @ts-check
// What a player does in Foundry: sit down with an actor and its coins, and leave.

import { copperOf, hasPurse } from "./adapter/coins.mjs";
import { ask, confirmed } from "./adapter/dialogs.mjs";
import { globals } from "./adapter/globals.mjs";
import { hasSheet, sheetOf, skillNames } from "./adapter/sheets.mjs";
import { coins, inChat, nameOf, notify, t } from "./adapter/texts.mjs";
import { actorAt, actorOfUser, write } from "./adapter/world.mjs";
import { claim, claimsAt, invited } from "./chat.mjs";
import { UserError, attempt, once } from "./doing.mjs";
import { stakeField } from "./options.mjs";
import { PurseError, isOut, purseOf } from "./purses.mjs";
import * as settings from "./settings.mjs";

/** @import { Character, View } from "../client/tavern/answers.mjs" */
/** @import { Field } from "./adapter/dialogs.mjs" */
/** @import { Sitting } from "./purses.mjs" */
/** @import { Visit } from "./visit.mjs" */

/** The player's part of a visit. */
export class Player {
  #visit;

  /** @param {Visit} visit */
  constructor(visit) {
    this.#visit = visit;
  }

  /**
   * Sit down with the selected token's actor, or the user's own. What is not given is asked for.
   * @param {{ purse_cp?: number, luck?: string, name?: string }} [given]
   */
  async sitDown(given = {}) {
    return attempt(async () => {
      if (settings.place.get()?.seat) {
        await this.#visit.show();
        return settings.place.get()?.seat ?? null;
      }
      const asked = invited();
      if (!asked) throw new UserError("sit.noInvite");
      await this.#visit.link.connect();
      let actor = actorOfUser();
      // It may be that the answer to sitting down never came, or that coins were left at another table.
      if (isOut(actor)) {
        await this.#visit.settleCoins(actor);
        actor = actorOfUser();
      }
      if (settings.place.get()?.seat) {
        await this.claim();
        await this.#visit.show();
        return settings.place.get()?.seat ?? null;
      }
      if (isOut(actor)) throw new PurseError("coinsAreOut");
      const view = await this.#visit.link
        .at(asked.table, null)
        .look()
        .catch(() => null);
      if (view?.closed) throw new UserError("sit.closed");
      const sitting = await this.#askToSit(actor, view, given);
      if (!sitting) return null;
      const whole = { ...sitting, invite: asked.invite };
      const seated = hasPurse(actor)
        ? await this.#visit.purses.sit(actor, asked.table, whole)
        : await this.#visit.link.at(asked.table, null).sit(whole);
      if (!hasPurse(actor)) await this.isSeated(asked.table, whole, seated);
      await this.claim();
      await this.#visit.show();
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
      const label = (/** @type {string} */ skill) => t("sit.skill", { skill: t(`skills.${skill}`) });
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
  async isSeated(table, sitting, { seat, token, admitted }) {
    if (sitting.npc !== undefined) return;
    const actor = settings.pending.get(sitting.key ?? "")?.actor;
    const seated = { table, token, seat, admitted, who: sitting.name, ...(actor ? { actor } : {}) };
    await settings.place.change(() => {
      const { gm, invite } = settings.place.at(table) ?? {};
      return { ...(gm ? { gm, invite } : {}), ...seated };
    });
  }

  /** Tell the GMs who sits there, unless the chat has it: a GM may have cleared it. */
  async claim() {
    await once("claim", async () => {
      const { table = "", seat, who } = settings.place.get() ?? {};
      const isMine = (/** @type {any} */ said) => said.seat === seat && said.author.id === globals.game.user.id;
      if (!seat || !who || claimsAt(table).some(isMine)) return;
      const { pairingWord } = await import(`${this.#visit.link.base}page/lobby/pairing.mjs`);
      await claim({ table, seat, words: pairingWord(table, seat, who) }, who);
    });
  }

  /** Leave the table, and take the coins home. */
  async leave() {
    await attempt(async () => {
      const place = settings.place.get();
      if (!place) throw new UserError("table.none");
      if (place.gm && !place.seat) {
        if (!(await confirmed(t("leave.title"), t("leave.gm")))) return;
        if (settings.worldTable()?.id === place.table) await settings.setWorldTable(null);
        return this.#visit.forget();
      }
      if (!(await confirmed(t("leave.title"), t("leave.text")))) return;
      const table = await this.#visit.link.table(true);
      const actor = actorAt(place.actor ?? "");
      const hasCoins = isOut(actor) && purseOf(actor)?.seat === place.seat && actor.isOwner;
      this.#visit.isLeaving = true;
      try {
        if (!hasCoins) await table.send({ type: "leave" });
        else if (await this.#visit.purses.leave(actor, table)) await this.cameHome(actor.uuid);
      } catch (error) {
        // There is nothing to leave if the seat or the table is gone, or the table is closed.
        if (![401, 404, 409].includes(/** @type {any} */ (error).status)) throw error;
        if (hasCoins && isOut(actorAt(actor.uuid))) notify("warn", t("leave.coinsStay", { name: actor.name }));
      } finally {
        this.#visit.isLeaving = false;
      }
      if (place.actor && !actor?.isOwner) notify("warn", t("leave.noActor", { name: place.who }));
      await this.#visit.forget();
    }, "leave");
  }

  /** Say what came home to an actor. The GMs read, too, what it owes. @param {string} uuid */
  async cameHome(uuid) {
    const actor = actorAt(uuid);
    const { back_cp: back, rest_cp: rest } = /** @type {import("./purses.mjs").Purse} */ (purseOf(actor));
    const { name } = actor;
    if (back === null) return;
    if (back < 0) notify("info", t("purse.paid", { name, coins: coins(-back) }));
    else notify("info", t("purse.back", { name, coins: coins(back) }));
    if (rest > 0) notify("warn", t("purse.rest", { name, coins: coins(rest) }));
    if (rest >= 0) return;
    const owes = t("purse.owes", { name, coins: coins(-rest) });
    notify("warn", owes);
    const gms = [...globals.game.users].filter(({ isGM }) => isGM).map(({ id }) => id);
    await write(`<p>${inChat(owes)}</p>`, { users: gms });
  }
}
