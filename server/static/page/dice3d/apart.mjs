// @ts-check
/** Simulates throws away from the page: in a worker, which is this module again, or else on the page in short slices. */

import { throwing, thrownAtOnce } from "./throwing.mjs";

/** @import { Throw, Track } from "./throwing.mjs" */

const NAME = "tavern-dice";
/** A slice is shorter than a frame, and leaves time to draw one. */
const SLICE_MS = 6;

/** @typedef {{n: number, thrown: Throw}} Asked */
/** @typedef {{n: number, track: Track}} Answered */

/** What a worker has for itself.
 *  @typedef {{
 *    name: string, postMessage: (message: Answered, transfer: Transferable[]) => void,
 *    onmessage: ((event: MessageEvent<Asked>) => void) | null,
 *  }} Own */

/** Answer the page, if this module is the worker that it started. */
export function serveIfWorker() {
  const own = /** @type {Own} */ (/** @type {unknown} */ (globalThis));
  if (!("WorkerGlobalScope" in globalThis) || own.name !== NAME) return;
  own.onmessage = ({ data: { n, thrown } }) => {
    const track = thrownAtOnce(thrown);
    own.postMessage({ n, track }, [track.frames.buffer]);
  };
}

/** @param {string} module the address of this module, bundled */
export function simulator(module) {
  /** @type {Map<number, {thrown: Throw, done: (track: Track | Promise<Track>) => void}>} */
  const waiting = new Map();
  let [count, ended] = [0, false];
  let worker = started(module);
  const instead = () => {
    worker?.terminate();
    worker = null;
    for (const { thrown, done } of waiting.values()) done(inSlices(thrown, () => ended));
    waiting.clear();
  };
  if (worker) {
    // What a worker may not do on this page, the page can do itself.
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      instead();
    });
    worker.onmessage = (/** @type {MessageEvent<Answered>} */ { data: { n, track } }) => {
      waiting.get(n)?.done(track);
      waiting.delete(n);
    };
  }
  return {
    /** @param {Throw} thrown
     *  @returns {Promise<Track>} */
    simulate(thrown) {
      if (!worker) return inSlices(thrown, () => ended);
      const n = count++;
      return new Promise((done) => {
        waiting.set(n, { thrown, done });
        worker?.postMessage({ n, thrown });
      });
    },
    end() {
      ended = true;
      worker?.terminate();
      waiting.clear();
    },
  };
}

/** @param {string} module
 *  @returns {Worker | null} */
function started(module) {
  try {
    return new Worker(module, { type: "module", name: NAME });
  } catch {
    return null;
  }
}

/** @param {Throw} thrown
 *  @param {() => boolean} ended
 *  @returns {Promise<Track>} */
async function inSlices(thrown, ended) {
  const steps = throwing(thrown);
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    if (ended()) return new Promise(() => {});
    await new Promise((done) => setTimeout(done));
  }
}
