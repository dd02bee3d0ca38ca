// @ts-check
/** Checking a round in the browser: the proof, this browser's receipts and luck, and an explanation of the result. */

import { html, useEffect, useId, useState } from "../../vendor/preact.mjs";
import { verifyProof } from "../../client/tavern.mjs";
import { Icon } from "../icons.mjs";
import { Dialog, Field, Fold, Problem, useWork } from "../parts.mjs";
import { tableFor } from "../server.mjs";
import { nameOf } from "../table/fields.mjs";

/** @typedef {import("../../client/tavern.mjs").Report} Report */

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

/** @param {{handle: any, table: string, round: number}} props */
export function ProofButton({ handle, table, round }) {
  const { busy, error, run } = useWork();
  const fetchIt = () => run(async () => download(`${table}-round-${round}-proof.json`, await handle.proof(round)));
  return html`<button type="button" class="second" disabled=${busy} onClick=${fetchIt}>
      <${Icon} name="save" />Save proof</button
    ><${Problem} error=${error} />`;
}

/** @param {{table: string, round: number, known: import("../session.mjs").Known, words: import("../labels.mjs").Words, view: any}} props */
export function CheckButton(props) {
  const [open, setOpen] = useState(false);
  return html`<button type="button" class="main" onClick=${() => setOpen(true)}>
      <${Icon} name="check" />Check this round
    </button>
    ${open ? html`<${CheckDialog} ...${props} onClose=${() => setOpen(false)} />` : null}`;
}

