// @ts-check
/** Checking a round in the browser: its proof, with what this browser was shown, and an explanation of the result. */

import { html, useEffect, useId, useMemo, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Dialog, Field, Fold, Problem, listed, useWork } from "../parts.mjs";
import { tableFor } from "../server.mjs";
import { nameOf } from "../labels.mjs";

/** @import { ComponentChildren, FieldEvent } from "../../vendor/preact.mjs" */
/** @import { ProvenDraw, View } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */
/** @typedef {import("../../client/tavern/answers.mjs").Report} Report */
/** What the verifier says of a round.
 *  @typedef {{round: number, draws: number, luck: Luck[]}} Played */
/** How a seat's luck word was in a round.
 *  @typedef {{seat: string, luck: string, how: string}} Luck */

/** Hand a text to the browser as a file.
 *  @param {string} name
 *  @param {string} text
 *  @param {string} [type] */
export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {{handle: Handle, table: string, round: number}} props */
export function ProofButton({ handle, table, round }) {
  const { busy, error, run } = useWork();
  const fetchIt = () => run(async () => download(`${table}-round-${round}-proof.json`, await handle.proof(round)));
  return html`<button type="button" class="second" disabled=${busy} onClick=${fetchIt}>
      <${Icon} name="save" />Save proof</button
    ><${Problem} error=${error} />`;
}

/** Saves a report of the round, as it is looked at.
 *  @param {{handle: Handle, table: string, round: number, as: string}} props */
export function ReportButton({ handle, table, round, as }) {
  const { busy, error, run } = useWork();
  const fetchIt = () =>
    run(async () =>
      download(`${table}-round-${round}.html`, await handle.report(round, { as: as || undefined }), "text/html"),
    );
  return html`<button type="button" class="second" disabled=${busy} aria-busy=${busy} onClick=${fetchIt}>
      <${Icon} name="save" />${busy ? "Writing the report…" : "Save report"}</button
    ><${Problem} error=${error} />`;
}

/** @param {{table: string, round: number, known: import("../session.mjs").Known, view: View, lead?: "main" | "second"}} props */
export function CheckButton({ lead = "main", ...props }) {
  const [open, setOpen] = useState(false);
  return html`<button type="button" class=${lead} onClick=${() => setOpen(true)}>
      <${Icon} name="check" />Check this round
    </button>
    ${open ? html`<${CheckDialog} ...${props} onClose=${() => setOpen(false)} />` : null}`;
}

