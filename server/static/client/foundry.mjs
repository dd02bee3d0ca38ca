// The macros for Foundry VTT (versions 12 to 14) in docs/foundry-macros.md: a user's desk at a tavern. Everything specific
// to Foundry, its dnd5e system and Dice So Nice is in the adapter, which the module uses, too.
//
//     const { Desk } = await import("https://dice.example/tavern/client/foundry.mjs");
//     const desk = new Desk();

import { choose } from "../foundry/adapter/dialogs.mjs";
import { globals } from "../foundry/adapter/globals.mjs";
import { escaped, inChat, notify } from "../foundry/adapter/texts.mjs";
import { actorOfUser, write } from "../foundry/adapter/world.mjs";
import { Tavern, TavernError } from "./tavern.mjs";

export { copperOf } from "../foundry/adapter/coins.mjs";
export { ask, choose, confirmed } from "../foundry/adapter/dialogs.mjs";
export { diceThrown, showDice } from "../foundry/adapter/dice.mjs";
export { sheetOf } from "../foundry/adapter/sheets.mjs";
export { coins, escaped } from "../foundry/adapter/texts.mjs";
export { isActingGm } from "../foundry/adapter/world.mjs";
export { stakeOf } from "../foundry/options.mjs";

/**
 * @typedef {import("./tavern/table.mjs").Table} Table
 * @typedef {import("./tavern/answers.mjs").View} View
 * @typedef {import("./tavern/answers.mjs").Action} Action
 * @typedef {import("./tavern/answers.mjs").Data} Data
 * @typedef {import("./tavern/live.mjs").Handlers} Handlers
 * @typedef {import("./tavern/live.mjs").Live} Live
 * @typedef {import("../foundry/adapter/dialogs.mjs").Field} Field
 *
 * What is stored for a user about a table: its id, the user's token, a player's seat, and the GM's invite.
 * @typedef {{ table: string, token: string, seat?: string, invite?: string }} Place
 */

const NAMESPACE = "world";
const KEY = "tavern-table";

// ---- Labels

/**
 * The labels of commands, parameters and values in a table's game. Without a label, the name itself is used.
 * @param {Data} games what `tavern.games()` returned @param {string} game
 */
export function labelsOf(games, game) {
  const own = games.games.find((/** @type {Data} */ { id }) => id === game)?.labels?.commands ?? {};
  const shared = games.labels?.commands ?? {};
  /** @param {string} type */
  const command = (type) => own[type] ?? shared[type];
  /** @param {string} type @param {string} name */
  const param = (type, name) => command(type)?.params?.[name];
  return {
    command: (/** @type {string} */ type) => command(type)?.label ?? type,
    help: (/** @type {string} */ type) => command(type)?.help ?? "",
    param: (/** @type {string} */ type, /** @type {string} */ name) => param(type, name)?.label ?? name,
    isDie: (/** @type {string} */ type, /** @type {string} */ name) => param(type, name)?.kind === "die",
    die: (/** @type {string} */ type, /** @type {string} */ name, /** @type {number} */ n) =>
      param(type, name)?.values?.[n] ?? `${param(type, name)?.label ?? "Die"} ${n + 1}`,
    hint: (/** @type {string} */ type, /** @type {string} */ name) => param(type, name)?.help ?? "",
    value: (/** @type {string} */ type, /** @type {string} */ name, /** @type {unknown} */ value) =>
      param(type, name)?.values?.[String(value)] ?? String(value),
  };
}

/** Whether a dialog can ask for all that an action needs. @param {Action} action */
export const canBeAsked = ({ params }) =>
  Object.values(params).every((offer) => offer.choices || offer.min !== undefined || offer.text || offer.optional);

/** Where a die lies, unless it lies open. @type {Record<string, string>} */
const PLACES = { hole: "under the cup", hand: "in the hand", blind: "rolled blind", aside: "set aside" };

/**
 * The names of the dice from which a parameter chooses, by number: `Die 2: d8, 5, under the cup`. Dice are shown if it
 * is settled whose they are.
 * @param {string} name @param {Action} action @param {ReturnType<typeof labelsOf>} labels @param {View} view
 * @param {string | null} [seat] who acts
 * @returns {[number, string][]}
 */
function diceOf(name, { type, params }, labels, view, seat) {
  const { choices, of, min = 0, max = 0 } = params[name];
  const targets = params.target?.choices ?? [seat];
  const holder = of ?? (targets.length === 1 ? targets[0] : null);
  const dice = holder === "house" ? view.house_dice : view.seats.find((one) => one.seat === holder)?.dice;
  /** @type {number[]} */
  const numbers = choices ?? Array.from({ length: max - min + 1 }, (_, at) => min + at);
  return numbers.map((n) => {
    const die = dice?.find((one) => one.n === n);
    const seen = die ? [die.die, die.face, PLACES[die.place]].filter(Boolean).join(", ") : "";
    return [n, [labels.die(type, name, n), seen].filter(Boolean).join(": ")];
  });
}

