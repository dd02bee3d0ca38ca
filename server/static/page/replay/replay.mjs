// @ts-check
/** A round, step by step: as it was seen, with the chronicle beside it, and a check of its dice. */

import { html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.mjs";
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
import { momentOf } from "./jumps.mjs";
import { Sentences } from "./sentences.mjs";
import { differs, onlyRead, sentencesOf, stepsOf } from "./steps.mjs";
import { Transport, usePlayer } from "./transport.mjs";

/** @import { ComponentType } from "../../vendor/preact.mjs" */
/** @import { Frame } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */
/** @import { Step } from "./steps.mjs" */

const loadAnalysis = () =>
  dressed("page/replay/analysis.css", import("./analysis.mjs")).then((module) => module.Analysis);
const loadWhatIf = () => import("./whatif.mjs").then((module) => module.WhatIf);
const loadComparison = () => dressed("page/replay/compare.css", import("./compare.mjs"));
const loadBoards = () => loadComparison().then((module) => module.Boards);
const loadDifferences = () => loadComparison().then((module) => module.Differences);
const loadCoins = () => dressed("page/replay/coins.css", import("./coins.mjs")).then((module) => module.CoinsPlot);

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
  // Others see other versions: the moment stays.
  /** @param {string} next */
  const lookAs = (next) => {
    moment.current = now?.at ?? null;
    player.stop();
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
  const player = usePlayer({ step, index, last, running, moments });

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
    player.stop();
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
        <${Transport} ...${{ player, index, last, complete, running, moments, onStep: step }}>
          ${now.seen ? null : html`<strong>${viewer?.unseen}:</strong> `}${withNames(sentencesOf(now)[now.seen ? 0 : 1].join(" "), namesIn(view)) || "Nothing that can be seen."}
        </${Transport}>
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

/** The last step up to a version of the viewer's, and so many more that only the other saw.
 *  @param {Step[]} steps
 *  @param {number} at
 *  @param {number} by */
const lastUpTo = (steps, at, by) =>
  steps.findLastIndex(({ frame, beyond }) => frame.version < at || (frame.version === at && beyond <= by));

/** The rounds before and after.
 *  @param {{table: string, round: number, next: boolean}} props */
function Neighbours({ table, round, next }) {
  return html`<nav class="neighbours" aria-label="Other rounds">
    ${round > 1 ? html`<a href=${link(roundPath(table, round - 1))}><${Icon} name="back" />Round ${round - 1}</a>` : html`<span></span>`}
    <a href=${link(roundPath(table))}>All rounds</a>
    ${next ? html`<a href=${link(roundPath(table, round + 1))}>Round ${round + 1}<${Icon} name="right" /></a>` : html`<span></span>`}
  </nav>`;
}