/** @param {{table: string, round: number, known: import("../session.mjs").Known, view: View, onClose: () => void}} props */
function CheckDialog({ table, round, known, view, onClose }) {
  const handle = useMemo(() => tableFor(table, known.token ?? known.gm ?? known.invite), []);
  const [report, setReport] = useState(/** @type {Report | null} */ (null));
  const [word, setWord] = useState("");
  const { busy, error, run } = useWork();
  const id = useId();
  const check = () =>
    run(async () => {
      const mine = word.trim() && known.seat ? [/** @type {[string, string]} */ ([known.seat, word.trim()])] : [];
      setReport(withRoot(await handle.verify(round, { luck: mine }), round, view));
    });
  const unseal = () =>
    run(async () => {
      await tableFor(table, known.gm).send({ type: "unseal", round });
      setReport(null);
    });
  useEffect(() => {
    if (!report && !error) check();
  }, [report]);
  const played = /** @type {Played | undefined} */ (report?.rounds.find((one) => one.round === round));
  const isSealed = Boolean(report?.right && !played);
  const mayName =
    known.seat && (report?.right || word) && played?.luck.some((one) => one.seat === known.seat && one.how === "open");
  return html`<${Dialog} title="Check round ${round}" wide onClose=${onClose}>
    <p class="help">
      Your browser recomputes the round from its proof, and compares it with what this browser was shown. The server is
      not asked whether it is right.
    </p>
    ${error ? html`<p class="verdict"><${Icon} name="offline" /><strong>This round could not be checked.</strong></p>` : null}
    <${Problem} error=${error} />
    ${busy && !report ? html`<p aria-busy="true">Checking…</p>` : null}
    ${
      report
        ? html`<div role="status">
              ${
                !report.right
                  ? html`<p class="verdict bad">
                      <${Icon} name="warn" /><strong>Something is wrong with this round.</strong>
                    </p>`
                  : isSealed
                    ? html`<p class="verdict">
                        <${Icon} name="clock" /><strong>The dice cannot be checked yet.</strong>
                      </p>`
                    : html`<p class="verdict good">
                        <${Icon} name="check" /><strong>Everything that can be checked is right.</strong>
                      </p>`
              }
              ${
                report.right
                  ? html`<${Findings} ...${{ report, played, view, known, kept: keptOf(handle, round) }} />`
                  : html`<${Wrong} report=${report} />
                      <p class="help">
                        Show this to the GM and the other players. Save the proof and this browser’s record: together
                        they let anybody repeat the check. The record shows everything that you saw at this table.
                      </p>
                      <p class="replay-tools">
                        <${ProofButton} ...${{ handle, table, round }} />
                        <button
                          type="button"
                          class="second"
                          onClick=${() => download(`${table}-record.jsonl`, handle.recordFile(), "application/jsonl")}
                        >
                          <${Icon} name="save" />Save record
                        </button>
                      </p>`
              }
              <${Details} ...${{ report, view }} />
            </div>
            ${
              isSealed && known.gm
                ? html`<p class="help">
                      This publishes the seed of the round, and with it everything that was hidden in it, to everybody.
                    </p>
                    <button type="button" class="main" disabled=${busy} onClick=${unseal}>
                      Show the seed of round ${round}
                    </button>`
                : null
            }
            ${isSealed && !known.gm ? html`<p class="help">Ask the GM to show the seed, or dispute the round.</p>` : null}
            ${
              mayName
                ? html`<form class="ownword" onSubmit=${(/** @type {Event} */ event) => {
                    event.preventDefault();
                    check();
                  }}>
        <${Field} label="Your luck word in this round" optional id=${id} help="Type exactly what you chose: the check then says whether you really played with it.">
          <div class="copyline"><input id=${id} maxlength="60" dir="auto" autocomplete="off" value=${word} onInput=${(/** @type {FieldEvent} */ event) => setWord(event.target.value)} />
            <button type="submit" class="second" disabled=${busy || !word.trim()}>Check again</button></div></${Field}></form>`
                : null
            }`
        : null
    }
  </${Dialog}>`;
}

/** A report that also compares the proof's root with the one that the table shows.
 *  @param {Report} report
 *  @param {number} round
 *  @param {View} view
 *  @returns {Report} */
function withRoot(report, round, view) {
  const shown = view.fair.roots.find((one) => one.from <= round && round <= one.to)?.root;
  if (!report.root || !shown || shown === report.root) return report;
  const detail = `the table shows the root ${shown}, and the proof has ${report.root}`;
  return { ...report, right: false, wrong: [...report.wrong, { seq: null, code: "root_differs", detail }] };
}

/** How many entries of a round this browser kept.
 *  @param {Handle} handle
 *  @param {number} round
 *  @returns {number} */
function keptOf(handle, round) {
  const lines = handle.record().flatMap((line) => ("receipt" in line && line.round === round ? [line] : []));
  return new Set(lines.map(({ viewer, version, receipt }) => `${viewer} ${version} ${receipt}`)).size;
}

/** What it means for players.
 *  @type {Record<string, string>} */