/**
 * The fields of a dialog that asks for an action's parameters.
 * @param {Action} action @param {ReturnType<typeof labelsOf>} labels @param {View} view
 * @param {string | null} [seat] who acts, if it is not the viewer
 * @returns {Field[]}
 */
export function fieldsOf(action, labels, view, seat = view.you?.seat) {
  const { type, params } = action;
  const names = new Map(view.seats.map(({ seat: id, name }) => [id, name]));
  return Object.entries(params)
    .filter(([, offer]) => offer.choices || offer.min !== undefined || offer.text)
    .map(([name, { choices, min, max, step, optional }]) => {
      const label = labels.param(type, name);
      const hint = labels.hint(type, name);
      if (labels.isDie(type, name)) {
        const dice = diceOf(name, action, labels, view, seat);
        const named = dice.map(([n, text], at) => [String(choices ? at : n), text]);
        return { name, label, hint, optional, choices: Object.fromEntries(named) };
      }
      if (!choices)
        return {
          name,
          label,
          hint,
          optional,
          ...(min === undefined ? {} : { type: "number", min, max, step, value: min }),
        };
      // The choice is identified by its index, because values may be numbers or lists.
      const named = choices.map((value, at) => [String(at), names.get(value) ?? labels.value(type, name, value)]);
      return { name, label, hint, optional, choices: Object.fromEntries(named) };
    });
}

/** The parameters that a dialog was given. @param {Action} action @param {Record<string, any>} given */
export function paramsFrom({ params }, given) {
  const chosen = Object.entries(given).filter(([name, value]) => value !== "" || params[name]?.text);
  return Object.fromEntries(
    chosen.map(([name, value]) => {
      const { choices, min } = params[name] ?? {};
      return [name, choices?.[Number(value)] ?? (min === undefined ? value : Number(value))];
    }),
  );
}

// ---- A user's desk

/** What is followed, by what for, so that a macro that is run again ends it. @type {Map<string, Live>} */
const FOLLOWED = new Map();

/** A tavern, as one user of Foundry uses it. `base` is its address, by default that of this file. */
export class Desk {
  /** @param {string | URL} [base] @param {ConstructorParameters<typeof Tavern>[1]} [options] */
  constructor(base = new URL("..", import.meta.url), options = {}) {
    this.tavern = new Tavern(base, options);
    const { settings } = globals.game;
    // `client` is the browser of this user. All clients can read world settings and the flags of users.
    if (!settings.settings.has(`${NAMESPACE}.${KEY}`)) {
      settings.register(NAMESPACE, KEY, { scope: "client", config: false, type: Object, default: {} });
    }
  }

