// @ts-check
/** The table's books: standings with every payment, and disputes with a way to raise one. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Coins } from "../money.mjs";
import { Dialog, Empty, Problem, useWork } from "../parts.mjs";
import { link, roundPath } from "../place.mjs";
import { DisputeDialog } from "../replay/dispute.mjs";
import { nameOf } from "../labels.mjs";
import { Disputes, Standings } from "./panels.mjs";

/** @import { LedgerLine, View } from "../api.d.mts" */
/** @import { Shown } from "./live.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

const AT_ONCE = 300;

/** @param {{live: Shown, words: Words, me: string | null}} props */
export function StandingsPanel({ live, words, me }) {
  const [open, setOpen] = useState(false);
  const { view } = live;
  return html`<${Standings} view=${view} me=${me} />
    <div class="panelend">
      ${view.round ? html`<a class="button tiny" href=${link(roundPath(view.table))}><${Icon} name="scroll" />All rounds</a>` : null}
      <button type="button" class="tiny" onClick=${() => setOpen(true)}><${Icon} name="scales" />Every payment</button>
    </div>
    ${open ? html`<${Ledger} live=${live} words=${words} onClose=${() => setOpen(false)} />` : null}`;
}

/** Every payment of the table, the newest first.
 *  @param {{live: Shown, words: Words, onClose: () => void}} props */
function Ledger({ live, words, onClose }) {
  const { view, handle } = live;
  const [lines, setLines] = useState(/** @type {LedgerLine[] | null} */ (null));
  const [accounts, setAccounts] = useState(/** @type {Record<string, number>} */ ({}));
  const [shown, setShown] = useState(AT_ONCE);
  const { busy, error, run } = useWork();
  useEffect(() => {
    run(async () => {
      /** @type {LedgerLine[]} */
      const all = [];
      let after = 0;
      for (;;) {
        const page = await handle.ledger(after);
        all.push(...page.lines);
        after = page.version;
        setAccounts(page.accounts);
        if (!page.more) break;
      }
      setLines(all.reverse());
    });
  }, [handle, view.version]);
  /** @param {string} account */
  const name = (account) =>
    account === "outside" ? "outside" : (words.detail("table", `${account}_cp`)?.label ?? accountName(account, view));
  const house = accounts.house ?? 0;
  return html`<${Dialog} title="Every payment" wide onClose=${onClose}>
    <${Problem} error=${error} />
    ${house ? html`<p>The House has <${Coins} cp=${house} sign />.</p>` : null}
    ${lines && !lines.length ? html`<${Empty} icon="scales" title="No coin has moved yet." />` : null}
    ${
      lines?.length
        ? html`<div class="scroller" tabindex="0" role="region" aria-label="Payments">
            <table class="ledger">
              <thead>
                <tr>
                  <th scope="col">From</th>
                  <th scope="col">To</th>
                  <th scope="col">For</th>
                  <th scope="col">Coins</th>
                </tr>
              </thead>
              <tbody>
                ${lines.slice(0, shown).map(
                  (one, at) =>
                    html`<tr key=${lines.length - at}>
                      <td><bdi dir="auto">${name(one.payer)}</bdi></td>
                      <td><bdi dir="auto">${name(one.payee)}</bdi></td>
                      <td>
                        ${words.of("coins", one.reason).label}${one.note ? html`: <bdi dir="auto">${one.note}</bdi>` : null}
                        ${one.owed_cp ? html` <span class="tag">of <${Coins} cp=${one.owed_cp} /> owed</span>` : null}
                      </td>
                      <td><${Coins} cp=${one.amount_cp} /></td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
        : busy && !lines
          ? html`<p aria-busy="true">Counting…</p>`
          : null
    }
    ${lines && lines.length > shown ? html`<button type="button" class="quiet" onClick=${() => setShown(shown + AT_ONCE)}>Earlier</button>` : null}
  </${Dialog}>`;
}

/** @param {string} account
 *  @param {View} view */
function accountName(account, view) {
  if (account === "pot") return "the pot";
  if (account === "house") return "the House";
  return account.includes("_") && !view.seats.some((one) => one.seat === account)
    ? account.replaceAll("_", " ")
    : nameOf(view, account);
}

/** @param {{live: Shown, words: Words, me: string | null, token?: string}} props */
export function DisputesPanel({ live, words, me, token }) {
  const [open, setOpen] = useState(false);
  const { view } = live;
  const may = me && token && view.you?.actions.some((one) => one.type === "dispute");
  return html`<${Disputes} view=${view} words=${words} me=${me} /> ${
      may
        ? html`<div class="panelend">
            <button type="button" class="second" onClick=${() => setOpen(true)}>
              <${Icon} name="scales" />Dispute a round…
            </button>
          </div>`
        : null
    }
    ${open && token ? html`<${DisputeDialog} table=${view.table} token=${token} round=${view.round} rounds=${view.round} onClose=${() => setOpen(false)} />` : null}`;
}
