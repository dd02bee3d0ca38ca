// @ts-check
/** A betting layout: the fields that can be bet on, in groups. Everybody sees who has coins on which field, and which
 *  fields were right; who bets taps a field. A game says what its fields are. */

import { html, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { readable } from "../labels.mjs";
import { Coins } from "../money.mjs";
import { Chips } from "../parts.mjs";
import { paramNames, paramNow } from "../table/choosing.mjs";
import { ParamFields } from "../table/fields.mjs";
import { SeatSign } from "./signs.mjs";

/** @import { View } from "../api.d.mts" */
/** @import { Board, FormProps, HandProps, TableProps, Words } from "./boards.mjs" */

/** What a game bets on. `odds` are the most that a field wins, as coins for coins of the bet.
 *  @typedef {object} Fields
 *  @property {number} dice how many dice the House throws
 *  @property {Record<string, string>} groups their names, by key
 *  @property {Record<string, string>} [tabs] shorter names
 *  @property {(on: string) => string} groupOf the key of a field's group
 *  @property {(on: string) => string} [short] what stands on a field whose group is named
 *  @property {(on: string) => [number, number] | null} odds
 *  @property {(on: string, view: View) => boolean} [there] whether a field is on this table's layout
 *  @property {(on: string, faces: number[]) => boolean} isRight
 *  @property {string} [note] how the fields pay, if not by one number each */

/** @typedef {{key: string, name: string, fields: string[]}} Group */
/** @typedef {{seat: string, on: string, amount_cp: number, back_cp: number | null}} OnField */

/** So many fields lie open; with more, a group is chosen first. */
const AT_ONCE = 12;
/** What stands on a small field. */
const SMALL = 3;

/** The board of a game that is bet on with a layout.
 *  @param {Fields} fields
 *  @returns {Board} */
export const layoutBoard = (fields) => ({
  Table: (props) => html`<${LayoutTable} ...${props} fields=${fields} />`,
  Hand: (props) => html`<${OwnBets} ...${props} />`,
  forms: { bet: (props) => html`<${LayoutForm} ...${props} fields=${fields} />` },
  shown: { seat: ["bet", "bets"] },
});

/** A field in words.
 *  @param {Words} words
 *  @param {string} on */
const nameOfField = (words, on) => words.param("bet", "on").values?.[on] ?? readable(on.replace(":", " "));

/** What stands on a field.
 *  @param {Fields} fields
 *  @param {Words} words
 *  @param {string} on */
const shortOf = (fields, words, on) =>
  (fields.groups[fields.groupOf(on)] && fields.short?.(on)) || nameOfField(words, on);

/** How a field pays, in words.
 *  @param {[number, number] | null} odds */
const paysInWords = (odds) => (odds ? `pays ${odds[0]} to ${odds[1]}` : "");

/** All fields of a table: those that have names here, and whatever else is offered or has coins on it.
 *  @param {Fields} fields
 *  @param {View} view
 *  @param {Words} words
 *  @param {string[]} more
 *  @returns {Group[]} */
function groupsOf(fields, view, words, more) {
  const named = Object.keys(words.param("bet", "on").values ?? {}).filter((on) => fields.there?.(on, view) ?? true);
  /** @type {Map<string, Group>} */
  const groups = new Map(Object.entries(fields.groups).map(([key, name]) => [key, { key, name, fields: [] }]));
  const other = { key: "", name: "Other", fields: /** @type {string[]} */ ([]) };
  for (const on of new Set([...named, ...more])) (groups.get(fields.groupOf(on)) ?? other).fields.push(on);
  return [...groups.values(), other].filter((group) => group.fields.length);
}

/** How a whole group pays; nothing if its fields differ.
 *  @param {Fields} fields
 *  @param {Group} group */
function groupPays(fields, group) {
  const said = new Set(group.fields.map((on) => paysInWords(fields.odds(on))));
  return fields.note || said.size > 1 ? "" : [...said][0];
}

/** The bets on the table. What has another form is left out.
 *  @param {View} view
 *  @returns {OnField[]} */
function betsOn(view) {
  return view.seats.flatMap(({ seat, details }) => {
    const listed = Array.isArray(details.bets) ? details.bets : [details.bet];
    return listed
      .filter((bet) => typeof bet?.amount_cp === "number")
      .map(({ on, amount_cp: amount, back_cp: back }) => ({
        seat,
        on: typeof on === "string" ? on : "",
        amount_cp: amount,
        back_cp: typeof back === "number" ? back : null,
      }));
  });
}

/** What the House's dice show, once everybody sees all of them.
 *  @param {Fields} fields
 *  @param {View} view
 *  @returns {number[] | null} */
function facesOf(fields, view) {
  const faces = view.house_dice.map((die) => die.face);
  return faces.length === fields.dice && faces.every((face) => face !== null) ? /** @type {number[]} */ (faces) : null;
}

/** Who has bet on what.
 *  @param {TableProps & {fields: Fields}} props */
function LayoutTable({ view, words, me, fields }) {
  const bets = betsOn(view);
  if (!bets.length && view.phase === "lobby") return null;
  const faces = facesOf(fields, view);
  // Who bets has all fields before them; others look at the whole layout until the House throws.
  const whole = view.phase !== "lobby" && !faces && !(me && view.to_act.includes(me));
  const groups = groupsOf(
    fields,
    view,
    words,
    bets.map((bet) => bet.on),
  );
  return html`<section class="layout ${whole ? "whole" : ""}" aria-label="The bets">
    ${bets.length ? null : html`<p class="help">Nobody has bet yet.</p>`}
    ${groups.map((group) => {
      const idle = group.fields.every((on) => !bets.some((bet) => bet.on === on));
      const right = group.fields.some((on) => faces && fields.isRight(on, faces));
      const small = group.fields.every((on) => shortOf(fields, words, on).length <= SMALL);
      return html`<div class="layout-group ${idle ? "idle" : ""}" key=${group.key} aria-hidden=${idle && !right}>
        <p class="layout-name">${group.name} <span>${groupPays(fields, group)}</span></p>
        <ul class="layout-fields ${small ? "compact" : ""}">
          ${group.fields.map((on) => html`<${Field} key=${on} ...${{ on, group, bets: bets.filter((bet) => bet.on === on), right: faces && fields.isRight(on, faces), view, words, me, fields }} />`)}
        </ul>
      </div>`;
    })}
  </section>`;
}

/** A field, with the coins on it. One without is only drawn.
 *  @param {{on: string, group: Group, bets: OnField[], right: boolean | null, view: View, words: Words, me: string | null, fields: Fields}} props */
function Field({ on, group, bets, right, view, words, me, fields }) {
  const pays = groupPays(fields, group) || fields.note ? "" : paysInWords(fields.odds(on));
  const name = on ? nameOfField(words, on) : "A bet";
  return html`<li
    class="layout-field ${bets.length ? "" : "bare"} ${right ? "right" : ""}"
    aria-hidden=${!bets.length && !right}
    title=${name}
  >
    <span class="layout-on"
      ><span aria-hidden="true">${on ? shortOf(fields, words, on) : name}</span
      ><span class="unseen">${name}</span>${right ? html`<${Icon} name="check" label="right" />` : null}</span
    >
    ${pays ? html`<small>${pays}</small>` : null}
    ${bets.map((bet) => html`<${Stake} key=${bet.seat} ...${{ bet, view, me }} />`)}
  </li>`;
}

/** A seat's coins on a field, and what came of them.
 *  @param {{bet: OnField, view: View, me: string | null}} props */
function Stake({ bet, view, me }) {
  return html`<span class="stake ${bet.back_cp === 0 ? "lost" : ""}">
    <${SeatSign} view=${view} seat=${bet.seat} me=${me} />
    ${bet.back_cp === 0 ? html`<s><${Coins} cp=${bet.amount_cp} /></s><span class="stake-word">lost</span>` : null}
    ${bet.back_cp === null ? html`<${Coins} cp=${bet.amount_cp} />` : null}
    ${bet.back_cp ? html`<span class="unseen">bet </span><${Coins} cp=${bet.amount_cp} /><span aria-hidden="true">→</span><strong><${Coins} cp=${bet.back_cp} /></strong><span class="stake-word">back</span>` : null}
  </span>`;
}

/** One's own bets, where the table itself may be out of sight.
 *  @param {HandProps} props */
function OwnBets({ view, words, me }) {
  const bets = betsOn(view).filter((bet) => bet.seat === me && bet.back_cp === null);
  if (!bets.length || view.phase === "lobby") return null;
  return html`<section class="ownbets" aria-label="Your bets">
    <h2 class="small">Your bets</h2>
    <ul>
      ${bets.map((bet) => html`<li key=${bet.on}>${bet.on ? nameOfField(words, bet.on) : "A bet"} <${Coins} cp=${bet.amount_cp} /></li>`)}
    </ul>
  </section>`;
}

/** What is bet on, then how much. Fields that are not offered now cannot be chosen.
 *  @param {FormProps & {fields: Fields}} props */
function LayoutForm({ fields, ...props }) {
  const { variants, chosen, onChange, words, view, actor } = props;
  const [opened, setOpened] = useState(/** @type {string | null} */ (null));
  const offered = (paramNow(variants, paramNames(variants), "on", chosen)?.choices ?? []).filter(
    (on) => typeof on === "string",
  );
  if (
    !offered.length ||
    !variants.every((variant) => variant.params.on?.choices?.every((on) => typeof on === "string"))
  )
    return html`<${ParamFields} ...${props} />`;
  const groups = groupsOf(fields, view, words, offered);
  const holds = /** @param {Group} group */ (group) => group.fields.includes(/** @type {string} */ (chosen.on));
  const many = groups.reduce((sum, group) => sum + group.fields.length, 0) > AT_ONCE;
  const shown = many ? [groups.find((one) => one.key === opened) ?? groups.find(holds) ?? groups[0]] : groups;
  const bets = betsOn(view).filter((bet) => bet.seat === actor);
  const mine = new Set(bets.map((bet) => bet.on));
  return html`<div class="layout-form">
    <${Placed} words=${words} bets=${bets} />
    ${
      many
        ? html`<div class="layout-tabs">
            <${Chips}
              label="On which fields"
              value=${shown[0].key}
              values=${groups.map((group) => ({ value: group.key, label: fields.tabs?.[group.key] ?? group.name }))}
              hideLabel
              onPick=${setOpened}
            />
          </div>`
        : null
    }
    ${shown.map((group) => {
      const small = group.fields.every((on) => shortOf(fields, words, on).length <= SMALL);
      const pays = groupPays(fields, group);
      return html`<div class="layout-choices ${small ? "compact" : ""}" key=${group.key}>
        <${Chips}
          label=${[groups.length > 1 ? group.name : words.param("bet", "on").label, pays].filter(Boolean).join(": ")}
          value=${chosen.on}
          values=${group.fields.map((on) => ({
            value: on,
            label: labelOf(fields, words, on),
            hint: offered.includes(on)
              ? pays || fields.note
                ? undefined
                : paysInWords(fields.odds(on))
              : mine.has(on)
                ? "yours"
                : "not now",
            disabled: !offered.includes(on),
          }))}
          onPick=${(/** @type {string} */ on) => onChange({ ...chosen, on })}
        />
      </div>`;
    })}
    ${fields.note ? html`<p class="help">${fields.note}</p>` : null}
    <${ParamFields} ...${props} fixed=${["on"]} />
    <${Prospect} ...${{ fields, words, on: chosen.on, amount: chosen.amount_cp }} />
  </div>`;
}

/** @param {Fields} fields
 *  @param {Words} words
 *  @param {string} on */
function labelOf(fields, words, on) {
  const [short, name] = [shortOf(fields, words, on), nameOfField(words, on)];
  return short === name ? name : html`<span aria-hidden="true">${short}</span><span class="unseen">${name}</span>`;
}

/** What was bet already, and how to go on.
 *  @param {{words: Words, bets: OnField[]}} props */
function Placed({ words, bets }) {
  if (!bets.length) return null;
  return html`<p class="layout-placed" role="status">
    <${Icon} name="check" /> Placed:${" "}
    ${bets.map((bet, at) => html`${at ? ", " : ""}<strong>${bet.on ? nameOfField(words, bet.on) : "a bet"}</strong> <${Coins} cp=${bet.amount_cp} />`)}.
    Bet on something else, or press ${words.command("pass").label} to finish.
  </p>`;
}

/** What is chosen, and the most that it wins.
 *  @param {{fields: Fields, words: Words, on: unknown, amount: unknown}} props */
function Prospect({ fields, words, on, amount }) {
  if (typeof on !== "string") return html`<p class="layout-prospect" role="status">Tap a field to bet on it.</p>`;
  const odds = fields.odds(on);
  const wins = odds && typeof amount === "number" ? Math.floor((amount * odds[0]) / odds[1]) : 0;
  return html`<p class="layout-prospect" role="status">
    On <strong>${nameOfField(words, on)}</strong>${
      wins ? html`: you can win ${fields.note ? "up to " : ""}<${Coins} cp=${wins} />.` : "."
    }
  </p>`;
}
