// @ts-check
/** Where the page is: the server's root, the route within it, and links. The server may live under a path prefix. */

import { useEffect, useState } from "../vendor/preact.mjs";

/** The server's root URL, with its path prefix and a slash at the end. */
export const BASE = new URL(".", document.baseURI).href;

/** @typedef {{page: "lobby"} | {page: "join", code: string} | {page: "table" | "overlay", table: string} |
 *   {page: "text"} | {page: "rounds", table: string} | {page: "replay", table: string, round: number} | {page: "nowhere"}} Route */

/** @param {string} path a path below the root, without a slash in front
 *  @returns {Route} */
function routeOf(path) {
  if (path === "" || path === "index.html") return { page: "lobby" };
  const [t, table, part, n, ...rest] = path.replace(/\/$/, "").split("/");
  if (t === "j" && table && !part) return { page: "join", code: table };
  if (path === "replay") return { page: "text" };
  if (t !== "t" || !table || rest.length) return { page: "nowhere" };
  if (!part) return { page: "table", table };
  if (part === "overlay" && !n) return { page: "overlay", table };
  if (part === "rounds" && !n) return { page: "rounds", table };
  if (part === "rounds" && /^[1-9]\d{0,8}$/.test(n ?? "")) return { page: "replay", table, round: Number(n) };
  return { page: "nowhere" };
}

/** The path of the current address, below the root. */
function currentPath() {
  const root = new URL(BASE).pathname;
  const path = location.pathname;
  return path.startsWith(root) ? decodeURI(path.slice(root.length)) : "";
}

/** The address of a path below the root.
 *  @param {string} path */
export const link = (path) => new URL(path, BASE).href;

/** @param {string} table */
export const tablePath = (table) => `t/${encodeURIComponent(table)}`;

/** @param {string} table
 *  @param {number} [round] none: the list of rounds
 *  @param {{as?: string, at?: number}} [seen] whose eyes, and which step */
export function roundPath(table, round, { as, at } = {}) {
  const path = `${tablePath(table)}/rounds${round ? `/${round}` : ""}`;
  return `${path}${as ? `?as=${encodeURIComponent(as)}` : ""}${at === undefined ? "" : `#at=${at}`}`;
}

/** What an address's fragment carries, such as an invite. It is removed from the address at once.
 *  @returns {{invite?: string, token?: string, gm?: string}} */
export function takeFragment() {
  /** @type {{invite?: string, token?: string, gm?: string}} */
  const carried = {};
  const given = new URLSearchParams(location.hash.slice(1));
  for (const name of /** @type {const} */ (["invite", "token", "gm"])) {
    const value = given.get(name);
    if (value) carried[name] = value;
  }
  if (Object.keys(carried).length) history.replaceState(history.state, "", location.pathname + location.search);
  return carried;
}

export const MOVED = "tavern-moved";

/** Go to a path below the root, without loading the page again.
 *  @param {string} path
 *  @param {{replace?: boolean}} [how] */
export function go(path, { replace = false } = {}) {
  // Who leaves from a dialog does not come back to it.
  history[replace || history.state?.dialog ? "replaceState" : "pushState"](null, "", link(path));
  scrollTo(0, 0);
  dispatchEvent(new Event(MOVED));
}

/** The current route; follows the address.
 *  @returns {Route} */
export function useRoute() {
  const [path, setPath] = useState(currentPath);
  useEffect(() => {
    const moved = () => setPath(currentPath());
    addEventListener("popstate", moved);
    addEventListener(MOVED, moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener(MOVED, moved);
    };
  }, []);
  return routeOf(path);
}

/** Follows links within the page without loading it again.
 *  @param {MouseEvent} event */
export function followLink(event) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const anchor = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href]"));
  if (!anchor || anchor.target || anchor.hasAttribute("download") || !anchor.href.startsWith(BASE)) return;
  const to = new URL(anchor.href);
  const path = to.pathname.slice(new URL(BASE).pathname.length);
  if ((to.hash && !to.hash.startsWith("#at=")) || routeOf(path).page === "nowhere") return;
  event.preventDefault();
  go(path + to.search + to.hash);
}