/** @param {{table: string, round: number, known: import("../session.mjs").Known, words: import("../labels.mjs").Words, view: any, onClose: () => void}} props */
function CheckDialog({ table, round, known, view, onClose }) {
  const [report, setReport] = useState(/** @type {Report | null} */ (null));
  const [word, setWord] = useState("");
  const { busy, error, run } = useWork();
  const id = useId();
  const check = () =>
    run(async () => {
      const mine = word.trim() && known.seat ? [/** @type {[string, string]} */ ([known.seat, word.trim()])] : [];
      const handle = tableFor(table, known.token ?? known.gm ?? known.invite);
      // The seat's own sealed words are known to its handle once it has seen the table.
      if (known.token) await handle.look().catch(() => null);
      if (view.options?.luck === "sealed" && known.token) {
        await handle.view().catch(() => null);
        setReport(await handle.verify(round, { luck: mine }));
      } else
        setReport(
          await verifyProof(await handle.proof(round), { receipts: handle.receiptsFile() || null, luck: mine }),
        );
    });
  const unseal = () =>
    run(async () => {
      await tableFor(table, known.gm).send({ type: "unseal", round });
      setReport(null);
    });
  useEffect(() => {
    if (!report && !error) check();
  }, [report]);
  const open = Boolean(report?.rounds.length);
  const played = open && report ? report.rounds.find((one) => one.round === round) : null;
  const mayName = Boolean(
    open && known.seat && played?.luck.some((/** @type {any} */ one) => one.seat === known.seat && one.how === "open"),
  );
  return html`<${Dialog} title="Check round ${round}" wide onClose=${onClose}>
    <p class="help">Your browser recomputes the round from its proof. The server is not asked whether it is right.</p>
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
                  : open
                    ? html`<p class="verdict good">
                        <${Icon} name="check" /><strong>Everything that can be checked is right.</strong>
                      </p>`
                    : html`<p class="verdict">
                        <${Icon} name="clock" /><strong>The dice cannot be checked yet.</strong>
                      </p>`
              }
              <${Findings} ...${{ report, played, view, known, round }} />
            </div>
            ${
              !open && report.right && known.gm
                ? html`<p class="help">
                      Unsealing publishes the seed of this round, and with it everything that was hidden in it, to
                      everybody.
                    </p>
                    <button type="button" class="main" disabled=${busy} onClick=${unseal}>
                      Unseal round ${round}
                    </button>`
                : null
            }
            ${!open && report.right && !known.gm ? html`<p class="help">Ask the GM to unseal the round, or dispute it.</p>` : null}
            ${
              mayName
                ? html`<form class="ownword" onSubmit=${(/** @type {Event} */ event) => {
                    event.preventDefault();
                    check();
                  }}>
        <${Field} label="Your luck word in this round" optional id=${id} help="Type what you chose: the check then says whether you really played with it.">
          <div class="copyline"><input id=${id} maxlength="60" dir="auto" autocomplete="off" value=${word} onInput=${(/** @type {any} */ event) => setWord(event.target.value)} />
            <button type="submit" class="second" disabled=${busy || !word.trim()}>Check again</button></div></${Field}></form>`
                : null
            }`
        : null
    }
  </${Dialog}>`;
}

/** @type {Record<string, string>} */
const WRONG = {
  commitment_mismatch: "The seed is not the one that was promised before the first die.",
  draw_mismatch: "A die does not show what follows from the seed and the luck words.",
  face_mismatch: "A die on the table shows something that was never rolled.",
  hash_mismatch: "A line of the log was changed after it was written.",
  chain_broken: "The log was put together differently from how it was written.",
  luck_mismatch: "A luck word is not the one that was played with.",
  path_mismatch: "The promise of this round does not belong to the table’s root.",
  root_missing: "The table published no root for this round.",
  receipt_missing: "A command that this browser gave is missing from the round.",
};

/** What a check found, in plain words.
 *  @param {{report: Report, played: any, view: any, known: import("../session.mjs").Known, round: number}} props */
function Findings({ report, played, view, known, round }) {
  /** @param {string} seat */
  const name = (seat) => nameOf(view, seat);
  const shown = view.fair?.roots?.find((/** @type {any} */ one) => one.from <= round && round <= one.to)?.root;
  const first = known.root ?? null;
  const { receipts } = report;
  return html` ${
      report.wrong.length
        ? html`<ul class="findings">
            ${report.wrong.map(
              ({ seq, code, detail }) =>
                html`<li key=${code + seq} class="bad">
                  <${Icon} name="warn" /><span>
                    ${WRONG[code] ? html`${WRONG[code]} ` : null}<small
                      >${detail}${seq === null ? "" : `, entry ${seq}`} (${code})</small
                    ></span
                  >
                </li>`,
            )}
          </ul>`
        : null
    }
    <ul class="findings">
      ${
        report.right && played
          ? html`
        <${Found} title="The dice"><span>All ${played.draws} rolls and checks follow from the round’s seed and the luck words, each in its turn. Nobody rolled again in secret.</span></${Found}>
        <${Found} title="The promise"><span>The seed is the one to which the table committed before the first die.</span></${Found}>`
          : report.right
            ? html`<${Found} title="The promise"><span>The table committed to this round’s seed in its first entry. While the seed is secret, nobody can check the dice, and nobody can foresee them.</span></${Found}>`
            : null
      }
      ${
        report.right && report.root
          ? html`<${Found} title="The root" bad=${Boolean((shown && shown !== report.root) || (first && first !== report.root && round <= 1024))}>
        <span>${first === report.root ? "It is the root that this browser saw when it first came to the table." : shown === report.root ? "It is the root that the table shows." : "It differs from the root that the table shows."}
          <code class="hash">${report.root}</code></span></${Found}>`
          : null
      }
      ${
        report.right && receipts
          ? html`<${Found} title="Your commands"><span>${
              !receipts.found
                ? "This browser gave no commands in this round."
                : receiptsInWords(receipts.found, receipts.not_here)
            }</span></${Found}>`
          : null
      }
      ${played?.luck.length ? html`<${Found} title="Luck words"><ul class="lucks">${played.luck.map((/** @type {any} */ one) => html`<li key=${one.seat}><bdi>${name(one.seat)}</bdi>${one.seat === known.seat ? " (you)" : ""}: ${luckInWords(one)}</li>`)}</ul></${Found}>` : null}
      ${report.altered.length ? html`<${Found} title="Cheating"><span>Dice were turned, as the rules allow, and it was recorded:</span><ul class="lucks">${report.altered.map((step) => html`<li key=${step}>${alterationInWords(step, name)}</li>`)}</ul></${Found}>` : null}
      ${report.seeded ? html`<${Found} title="Who could know" bad><span>The opener of this table chose its secret, and so could know every roll.</span></${Found}>` : null}
    </ul>
    ${report.not_shown.length ? html`<${Fold} summary="What this file alone does not prove"><ul class="plainlist">${report.not_shown.map((what) => html`<li key=${what}>${what}</li>`)}</ul></${Fold}>` : null}
    ${
      played && report.draws?.length
        ? html`<${Fold} summary="Every draw (${report.draws.length})"><div class="scroller"><table><thead><tr><th scope="col">Seat</th><th scope="col">For</th><th scope="col">Die</th><th scope="col">Shows</th></tr></thead>
      <tbody>${report.draws.map(
        (/** @type {any} */ draw, /** @type {number} */ at) =>
          html`<tr key=${at}>
            <th scope="row"><bdi>${draw.seat ? name(draw.seat) : ""}</bdi></th>
            <td>${draw.purpose.replaceAll("_", " ")}</td>
            <td>d${draw.sides}</td>
            <td>${draw.face}</td>
          </tr>`,
      )}</tbody></table></div></${Fold}>`
        : null
    }`;
}

/** @param {number} found
 *  @param {number} elsewhere */
function receiptsInWords(found, elsewhere) {
  const here = `${found} of the commands that this browser gave ${found === 1 ? "is" : "are"} in this round, as ${found === 1 ? "it was" : "they were"} given.`;
  return elsewhere ? `${here} ${elsewhere} ${elsewhere === 1 ? "belongs" : "belong"} to other rounds.` : here;
}

/** @param {string} step what the verifier says
 *  @param {(seat: string) => string} name */
function alterationInWords(step, name) {
  const found = /^entry \d+: die (\d+) of (.+), from (\d+) to (\d+)$/.exec(step);
  return found
    ? html`<bdi>${name(found[2])}</bdi>’s${" "}
        ${["first", "second", "third", "fourth", "fifth", "sixth"][Number(found[1])] ?? `${Number(found[1]) + 1}th`}
        die, from ${found[3]} to ${found[4]}`
    : step;
}

/** @param {{seat: string, luck: string, how: string}} luck */
function luckInWords({ luck, how }) {
  if (how === "withheld") return "sealed, and withheld";
  if (how === "unsealed" || !luck) return "none";
  return how === "revealed" ? `“${luck}”, as it was sealed` : `“${luck}”`;
}

/** @param {{title: string, bad?: boolean, children?: any}} props */
function Found({ title, bad = false, children }) {
  return html`<li class=${bad ? "bad" : ""}>
    <${Icon} name=${bad ? "warn" : "check"} />
    <div><strong>${title}</strong>${" "}${children}</div>
  </li>`;
}
