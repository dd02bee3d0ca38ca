// @ts-check
/** Moving through the steps of a round: buttons, a slider, keys, and playing by itself. */

import { html, useEffect, useLayoutEffect, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Jump, aroundOf } from "./jumps.mjs";

/** @import { ComponentChildren, FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Moment } from "./jumps.mjs" */
/** @typedef {ReturnType<typeof usePlayer>} Player */

const PACE_MS = 1_400;
const PACES = [
  { pace: 1, label: "1×" },
  { pace: 2, label: "2×" },
  { pace: 0.5, label: "½×" },
];

/** Plays the steps one after another, and listens to keys.
 *  @param {{step: (to: number) => void, index: number, last: number, running: boolean, moments: (Moment | null)[]}} props */
export function usePlayer({ step, index, last, running, moments }) {
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState(1);
  const around = aroundOf(moments, index);
  useEffect(() => {
    if (!playing) return undefined;
    if (index >= last && !running) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => step(index + 1), PACE_MS / pace);
    return () => clearTimeout(timer);
  }, [playing, index, last, pace, running]);
  const play = () => {
    if (!playing && index >= last) step(0);
    setPlaying(!playing);
  };
  useKeys({ step, index, last, play, around });
  const at = PACES.findIndex((one) => one.pace === pace);
  const faster = () => setPace(PACES[(at + 1) % PACES.length].pace);
  return { playing, play, stop: () => setPlaying(false), speed: PACES[at].label, faster, around };
}

/** What stands at the step, in words, is between the tags.
 *  @param {{player: Player, index: number, last: number, complete: boolean, running: boolean, moments: (Moment | null)[],
 *   onStep: (to: number) => void, children?: ComponentChildren}} props */
export function Transport({ player, index, last, complete, running, moments, onStep, children }) {
  const { playing, play, speed, faster, around } = player;
  return html`<div class="transport" role="group" aria-label="Steps of the round">
    <p class="nowsaid" aria-live=${playing ? "off" : "polite"}>${children}</p>
    <div class="transport-line">
      <span class="stepcount"
        >${index + 1}<small> / ${complete ? last + 1 : `${last + 1}…`}${running ? " live" : ""}</small></span
      >
      <input
        type="range"
        min="0"
        max=${last}
        value=${index}
        aria-label="Step"
        aria-valuetext="Step ${index + 1} of ${last + 1}"
        onInput=${(/** @type {FieldEvent} */ event) => onStep(Number(event.target.value))}
      />
      <button type="button" class="quiet pace" aria-label="Speed: ${speed}" onClick=${faster}>${speed}</button>
    </div>
    <div class="transport-buttons">
      <button type="button" class="square" disabled=${!index} onClick=${() => onStep(0)}>
        <${EndSign} sign="first" label="First step" />
      </button>
      <${Jump} moments=${moments} to=${around.before} back onStep=${onStep} />
      <button type="button" class="square" disabled=${!index} onClick=${() => onStep(index - 1)}>
        <${Icon} name="back" label="Step back" />
      </button>
      <button type="button" class="square main" aria-pressed=${playing} disabled=${!last} onClick=${play}>
        <${Icon} name=${playing ? "pause" : "play"} label=${playing ? "Stop" : "Play"} />
      </button>
      <button type="button" class="square" disabled=${index >= last} onClick=${() => onStep(index + 1)}>
        <${Icon} name="right" label="Step forward" />
      </button>
      <${Jump} moments=${moments} to=${around.after} onStep=${onStep} />
      <button type="button" class="square" disabled=${index >= last} onClick=${() => onStep(last)}>
        <${EndSign} sign="last" label="Last step" />
      </button>
    </div>
  </div>`;
}

/** The keys that move through the round, wherever the focus is, except in fields and dialogs; those for jumps also on the
 *  slider. They work as soon as a step is shown, and from that step.
 *  @param {{step: (to: number) => void, index: number, last: number, play: () => void, around: {before: number, after: number}}} props */
function useKeys({ step, index, last, play, around }) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const target = /** @type {Element} */ (event.target);
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector("dialog[open]") ||
        target.closest(event.shiftKey ? "input:not([type=range]), select, textarea" : "input, select, textarea")
      )
        return;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => step(event.shiftKey ? (around.before < 0 ? index : around.before) : index - 1),
        ArrowRight: () => step(event.shiftKey ? (around.after < 0 ? index : around.after) : index + 1),
        Home: () => step(0),
        End: () => step(last),
      };
      if (!target.closest("button, a, summary")) keys[" "] = play;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** @param {{sign: "first" | "last", label: string}} props */
function EndSign({ sign, label }) {
  return html`<svg class="icon" viewBox="0 0 24 24" role="img" aria-label=${label} focusable="false">
    <path d=${sign === "first" ? "M18 5l-8 7 8 7M6 5v14" : "M6 5l8 7-8 7M18 5v14"} />
  </svg>`;
}
