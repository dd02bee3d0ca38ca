// @ts-check
/** What the viewer may do: buttons and small forms, questions as dialogs, and what is refused, with the reason. */

import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../../vendor/preact.mjs";
import { useBoard } from "../boards/boards.mjs";
import { Coins } from "../money.mjs";
import { Dialog, Fold, Problem, same, useBack, useWork } from "../parts.mjs";
import { knownTable } from "../session.mjs";
import { commandOf, fits, grouped, isPlain, missingIn, paramNames, paramNow, settled } from "./choosing.mjs";
import { ParamFields, usualAmount, valueInWords } from "./fields.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { Doing, Refusal, View } from "../api.d.mts" */
/** @import { Command } from "../server.mjs" */
/** @typedef {import("./choosing.mjs").Action} Action */
/** @typedef {{type: string, variants: Action[]}} Group */
/** @typedef {(command: Command) => Promise<unknown>} Send */
/** @typedef {{words: import("../labels.mjs").Words, view: View, actor: string | null, send: Send, offline: boolean}} Desk */

/** The client does these by itself. */
const BY_ITSELF = new Set(["seal_luck", "reveal_luck"]);
/** Whether the client answers what is asked now: sealed luck is revealed by itself.
 *  @param {View} view */
const isByItself = (view) => view.phase === "luck";
/** Not worth saying that they are refused. */
const UNSAID = new Set(["seal_luck", "reveal_luck", "withhold_luck", "set_luck", "dispute", "leave"]);

/** What a form begins with: what the API says, an amount that is usual here, or the least count. All else commits the
 *  player, who has to choose it.
 *  @param {Desk} desk
 *  @param {string} type
 *  @returns {(name: string) => unknown} */
const usualOf =
  ({ words, view }, type) =>
  (name) => {
    const { kind, values } = words.param(type, name);
    const otherwise = kind === "coins" ? usualAmount(view) : kind === "count" && !values ? 0 : undefined;
    return words.usual(type, name) ?? otherwise;
  };

/** What can be done, split into the game's moves and the rest.
 *  @param {Doing | null} doing a viewer's `actions` and `refused`
 *  @param {import("../labels.mjs").Words} words */
export function movesOf(doing, words) {
  const groups = grouped((doing?.actions ?? []).filter((one) => !BY_ITSELF.has(one.type)));
  return {
    moves: groups.filter((group) => !words.ofTable(group.type)),
    others: groups.filter((group) => words.ofTable(group.type)),
  };
}

/** Whether the viewer is asked something other than to take a turn.
 *  @param {View} view
 *  @param {string | null} actor
 *  @param {import("../labels.mjs").Words} words */
function questionFor(view, actor, words) {
  if (!actor || !view.question || view.question === "turn" || !view.to_act.includes(actor)) return null;
  const asked = words.question(view.question);
  return asked ?? { label: words.of("questions", view.question).label, text: "", answers: {} };
}

/** Which of some moves has its form open. The form stays, with what is filled in, while the move is not offered.
 *  @param {Group[]} groups */
function useForm(groups) {
  const [last, setLast] = useState(/** @type {Group | null} */ (null));
  const offered = last && groups.find((group) => group.type === last.type);
  return {
    opened: offered ?? last,
    gone: Boolean(last && !offered),
    /** @param {Group} group */
    toggle: (group) => setLast(last?.type === group.type ? null : group),
    close: () => setLast(null),
  };
}

/** Why a move that was offered is refused now, in words.
 *  @param {Doing | null} doing
 *  @param {string} type */
const whyGone = (doing, type) => doing?.refused?.find((one) => one.type === type)?.detail ?? "This move is over.";

/** The panel of moves. While a question is open, its answers come first, in a dialog of their own.
 *  @param {Desk & {doing: Doing | null}} props */
