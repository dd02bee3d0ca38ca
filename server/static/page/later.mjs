// @ts-check
/** Parts of the page that are loaded when they are first shown, with their style sheets. */

import { html, useEffect, useMemo, useState } from "../vendor/preact.mjs";
import { link } from "./place.mjs";

/** @import { ComponentChildren, ComponentType } from "../vendor/preact.mjs" */

/** The style sheets that are there or on their way, by path.
 *  @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** @param {string} sheet */
function put(sheet) {
  const loaded = new Promise((resolve, reject) => {
    const element = document.createElement("link");
    element.rel = "stylesheet";
    element.href = link(sheet);
    element.onload = resolve;
    element.onerror = () => {
      sheets.delete(sheet);
      element.remove();
      reject(new Error("The style sheet could not be loaded."));
    };
    document.head.append(element);
  });
  sheets.set(sheet, loaded);
  return loaded;
}

/** A module whose parts are only shown once their style sheets are there.
 *  @template T
 *  @param {string | string[]} paths those of the sheets, below the root
 *  @param {Promise<T>} module
 *  @returns {Promise<T>} */
export async function dressed(paths, module) {
  await Promise.all([module, ...[paths].flat().map((path) => sheets.get(path) ?? put(path))]);
  return module;
}

/** A component that is still to be loaded. `inside` a page, it takes less room.
 *  @param {{of: () => Promise<ComponentType>, inside?: boolean, [prop: string]: unknown}} props */
export function Later({ of, inside = false, ...props }) {
  const [page, setPage] = useState(/** @type {{component: ComponentType} | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let over = false;
    setFailed(false);
    of().then(
      (component) => over || setPage({ component }),
      () => over || setFailed(true),
    );
    return () => void (over = true);
  }, [of]);
  if (page) return html`<${page.component} ...${props} />`;
  const problem = failed
    ? html`<p class="problem" role="alert">This part of the page could not be loaded.</p>
        <button type="button" onClick=${() => location.reload()}>Try again</button>`
    : null;
  if (inside) return html`<div aria-busy=${!failed}>${problem}</div>`;
  return html`<main class="page" id="main" aria-busy=${!failed}>${problem}</main>`;
}

/** What is still to be drawn, one in each task.
 *  @type {(() => void)[]} */
const waiting = [];

function drawNext() {
  waiting.shift()?.();
  if (waiting.length) setTimeout(drawNext);
}

/** What need not be there at the first glance is drawn after it, in a task of its own: a slow phone answers in between.
 *  @param {{children?: ComponentChildren}} props */
export function Soon({ children }) {
  const [soon, setSoon] = useState(false);
  useEffect(() => {
    let over = false;
    if (waiting.push(() => over || setSoon(true)) === 1) setTimeout(drawNext);
    return () => void (over = true);
  }, []);
  return soon ? children : null;
}

/** Draws again only when `of` has changed: all that its one child shows.
 *  @param {{of: string | number, children?: ComponentChildren}} props */
export function Still({ of, children }) {
  return useMemo(() => children, [of]);
}