const WRONG = {
  root_changed: "The server first promised you other dice for this round. It may have chosen these.",
  root_differs: "The table shows another promise for its dice than this round was played under.",
  call_changed:
    "The log has another start of this round than the one that you gave your luck to. The server may have chosen the dice.",
  luck_answers_another_call:
    "The log has another start of this round than the one that a player gave their luck to. The server may have chosen the dice.",
  luck_mismatch: "A player’s luck is not in this round as they gave it.",
  receipt_missing: "Something that you were shown in this round is not in the log.",
  shown_otherwise: "You were shown something else than what is in the log.",
  round_order: "The rounds are out of order: an older state of the table may have been put back.",
  round_not_over: "This round started before the last one was over.",
  opening_mismatch: "This round belongs to another beginning of the table than the log has.",
  commitment_mismatch: "The seed is not the one that was promised before the first die.",
  path_mismatch: "The dice of this round are not those that the table promised.",
  root_missing: "The table promised no dice for this round.",
  bad_root: "The table promised dice for the same rounds twice, or for rounds in between.",
  draw_mismatch: "A die does not show what follows from the seed and the luck words.",
  draw_missing: "A roll is missing from the log.",
  draw_order: "Rolls were left out, repeated or swapped.",
  draw_undeclared: "Something was rolled that this game does not roll.",
  face_mismatch: "A die or a check shows something else than was rolled.",
  hash_mismatch: "A line of the log was changed after it was written.",
  chain_broken: "Lines of the log were changed, removed or swapped after they were written.",
  not_whole: "The proof does not have the whole round.",
  seats_mismatch: "The players of this round are not those who sat at the table.",
  seed_missing: "The seed of a round is not in the log.",
  seed_misplaced: "The log has another seed for a round than it had before, or has it in a wrong place.",
  not_as_told: "What the server says of this round is not what its log says.",
  wrong_table: "The proof has lines of another table’s log.",
};
const ELSE_WRONG = "The proof of this round is damaged, or made up.";
const MOST_DETAILS = 3;

/** What is wrong, one sentence for each kind.
 *  @param {{report: Report}} props */
function Wrong({ report }) {
  const codes = [...new Set(report.wrong.map(({ code }) => code))];
  return html`<ul class="findings">
    ${codes.map((code) => {
      const found = report.wrong.filter((one) => one.code === code);
      const details = found
        .slice(0, MOST_DETAILS)
        .map(({ seq, detail }) => `${detail}${seq === null ? "" : ` (entry ${seq})`}`);
      const more = found.length - details.length;
      return html`<li key=${code} class="bad">
        <${Icon} name="warn" />
        <div>
          ${WRONG[code] ?? ELSE_WRONG}
          <small class="hash">${code}: ${details.join("; ")}${more ? `; and ${more} more` : ""}</small>
        </div>
      </li>`;
    })}
    ${report.record ? null : html`<${Found} title="Not compared" kind="hint">What this browser was shown: the proof itself has to be right first.</${Found}>`}
  </ul>`;
}

/** What was checked, and is right.
 *  @param {{report: Report, played: Played | undefined, view: View, known: import("../session.mjs").Known, kept: number}} props */
function Findings({ report, played, view, known, kept }) {
  /** @param {string} seat */
  const name = (seat) => nameOf(view, seat);
  const lucks = played?.luck ?? [];
  const lacking = !lucks.some(({ luck }) => luck)
    ? "No player influenced what was rolled."
    : lucks.some(({ seat, luck }) => seat === known.seat && !luck)
      ? "You did not influence what was rolled."
      : "";
  return html`<ul class="findings">
    ${
      played
        ? html`<${Found} title="The dice">${played.draws ? `All ${played.draws} rolls and checks follow from the round’s seed and the luck words, each in its turn.` : "Nothing was rolled in this round."}</${Found}>
          <${Found} title="The promise">The seed is the one that the table’s root promises for this round. <code class="hash">${report.root}</code></${Found}>`
        : html`<${Found} title="The promise">The table’s root has a promise for the seed of this round. <code class="hash">${report.root}</code></${Found}>`
    }
    <${Compared} ...${{ report, isSealed: !played, kept }} />
    ${lucks.length ? html`<${Found} title="Luck words" kind=${lacking ? "caution" : "good"}>${lacking}<ul class="lucks">${lucks.map((one) => html`<li key=${one.seat}><bdi>${name(one.seat)}</bdi>${one.seat === known.seat ? " (you)" : ""}: ${luckInWords(one)}</li>`)}</ul></${Found}>` : null}
    ${report.altered.length ? html`<${Found} title="Cheating" kind="hint">Dice were turned, as the rules allow, and it was recorded:<ul class="lucks">${report.altered.map((step) => html`<li key=${step}>${alterationInWords(step, name)}</li>`)}</ul></${Found}>` : null}
    ${report.seeded ? html`<${Found} title="Who could know" kind="bad">The opener of this table chose its secret, and so could know every roll.</${Found}>` : null}
  </ul>`;
}

