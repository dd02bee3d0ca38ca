// The way to the world, which the test carries: what is sent counts only once the world has acknowledged it.

import { fault } from "./faults.mjs";

let sent = 0;
const awaited = new Map();
const arrivals = new Map();

/** What everybody was told, and this browser as well: anybody can read it. */
export const traffic = [];

/** Ask the world for something. Resolves with what the arrival of its answer returned. */
export function send(kind, data) {
  sent += 1;
  return new Promise((resolve, reject) => {
    awaited.set(sent, { resolve, reject });
    globalThis.standInSend(JSON.stringify({ n: sent, kind, data }));
  });
}

/** What is done when something arrives. */
export function onArrival(kind, does) {
  arrivals.set(kind, does);
}

/** What arrives before this browser knows the world waits until then. */
let early = [];

export function begin() {
  const waiting = early;
  early = null;
  waiting.forEach(receive);
}

export function receive(told) {
  if (early) return void early.push(told);
  const { n, kind, data, user, options, error } = told;
  const waiting = awaited.get(n);
  awaited.delete(n);
  if (error) return waiting.reject(new Error(error));
  traffic.push({ kind, data, user, options });
  try {
    const result = arrivals.get(kind)(data, user, options);
    waiting?.resolve(result);
  } catch (failed) {
    fault(`thrown when ${kind} arrived: ${failed?.stack ?? failed}`);
  }
  return undefined;
}
