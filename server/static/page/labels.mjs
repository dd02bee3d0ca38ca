// @ts-check
/** The labels of a game's things, from `GET /api/games`. The game's labels first, then the table's. */

/** @import { CommandLabel, DetailLabel, Games, Labels, QuestionLabel, SetOnSale, View } from "./api.d.mts" */

/** A label of whatever kind; without one, a thing has its name in the API.
 *  @typedef {{label: string} & Partial<CommandLabel & DetailLabel & QuestionLabel>} Label */

/** A word of the API, readable: `let_it_be` is "Let it be".
 *  @param {string} slug */
export function readable(slug) {
  const words = slug.replace(/_cp$/, "").replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words of one game. */
export class Words {
  /** @param {Games | null} catalogue
   *  @param {string} [game] */
  constructor(catalogue, game) {
    this.catalogue = catalogue;
    this.game = catalogue?.games.find((one) => one.id === game) ?? null;
    /** @type {Partial<Labels>} */
    this.own = this.game?.labels ?? {};
    /** @type {Partial<Labels>} */
    this.common = catalogue?.labels ?? {};
  }

  /** Whether the dice of the game stand for cards. */
  get cards() {
    return this.game?.plays_with === "card";
  }

  /** @param {Exclude<keyof Labels, "details">} section
   *  @param {string} key
   *  @returns {Label} */
  of(section, key) {
    return this.own[section]?.[key] ?? this.common[section]?.[key] ?? { label: readable(key) };
  }

  /** A gaming set, as the tavern sells it.
   *  @param {string | undefined} name
   *  @returns {SetOnSale | {label: string, found_at: null}} */
  set(name) {
    return this.catalogue?.sets?.find((one) => one.set === name) ?? { label: readable(name ?? ""), found_at: null };
  }

  /** @param {string | undefined} name */
  isCrooked(name) {
    return this.set(name).found_at !== null;
  }

  /** @param {string} type
   *  @returns {Label} */
  command(type) {
    return this.of("commands", type);
  }

  /** @param {string} type
   *  @param {string} name
   *  @returns {Label} */
  param(type, name) {
    const found = this.own.commands?.[type]?.params?.[name] ?? this.common.commands?.[type]?.params?.[name];
    return {
      kind: name.endsWith("_cp") ? "coins" : name === "target" ? "seat" : undefined,
      label: readable(name),
      ...found,
    };
  }

  /** What a parameter is if it is left out, as the API says; undefined if it does not.
   *  @param {string} type
   *  @param {string} name
   *  @returns {unknown} */
  usual(type, name) {
    const commands = [...(this.game?.commands ?? []), ...(this.catalogue?.commands ?? [])];
    /** @type {{$ref?: string, $defs?: Record<string, {properties?: Record<string, {default?: unknown}>}>} | undefined} */
    const schema = commands.find((one) => one.type === type)?.schema;
    return schema?.$defs?.[schema.$ref?.replace("#/$defs/", "") ?? ""]?.properties?.[name]?.default ?? undefined;
  }

  /** The label of a value that players give as a parameter of this name, such as the object of a bet.
   *  @param {string} name
   *  @param {string} value
   *  @returns {string | undefined} */
  given(name, value) {
    for (const command of Object.values(this.own.commands ?? {})) {
      const label = command.params?.[name]?.values?.[value];
      if (label !== undefined) return label;
    }
    return undefined;
  }

  /** @param {string} question
   *  @returns {Label | null} */
  question(question) {
    return this.own.questions?.[question] ?? this.common.questions?.[question] ?? null;
  }

  /** A key of `details` of the table, a seat or a die; null if it is not for people.
   *  @param {"table" | "seat" | "die"} of
   *  @param {string} key
   *  @returns {Label | null} */
  detail(of, key) {
    const found = this.own.details?.[of]?.[key] ?? this.common.details?.[of]?.[key];
    return found && found.show !== false ? found : null;
  }

  /** Whether a command belongs to every table, rather than to the game.
   *  @param {string} type */
  ofTable(type) {
    return !this.game?.commands.some((one) => one.type === type);
  }

  /** @param {string} key */
  phase(key) {
    return this.of("phases", key).label;
  }

  /** @param {string} key */
  status(key) {
    return this.of("statuses", key).label;
  }
}

/** What a seat is called.
 *  @param {View} view
 *  @param {string} seat
 *  @param {string | null} [me] the viewer's own seat */
export function nameOf(view, seat, me = null) {
  const found = view.seats.find((one) => one.seat === seat) ?? view.asking?.find((one) => one.seat === seat);
  const name = found?.name ?? (seat === "house" ? "the House" : seat);
  return seat === me ? `${name} (you)` : name;
}
