// The tavern's side of the macros for Foundry VTT (versions 12 to 14) in docs/foundry-macros.md. Everything specific to
// Foundry, its dnd5e system and Dice So Nice is in this file, beside the client.
//
//     const { Desk } = await import("https://dice.example/tavern/client/foundry.mjs");
//     const desk = new Desk();
//
// It uses these of Foundry's globals: game, canvas, ui, ChatMessage, and foundry.applications.api.DialogV2.

import { Tavern, TavernError } from "./tavern.mjs";

/**
 * @typedef {import("./tavern/table.mjs").Table} Table
 * @typedef {import("./tavern/answers.mjs").View} View
 * @typedef {import("./tavern/answers.mjs").Action} Action
 * @typedef {import("./tavern/answers.mjs").Character} Character
 * @typedef {import("./tavern/answers.mjs").Data} Data
 * @typedef {import("./tavern/live.mjs").Handlers} Handlers
 * @typedef {import("./tavern/live.mjs").Live} Live
 *
 * What is stored for a user about a table: its id, the user's token, a player's seat, and the GM's invite.
 * @typedef {{ table: string, token: string, seat?: string, invite?: string }} Place
 *
 * What a dialog asks for. With `choices` (label by value) it is a list, with `type: "number"` a number.
 * @typedef {{ name: string, label: string, type?: "text" | "number", value?: string | number, hint?: string,
 *   choices?: Record<string, string>, min?: number, max?: number, step?: number, optional?: boolean }} Field
 */

const NAMESPACE = "world";
const KEY = "tavern-table";
const ABILITIES = ["str", "dex", "con", "int", "wis", "cha"];
/** The skills that games check, by dnd5e's names for them. */
const SKILLS = {
  slt: "sleight_of_hand",
  itm: "intimidation",
  per: "persuasion",
  ins: "insight",
  inv: "investigation",
  dec: "deception",
  prc: "perception",
};
const TOOLS = ["dice", "card"];
/** The types of actors that have a sheet and a purse of their own: a group has that of a whole party. */
const PEOPLE = ["character", "npc"];
const COPPER = { pp: 1000, gp: 100, ep: 50, sp: 10, cp: 1 };
/** The dice that Dice So Nice has. */
const SHOWN_DICE = new Set(["d2", "d4", "d6", "d8", "d10", "d12", "d20", "d100"]);

/** Foundry's globals, whose types are not here. @type {any} */
const globals = globalThis;

/** A text as HTML. @param {unknown} text */
export const escaped = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A text as HTML for the chat, where Foundry looks for `[[rolls]]` and `@links[to documents]` in each piece of text.
 * @param {unknown} text
 */
const inChat = (text) => escaped(text).replaceAll("[", "<span>[</span>");

/** A text for a button: version 12 takes it for HTML. @param {string} text */
const asLabel = (text) => (globals.game.release.generation < 13 ? escaped(text) : text);

/** Coins as people count them. @param {number} copper */
export function coins(copper) {
  const parts = [
    [Math.floor(copper / 100), "gp"],
    [Math.floor((copper % 100) / 10), "sp"],
    [copper % 10, "cp"],
  ];
  const said = parts.filter(([amount]) => amount).map(([amount, coin]) => `${amount} ${coin}`);
  return said.join(" ") || "0 cp";
}

// ---- dnd5e

/** @param {unknown} value @param {number} least @param {number} most */
const whole = (value, least, most) =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), least), most) : undefined;

/** Without what is undefined. @param {[string, any][]} pairs */
const known = (pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined));

/** @param {any} actor */
const isPerson = (actor) => PEOPLE.includes(actor?.type);

/** @param {any} actor */
const systemOf = (actor) => (isPerson(actor) && actor.system) || {};

/** Whether somebody is proficient with a tool. Jack of All Trades gives half a proficiency. @param {any} tool */
const isProficient = ({ effectValue, prof }) => (effectValue ?? prof?.multiplier) >= 1;

/** The sheet of a dnd5e character or NPC. What it does not have is left out. @param {any} actor @returns {Character} */
export function sheetOf(actor) {
  const { abilities, skills, tools, attributes } = systemOf(actor);
  const modifier = (/** @type {unknown} */ value) => whole(value, -10, 30);
  // A save is a number through dnd5e 4.2, and an object from 4.3 on.
  const save = (/** @type {any} */ found) => modifier(typeof found === "object" ? found?.value : found);
  /** @param {string} name */
  const tool = (name) => (typeof tools?.[name] === "object" && tools[name] ? isProficient(tools[name]) : undefined);
  return {
    abilities: known(ABILITIES.map((name) => [name, whole(abilities?.[name]?.mod, -5, 10)])),
    skills: known(Object.entries(SKILLS).map(([key, name]) => [name, modifier(skills?.[key]?.total)])),
    saves: known(ABILITIES.map((name) => [name, save(abilities?.[name]?.save)])),
    passive: known(Object.entries(SKILLS).map(([key, name]) => [name, whole(skills?.[key]?.passive, 0, 80)])),
    proficiency: whole(attributes?.prof, 0, 20) ?? 0,
    tools: known(TOOLS.map((name) => [name, tool(name)])),
  };
}

/** The coins of a character or NPC, in copper. @param {any} actor */
export function copperOf(actor) {
  const { currency } = systemOf(actor);
  return Object.entries(COPPER).reduce(
    (sum, [coin, worth]) => sum + worth * (whole(currency?.[coin], 0, 10 ** 9) ?? 0),
    0,
  );
}

// ---- Dialogs

