// @ts-check
/** A round, step by step: as it was seen, with the chronicle beside it, and a check of its dice. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Later } from "../later.mjs";
import { CopyButton, Problem, useTitle } from "../parts.mjs";
import { MOVED, link, roundPath, tablePath } from "../place.mjs";
import { useWords } from "../server.mjs";
import { knownTable, useSession } from "../session.mjs";
import { nameOf } from "../labels.mjs";
import { throwsIn } from "../table/live.mjs";
import { namesIn, withNames } from "../table/news.mjs";
import { Board } from "./board.mjs";
import { CheckButton, ProofButton } from "./check.mjs";
import { DisputeButton } from "./dispute.mjs";
import { eyesOf, seatOf, useFrames, viewerName } from "./frames.mjs";

/** @import { ComponentType, FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Frame, View } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */

const loadWhatIf = () => import("./whatif.mjs").then((module) => module.WhatIf);

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
  const words = useWords(frames[0]?.view.game);
  const about = useAround(handle, round, running);
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState(1);
  const [forward, setForward] = useState(false);
  const [asking, setAsking] = useState(false);
  const moment = useRef(/** @type {string | null} */ (null));
  const last = frames.length - 1;
  const found = at === null ? (running ? last : 0) : frames.findLastIndex((frame) => frame.version <= at);
  const index = Math.max(0, Math.min(found, last));
  /** @type {Frame | undefined} */
  const frame = frames[index];
  const name = frame?.view.name || words.game?.name || "Table";
  useTitle(`Round ${round} · ${name} · Tavern Table`);

  /** @param {number} to */
  const step = (to) => {
    const there = Math.max(0, Math.min(to, last));
    if (!frames[there]) return;
    setForward(there === index + 1);
    replace(roundPath(table, round, { as, at: frames[there].version }));
  };
  // Others see other versions: the moment stays.
  /** @param {string} next */
  const lookAs = (next) => {
    moment.current = frame?.at ?? null;
    setPlaying(false);
    replace(roundPath(table, round, { as: next }));
  };
  useEffect(() => {
    if (!complete || !frames.length || moment.current === null) return;
    const then = moment.current;
    moment.current = null;
    step(
      Math.max(
        0,
        frames.findLastIndex((one) => one.at <= then),
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
  useKeys({ step, index, last, play });

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
    Boolean(frames[last]?.events.some((event) => event.type === "seed_recorded" || event.type === "round_unsealed"));
  const seesAll = view.viewer === "gm" || view.viewer === "house";
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
    <main class="replay" id="main">
      <div class="replay-stage">
        <${Problem} error=${problem} again=${again} />
        ${factsOnly ? html`<p class="banner"><${Icon} name="note" /><span>${factsOnly}</span></p>` : null}
        <${Board} view=${view} words=${words} thrown=${forward ? throwsIn([frame]) : {}} entry=${forward ? frame : null} own=${own} />
        <div class="transport" role="group" aria-label="Steps of the round">
          <p class="nowsaid" aria-live=${playing ? "off" : "polite"}>
            ${withNames(frame.chronicle.join(" "), namesIn(view)) || "Nothing that can be seen."}</p>
          <div class="transport-line">
            <span class="stepcount">${index + 1}<small> / ${complete ? last + 1 : `${last + 1}…`}${running ? " live" : ""}</small></span>
            <input type="range" min="0" max=${last} value=${index} aria-label="Step" aria-valuetext="Step ${index + 1} of ${last + 1}"
              onInput=${(/** @type {FieldEvent} */ event) => step(Number(event.target.value))} />
            <button type="button" class="quiet pace" aria-label="Speed: ${speed}" onClick=${() => setPace(PACES[(PACES.findIndex((one) => one.pace === pace) + 1) % PACES.length].pace)}>${speed}</button>
          </div>
          <div class="transport-buttons">
            <button type="button" class="square" disabled=${!index} onClick=${() => step(0)}><${Steps} sign="first" label="First step" /></button>
            <button type="button" class="square" disabled=${!index} onClick=${() => step(index - 1)}><${Icon} name="back" label="Step back" /></button>
            <button type="button" class="square main" aria-pressed=${playing} disabled=${!last} onClick=${play}><${Icon} name=${playing ? "pause" : "play"} label=${playing ? "Stop" : "Play"} /></button>
            <button type="button" class="square" disabled=${index >= last} onClick=${() => step(index + 1)}><${Icon} name="right" label="Step forward" /></button>
            <button type="button" class="square" disabled=${index >= last} onClick=${() => step(last)}><${Steps} sign="last" label="Last step" /></button>
          </div>
        </div>
      </div>
      <aside class="replay-side" aria-label="The round">
        <${Eyes} ...${{ view, known, as, onLook: lookAs, unsealed }} />
        <${Sentences} frames=${frames} index=${index} hrefOf=${(/** @type {Frame} */ one) => link(roundPath(table, round, { as, at: one.version }))} onStep=${step} />
        <div class="replay-tools">
          ${running ? null : html`<${CheckButton} ...${{ table, round, known, view }} />`}
          ${running || factsOnly || !(known.gm || unsealed) ? null : html`<button type="button" class="second" disabled=${index >= last} onClick=${askWhatIf}><${Icon} name="dice" />What if…</button>`}
          ${running ? null : html`<${ProofButton} ...${{ handle, table, round }} />`}
          <${CopyButton} text=${link(roundPath(table, round, { at: frame.version }))} label="Copy link" />
          <${CopyButton} text=${() => handle.notation(round, { as: as || undefined })} label="Copy as text" />
          ${known.token && known.seat ? html`<${DisputeButton} ...${{ table, token: known.token, round, version: own ? frame.version : undefined, sentence: own ? frame.chronicle.join(" ") : "" }} />` : null}
        </div>
        <${Neighbours} table=${table} round=${round} next=${about.next} />
        ${asking && complete && seesAll && moment.current === null ? html`<${Later} inside of=${loadWhatIf} ...${{ table, round, token: eyesOf(known, as).token, frames, index, words, onClose: () => setAsking(false) }} />` : null}
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

/** The keys that move through the round, wherever the focus is, except in fields and dialogs. They work as soon as a
 *  step is shown, and from that step.
 *  @param {{step: (to: number) => void, index: number, last: number, play: () => void}} props */
function useKeys({ step, index, last, play }) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const target = /** @type {Element} */ (event.target);
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector("dialog[open]") ||
        target.closest("input, select, textarea")
      )
        return;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => step(index - 1),
        ArrowRight: () => step(index + 1),
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

/** @param {{sign: "first" | "last", label: string}} props */
function Steps({ sign, label }) {
  return html`<svg class="icon" viewBox="0 0 24 24" role="img" aria-label=${label} focusable="false">
    <path d=${sign === "first" ? "M18 5l-8 7 8 7M6 5v14" : "M6 5l8 7-8 7M18 5v14"} />
  </svg>`;
}

/** Whose eyes to look with. A GM may choose; once the round is unsealed, everybody may see everything.
 *  @param {{view: View, known: import("../session.mjs").Known, as: string, onLook: (as: string) => void, unsealed: boolean}} props */
function Eyes({ view, known, as, onLook, unsealed }) {
  /** @type {[string, string][]} */
  const eyes = [];
  /** @param {string} seat */
  const name = (seat) => nameOf(view, seat);
  // A browser that came with a token alone learns from the view whose it is.
  const own = as === "" && view.viewer.startsWith("seat:") ? view.viewer.slice(5) : known.seat;
  if (known.token && own) eyes.push(["", `You (${name(own)})`]);
  if (known.gm) {
    eyes.push([known.token ? "gm" : "", "The GM: everything"]);
    for (const one of view.seats) if (!known.token || one.seat !== own) eyes.push([`seat:${one.seat}`, name(one.seat)]);
    eyes.push(["public", "Everybody (public)"]);
  }
  if (!eyes.length) eyes.push(["", view.viewer === "public" ? "Everybody (public)" : viewerName(view.viewer, name)]);
  if (unsealed) eyes.push(["house", "Everything, unsealed"]);
  if (!eyes.some(([value]) => value === as)) eyes.push([as, viewerName(view.viewer, name)]);
  if (eyes.length === 1)
    return html`<p class="eyes">
      <${Icon} name="eye" /><span
        >Seen by <strong><bdi>${eyes[0][1]}</bdi></strong></span
      >
    </p>`;
  return html`<label class="eyes"
    ><${Icon} name="eye" /><span>Seen by</span>
    <select value=${as} onChange=${(/** @type {FieldEvent} */ event) => onLook(event.target.value)}>
      ${eyes.map(([value, label]) => html`<option value=${value} key=${value}>${label}</option>`)}
    </select></label
  >`;
}

/** The chronicle; each sentence leads to its step.
 *  @param {{frames: Frame[], index: number, hrefOf: (frame: Frame) => string, onStep: (index: number) => void}} props */
function Sentences({ frames, index, hrefOf, onStep }) {
  /** @type {{current: HTMLElement | null}} */
  const list = useRef(null);
  const names = namesIn(frames[frames.length - 1].view);
  useLayoutEffect(() => {
    const shown = list.current;
    const here = /** @type {HTMLElement | null | undefined} */ (shown?.querySelector("[aria-current]"));
    if (!shown || !here) return;
    const top = here.offsetTop - shown.offsetTop;
    if (top < shown.scrollTop || top + here.offsetHeight > shown.scrollTop + shown.clientHeight)
      shown.scrollTop = top - shown.clientHeight / 2;
  }, [index]);
  /** @param {MouseEvent} event
   *  @param {number} at */
  const follow = (event, at) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onStep(at);
  };
  return html`<nav class="sentences" ref=${list} aria-label="Chronicle of the round">
    <ol>
      ${frames.map(
        (frame, at) =>
          html`<li key=${frame.version}>
            <a
              href=${hrefOf(frame)}
              aria-current=${at === index ? "step" : undefined}
              class=${at > index ? "to-come" : ""}
              onClick=${(/** @type {MouseEvent} */ event) => follow(event, at)}
            >
              <small class="stepno">${at + 1}</small>
              ${frame.chronicle.length ? frame.chronicle.map((sentence, n) => html`<span key=${n}>${withNames(sentence, names)}</span>`) : html`<span class="nothing">…</span>`}</a
            >
          </li>`,
      )}
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
