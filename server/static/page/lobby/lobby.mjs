// @ts-check
/** The lobby: play at once, my tables, open or join one, and the tables that are listed. */

import { html, useEffect, useId, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Later, Soon } from "../later.mjs";
import { Empty, Field, Problem, codeOf, explained, useTitle, useWork } from "../parts.mjs";
import { link, tablePath } from "../place.mjs";
import { againIn, tavern, useGames } from "../server.mjs";
import { forget, knownTables, set, settings, useSession } from "../session.mjs";
import { JoinForm } from "./codes.mjs";
import { practise } from "./practice.mjs";

/** @import { ListedTable } from "../../client/tavern/answers.mjs" */
/** @import { ComponentType, FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Games } from "../api.d.mts" */

/** Behind a button: loaded when it is first opened. */
const loadOpening = () => import("./opening.mjs").then((module) => module.OpenDialog);

/** @param {{bar: ComponentType}} props */
export function Lobby({ bar: Bar }) {
  useSession();
  useTitle("Tavern Table");
  const { catalogue, error } = useGames();
  const [opening, setOpening] = useState(/** @type {string | null | false} */ (false));
  return html`<${Bar} end=${html`<a class="quiet button" href=${link("api/docs")}>API</a>`} />
    <main class="page lobby" id="main">
      <section class="hero">
        <h1>Pull up a chair.</h1>
        <p class="lead">Tavern dice for your table. Hidden dice stay hidden, and every roll can be proved.</p>
        ${error ? html`<p class="problem" role="alert"><${Icon} name="offline" /><span>The server cannot be reached (${explained(error)}). Trying again…</span></p>` : null}
        <${Practice} catalogue=${catalogue} />
      </section>
      <div class="lobbygrid">
        <${Soon}><section class="card" aria-labelledby="mine">
          <h2 id="mine">My tables</h2>
          <${MyTables} catalogue=${catalogue} />
        </section></${Soon}>
        <${Soon}><section class="card" aria-labelledby="host">
          <h2 id="host">Host a game</h2>
          <p>Open a table and hand out the invite. You run it, as the game master.</p>
          <button type="button" class="main" disabled=${!catalogue} onClick=${() => setOpening(null)}>
            <${Icon} name="plus" />Open a table
          </button>
          <hr />
          <h2>Join a game</h2>
          <${JoinForm} />
        </section></${Soon}>
        <${Soon}><section class="card" aria-labelledby="listed">
          <h2 id="listed">Open tables</h2>
          <${Listed} catalogue=${catalogue} />
        </section></${Soon}>
      </div>
      <section class="games" aria-labelledby="games">
        <h2 id="games">The games</h2>
        <ul class="gamelist">
          ${
            catalogue
              ? html`<${Soon}>${catalogue.games.map(
                  (game) =>
                    html`<li key=${game.id}>
                      <h3>${game.name}</h3>
                      <p>${game.summary}</p>
                      <p class="gamelist-end">
                        <span class="help">${game.seats.min} to ${game.seats.max} seats</span>
                        <button
                          type="button"
                          class="tiny"
                          aria-label="Open a table of ${game.name}"
                          onClick=${() => setOpening(game.id)}
                        >
                          Open a table
                        </button>
                      </p>
                    </li>`,
                )}</${Soon}>`
              : null
          }
        </ul>
      </section>
    </main>
    ${catalogue && opening !== false ? html`<${Later} inside of=${loadOpening} catalogue=${catalogue} game=${opening ?? undefined} onClose=${() => setOpening(false)} />` : null}`;
}

/** One click from here to the first roll.
 *  @param {{catalogue: Games | null}} props */
