// @ts-check
/** The page: which part is shown at which address, and the frame around each. */

import { html, render, useState } from "../vendor/preact.mjs";
import { Icon } from "./icons.mjs";
import { Later, dressed } from "./later.mjs";
import { Chips, Dialog, useTitle } from "./parts.mjs";
import { BASE, followLink, link, tablePath, takeFragment, useRoute } from "./place.mjs";
import { isFramed, keepDressed, remember, set, settings, useSession } from "./session.mjs";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */

/** @typedef {import("./session.mjs").Settings} Settings */

/** Each part is loaded when it is first shown: visitors with an invite need no lobby. */
const PAGES = {
  lobby: () => import("./lobby/lobby.mjs").then((module) => module.Lobby),
  join: () => import("./lobby/codes.mjs").then((module) => module.JoinPage),
  table: () => import("./table/table.mjs").then((module) => module.TablePage),
  rounds: () => dressed("page/replay/replay.css", import("./replay/rounds.mjs")).then((module) => module.RoundsPage),
  replay: () => dressed("page/replay/replay.css", import("./replay/replay.mjs")).then((module) => module.ReplayPage),
  text: () => dressed("page/replay/replay.css", import("./replay/text.mjs")).then((module) => module.TextPage),
  overlay: () =>
    dressed("page/overlay/overlay.css", import("./overlay/overlay.mjs")).then((module) => module.OverlayPage),
};

/** How the page looks and sounds: a theme, light or dark, sounds, and calls. */
function LookDialog(/** @type {{onClose: () => void}} */ { onClose }) {
  useSession();
  const { theme, scheme, sounds, calls } = settings();
  /** @param {boolean} wanted */
  const setCalls = (wanted) => {
    set({ calls: wanted });
    if (wanted && "Notification" in window && Notification.permission === "default") Notification.requestPermission();
  };
  return html`<${Dialog} title="Appearance" onClose=${onClose}>
    <${Chips} label="Theme" value=${theme} onPick=${(/** @type {Settings["theme"]} */ value) => set({ theme: value })} values=${[
      { value: "tavern", label: "Tavern" },
      { value: "parchment", label: "Parchment" },
      { value: "plain", label: "Plain" },
    ]} />
    <${Chips} label="Brightness" value=${scheme} onPick=${(/** @type {Settings["scheme"]} */ value) => set({ scheme: value })} values=${[
      { value: "auto", label: isFramed ? "As Foundry" : "As the device" },
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
    ]} />
    <label class="switch"><input type="checkbox" checked=${sounds} onChange=${() => set({ sounds: !sounds })} /><span>Sounds</span></label>
    ${
      // Browsers let no frame notify.
      isFramed
        ? null
        : html`<label class="switch"
            ><input type="checkbox" checked=${calls} onChange=${() => setCalls(!calls)} /><span
              >Vibrate and notify me when it is my turn</span
            ></label
          >`
    }
  </${Dialog}>`;
}

/** Where the brand leads: to the lobby, in a window of Foundry to its table. */
let home = BASE;

/** The bar at the top. A page puts its own title and buttons into it.
 *  @param {{children?: ComponentChildren, end?: ComponentChildren}} props */
function TopBar({ children, end }) {
  const [look, setLook] = useState(false);
  return html`<header class="topbar">
    <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
    <a class="brand" href=${home} aria-label=${home === BASE ? "Tavern Table, lobby" : "Tavern Table, to the table"}
      ><img src=${link("page/icon.svg")} alt="" width="28" height="28" />
      <span class="brand-name">Tavern Table</span></a
    >
    <div class="topbar-mid">${children}</div>
    <nav class="topbar-end" aria-label="Page">
      ${end}
      <button type="button" class="quiet square" onClick=${() => setLook(true)}>
        <${Icon} name="moon" label="Appearance" />
      </button>
    </nav>
    ${look ? html`<${LookDialog} onClose=${() => setLook(false)} />` : null}
  </header>`;
}

/** @param {MouseEvent} event */
function skip(event) {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

function Nowhere() {
  useTitle("Not found · Tavern Table");
  return html`<${TopBar} />
    <main class="page narrow" id="main">
      <h1>There is nothing here.</h1>
      <p>The link may be incomplete. <a href=${BASE}>Go to the lobby</a>.</p>
    </main>`;
}

function App() {
  const route = useRoute();
  switch (route.page) {
    case "lobby":
      return html`<${Later} of=${PAGES.lobby} bar=${TopBar} key="lobby" />`;
    case "join":
      return html`<${Later} of=${PAGES.join} code=${route.code} bar=${TopBar} key="join ${route.code}" />`;
    case "table":
      return html`<${Later} of=${PAGES.table} table=${route.table} bar=${TopBar} key=${route.table} />`;
    case "rounds":
      return html`<${Later} of=${PAGES.rounds} table=${route.table} bar=${TopBar} key="rounds ${route.table}" />`;
    case "replay":
      return html`<${Later}
        of=${PAGES.replay}
        table=${route.table}
        round=${route.round}
        bar=${TopBar}
        key="round ${route.round} ${route.table}"
      />`;
    case "text":
      return html`<${Later} of=${PAGES.text} bar=${TopBar} key="text" />`;
    case "overlay":
      return html`<${Later} of=${PAGES.overlay} table=${route.table} key="overlay ${route.table}" />`;
    default:
      return html`<${Nowhere} />`;
  }
}

/** Store the secrets in the address before anything is shown. */
function arrive() {
  const carried = takeFragment();
  const path = location.pathname.slice(new URL(BASE).pathname.length);
  const [t, table] = path.split("/");
  if (t !== "t" || !table) return;
  const id = decodeURIComponent(table);
  if (carried.invite) remember(id, { invite: carried.invite });
  if (carried.gm) remember(id, { gm: carried.gm });
  if (carried.token) remember(id, { token: carried.token, seat: undefined, admitted: undefined });
}

// The base is fixed before the address changes: a relative one would move with it.
const base = document.querySelector("base");
if (base) base.href = BASE;
keepDressed();
addEventListener("click", followLink);

function begin() {
  arrive();
  addEventListener("hashchange", arrive);
  // In a task of its own: a slow phone has had enough to do with reading the modules.
  setTimeout(() => {
    const root = document.getElementById("app");
    if (!root) return;
    root.replaceChildren();
    render(html`<${App} />`, root);
  });
}

/** The first message of Foundry's module. It comes once the page has loaded, perhaps before `framed.mjs` has.
 *  @returns {Promise<MessageEvent>} */
const hello = () =>
  new Promise((resolve) => {
    addEventListener("message", function heard(event) {
      // Who has the frame, or has opened the window into which it moved.
      const isAround = event.source === parent || event.source === parent.opener;
      if (!isAround || event.data?.tavern !== 1 || !event.ports.length) return;
      removeEventListener("message", heard);
      resolve(event);
    });
  });

if (isFramed) {
  const first = hello();
  import("./framed.mjs")
    .then((framed) => framed.connect(first))
    .then((table) => {
      home = link(tablePath(table));
      begin();
    });
} else begin();
