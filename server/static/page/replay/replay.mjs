// @ts-check
/** A round, step by step: as it was seen, with the chronicle beside it, and a check of its dice. */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Later, dressed } from "../later.mjs";
import { CopyButton, Fold, Problem, useTitle } from "../parts.mjs";
import { MOVED, link, roundPath, tablePath } from "../place.mjs";
import { useWords } from "../server.mjs";
import { knownTable, useSession } from "../session.mjs";
import { throwsIn } from "../table/live.mjs";
import { namesIn, withNames } from "../table/news.mjs";
import { Board } from "./board.mjs";
import { CheckButton, ProofButton, ReportButton } from "./check.mjs";
import { DisputeButton } from "./dispute.mjs";
import { Eyes, eyesFor } from "./eyes.mjs";
import { eyesOf, seatOf, useFrames, viewerName } from "./frames.mjs";
import { Jump, Sign, aroundOf, momentOf } from "./jumps.mjs";
import { differs, onlyRead, sentencesOf, stepsOf } from "./steps.mjs";

/** @import { ComponentType, FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Frame } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */
/** @import { Moment } from "./jumps.mjs" */
/** @import { Step } from "./steps.mjs" */

const loadAnalysis = () =>
  dressed("page/replay/analysis.css", import("./analysis.mjs")).then((module) => module.Analysis);
const loadWhatIf = () => import("./whatif.mjs").then((module) => module.WhatIf);
const loadComparison = () => dressed("page/replay/compare.css", import("./compare.mjs"));
const loadBoards = () => loadComparison().then((module) => module.Boards);
const loadDifferences = () => loadComparison().then((module) => module.Differences);
const loadCoins = () => dressed("page/replay/coins.css", import("./coins.mjs")).then((module) => module.CoinsPlot);

const PACE_MS = 1_400;
const PACES = [
  { pace: 1, label: "1×" },
  { pace: 2, label: "2×" },
  { pace: 0.5, label: "½×" },
];

/** What the address says: whose eyes, and which step.
 *  @returns {{as: string, at: number | null}} */
function addressed() {
  const as = new URLSearchParams(location.search).get("as") ?? "";
  const at = /^#at=(\d{1,9})$/.exec(location.hash)?.[1];
  return { as, at: at === undefined ? null : Number(at) };
}

function useAddress() {
  const [address, setAddress] = useState(addressed);
  useEffect(() => {
    const moved = () => setAddress(addressed());
    for (const event of ["popstate", "hashchange", MOVED]) addEventListener(event, moved);
    return () => {
      for (const event of ["popstate", "hashchange", MOVED]) removeEventListener(event, moved);
    };
  }, []);
  /** @param {string} path */
  const replace = (path) => {
    history.replaceState(history.state, "", link(path));
    setAddress(addressed());
  };
  return { ...address, replace };
}