export function Moves({ doing, ...given }) {
  const { words, view, actor } = given;
  const { moves, others } = movesOf(doing, words);
  const back = others.find(({ type }) => type === "sit_in");
  const question = questionFor(view, actor, words);
  const { answered, passed, send } = useAnswering((!isByItself(view) && question?.label) || null, given.send);
  const desk = { ...given, send };
  const answers = question ? moves.filter((group) => isAnswer(group.type, question)) : [];
  const leads = new Set(question ? [] : Object.keys(words.question(view.question ?? "")?.answers ?? {}));
  const rest = moves
    .filter((group) => !answers.includes(group))
    .sort((one, other) => Number(leads.has(other.type)) - Number(leads.has(one.type)));
  const turn = actor !== null && view.to_act.includes(actor);
  const { forms = {}, loading } = useBoard(view);
  const placed = rest.filter((group) => forms[group.type]);
  const buttons = rest.filter((group) => !forms[group.type]);
  // The other answers to a turn stand at the end of the form that the board places, which stays in sight.
  const ending = placed.find((group) => leads.has(group.type));
  const beside = ending ? buttons.filter((group) => leads.has(group.type)) : [];
  const below = buttons.filter((group) => !beside.includes(group));
  const { opened, gone, toggle, close } = useForm(buttons);
  // What a round asks ends with it.
  useEffect(close, [view.round, view.phase === "lobby"]);
  // What can be pressed does not change under the finger.
  if (loading) return html`<div class="moves" aria-busy="true"></div>`;
  /** @param {Group} group
   *  @param {string} lead */
  const button = (group, lead) =>
    html`<${MoveButton}
      ...${desk}
      group=${group}
      key=${group.type}
      lead=${turn ? lead : ""}
      open=${opened?.type === group.type}
      onOpen=${() => toggle(group)}
    />`;
  return html`<div class="moves">
    ${back && actor ? html`<div class="sitsout"><span>You sit out${view.phase === "lobby" ? "" : " from the next round on"}.</span><${MoveButton} ...${desk} group=${back} lead="leading" open=${false} onOpen=${() => {}} /></div>` : null}
    ${passed ? html`<p class="help warn" role="status">The question “${passed}” was settled without you.</p>` : null}
    ${question && answers.length ? html`<${Question} ...${desk} question=${question} answers=${answers} doing=${doing} key="${view.question} ${answered}" />` : null}
    ${placed.map((group) => html`<${MoveForm} ...${desk} group=${group} focus=${false} key="${group.type} ${answered}" beside=${group === ending ? beside.map((one) => button(one, "leading")) : null} />`)}
    ${
      below.length
        ? html`<div class="move-buttons ${turn && !question ? "primary" : ""}" role="group" aria-label="Your moves">
            ${below.map((group, at) => button(group, !leads.has(group.type) ? "" : at ? "leading" : "leading first"))}
          </div>`
        : null
    }
    ${opened ? html`<${MoveForm} ...${desk} group=${opened} gone=${gone ? whyGone(doing, opened.type) : undefined} key=${opened.type} onDone=${close} />` : null}
    <${NotNow} words=${words} view=${view} doing=${doing} />
  </div>`;
}

/** Follows the questions to an actor: how many commands the actor has sent here, so that each question starts empty, and
 *  a question that ended without one of them.
 *  @param {string | null} asked the label of the open question
 *  @param {Send} send */
function useAnswering(asked, send) {
  const [answered, setAnswered] = useState(0);
  const [passed, setPassed] = useState("");
  const was = useRef({ asked, own: false });
  useEffect(() => {
    if (was.current.asked && !asked && !was.current.own) setPassed(was.current.asked);
    else if (asked) setPassed("");
    was.current = { asked, own: false };
  }, [asked, answered]);
  /** @type {Send} */
  const sending = async (command) => {
    was.current.own = true;
    setPassed("");
    try {
      const answer = await send(command);
      setAnswered((n) => n + 1);
      return answer;
    } catch (problem) {
      was.current.own = false;
      throw problem;
    }
  };
  return { answered, passed, send: sending };
}

/** @param {string} type
 *  @param {import("../labels.mjs").Label} question */
function isAnswer(type, question) {
  const answers = Object.keys(question.answers ?? {});
  return answers.length ? answers.includes(type) : true;
}

