// @ts-check
/** Parts that every page uses: dialogs, buttons that wait, problems, fields, copying. */

import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../vendor/preact.mjs";
import { Icon } from "./icons.mjs";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */

/** How many dialogs are open. Each is an entry in the browser's history, so that Back closes it and stays at the table. */
let depth = 0;

/** Closes a dialog or a form on Back, and goes back when it is closed in another way.
 *  @param {(() => void) | undefined} onClose none: Back leaves it alone */
export function useBack(onClose) {
  const close = useRef(onClose);
  close.current = onClose;
  // As soon as it is seen, Back belongs to it.
  useLayoutEffect(() => {
    if (!close.current) return undefined;
    // Closing it must not scroll the page to where it was when it opened.
    history.scrollRestoration = "manual";
    const own = ++depth;
    history.pushState({ dialog: own }, "");
    const moved = () => {
      if ((history.state?.dialog ?? 0) < own) close.current?.();
    };
    addEventListener("popstate", moved);
    return () => {
      depth -= 1;
      removeEventListener("popstate", moved);
      if (history.state?.dialog === own) history.back();
    };
  }, []);
}

/** A modal dialog. Escape, the backdrop, the cross and the browser's Back close it.
 *  @param {{title: string, onClose: () => void, children?: ComponentChildren, wide?: boolean}} props */
export function Dialog({ title, onClose, children, wide = false }) {
  const id = useId();
  /** @type {{current: HTMLDialogElement | null}} */
  const dialog = useRef(null);
  useBack(onClose);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  /** @param {MouseEvent} event */
  const clicked = (event) => {
    if (event.target === dialog.current) onClose();
  };
  return html`<dialog
    ref=${dialog}
    class="dialog ${wide ? "wide" : ""}"
    aria-labelledby=${id}
    onClose=${onClose}
    onMouseDown=${clicked}
  >
    <div class="dialog-body">
      <header class="dialog-head">
        <h2 id=${id}>${title}</h2>
        <button type="button" class="quiet square" onClick=${onClose}><${Icon} name="close" label="Close" /></button>
      </header>
      ${children}
    </div>
  </dialog>`;
}

/** What a person is shown of an error.
 *  @param {unknown} error
 *  @returns {string} */
export function explained(error) {
  const problem = /** @type {{detail?: string, message?: string}} */ (error ?? {});
  return problem.detail || problem.message || "Something went wrong.";
}

/** What programs know an error by, if it is one of the server's or the client's.
 *  @param {unknown} error */
export const codeOf = (error) => /** @type {{code?: string} | null} */ (error)?.code;

/** Whether the same could work at another time: the server did not refuse it.
 *  @param {unknown} error */
function mayPass(error) {
  const { status } = /** @type {{status?: number}} */ (error);
  return !(status && status >= 400 && status < 500 && status !== 429);
}

/** With `again`, temporary problems can be retried.
 *  @param {{error: unknown, again?: () => void}} props */
export function Problem({ error, again }) {
  if (!error) return null;
  return html`<p class="problem" role="alert">
    <${Icon} name="warn" /><span>${explained(error)}</span>
    ${again && mayPass(error) ? html`<button type="button" class="second" onClick=${again}>Try again</button>` : null}
  </p>`;
}

/** Runs one thing at a time, and keeps its error.
 *  @returns {{busy: boolean, error: unknown, run: (work: () => Promise<unknown>) => Promise<void>, clear: () => void}} */
export function useWork() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const working = useRef(false);
  const gone = useRef(false);
  useEffect(() => () => void (gone.current = true), []);
  /** @param {() => Promise<unknown>} work */
  const run = async (work) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (problem) {
      if (!gone.current) setError(problem);
    } finally {
      working.current = false;
      if (!gone.current) setBusy(false);
    }
  };
  return { busy, error, run, clear: () => setError(null) };
}

/** A label above a field, with a line of help.
 *  @param {{label: ComponentChildren, help?: string, children: ComponentChildren, id?: string, optional?: boolean}} props */
export function Field({ label, help, children, id, optional = false }) {
  return html`<div class="field">
    <label for=${id}>${label}${optional ? html` <span class="optional">optional</span>` : null}</label>
    ${children} ${help ? html`<p class="help">${help}</p>` : null}
  </div>`;
}

/** Copies a text, or one that is fetched first, and says so.
 *  @param {{text: string | (() => Promise<string>), label?: string}} props */
export function CopyButton({ text, label = "Copy" }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const { error, run } = useWork();
  const copy = () =>
    run(async () => {
      const found = typeof text === "string" ? text : await text();
      try {
        await navigator.clipboard.writeText(found);
      } catch {
        copyOldWay(found);
      }
      setCopied(true);
    });
  return html`<button type="button" class="second" onClick=${copy}>
      <${Icon} name=${copied ? "check" : "copy"} /><span aria-live="polite">${copied ? "Copied" : label}</span></button
    ><${Problem} error=${error} />`;
}

/** Pages served by plain http have no clipboard of their own.
 *  @param {string} text */
function copyOldWay(text) {
  const area = document.createElement("textarea");
  area.value = text;
  const open = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  open.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** A part that opens and closes. With `later`, what is in it is drawn, and loaded, when it is first opened.
 *  @param {{summary: ComponentChildren, children?: ComponentChildren, open?: boolean, class?: string, later?: boolean}} props */
export function Fold({ summary, children, open = false, class: name = "", later = false }) {
  const [shown, setShown] = useState(open || !later);
  return html`<details class="fold ${name}" open=${open} onToggle=${() => setShown(true)}>
    <summary>${summary}</summary>
    <div class="fold-body">${shown ? children : null}</div>
  </details>`;
}

/** A row of choices, one of which is selected.
 *  @template T
 *  @param {{label: ComponentChildren, values: {value: T, label: ComponentChildren, hint?: ComponentChildren, disabled?: boolean}[],
 *   value: T | null | undefined, onPick: (value: T) => void, onClear?: () => void, hideLabel?: boolean}} props with `onClear`, none need be selected */
export function Chips({ label, values, value, onPick, onClear, hideLabel = false }) {
  const name = useId();
  return html`<fieldset class="chips">
    <legend class=${hideLabel ? "unseen" : ""}>${label}</legend>
    <div class="chiprow">
      ${values.map(
        (one) =>
          html`<label class="chip" key=${JSON.stringify(one.value)}>
            <input
              type="radio"
              name=${name}
              checked=${same(one.value, value)}
              disabled=${one.disabled}
              onChange=${() => onPick(one.value)}
            />
            <span class="chip-face"><bdi>${one.label}</bdi>${one.hint ? html`<small>${one.hint}</small>` : null}</span>
          </label>`,
      )}
      ${onClear && value !== undefined ? html`<button type="button" class="textbutton" onClick=${onClear}>Clear</button>` : null}
    </div>
  </fieldset>`;
}

/** @param {unknown} one
 *  @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A list of names: "Bri, Odo and Wren".
 *  @param {string[]} names */
export function listed(names) {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** @param {{children?: ComponentChildren, icon?: string, title: string}} props */
export function Empty({ icon = "dice", title, children }) {
  return html`<div class="empty">
    <${Icon} name=${icon} />
    <p class="empty-title">${title}</p>
    ${children}
  </div>`;
}

/** Sets the title of the browser's tab.
 *  @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