/** @param {{table: string, round: number, bar: ComponentType}} props */
export function ReplayPage({ table, round, bar: Bar }) {
  useSession();
  const known = knownTable(table);
  const { as, at, replace } = useAddress();
  const { frames, complete, running, problem, factsOnly, handle, again } = useFrames(table, round, known, as);
  const [beside, setBeside] = useState(/** @type {string | null} */ (null));
  // What the other sees of a running round is asked for when there is more.
  const others = useFrames(table, round, known, beside, frames[frames.length - 1]?.version ?? 0);
  const words = useWords(frames[0]?.view.game);
  const about = useAround(handle, round, running);
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState(1);
  const [forward, setForward] = useState(false);
  const [asking, setAsking] = useState(false);
  const [analysing, setAnalysing] = useState(false);
  const moment = useRef(/** @type {string | null} */ (null));
  const shown = others.complete ? others.frames : null;
  const steps = useMemo(() => stepsOf(frames, shown ?? []), [frames, shown]);
  const moments = useMemo(() => steps.map((one) => momentOf(one, words)), [steps, words.game]);
  // Versions count what the viewer saw: where only the other saw more, the address has the viewer's last version.
  const [beyond, setBeyond] = useState({ at, by: 0 });
  const last = steps.length - 1;
  const found = at === null ? (running ? last : 0) : lastUpTo(steps, at, beyond.at === at ? beyond.by : 0);
  const index = Math.max(0, Math.min(found, last));
  /** @type {Step | undefined} */
  const now = steps[index];
  const frame = now?.frame;
  const name = frame?.view.name || words.game?.name || "Table";
  useTitle(`Round ${round} · ${name} · Tavern Table`);

  /** @param {number} to */
  const step = (to) => {
    const there = Math.max(0, Math.min(to, last));
    if (!steps[there]) return;
    const { frame: next, beyond: by } = steps[there];
    setForward(there === index + 1);
    setBeyond({ at: next.version, by });
    replace(roundPath(table, round, { as, at: next.version }));
  };
  const around = aroundOf(moments, index);
  // Others see other versions: the moment stays.
  /** @param {string} next */
  const lookAs = (next) => {
    moment.current = now?.at ?? null;
    setPlaying(false);
    if (next === beside) setBeside(as);
    replace(roundPath(table, round, { as: next }));
  };
  useEffect(() => {
    if (!complete || !frames.length || moment.current === null) return;
    const then = moment.current;
    moment.current = null;
    step(
      Math.max(
        0,
        steps.findLastIndex((one) => one.at <= then),
      ),
    );
  }, [complete, frames]);
  useEffect(() => {
    if (!playing) return undefined;
    if (index >= last && !running) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => step(index + 1), PACE_MS / pace);
    return () => clearTimeout(timer);
  }, [playing, index, last, pace, running]);
  const play = () => {
    if (!playing && index >= last) step(0);
    setPlaying(!playing);
  };
  useKeys({ step, index, last, play, around });

  if (!frame) {
    return html`<${Bar} />
      <main class="page narrow" id="main" aria-busy=${!problem && !complete}>
        ${
          problem
            ? html`<h1>This round cannot be shown</h1>
                <${Problem} error=${problem} again=${again} />
                ${as ? html`<p><a href=${link(roundPath(table, round))}>Look at it with your own eyes</a></p>` : null}`
            : complete
              ? html`<h1>Nothing to see</h1>
                  <p>${viewerName(as || "public", (seat) => seat)} saw nothing of this round.</p>`
              : html`<p class="loading">Fetching the round…</p>`
        }
        <p><a href=${link(roundPath(table))}>All rounds</a> · <a href=${link(tablePath(table))}>To the table</a></p>
      </main>`;
  }
  const { view } = frame;
  const speed = PACES.find((one) => one.pace === pace)?.label;
  const own = seatOf(view) === known.seat && Boolean(known.token) && !as;
  const unsealed =
    about.unsealed ||
    Boolean(
      frames[frames.length - 1].events.some(
        (event) => event.type === "seed_recorded" || event.type === "round_unsealed",
      ),
    );
  const seesAll = view.viewer === "gm" || view.viewer === "house";
  const eyes = eyesFor(view, known, as, unsealed);
  const [viewer, other] = [as, beside].map((one) => eyes.find((each) => each.as === one));
  const comparing = viewer && other && shown && { step: now, words, viewers: [viewer, other] };
  /** What each of the two did not see of a step, in words.
   *  @param {Step} one */
  const unlike = (one) => {
    if (!comparing || !differs(one)) return "";
    if (!one.seen || !one.seenByOther) return comparing.viewers[one.seen ? 1 : 0].unseen;
    const [mine, theirs] = onlyRead(one).map((some) => some.length > 0);
    return mine === theirs ? "Seen in two ways" : `Partly hidden from ${comparing.viewers[mine ? 1 : 0].name}`;
  };
  const askWhatIf = () => {
    setPlaying(false);
    if (!seesAll) lookAs(known.gm ? "gm" : "house");
    setAsking(true);
  };
  return html`
    <${Bar}>
      <div class="tabletitle"><h1><bdi dir="auto">${name}</bdi></h1>
        <p><span>Round ${round}</span><a href=${link(roundPath(table))}>All rounds</a><a href=${link(tablePath(table))}>To the table</a></p></div>
    </${Bar}>
    <main class="replay ${other ? "comparing" : ""}" id="main">
      <div class="replay-stage">
        <${Problem} error=${problem} again=${again} />
        ${factsOnly ? html`<p class="banner"><${Icon} name="note" /><span>${factsOnly}</span></p>` : null}
        <${Problem} error=${others.problem} again=${others.again} />
        ${
          comparing
            ? html`<${Later} inside of=${loadBoards} ...${comparing} />`
            : html`<${Board}
                view=${view}
                words=${words}
                thrown=${forward ? throwsIn([frame]) : {}}
                entry=${forward ? frame : null}
                own=${own}
              />`
        }
        <div class="transport" role="group" aria-label="Steps of the round">
          <p class="nowsaid" aria-live=${playing ? "off" : "polite"}>
            ${now.seen ? null : html`<strong>${viewer?.unseen}:</strong> `}${withNames(sentencesOf(now)[now.seen ? 0 : 1].join(" "), namesIn(view)) || "Nothing that can be seen."}</p>
          <div class="transport-line">
            <span class="stepcount">${index + 1}<small> / ${complete ? last + 1 : `${last + 1}…`}${running ? " live" : ""}</small></span>
            <input type="range" min="0" max=${last} value=${index} aria-label="Step" aria-valuetext="Step ${index + 1} of ${last + 1}"
              onInput=${(/** @type {FieldEvent} */ event) => step(Number(event.target.value))} />
            <button type="button" class="quiet pace" aria-label="Speed: ${speed}" onClick=${() => setPace(PACES[(PACES.findIndex((one) => one.pace === pace) + 1) % PACES.length].pace)}>${speed}</button>
          </div>
          <div class="transport-buttons">
            <button type="button" class="square" disabled=${!index} onClick=${() => step(0)}><${Steps} sign="first" label="First step" /></button>
            <${Jump} moments=${moments} to=${around.before} back onStep=${step} />
            <button type="button" class="square" disabled=${!index} onClick=${() => step(index - 1)}><${Icon} name="back" label="Step back" /></button>
            <button type="button" class="square main" aria-pressed=${playing} disabled=${!last} onClick=${play}><${Icon} name=${playing ? "pause" : "play"} label=${playing ? "Stop" : "Play"} /></button>
            <button type="button" class="square" disabled=${index >= last} onClick=${() => step(index + 1)}><${Icon} name="right" label="Step forward" /></button>
            <${Jump} moments=${moments} to=${around.after} onStep=${step} />
            <button type="button" class="square" disabled=${index >= last} onClick=${() => step(last)}><${Steps} sign="last" label="Last step" /></button>
          </div>
        </div>
        <${Fold} class="coinsfold" summary="Coins won and lost" later><${Later} inside of=${loadCoins} steps=${steps} index=${index} onStep=${step} /></${Fold}>
      </div>
      <aside class="replay-side" aria-label="The round">
        <${Eyes} ...${{ eyes, as, beside, onLook: lookAs, onCompare: setBeside }} />
        ${comparing ? html`<${Later} inside of=${loadDifferences} ...${comparing} />` : null}
        <${Sentences} ...${{ steps, moments, index, unlike, other: other?.name, onStep: step }} hrefOf=${(/** @type {Frame} */ one) => link(roundPath(table, round, { as, at: one.version }))} />
        <div class="replay-tools">
          ${running ? null : html`<${CheckButton} ...${{ table, round, known, view }} />`}
          ${running || factsOnly || !(known.token || known.gm) ? null : html`<button type="button" class="second" onClick=${() => setAnalysing(true)}><${Icon} name="trophy" />How well was it played?</button>`}
          ${running || factsOnly || !(known.gm || unsealed) ? null : html`<button type="button" class="second" disabled=${index >= last} onClick=${askWhatIf}><${Icon} name="dice" />What if…</button>`}
          ${running ? null : html`<${ReportButton} ...${{ handle, table, round, as }} />`}
          ${running ? null : html`<${ProofButton} ...${{ handle, table, round }} />`}
          <${CopyButton} text=${link(roundPath(table, round, { at: frame.version }))} label="Copy link" />
          <${CopyButton} text=${() => handle.notation(round, { as: as || undefined })} label="Copy as text" />
          ${known.token && known.seat ? html`<${DisputeButton} ...${{ table, token: known.token, round, version: own ? frame.version : undefined, sentence: own ? frame.chronicle.join(" ") : "" }} />` : null}
        </div>
        <${Neighbours} table=${table} round=${round} next=${about.next} />
        ${analysing && complete ? html`<${Later} inside of=${loadAnalysis} ...${{ table, round, token: known.gm ?? known.token, view: steps[last].frame.view, times: steps.map((one) => one.at), words, onStep: step, onClose: () => setAnalysing(false) }} />` : null}
        ${asking && complete && seesAll && moment.current === null ? html`<${Later} inside of=${loadWhatIf} ...${{ table, round, token: eyesOf(known, as).token, frames, index: frames.indexOf(frame), words, onClose: () => setAsking(false) }} />` : null}
      </aside>
    </main>`;
}