/** Whether a price is all that a seat has.
 *  @param {View} view
 *  @param {string | null} actor
 *  @param {number} cost */
const isAll = (view, actor, cost) => cost > 0 && view.seats.some((one) => one.seat === actor && one.purse_cp === cost);

/** @param {number} cost */
const Price = (cost) => (cost ? html`<span class="price"><${Coins} cp=${cost} /></span>` : null);

/** The price of a group, if all of it costs the same: not before it is known how many coins it takes.
 *  @param {Action[]} variants */
const onePrice = (variants) =>
  variants.every((one) => one.cost_cp === variants[0].cost_cp && !("amount_cp" in one.params))
    ? variants[0].cost_cp
    : 0;

/** @param {Desk & {group: Group, lead: string, open: boolean, onOpen: () => void}} props */
function MoveButton({ group, lead, open, onOpen, words, view, actor, send, offline }) {
  const { busy, error, run } = useWork();
  const label = words.command(group.type);
  const plain = isAtOnce(group, words);
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
      <span>${label.label}${plain ? "" : "…"}</span
      >${Price(onePrice(group.variants))}${isAll(view, actor, onePrice(group.variants)) ? html`<small>all you have</small>` : null}
    </button>
    <${Problem} error=${error} />
  </span>`;
}

/** The small form of a move with choices, or of a grave one. What is chosen stays until it is no longer possible: then
 *  the form says so, and asks again. While the move is `gone`, it says why.
 *  @param {Desk & {group: Group, gone?: string, onDone?: () => void, explain?: string, focus?: boolean, inDialog?: boolean,
 *   beside?: ComponentChildren}} props `beside`: what else may be done than what is filled in */
export function MoveForm({ group, gone, onDone, explain, focus = true, inDialog = false, beside = null, ...desk }) {
  const { words, view, actor, send, offline } = desk;
  const { busy, error, run } = useWork();
  const id = useId();
  /** @param {Record<string, unknown>} choices */
  const settle = (choices) => settled(group.variants, choices, usualOf(desk, group.type));
  const [chosen, setChosen] = useState(() => settle({}));
  // On a board, something can be picked that is not offered.
  const [amiss, setAmiss] = useState(false);
  const now = settle(chosen);
  const names = paramNames(group.variants);
  /** Whether a number is out of its bounds. Amounts of coins say so themselves, while they are typed.
   *  @param {string} name */
  const isOut = (name) =>
    now[name] !== undefined &&
    words.param(group.type, name).kind !== "coins" &&
    !fits(paramNow(group.variants, names, name, now) ?? undefined, now[name], now);
  const lost = gone ? [] : Object.keys(chosen).filter((name) => !same(now[name], chosen[name]) || isOut(name));
  const ready = amiss || lost.length ? null : commandOf(group.variants, now);
  const label = words.command(group.type);
  useEffect(() => {
    if (!gone && !lost.length && !same(now, chosen)) setChosen(now);
  });
  /** @type {{current: HTMLFormElement | null}} */
  const form = useRef(null);
  const Fields = useBoard(view).forms?.[group.type] ?? ParamFields;
  const missing = gone || lost.length ? [] : missingIn(group.variants, now);
  useBack(inDialog ? undefined : onDone);
  // Before it is drawn, so that nobody sees it jump.
  useLayoutEffect(() => {
    if (!focus) showInPlace(form.current);
  }, []);
  useEffect(() => {
    if (!focus) return;
    form.current?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null | undefined} */ (
      form.current?.querySelector("input:checked, input, select, textarea, button")
    )?.focus({ preventScroll: true });
  }, []);
  // A choice may bring up further fields: they and the button come into sight.
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) showInPlace(form.current);
  }, [Object.keys(now).join()]);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (ready && !gone)
      run(async () => {
        await send(ready.command);
        onDone?.();
      });
  };
  const spent = ready ? ready.cost + coinsIn(ready.command, words) : 0;
  return html`<form ref=${form} class="moveform" aria-labelledby=${id} onSubmit=${submit}>
    <h2 class="small" id=${id}>${label.label}</h2>
    ${gone ? html`<p class="help warn" role="status">${gone}</p>` : explain || label.help ? html`<p class="help">${explain || label.help}</p>` : null}
    ${
      gone
        ? null
        : lost.map(
            (name) =>
              html`<p class="help warn" role="status" key=${name}>
                What you chose for “${words.param(group.type, name).label}” is not possible now.${" "}
                <button
                  type="button"
                  class="textbutton"
                  onClick=${() => setChosen(Object.fromEntries(Object.entries(now).filter(([one]) => !isOut(one))))}
                >
                  OK
                </button>
              </p>`,
          )
    }
    ${
      gone
        ? null
        : html`<${Fields}
            variants=${group.variants}
            chosen=${now}
            onChange=${(/** @type {import("./choosing.mjs").Chosen | null} */ next) => {
              setAmiss(!next);
              if (next) setChosen(settle(next));
            }}
            words=${words}
            view=${view}
            actor=${actor}
          />`
    }
    <${Problem} error=${error} />
    <div class="formend">
      ${
        gone
          ? null
          : html`<button
              type="submit"
              class=${label.grave ? "danger" : "main"}
              aria-describedby=${missing.length ? `${id}m` : undefined}
              disabled=${!ready || offline || busy}
              aria-busy=${busy}
            >
              ${label.label}${spent ? html`<span class="price"><${Coins} cp=${spent} /></span>` : null}
            </button>`
      }
      ${beside}
      ${onDone ? html`<button type="button" class="quiet" onClick=${onDone}>${gone ? "Close" : "Cancel"}</button>` : null}
      ${missing.length ? html`<span class="help missing" id="${id}m">First choose: ${missing.map((name) => words.param(group.type, name).label).join(", ")}.</span>` : null}
    </div>
  </form>`;
}

/** The coins that a command itself names, as a bet does.
 *  @param {Command} command
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

/** Scroll the viewer's place, but not the page, to what has just appeared in it.
 *  @param {HTMLElement | null} element */
function showInPlace(element) {
  const place = element?.closest(".place");
  if (!element || !place) return;
  const [own, around] = [element.getBoundingClientRect(), place.getBoundingClientRect()];
  place.scrollTop += Math.max(0, Math.min(own.bottom - around.bottom, own.top - around.top));
}

/** A question to the viewer: what is asked, and what each answer means.
 *  @param {Desk & {question: import("../labels.mjs").Label, answers: Group[], doing: Doing | null}} props */
function Question({ question, answers, doing, ...desk }) {
  const id = useId();
  const { opened, gone, toggle, close } = useForm(answers);
  const { forms = {} } = useBoard(desk.view);
  // A single answer needs no button to open its form, and neither does one that is given on the board.
  const placed =
    answers.find((one) => forms[one.type]) ??
    (answers.length === 1 && !isPlain(answers[0].variants) ? answers[0] : undefined);
  // What needs no form stands beside the one that is open, and is in sight with it.
  const beside = placed ? answers.filter((one) => one !== placed && isAtOnce(one, desk.words)) : [];
  /** @type {{current: HTMLElement | null}} */
  const card = useRef(null);
  useEffect(() => {
    showInPlace(card.current);
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
    ${
      placed
        ? html`<div class="answers">
            <${MoveForm}
              ...${desk}
              group=${placed}
              explain=" "
              focus=${false}
              beside=${beside.map((group) => html`<${Answer} ...${desk} key=${group.type} group=${group} means=${question.answers?.[group.type]} beside />`)}
            />
          </div>`
        : null
    }
    <ul class="answers">
      ${answers
        .filter((one) => one !== placed && !beside.includes(one))
        .map(
          (group) =>
            html`<${Answer}
              ...${desk}
              key=${group.type}
              group=${group}
              means=${question.answers?.[group.type]}
              open=${opened?.type === group.type}
              onOpen=${() => toggle(group)}
              onDone=${close}
            />`,
        )}
    </ul>
    ${opened && gone ? html`<${MoveForm} ...${desk} group=${opened} gone=${whyGone(doing, opened.type)} onDone=${close} />` : null}
  </section>`;
}

