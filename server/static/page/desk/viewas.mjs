// @ts-check
/** The table through somebody else’s eyes: the last frame of the running or last round, as that viewer saw it. */

import { html, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Dialog, Empty, Problem } from "../parts.mjs";
import { link, roundPath } from "../place.mjs";
import { Board } from "../replay/board.mjs";
import { useFrames } from "../replay/frames.mjs";
import { knownTable } from "../session.mjs";
import { nameOf } from "../labels.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */

/** @param {import("./desk.mjs").DeskProps & {onClose: () => void}} props */
export function ViewAs({ onClose, ...desk }) {
  return html`<${Dialog} title="See as…" wide=${Boolean(desk.view.round)} onClose=${onClose}>
    ${
      desk.view.round
        ? html`<${Seen} ...${desk} />`
        : html`<${Empty} icon="eye" title="There is no round yet."><p class="help">Once the first has begun, you see it here as any seat, or everybody, sees it.</p></${Empty}>`
    }
  </${Dialog}>`;
}

/** @param {import("./desk.mjs").DeskProps} props */
function Seen({ view, words }) {
  const seats = view.seats.map((one) => `seat:${one.seat}`);
  const [as, setAs] = useState(seats[0] ?? "public");
  const { frames, complete, problem, again } = useFrames(
    view.table,
    view.round,
    knownTable(view.table),
    as,
    view.version,
  );
  const last = frames[frames.length - 1];
  const step = link(roundPath(view.table, view.round, { as, ...(last ? { at: last.version } : {}) }));
  return html`<label class="eyes"
      ><${Icon} name="eye" /><span>Seen by</span
      ><select value=${as} onChange=${(/** @type {FieldEvent} */ event) => setAs(event.target.value)}>
        ${seats.map((seat) => html`<option value=${seat} key=${seat}>${nameOf(view, seat.slice(5))}</option>`)}
        <option value="public">Everybody (public)</option>
      </select></label
    >
    <${Problem} error=${problem} again=${again} />
    ${
      last
        ? html`<${Board} view=${last.view} words=${words} />`
        : problem
          ? null
          : html`<p aria-busy=${!complete}>${complete ? "This viewer saw nothing of the round." : "Looking…"}</p>`
    }
    <p class="help">
      ${view.phase === "lobby" ? "The end of the last round." : "It follows the round."}${" "}
      <a href=${step}>Step through the round</a>
    </p>`;
}