/** What the list of rounds says of a round: whether it is unsealed, and whether there is a next one.
 *  @param {Handle} handle
 *  @param {number} round
 *  @param {boolean} running
 *  @returns {{unsealed: boolean, next: boolean}} */
function useAround(handle, round, running) {
  const [about, setAbout] = useState({ unsealed: false, next: false });
  useEffect(() => {
    let over = false;
    handle.rounds(round - 1, 2).then(
      ([own, following]) => over || setAbout({ unsealed: Boolean(own?.unsealed), next: Boolean(following) }),
      () => {},
    );
    return () => void (over = true);
  }, [handle, round, running]);
  return about;
}

/** The keys that move through the round, wherever the focus is, except in fields and dialogs; those for jumps also on the
 *  slider. They work as soon as a step is shown, and from that step.
 *  @param {{step: (to: number) => void, index: number, last: number, play: () => void, around: {before: number, after: number}}} props */
function useKeys({ step, index, last, play, around }) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const target = /** @type {Element} */ (event.target);
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector("dialog[open]") ||
        target.closest(event.shiftKey ? "input:not([type=range]), select, textarea" : "input, select, textarea")
      )
        return;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => step(event.shiftKey ? (around.before < 0 ? index : around.before) : index - 1),
        ArrowRight: () => step(event.shiftKey ? (around.after < 0 ? index : around.after) : index + 1),
        Home: () => step(0),
        End: () => step(last),
      };
      if (!target.closest("button, a, summary")) keys[" "] = play;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** The last step up to a version of the viewer's, and so many more that only the other saw.
 *  @param {Step[]} steps
 *  @param {number} at
 *  @param {number} by */
