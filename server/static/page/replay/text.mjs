// @ts-check
/** A round from a text in the notation, step by step: at `/replay`. */

import { html, useId, useMemo, useState } from "../../vendor/preact.mjs";
import { Field, Problem, useTitle, useWork } from "../parts.mjs";
import { BASE, link } from "../place.mjs";
import { request, useWords } from "../server.mjs";
import { nameOf } from "../labels.mjs";
import { throwsIn } from "../table/live.mjs";
import { namesIn, withNames } from "../table/news.mjs";
import { Board } from "./board.mjs";
import { viewerName } from "./frames.mjs";
import { momentOf } from "./jumps.mjs";
import { Sentences } from "./sentences.mjs";
import { stepsOf } from "./steps.mjs";
import { Transport, usePlayer } from "./transport.mjs";

/** @import { ComponentType, FieldEvent } from "../../vendor/preact.mjs" */
/** @import { NotationReplay } from "../api.d.mts" */

/** @param {{bar: ComponentType}} props */
export function TextPage({ bar: Bar }) {
  const [text, setText] = useState("");
  const [shown, setShown] = useState(/** @type {NotationReplay | null} */ (null));
  const { busy, error, run } = useWork();
  const id = useId();
  useTitle("A round as a text · Tavern Table");
  /** @param {string} given */
  const read = (given) =>
    run(async () => {
      setShown(null);
      const body = { text: given };
      setShown(/** @type {NotationReplay} */ (await request("api/notation", { method: "POST", body })));
    });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    read(text);
  };
  /** @param {Event} event */
  const take = async (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const given = await field.files?.[0]?.text();
    if (given === undefined) return;
    setText(given);
    read(given);
  };
  return html`
    <${Bar}><div class="tabletitle"><h1>A round as a text</h1><p><a href=${BASE}>Lobby</a></p></div></${Bar}>
    ${
      shown
        ? html`<${Shown} replay=${shown} onOther=${() => setShown(null)} />`
        : html`<main class="page narrow" id="main">
      <p>Paste a round here that somebody copied with <em>Copy as text</em>, or open its file, and step through it.</p>
      <form onSubmit=${submit}>
        <${Field} label="The text" id="${id}t">
          <textarea id="${id}t" rows="12" spellcheck="false" value=${text} onInput=${(/** @type {FieldEvent} */ event) => setText(event.target.value)}></textarea>
        </${Field}>
        <${Field} label="Or a file" id="${id}f">
          <input id="${id}f" type="file" accept=".tavern,.txt,text/plain" onChange=${take} />
        </${Field}>
        <${Problem} error=${error} />
        <div class="formend"><button type="submit" disabled=${busy || !text.trim()} aria-busy=${busy}>Show the round</button></div>
      </form>
    </main>`
    }`;
}

/** @param {{replay: NotationReplay, onOther: () => void}} props */
function Shown({ replay, onOther }) {
  const { frames, fault, facts_only: factsOnly } = replay;
  const words = useWords(replay.game);
  const steps = useMemo(() => stepsOf(frames, []), [frames]);
  const moments = useMemo(() => steps.map((one) => momentOf(one, words)), [steps, words.game]);
  const [{ index, forward }, setAt] = useState({ index: 0, forward: false });
  const last = steps.length - 1;
  /** @param {number} to */
  const step = (to) => {
    const there = Math.max(0, Math.min(to, last));
    setAt({ index: there, forward: there === index + 1 });
  };
  const player = usePlayer({ step, index, last, running: false, moments });
  const { frame } = steps[index];
  const { view } = frame;
  const whose = viewerName(replay.viewer, (seat) => nameOf(view, seat));
  return html`<main class="replay" id="main">
    <div class="replay-stage">
      ${factsOnly ? html`<p class="banner">${factsOnly}</p>` : null}
      <${Board} view=${view} words=${words} thrown=${forward ? throwsIn([frame]) : {}} entry=${forward ? frame : null} />
      <${Transport} ...${{ player, index, last, complete: true, running: false, moments, onStep: step }}>
        ${withNames(frame.chronicle.join(" "), namesIn(view)) || "Nothing that can be seen."}
      </${Transport}>
    </div>
    <aside class="replay-side" aria-label="The round">
      <p><strong>${words.game?.name ?? replay.game}, round ${replay.round}</strong>, as seen by <bdi>${whose}</bdi></p>
      <p class="help">Anybody can write such a text, or change one. It proves nothing.</p>
      ${fault ? html`<p class="help warn" role="status">It ends here. ${fault}</p>` : null}
      <${Sentences} ...${{ steps, moments, index, unlike: () => "", onStep: step }} hrefOf=${() => link("replay")} />
      <div class="replay-tools"><button type="button" class="second" onClick=${onOther}>Another text</button></div>
    </aside>
  </main>`;
}