/** @param {Field} field */
function inputOf({ name, label, type = "text", value = "", hint, choices, min, max, step, optional }) {
  const id = `tavern-table-${escaped(name)}`;
  const shared = `id="${id}" name="${escaped(name)}"${optional ? "" : " required"}`;
  const bounds = Object.entries({ min, max, step }).filter(([, bound]) => bound !== undefined);
  const options = Object.entries(choices ?? {}).map(
    ([key, text]) =>
      `<option value="${escaped(key)}"${key === String(value) ? " selected" : ""}>${escaped(text)}</option>`,
  );
  const input = choices
    ? `<select ${shared}>${optional ? '<option value=""></option>' : ""}${options.join("")}</select>`
    : `<input type="${type}" ${shared} value="${escaped(value)}" ${bounds.map(([key, bound]) => `${key}="${escaped(bound)}"`).join(" ")}>`;
  const note = hint ? `<p class="hint">${escaped(hint)}</p>` : "";
  return `<div class="form-group"><label for="${id}">${escaped(label)}</label><div class="form-fields">${input}</div>${note}</div>`;
}

/**
 * Ask for values: an object by the fields' names, or null if the dialog was closed.
 * @param {string} title @param {Field[]} fields @param {{ ok?: string, text?: string }} [options]
 * @returns {Promise<Record<string, any> | null>}
 */
export async function ask(title, fields, { ok = "OK", text = "" } = {}) {
  const found = await globals.foundry.applications.api.DialogV2.prompt({
    window: { title },
    content: `${text ? `<p>${escaped(text)}</p>` : ""}${fields.map(inputOf).join("")}`,
    ok: {
      label: asLabel(ok),
      callback: (/** @type {Event} */ _event, /** @type {HTMLButtonElement} */ button) => {
        const { elements } = /** @type {HTMLFormElement} */ (button.form);
        return Object.fromEntries(
          fields.map(({ name, type }) => {
            const { value } = /** @type {HTMLInputElement} */ (elements.namedItem(name));
            return [name, type === "number" && value !== "" ? Number(value) : value];
          }),
        );
      },
    },
    rejectClose: false,
  });
  return found ?? null;
}

/**
 * Choose one of several: returns its index, or null if the dialog was closed.
 * @param {string} title @param {string[]} labels @param {string} [text] @returns {Promise<number | null>}
 */
export async function choose(title, labels, text = "") {
  const found = await globals.foundry.applications.api.DialogV2.wait({
    window: { title },
    content: `<p>${escaped(text)}</p>`,
    buttons: labels.map((label, at) => ({ action: `choice-${at}`, label: asLabel(label), callback: () => at })),
    rejectClose: false,
  });
  return found ?? null;
}

/** @param {string} title @param {string} text @returns {Promise<boolean>} */
export async function confirmed(title, text) {
  const content = `<p>${escaped(text)}</p>`;
  return (
    (await globals.foundry.applications.api.DialogV2.confirm({ window: { title }, content, rejectClose: false })) ===
    true
  );
}

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

// ---- Dice

/** @typedef {{ result: number, resultLabel: string, type: string, vectors: never[], options: {} }} ShownDie */

/**
 * The dice that lie in the open in one view and did not in the one before, for Dice So Nice. Use views of the public
 * table: a seat's views contain faces that only this seat can see.
 * @param {View | null} before @param {View} after @returns {ShownDie[]}
 */
export function diceThrown(before, after) {
  if (!before) return [];
  const old = new Map(openDice(before).map(({ at, die, face }) => [at, `${die}:${face}`]));
  return openDice(after)
    .filter(({ at, die, face }) => SHOWN_DICE.has(die) && old.get(at) !== `${die}:${face}`)
    .map(({ die, face }) => ({ result: face, resultLabel: String(face), type: die, vectors: [], options: {} }));
}

/** @param {View} view */
function openDice(view) {
  const seats = view.seats.flatMap(({ seat, dice }) =>
    dice.map((die) => ({ ...die, at: `${view.round}/${seat}/${die.n}` })),
  );
  const house = view.house_dice.map((die) => ({ ...die, at: `${view.round}/house/${die.n}` }));
  return [...seats, ...house].flatMap(({ at, die, face, hole }) => (face === null || hole ? [] : [{ at, die, face }]));
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

  // Foundry takes notifications for HTML, and cleans them only from version 13 on.

  /** @param {TavernError & { detail?: string }} error */
  complain(error) {
    globals.ui.notifications.error(escaped(`Tavern: ${error.detail || error.message}`));
  }

  /** @param {string} text */
  say(text) {
    globals.ui.notifications.info(escaped(`Tavern: ${text}`));
  }

  /** The character or NPC of a selected token, or else the user's own character, or null. */
  get actor() {
    const selected = globals.canvas?.tokens?.controlled ?? [];
    const actors = [...selected.map((/** @type {any} */ token) => token.actor), globals.game.user.character];
    return actors.find(isPerson) ?? null;
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
   * Write a message, only to `users`, or to all. Each has an explicit list of readers; an empty list is public.
   * @param {string} html @param {{ users?: string[], flags?: Data, alias?: string }} [options]
   */
  async write(html, { users = [], flags = {}, alias = "Tavern" } = {}) {
    await globals.ChatMessage.create({
      content: html,
      whisper: users,
      speaker: { alias },
      flags: { [NAMESPACE]: { [KEY]: flags } },
    });
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

  /** Show dice to this user alone: the last argument keeps them from all others. @param {ShownDie[]} dice */
  async show(dice) {
    if (!dice.length || !globals.game.dice3d) return;
    await globals.game.dice3d.show({ throws: [{ dice }] }, globals.game.user, false);
  }
}
