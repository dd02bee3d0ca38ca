// @ts-check
/** What the viewer may do: buttons and small forms, questions as dialogs, and what is refused, with the reason. */

import { html, useEffect, useId, useRef, useState } from "../../vendor/preact.mjs";
import { Coins, inWords } from "../money.mjs";
import { Dialog, Fold, Problem, useWork } from "../parts.mjs";
import { commandOf, grouped, isPlain, settled } from "./choosing.mjs";
import { ParamFields, dieName } from "./fields.mjs";

/** @typedef {import("./choosing.mjs").Action} Action */
/** @typedef {{type: string, variants: Action[]}} Group */
/** @typedef {(command: Record<string, any>) => Promise<unknown>} Send */
/** @typedef {{words: import("../labels.mjs").Words, view: any, actor: string | null, send: Send, offline: boolean}} Desk */

/** The client does these by itself. */
const BY_ITSELF = new Set(["seal_luck", "reveal_luck"]);
/** Done only after asking again. */
const GRAVE = new Set(["leave", "close_table", "void_round", "remove_seat", "withhold_luck"]);
/** Not worth saying that they are refused. */
const UNSAID = new Set(["seal_luck", "reveal_luck", "withhold_luck", "set_luck", "dispute", "leave"]);

/** Whether a first choice may be preselected: how to do something, but not its target.
 *  @param {string} name */
const mayGuess = (name) => !["target", "n", "dispute", "verdict"].includes(name);

/** What can be done, split into the game's moves and the rest.
 *  @param {any} doing a viewer's `actions` and `refused`
 *  @param {import("../labels.mjs").Words} words */
export function movesOf(doing, words) {
  const groups = grouped((doing?.actions ?? []).filter((/** @type {Action} */ one) => !BY_ITSELF.has(one.type)));
  return {
    moves: groups.filter((group) => !words.ofTable(group.type)),
    others: groups.filter((group) => words.ofTable(group.type)),
  };
}

/** Whether the viewer is asked something other than to take a turn.
 *  @param {any} view
 *  @param {string | null} actor
 *  @param {import("../labels.mjs").Words} words */
export function questionFor(view, actor, words) {
  if (!actor || !view.question || view.question === "turn" || !view.to_act.includes(actor)) return null;
  const asked = words.question(view.question);
  return asked ?? { label: words.of("questions", view.question).label, text: "", answers: {} };
}

/** The panel of moves. While a question is open, its answers come first, in a dialog of their own.
 *  @param {Desk & {doing: any}} props */
export function Moves({ doing, ...desk }) {
  const { words, view, actor } = desk;
  const { moves } = movesOf(doing, words);
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const question = questionFor(view, actor, words);
  const answers = question ? moves.filter((group) => isAnswer(group.type, question)) : [];
  const leads = new Set(question ? [] : Object.keys(words.question(view.question ?? "")?.answers ?? {}));
  const rest = moves
    .filter((group) => !answers.includes(group))
    .sort((one, other) => Number(leads.has(other.type)) - Number(leads.has(one.type)));
  const turn = view.to_act.includes(actor);
  useEffect(() => setOpen(null), [view.version]);
  const opened = rest.find((group) => group.type === open);
  return html`<div class="moves">
    ${question && answers.length ? html`<${Question} ...${desk} question=${question} answers=${answers} key=${view.question + view.version} />` : null}
    ${
      rest.length
        ? html`<div class="move-buttons ${turn && !question ? "primary" : ""}" role="group" aria-label="Your moves">
              ${rest.map(
                (group, at) =>
                  html`<${MoveButton}
                    ...${desk}
                    group=${group}
                    key=${group.type}
                    lead=${!turn || !leads.has(group.type) ? "" : at ? "leading" : "leading first"}
                    open=${open === group.type}
                    onOpen=${() => setOpen(open === group.type ? null : group.type)}
                  />`,
              )}
            </div>
            ${opened ? html`<${MoveForm} ...${desk} group=${opened} key=${opened.type} onDone=${() => setOpen(null)} />` : null}`
        : null
    }
    <${NotNow} words=${words} view=${view} doing=${doing} />
  </div>`;
}

/** @param {string} type
 *  @param {import("../labels.mjs").Label} question */
function isAnswer(type, question) {
  const answers = Object.keys(question.answers ?? {});
  return answers.length ? answers.includes(type) : true;
}

/** @param {number} cost */
const Price = (cost) => (cost ? html`<span class="price"><${Coins} cp=${cost} /></span>` : null);