function Practice({ catalogue }) {
  const { busy, error, run } = useWork();
  const id = useId();
  const [game, setGame] = useState("");
  const [hostKey, setHostKey] = useState("");
  const chosen = catalogue?.games.find((one) => one.id === game) ?? catalogue?.games[0];
  const asksKey = codeOf(error) === "host_key_needed" || hostKey;
  return html`<div class="practice">
    <button
      type="button"
      class="main huge"
      disabled=${!chosen || busy}
      aria-busy=${busy}
      onClick=${() => chosen && run(() => practise(chosen, hostKey))}
    >
      <${Icon} name="play" />${busy ? "Sitting down…" : "Play now"}
    </button>
    <div class="practice-how">
      <label class="inline" for="${id}g"
        >Game
        <select
          id="${id}g"
          value=${chosen?.id ?? ""}
          onChange=${(/** @type {FieldEvent} */ event) => setGame(event.target.value)}
        >
          ${(catalogue?.games ?? []).map((one) => html`<option value=${one.id} key=${one.id}>${one.name}</option>`)}
        </select></label
      >
      <label class="inline" for="${id}n"
        >Name
        <input
          id="${id}n"
          maxlength="60"
          dir="auto"
          placeholder="optional"
          autocomplete="nickname"
          value=${settings().name}
          onChange=${(/** @type {FieldEvent} */ event) => set({ name: event.target.value.trim() })}
      /></label>
    </div>
    <p class="help">A practice table against the house’s players. Nothing to set up.</p>
    ${asksKey ? html`<${Field} label="Host key" id="${id}k" help="This server asks for a key to open tables."><input id="${id}k" type="password" autocomplete="off" value=${hostKey} onInput=${(/** @type {FieldEvent} */ event) => setHostKey(event.target.value)} /></${Field}>` : null}
    <${Problem} error=${error} />
  </div>`;
}

/** @param {{catalogue: Games | null}} props */
function MyTables({ catalogue }) {
  // A table that never showed itself, as with a wrong link, is none of them.
  const tables = knownTables().filter((known) => known.seen);
  if (!tables.length) return html`<${Empty} icon="dice" title="You have not sat at any table yet." />`;
  return html`<ul class="tablelist">
    ${tables.slice(0, 30).map((known) => {
      const game = catalogue?.games.find((one) => one.id === known.game)?.name ?? known.game ?? "";
      const as = [
        known.gm && !known.practice ? "GM" : "",
        known.token ? known.who || "seated" : known.gm ? "" : known.invite ? "invited" : "watching",
      ]
        .filter(Boolean)
        .join(", ");
      return html`<li key=${known.table}>
        <a href=${link(tablePath(known.table))}
          ><strong><bdi dir="auto">${known.name || game || known.table}</bdi></strong>
          <span class="help">${known.name && game ? `${game} · ` : ""}<bdi>${as}</bdi></span></a
        >
        <button
          type="button"
          class="quiet square"
          onClick=${() => (!(known.gm || known.token) || confirm("Forget this table? Its tokens are only kept here.")) && forget(known.table)}
        >
          <${Icon} name="close" label="Forget ${known.name || known.table}" />
        </button>
      </li>`;
    })}
  </ul>`;
}

/** @param {{catalogue: Games | null}} props */
function Listed({ catalogue }) {
  const [tables, setTables] = useState(/** @type {ListedTable[] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    let over = false;
    let timer = 0;
    const ask = async () => {
      let problem = null;
      if (!document.hidden) {
        try {
          const answer = await tavern.tables();
          if (!over) setTables(answer);
        } catch (caught) {
          problem = caught;
        }
        if (over) return;
        setError(problem);
      }
      timer = setTimeout(ask, againIn(15, problem));
    };
    ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
  if (!tables)
    return error
      ? html`<p class="help">They cannot be shown now.</p>`
      : html`<p class="help" aria-busy="true">Looking around…</p>`;
  if (!tables.length)
    return html`<${Empty} icon="eye" title="No table is open to everybody."><p class="help">A GM can list theirs when opening it.</p></${Empty}>`;
  return html`<ul class="tablelist">
    ${[...tables]
      .reverse()
      .slice(0, 50)
      .map(
        (one) =>
          html`<li key=${one.table}>
            <a href=${link(tablePath(one.table))}>
              <strong
                ><bdi dir="auto"
                  >${one.name || catalogue?.games.find((game) => game.id === one.game)?.name || one.table}</bdi
                ></strong
              >
              <span class="help"
                >${catalogue?.games.find((game) => game.id === one.game)?.name ?? one.game} · ${one.seats}${" "}
                ${one.seats === 1 ? "seat" : "seats"} ·${" "}
                ${one.round ? `round ${one.round}` : "not begun"}${one.gm ? html` · <bdi>${one.gm}</bdi>` : null}</span
              ></a
            >
          </li>`,
      )}
  </ul>`;
}