/** Whether a press is the whole move.
 *  @param {Group} group
 *  @param {import("../labels.mjs").Words} words */
const isAtOnce = ({ type, variants }, words) => isPlain(variants) && !words.command(type).grave;

/** An answer, with what it means: or, `beside` a form, its button alone.
 *  @param {Desk & {group: Group, means?: string, beside?: boolean, open?: boolean, onOpen?: () => void, onDone?: () => void}} props */
function Answer({ group, means, beside = false, open = false, onOpen, onDone, ...desk }) {
  const { words, send, offline } = desk;
  const { busy, error, run } = useWork();
  const label = words.command(group.type);
  const plain = isAtOnce(group, words);
  const press = plain
    ? () => run(() => send(commandOf(group.variants, settled(group.variants, {}))?.command ?? { type: group.type }))
    : onOpen;
  const button = html`<button
    type="button"
    class="answer"
    disabled=${offline || busy}
    aria-busy=${busy}
    aria-expanded=${plain ? undefined : open}
    title=${beside ? means : undefined}
    onClick=${press}
  >
    <span class="answer-label">${label.label}${plain ? "" : "…"}${Price(onePrice(group.variants))}</span>
    ${beside ? null : html`<span class="answer-means">${means ?? label.help}</span>`}
  </button>`;
  if (beside) return html`${button}<${Problem} error=${error} />`;
  return html`<li>
    ${button}
    <${Problem} error=${error} />
    ${open ? html`<${MoveForm} ...${desk} group=${group} onDone=${onDone} explain=" " />` : null}
  </li>`;
}