/** The price of a group, if all of it costs the same.
 *  @param {Action[]} variants */
const onePrice = (variants) => (variants.every((one) => one.cost_cp === variants[0].cost_cp) ? variants[0].cost_cp : 0);

/** @param {Desk & {group: Group, lead: string, open: boolean, onOpen: () => void}} props */
function MoveButton({ group, lead, open, onOpen, words, send, offline }) {
  const { busy, error, run } = useWork();
  const label = words.command(group.type);
  const plain = isPlain(group.variants) && !GRAVE.has(group.type);
  const press = plain
    ? () => run(() => send(commandOf(group.variants, settled(group.variants, {}))?.command ?? { type: group.type }))
    : onOpen;
  return html`<span class="move">
    <button
      type="button"
      class="movebutton ${lead}"
      title=${label.help}
      disabled=${offline || busy}
      aria-busy=${busy}
      aria-expanded=${plain ? undefined : open}
      onClick=${press}
    >
      <span>${label.label}${plain ? "" : "…"}</span>${Price(onePrice(group.variants))}
    </button>
    <${Problem} error=${error} />
  </span>`;
}

/** The small form of a move with choices.
 *  @param {Desk & {group: Group, onDone?: () => void, explain?: string, focus?: boolean}} props */
export function MoveForm({ group, onDone, explain, focus = true, ...desk }) {
  const { words, view, actor, send, offline } = desk;
  const { busy, error, run } = useWork();
  const id = useId();
  const [chosen, setChosen] = useState(() => settled(group.variants, {}, mayGuess));
  const now = settled(group.variants, chosen, mayGuess);
  const ready = commandOf(group.variants, now);
  const label = words.command(group.type);
  /** @type {{current: HTMLFormElement | null}} */
  const form = useRef(null);
  useEffect(() => {
    if (!focus) return;
    form.current?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null | undefined} */ (
      form.current?.querySelector("input:checked, input, select, textarea, button")
    )?.focus({ preventScroll: true });
  }, []);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (ready)
      run(async () => {
        await send(ready.command);
        onDone?.();
      });
  };
  const spent = ready ? ready.cost + coinsIn(ready.command, words) : 0;
  return html`<form ref=${form} class="moveform" aria-labelledby=${id} onSubmit=${submit}>
    <h2 class="small" id=${id}>${label.label}</h2>
    ${explain || label.help ? html`<p class="help">${explain || label.help}</p>` : null}
    <${ParamFields}
      variants=${group.variants}
      chosen=${now}
      onChange=${(/** @type {any} */ next) => setChosen(settled(group.variants, next, mayGuess))}
      words=${words}
      view=${view}
      actor=${actor}
    />
    <${Problem} error=${error} />
    <div class="formend">
      <button
        type="submit"
        class=${GRAVE.has(group.type) ? "danger" : "main"}
        disabled=${!ready || offline || busy}
        aria-busy=${busy}
      >
        ${label.label}${spent ? html`<span class="price"><${Coins} cp=${spent} /></span>` : null}
      </button>
      ${onDone ? html`<button type="button" class="quiet" onClick=${onDone}>Cancel</button>` : null}
    </div>
  </form>`;
}

/** The coins that a command itself names, as a bet does.
 *  @param {Record<string, any>} command
 *  @param {import("../labels.mjs").Words} words */
function coinsIn(command, words) {
  return Object.entries(command).reduce(
    (sum, [name, value]) =>
      sum +
      (name === "amount_cp" && words.param(command.type, name).kind === "coins" && !words.ofTable(command.type)
        ? Number(value)
        : 0),
    0,
  );
}

/** A question to the viewer: what is asked, and what each answer means.
 *  @param {Desk & {question: import("../labels.mjs").Label, answers: Group[]}} props */
function Question({ question, answers, ...desk }) {
  const id = useId();
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const only = answers.length === 1 && !isPlain(answers[0].variants) ? answers[0] : null;
  /** @type {{current: HTMLElement | null}} */
  const card = useRef(null);
  useEffect(() => {
    const inDialog = document.activeElement?.closest("dialog, input, textarea");
    if (!inDialog) card.current?.focus({ preventScroll: true });
  }, []);
  return html`<section
    ref=${card}
    class="question"
    role="dialog"
    aria-labelledby=${id}
    aria-describedby="${id}t"
    tabindex="-1"
  >
    <h2 id=${id}>${question.label}</h2>
    <p id="${id}t">${question.text}</p>
    ${only ? html`<div class="answers"><${MoveForm} ...${desk} group=${only} explain=" " focus=${false} /></div>` : null}
    <ul class="answers">
      ${(only ? [] : answers).map(
        (group) =>
          html`<${Answer}
            ...${desk}
            key=${group.type}
            group=${group}
            means=${question.answers?.[group.type]}
            open=${open === group.type}
            onOpen=${() => setOpen(open === group.type ? null : group.type)}
          />`,
      )}
    </ul>
  </section>`;
}

