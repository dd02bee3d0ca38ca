// @ts-check
/** One moment as two viewers saw it, beside each other: what differs is marked on both boards, and listed in words. */

import { html, useId, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { nameOf } from "../labels.mjs";
import { Chips } from "../parts.mjs";
import { namesIn, withNames } from "../table/news.mjs";
import { Board } from "./board.mjs";
import { HOUSE, TABLE, between } from "./differences.mjs";
import { onlyRead } from "./steps.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Difference } from "./differences.mjs" */
/** @import { Eye } from "./eyes.mjs" */
/** @import { Step } from "./steps.mjs" */

/** @typedef {{step: Step, words: import("../labels.mjs").Words, viewers: [Eye, Eye]}} Comparing */

/** @param {Comparing} props
 *  @returns {ReturnType<typeof between>} */
const betweenBoth = ({ step: { frame, other }, words }) => between([frame.view, other?.view ?? frame.view], words);

/** The boards of both. A narrow screen shows one of them.
 *  @param {Comparing} props */
export function Boards(props) {
  const { step, words, viewers } = props;
  const [shown, setShown] = useState(0);
  const { middle, marked } = betweenBoth(props);
  return html`<div class="compare" data-shown=${shown}>
    <div class="compare-swap">
      <${Chips}
        label="Whose table is shown"
        hideLabel
        values=${viewers.map(({ label }, value) => ({ value, label }))}
        value=${shown}
        onPick=${setShown}
      />
    </div>
    ${viewers.map(
      ({ label, own }, at) =>
        html`<section class="compare-pane" data-differs=${middle || undefined} aria-label=${label} key=${at}>
          <h2 class="small"><${Icon} name="eye" /> <bdi>${label}</bdi></h2>
          ${at && !step.other ? html`<p class="help">Nothing of the round yet.</p>` : html`<${Board} view=${marked[at]} words=${words} own=${own} />`}
        </section>`,
    )}
  </div>`;
}

/** What differs, in words.
 *  @param {Comparing} props */
export function Differences(props) {
  const { step, viewers } = props;
  const { found } = betweenBoth(props);
  const id = useId();
  const { view } = step.frame;
  const read = onlyRead(step);
  // One reads the same with more or less in it: then neither misses a sentence.
  const inTwoWays = read.every((some) => some.length);
  const unread = inTwoWays ? [[], []] : [read[1], read[0]];
  return html`<section class="differences" aria-labelledby=${id} tabindex="0">
    <h2 class="small" id=${id}>What differs</h2>
    ${found.length || read.flat().length ? null : html`<p class="help">Nothing: both saw the same.</p>`}
    ${[0, 1].map((at) => {
      const hidden = found.filter(({ seen }) => seen[at] === undefined && seen[1 - at] !== undefined);
      if (!hidden.length && !unread[at].length) return null;
      return html`<h3><${Icon} name="blind" /> ${viewers[at].unseen}</h3>
        <ul>
          <${Places}
            ...${{ view, some: hidden }}
            said=${(/** @type {Difference} */ { seen }) => html`<strong>${seen[1 - at]}</strong>`}
          />
          ${unread[at].map((sentence) => html`<li key=${sentence}>“${withNames(sentence, namesIn(view))}”</li>`)}
        </ul>`;
    })}
    <${InTwoWays}
      ...${{ view, viewers }}
      some=${found.filter(({ seen }) => !seen.includes(undefined))}
      read=${inTwoWays ? read : []}
    />
  </section>`;
}

/** What both see, but not alike; `read`: the sentences of the step, as each read them.
 *  @param {{some: Difference[], read: string[][], view: View, viewers: [Eye, Eye]}} props */
function InTwoWays({ some, read, view, viewers }) {
  if (!some.length && !read.length) return null;
  /** @param {Difference} one */
  const said = ({ seen }) =>
    seen.map((one, at) => html`${at ? ", " : ""}<strong>${one}</strong> to <bdi>${viewers[at].name}</bdi>`);
  return html`<h3>Seen in two ways</h3>
    <ul>
      <${Places} ...${{ view, some, said }} />
      ${read.map(
        (sentences, at) =>
          html`<li key="read ${at}">
            To <bdi>${viewers[at].name}</bdi>: “${withNames(sentences.join(" "), namesIn(view))}”
          </li>`,
      )}
    </ul>`;
}

/** Items of a list, one for each place at the table.
 *  @param {{some: Difference[], view: View, said: (one: Difference) => ComponentChildren}} props */
function Places({ some, view, said }) {
  const places = [...new Set(some.map(({ of }) => of))];
  return places.map(
    (of) =>
      html`<li key=${of}>
        <bdi>${of === TABLE ? "The table" : of === HOUSE ? "The House" : nameOf(view, of)}</bdi>:${" "}
        ${some.filter((one) => one.of === of).map((one, at) => html`${at ? ", " : ""}${one.what}${" "}${said(one)}`)}
      </li>`,
  );
}
