// @ts-check
/** The rounds of a table. Each is a link. */

import { html, useEffect, useMemo, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Coins } from "../money.mjs";
import { Empty, Problem, listed, useTitle, useWork } from "../parts.mjs";
import { link, roundPath, tablePath } from "../place.mjs";
import { tableFor, useWords } from "../server.mjs";
import { knownTable, useSession } from "../session.mjs";
import { nameOf } from "../labels.mjs";
import { Notices, noticed } from "../table/notices.mjs";

/** @import { ComponentType } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @typedef {import("../../client/tavern/answers.mjs").Round} Round */

const AT_ONCE = 50;

/** Made when it is first needed, and once: browsers take long for it.
 *  @type {Intl.DateTimeFormat | null} */
let format = null;
const whenFormat = () => (format ??= new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "short" }));

/** The table, and its rounds: the last ones first, with more on request.
 *  @param {string} table
 *  @param {string | undefined} token */
function useRounds(table, token) {
  const handle = useMemo(() => tableFor(table, token), [table, token]);
  const [view, setView] = useState(/** @type {View | null} */ (null));
  const [rounds, setRounds] = useState(/** @type {Round[]} */ ([]));
  const [first, setFirst] = useState(0);
  const { busy, error, run } = useWork();
  /** @param {number} before */
  const read = async (before) => {
    const after = Math.max(0, before - AT_ONCE);
    const page = await handle.rounds(after, before - after);
    setRounds((was) => [...page, ...was.filter((one) => one.round > before)]);
    setFirst(after);
  };
  const look = () =>
    handle.look().catch((problem) => {
      if (noticed(table, problem)) return handle.look();
      throw problem;
    });
  const begin = () =>
    run(async () => {
      const now = await look();
      setView(now);
      if (now.round) await read(now.round);
    });
  useEffect(() => void begin(), [handle]);
  const more = () => run(() => read(first));
  return { view, rounds, error, busy, more: first ? more : null, again: rounds.length ? more : begin };
}

/** @param {{table: string, bar: ComponentType}} props */
export function RoundsPage({ table, bar: Bar }) {
  useSession();
  const known = knownTable(table);
  const { view, rounds, error, busy, more, again } = useRounds(table, known.token ?? known.gm ?? known.invite);
  const words = useWords(view?.game);
  const name = view?.name || words.game?.name || "Table";
  useTitle(`Rounds · ${name} · Tavern Table`);
  return html`
    <${Bar}><div class="tabletitle"><h1><bdi dir="auto">${name}</bdi></h1><p><span>Rounds</span><a href=${link(tablePath(table))}>To the table</a></p></div></${Bar}>
    <main class="page rounds" id="main" aria-busy=${busy}>
      <${Notices} known=${known} />
      <h2>Rounds</h2>
      <${Problem} error=${error} again=${again} />
      ${view && !rounds.length && !busy && !error ? html`<${Empty} icon="scroll" title="No round has been played yet."><p><a href=${link(tablePath(table))}>To the table</a></p></${Empty}>` : null}
      <ol class="roundlist">${[...rounds].reverse().map((one) => html`<${Line} key=${one.round} ...${{ one, view, table }} />`)}</ol>
      <p class="help"><a href=${link("replay")}>Step through a round that you have as a text</a></p>
      ${more ? html`<button type="button" class="second" disabled=${busy} onClick=${more}>Earlier rounds</button>` : null}
    </main>`;
}

/** @param {{one: Round, view: View, table: string}} props */
function Line({ one, view, table }) {
  const words = useWords(one.game);
  const outcome = one.outcome ? words.of("outcomes", one.outcome) : null;
  const open = one.disputes.filter(({ verdict }) => verdict === null).length;
  const won = Object.values(one.won_cp).reduce((sum, cp) => sum + cp, 0);
  return html`<li>
    <a href=${link(roundPath(table, one.round))}>
      <span class="round-number">${one.round}</span>
      <span class="round-what"
        ><strong
          >${!one.ended_at ? "Running" : one.winners.length ? html`<bdi dir="auto">${listed(one.winners.map((seat) => nameOf(view, seat)))}</bdi> ${one.winners.length === 1 ? "wins" : "win"}` : outcome?.label}</strong
        >
        <span class="help"
          >${one.game === view.game ? "" : `${words.game?.name ?? one.game} · `}${one.winners.length && outcome ? `${outcome.label} · ` : ""}<time
            datetime=${one.started_at}
            >${whenFormat().format(new Date(one.started_at))}</time
          ></span
        ></span
      >
      <span class="round-end"
        >${won ? html`<${Coins} cp=${won} />` : null}
        ${one.disputes.length ? html`<span class="tag ${open ? "open" : ""}"><${Icon} name="scales" /> ${open ? "disputed" : "ruled on"}</span>` : null}
        ${one.unsealed ? html`<span class="tag" title="The seed is published: everybody can check every roll.">unsealed</span>` : null}</span
      >
    </a>
  </li>`;
}