  /** One browser may have several worlds, and several users in turn. */
  get #key() {
    return `${globals.game.world.id}/${globals.game.user.id}`;
  }

  /** Where this user sits, or null. @returns {Place | null} */
  get place() {
    return globals.game.settings.get(NAMESPACE, KEY)[this.#key] ?? null;
  }

  /** @param {Place | null} place */
  async keep(place) {
    const places = { ...globals.game.settings.get(NAMESPACE, KEY) };
    if (place) places[this.#key] = place;
    else delete places[this.#key];
    await globals.game.settings.set(NAMESPACE, KEY, places);
  }

  /** The table at which this user sits, with the user's token. Throws if there is none. */
  get table() {
    if (!this.place) throw new TavernError("no_place", "You are at no table. Open one, or sit down at one.");
    return this.tavern.table(this.place.table, { token: this.place.token });
  }

  /** The same table, as everybody sees it. */
  get publicTable() {
    return this.tavern.table(this.table.id, { token: null });
  }

  /**
   * Do something, and show the user why the tavern refused it, if it did. Returns null then.
   * @template T @param {() => Promise<T>} work @returns {Promise<T | null>}
   */
  async try(work) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TavernError)) throw error;
      this.complain(error);
      return null;
    }
  }

  /** @param {TavernError & { detail?: string }} error */
  complain(error) {
    notify("error", error.detail || error.message);
  }

  /** @param {string} text */
  say(text) {
    notify("info", text);
  }

  /** The character or NPC of a selected token, or else the user's own character, or null. */
  get actor() {
    return actorOfUser();
  }

  /**
   * What this user may do now, and the view for it. While a round is played, a GM chooses who acts: themselves, or a
   * seat. Null if that dialog was closed.
   * @returns {Promise<{ view: View, seat?: string, actions: Action[] } | null>}
   */
  async moves() {
    const { table } = this;
    const view = await table.view();
    const own = { view, actions: (view.you?.actions ?? []).filter(canBeAsked) };
    const mayAct = view.viewer === "gm" && view.phase !== "lobby";
    const seats = view.seats.filter((one) => mayAct && one.playing && (one.kind !== "npc" || one.played_by === "gm"));
    if (!seats.length) return own;
    const isAsked = (/** @type {{ seat: string }} */ { seat }) => view.to_act.includes(seat);
    seats.sort((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
    const names = seats.map((one) => (isAsked(one) ? `${one.name} (to act)` : one.name));
    const at = await choose(view.name, [...names, "The GM"], "Who acts?");
    if (at === null || at === seats.length) return at === null ? null : own;
    const { seat } = seats[at];
    const seen = await table.view({ actsFor: seat });
    return { view: seen, seat, actions: (seen.you?.acts_for?.[seat]?.actions ?? []).filter(canBeAsked) };
  }

  // Chat

  /**
   * Write a message, only to `users`, or to all.
   * @param {string} html @param {{ users?: string[], flags?: Data }} [options]
   */
  async write(html, { users, flags = {} } = {}) {
    await write(html, { users, flags: { [NAMESPACE]: { [KEY]: flags } } });
  }

  /**
   * Whisper the way to the table to every other user: a link to the page, and an invite for the macro.
   * @param {string} table @param {string} invite @param {string} name
   */
  async invite(table, invite, name) {
    const link = `${this.tavern.url}t/${encodeURIComponent(table)}#invite=${encodeURIComponent(invite)}`;
    const content = `<p>You are invited to ${inChat(name)}: sit down with the macro, or <a href="${escaped(link)}">play on the page</a>.</p>`;
    for (const user of globals.game.users) {
      if (user.id !== globals.game.user.id) await this.write(content, { users: [user.id], flags: { table, invite } });
    }
  }

  /**
   * The newest invite that a GM whispered to this user, or null: anybody can write a message with the same flags.
   * @returns {{ table: string, invite: string } | null}
   */
  get invited() {
    const { messages, user } = globals.game;
    /** @type {any[]} */
    const mine = messages.contents.filter(
      (/** @type {any} */ message) =>
        message.author?.isGM && message.whisper.includes(user.id) && message.flags?.[NAMESPACE]?.[KEY]?.invite,
    );
    return mine.at(-1)?.flags[NAMESPACE][KEY] ?? null;
  }

  // Following

  /**
   * Follow a table for some purpose, or stop if it is already followed for that. Returns whether it is followed now,
   * once the first view has arrived or the tavern cannot be reached.
   * @param {string} purpose @param {Table} table @param {Handlers} handlers
   */
  async toggle(purpose, table, handlers) {
    const wasOn = this.#isFollowed(purpose);
    this.#end(purpose);
    if (wasOn) return false;
    await this.#follow(purpose, table, handlers);
    return this.#isFollowed(purpose);
  }

  /** Keep an eye on the user's own seat: say when it is its turn, and seal and reveal its luck. */
  attend() {
    if (!this.place || this.#isFollowed("seat")) return;
    const { seat = "" } = this.place;
    let wasAsked = false;
    this.#follow("seat", this.table, {
      view: ({ to_act: asked }) => {
        if (asked.includes(seat) && !wasAsked) this.say("it is your turn.");
        wasAsked = asked.includes(seat);
      },
    });
  }

  /** Forget the table: delete its token, and stop following it. */
  async forget() {
    for (const purpose of ["seat", "chronicle", "dice"]) this.#end(purpose);
    await this.keep(null);
  }

  /** @param {string} purpose */
  #isFollowed(purpose) {
    return FOLLOWED.get(`${this.#key}/${purpose}`)?.closed === false;
  }

  /** @param {string} purpose @param {Table} table @param {Handlers} handlers @returns {Promise<void>} */
  #follow(purpose, table, handlers) {
    return new Promise((begun) => {
      const live = table.follow({
        problem: (error) => this.complain(error),
        ...handlers,
        view: (view) => {
          handlers.view?.(view);
          begun();
        },
        state: (state) => {
          if (state === "offline") begun();
        },
      });
      FOLLOWED.set(`${this.#key}/${purpose}`, live);
      live.done.then(begun);
    });
  }

  /** @param {string} purpose */
  #end(purpose) {
    FOLLOWED.get(`${this.#key}/${purpose}`)?.close();
    FOLLOWED.delete(`${this.#key}/${purpose}`);
  }

  /** The public chronicle of an entry, as a message to all. @param {string[]} sentences */
  async tellAll(sentences) {
    if (sentences.length) await this.write(sentences.map((sentence) => `<p>${inChat(sentence)}</p>`).join(""));
  }
}