/** What of this browser's record was compared, all of it with the same result.
 *  @param {{report: Report, isSealed: boolean, kept: number}} props */
function Compared({ report, isSealed, kept }) {
  const { entries, views, roots, calls } = report.record ?? { entries: 0, views: 0, roots: 0, calls: 0 };
  const same = [
    entries ? `${entries} ${entries === 1 ? "entry" : "entries"}` : "",
    views ? `${views} ${views === 1 ? "view" : "views"} of the table` : "",
    roots ? "the root" : "",
    calls ? "the call that your luck answered" : "",
  ].filter(Boolean);
  return html`${same.length ? html`<${Found} title="What you saw">The same as in the proof: ${listed(same)}.</${Found}>` : null}
  ${
    isSealed && kept
      ? html`<${Found} title="Not compared yet" kind="hint">This browser kept ${kept} ${kept === 1 ? "entry" : "entries"} of this round. They are compared once it is unsealed.</${Found}>`
      : entries
        ? null
        : html`<${Found} title="Not compared" kind="hint">This browser kept nothing of what happened in this round.</${Found}>`
  }
  ${roots ? null : html`<${Found} title="The root" kind="hint">This browser kept none for this round. Compare it with the other players’.</${Found}>`}`;
}

/** What a proof may claim without proving it, where the verifier has a single word.
 *  @type {Record<string, string>} */
const CLAIMS = {
  game: "which game was played",
  rules: "by which version of its rules",
  luck: "with which luck words",
  root: "that the root was published",
};

/** What the check does not prove, and every draw.
 *  @param {{report: Report, view: View}} props */
function Details({ report, view }) {
  /** @type {ProvenDraw[]} */
  const draws = report.draws ?? [];
  return html`<${Fold} summary="What this check does not prove"><ul class="plainlist">
      ${report.not_shown.map((what) => html`<li key=${what}>${CLAIMS[what] ?? what}</li>`)}
      <li>that this page is right: it comes from the server, too. Save the proof, and check it with a verifier that you got elsewhere.</li>
    </ul></${Fold}>
    ${
      draws.length
        ? html`<${Fold} summary="Every draw (${draws.length})"><div class="scroller"><table><thead><tr><th scope="col">Seat</th><th scope="col">For</th><th scope="col">Die</th><th scope="col">Shows</th></tr></thead>
      <tbody>${draws.map(
        (draw, at) =>
          html`<tr key=${at}>
            <th scope="row"><bdi>${draw.seat ? nameOf(view, draw.seat) : ""}</bdi></th>
            <td>${draw.purpose.replaceAll("_", " ")}</td>
            <td>d${draw.sides}</td>
            <td>${draw.face}</td>
          </tr>`,
      )}</tbody></table></div></${Fold}>`
        : null
    }`;
}

/** @param {string} step what the verifier says
 *  @param {(seat: string) => string} name */
export function alterationInWords(step, name) {
  const found = /^entry \d+: die (\d+) of (\S+?)(?:, rolled again in secret by (\S+))?, from (\d+) to (\d+)$/.exec(
    step,
  );
  if (!found) return step;
  const [, n, seat, by, was, now] = found;
  const again = by ? html`, rolled again in secret by <bdi>${name(by)}</bdi>` : null;
  return html`<bdi>${name(seat)}</bdi>${`’s die ${Number(n) + 1}`}${again}${`, from ${was} to ${now}`}`;
}

/** @param {Luck} luck */
function luckInWords({ luck, how }) {
  if (how === "withheld") return "sealed, and withheld";
  if (how === "unsealed" || !luck) return "none";
  return how === "revealed" ? `“${luck}”, as it was sealed` : `“${luck}”`;
}

const SIGNS = { good: "check", bad: "warn", caution: "warn", hint: "note" };

/** Only what was checked, and is right, has a tick.
 *  @param {{title: string, kind?: keyof typeof SIGNS, children?: ComponentChildren}} props */
function Found({ title, kind = "good", children }) {
  return html`<li class=${kind}>
    <${Icon} name=${SIGNS[kind]} />
    <div><strong>${title}</strong>${" "}${children}</div>
  </li>`;
}