/** What is refused now, greyed, by reason.
 *  @param {{doing: Doing | null, words: Desk["words"], view: View}} props */
function NotNow({ doing, words, view }) {
  const offered = new Set((doing?.actions ?? []).map((one) => one.type));
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

/** @param {Refusal} refused
 *  @param {import("../labels.mjs").Words} words
 *  @param {View} view */
function valuesOf(refused, words, view) {
  const params = Object.entries(refused.params ?? {});
  const values = params.map(([name, value]) => valueInWords(words, view, refused.type, name, value));
  return values.length ? ` (${values.join(", ")})` : "";
}

/** Moves of every table, such as leaving: a menu.
 *  @param {Desk & {groups: Group[], label?: string}} props */
export function OtherMoves({ groups, ...desk }) {
  const { opened, gone, toggle, close } = useForm(groups);
  return html`<div class="othermoves">
    ${groups.map(
      (group) =>
        html`<button
          type="button"
          class="tiny"
          key=${group.type}
          onClick=${() => toggle(group)}
          title=${desk.words.command(group.type).help}
        >
          ${desk.words.command(group.type).label}
        </button>`,
    )}
    ${
      opened
        ? html`<${Dialog} title=${desk.words.command(opened.type).label} onClose=${close}>
      <${MoveForm} ...${desk} group=${opened} gone=${gone ? "This cannot be done now." : undefined} onDone=${close} inDialog />
    </${Dialog}>`
        : null
    }
  </div>`;
}

/** Moves of every table that have a better place on the page than the menu. */
const PLACED = new Set(["sit_in", "refuse_coins", "start_round", "admit_seat", "refuse_seat", "new_invite", "dispute"]);

/** Moves that somebody has to answer: at a table for oneself, nobody would.
 *  @type {Set<string>} */
const TO_THE_GM = new Set(["ask_for_coins"]);

/** The moves of every table that have no better place.
 *  @param {Desk & {doing: Doing | null}} props */
export function TableMoves({ doing, ...desk }) {
  const { practice } = knownTable(desk.view.table);
  const groups = movesOf(doing, desk.words).others.filter(
    ({ type }) => !PLACED.has(type) && !(practice && TO_THE_GM.has(type)),
  );
  return html`<${OtherMoves} ...${desk} groups=${groups} />`;
}