/** @param {Desk & {group: Group, means?: string, open: boolean, onOpen: () => void}} props */
function Answer({ group, means, open, onOpen, ...desk }) {
  const { words, send, offline } = desk;
  const { busy, error, run } = useWork();
  const label = words.command(group.type);
  const plain = isPlain(group.variants);
  const press = plain
    ? () => run(() => send(commandOf(group.variants, settled(group.variants, {}))?.command ?? { type: group.type }))
    : onOpen;
  return html`<li>
    <button
      type="button"
      class="answer"
      disabled=${offline || busy}
      aria-busy=${busy}
      aria-expanded=${plain ? undefined : open}
      onClick=${press}
    >
      <span class="answer-label">${label.label}${plain ? "" : "…"}${Price(onePrice(group.variants))}</span>
      <span class="answer-means">${means ?? label.help}</span>
    </button>
    <${Problem} error=${error} />
    ${open ? html`<${MoveForm} ...${desk} group=${group} onDone=${onOpen} explain=" " />` : null}
  </li>`;
}

/** What is refused now, greyed, by reason.
 *  @param {{doing: any, words: Desk["words"], view: any}} props */
function NotNow({ doing, words, view }) {
  const offered = new Set((doing?.actions ?? []).map((/** @type {Action} */ one) => one.type));
  /** @type {Map<string, string[]>} */
  const reasons = new Map();
  for (const refused of doing?.refused ?? []) {
    if (UNSAID.has(refused.type) || words.ofTable(refused.type)) continue;
    if (offered.has(refused.type) && !Object.keys(refused.params ?? {}).length) continue;
    const label = words.command(refused.type).label + valuesOf(refused, words, view);
    reasons.set(refused.detail, [...(reasons.get(refused.detail) ?? []), label]);
  }
  if (!reasons.size || view.phase === "lobby") return null;
  const count = [...reasons.values()].reduce((sum, labels) => sum + labels.length, 0);
  return html`<${Fold} class="notnow" summary="Not now (${count})" open=${false}>
    <ul>${[...reasons].map(
      ([detail, labels]) =>
        html`<li key=${detail}>
          <span class="greyed"
            >${labels.map((label) => html`<button type="button" class="movebutton" aria-disabled="true" key=${label} title=${detail}>${label}</button>`)}</span
          >
          <span class="reason">${detail}</span>
        </li>`,
    )}</ul>
  </${Fold}>`;
}

/** @param {any} refused
 *  @param {import("../labels.mjs").Words} words
 *  @param {any} view */
function valuesOf(refused, words, view) {
  const values = Object.entries(refused.params ?? {}).map(([name, value]) => {
    const label = words.param(refused.type, name);
    const seat = view.seats.find((/** @type {any} */ one) => one.seat === value);
    if (label.kind === "die") return dieName(label, value);
    return label.kind === "seat" && seat
      ? seat.name
      : (label.values?.[String(value)] ?? (label.kind === "coins" ? inWords(Number(value)) : String(value)));
  });
  return values.length ? ` (${values.join(", ")})` : "";
}

/** Moves of every table, such as leaving: a menu.
 *  @param {Desk & {groups: Group[], label?: string}} props */
export function OtherMoves({ groups, ...desk }) {
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const opened = groups.find((group) => group.type === open);
  return html`<div class="othermoves">
    ${groups.map(
      (group) =>
        html`<button
          type="button"
          class="tiny"
          key=${group.type}
          onClick=${() => setOpen(group.type)}
          title=${desk.words.command(group.type).help}
        >
          ${desk.words.command(group.type).label}
        </button>`,
    )}
    ${
      opened
        ? html`<${Dialog} title=${desk.words.command(opened.type).label} onClose=${() => setOpen(null)}>
      <${MoveForm} ...${desk} group=${opened} onDone=${() => setOpen(null)} />
    </${Dialog}>`
        : null
    }
  </div>`;
}
