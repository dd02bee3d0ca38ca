// @ts-check
/** The frames of a round, as one viewer saw it; a running round continues. */

import { useEffect, useMemo, useState } from "../../vendor/preact.mjs";
import { tableFor } from "../server.mjs";

/** @import { Frame, View } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */

/**
 * @typedef {object} Frames
 * @property {Frame[]} frames
 * @property {boolean} complete whether all frames that there are so far are loaded
 * @property {boolean} running whether more may come
 * @property {string | null} [factsOnly] what to say of a round whose rules are too old to show more
 * @property {unknown} problem
 */

const OFTEN_MS = 3_000;

/** Whose eyes: `gm` is the GM's own view; without `as` it is that of the seat, if this browser has one.
 *  @param {import("../session.mjs").Known} known
 *  @param {string} as
 *  @returns {{token: string | undefined, as: string | undefined}} */
export function eyesOf(known, as) {
  const own = known.token ?? known.gm ?? known.invite;
  if (!as) return { token: own, as: undefined };
  if (as === "gm") return { token: known.gm ?? own, as: undefined };
  if (as === "house") return { token: own, as };
  return { token: known.gm ?? own, as };
}

/** Whether a frame is of the round while it is played.
 *  @param {Frame | undefined} frame */
const isRunning = (frame) => Boolean(frame && frame.view.phase !== "lobby");

/** @param {string} table
 *  @param {number} round
 *  @param {import("../session.mjs").Known} known
 *  @param {string | null} as null: nobody looks
 *  @param {number} [tick] changes when there may be more; without it, a running round is asked for again and again
 *  @returns {Frames & {handle: Handle, again: () => void}} `again` continues reading after an error */
export function useFrames(table, round, known, as, tick) {
  const eyes = eyesOf(known, as ?? "");
  const handle = useMemo(() => tableFor(table, eyes.token), [table, eyes.token]);
  /** @type {Frames} */
  const nothing = { frames: [], complete: false, running: false, factsOnly: null, problem: null };
  const [state, setState] = useState(/** @type {Frames & {of: unknown}} */ ({ ...nothing, of: null }));
  const key = `${table} ${round} ${as} ${eyes.token ?? ""}`;
  const current = state.of === key ? state : { ...nothing, of: key };
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let over = false;
    let timer = 0;
    let frames = state.of === key ? state.frames : [];
    const read = async () => {
      try {
        /** @type {number | null} */
        let from = frames.length ? frames[frames.length - 1].version + 1 : null;
        do {
          const page = await handle.round(round, { as: eyes.as, from });
          if (over) return;
          const after = frames.length ? frames[frames.length - 1].version : -1;
          frames = [...frames, ...page.frames.filter((frame) => frame.version > after)];
          from = page.next;
          setState({
            frames,
            complete: from === null,
            running: isRunning(frames[frames.length - 1]),
            factsOnly: page.facts_only,
            problem: null,
            of: key,
          });
        } while (from !== null);
      } catch (problem) {
        if (over) return;
        setState({ ...nothing, frames, complete: true, problem, of: key });
      }
      if (tick === undefined && isRunning(frames[frames.length - 1])) timer = setTimeout(read, OFTEN_MS);
    };
    if (as !== null && (!current.complete || isRunning(frames[frames.length - 1]) || !frames.length)) read();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, tick, tries]);
  const again = () => {
    setState({ ...current, complete: false, problem: null });
    setTries(tries + 1);
  };
  return { ...current, handle, again };
}

/** The seat that a viewer sits on; null for others.
 *  @param {View} view */
export const seatOf = (view) => (view.viewer.startsWith("seat:") ? view.viewer.slice(5) : null);

/** Who looks, in words.
 *  @param {string} viewer
 *  @param {(seat: string) => string} name */
export function viewerName(viewer, name) {
  if (viewer === "gm") return "the GM";
  if (viewer === "house") return "everything, unsealed";
  return viewer.startsWith("seat:") ? name(viewer.slice(5)) : "everybody";
}