const lastUpTo = (steps, at, by) =>
  steps.findLastIndex(({ frame, beyond }) => frame.version < at || (frame.version === at && beyond <= by));

/** @param {{sign: "first" | "last", label: string}} props */
function Steps({ sign, label }) {
  return html`<svg class="icon" viewBox="0 0 24 24" role="img" aria-label=${label} focusable="false">
    <path d=${sign === "first" ? "M18 5l-8 7 8 7M6 5v14" : "M6 5l8 7-8 7M18 5v14"} />
  </svg>`;
}

/** The chronicle; each sentence leads to its step. Signs mark what counts and, if two viewers are compared, what they saw
 *  in two ways.
 *  @param {{steps: Step[], moments: (Moment | null)[], index: number, unlike: (step: Step) => string, other?: string,
 *   hrefOf: (frame: Frame) => string, onStep: (index: number) => void}} props */
function Sentences({ steps, moments, index, unlike, other, hrefOf, onStep }) {
  /** @type {{current: HTMLElement | null}} */
  const list = useRef(null);
  const names = namesIn(steps[steps.length - 1].frame.view);
  useLayoutEffect(() => {
    const shown = list.current;
    const here = /** @type {HTMLElement | null | undefined} */ (shown?.querySelector("[aria-current]"));
    if (!shown || !here) return;
    const top = here.offsetTop;
    if (top < shown.scrollTop || top + here.offsetHeight > shown.scrollTop + shown.clientHeight)
      shown.scrollTop = top - Math.max(0, shown.clientHeight - here.offsetHeight) / 2;
  }, [index, steps]);
  /** @param {MouseEvent} event
   *  @param {number} at */
  const follow = (event, at) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onStep(at);
  };
  return html`<nav class="sentences" ref=${list} aria-label="Chronicle of the round">
    <ol>
      ${steps.map((step, at) => {
        const [mine] = sentencesOf(step);
        const [ours, theirs] = onlyRead(step);
        const said = unlike(step);
        return html`<li key="${step.frame.version} ${step.beyond}">
          <a
            href=${hrefOf(step.frame)}
            aria-current=${at === index ? "step" : undefined}
            class=${at > index ? "to-come" : ""}
            onClick=${(/** @type {MouseEvent} */ event) => follow(event, at)}
          >
            <small class="stepno">${at + 1} <${Sign} moment=${moments[at]} /></small>
            ${mine.length || theirs.length ? null : html`<span class="nothing">…</span>`}
            ${mine.map((sentence, n) => html`<span class=${said && ours.includes(sentence) ? "alone" : ""} key=${n}>${withNames(sentence, names)}</span>`)}
            ${theirs.map((sentence, n) => html`<span class="alone" key="theirs ${n}">${ours.length && !n ? html`<small>To <bdi>${other}</bdi>:</small> ` : null}${withNames(sentence, names)}</span>`)}
            ${said ? html`<span class="unlike"><${Icon} name="blind" /> ${said}</span>` : null}
          </a>
        </li>`;
      })}
    </ol>
  </nav>`;
}

/** The rounds before and after.
 *  @param {{table: string, round: number, next: boolean}} props */
function Neighbours({ table, round, next }) {
  return html`<nav class="neighbours" aria-label="Other rounds">
    ${round > 1 ? html`<a href=${link(roundPath(table, round - 1))}><${Icon} name="back" />Round ${round - 1}</a>` : html`<span></span>`}
    <a href=${link(roundPath(table))}>All rounds</a>
    ${next ? html`<a href=${link(roundPath(table, round + 1))}>Round ${round + 1}<${Icon} name="right" /></a>` : html`<span></span>`}
  </nav>`;
}
