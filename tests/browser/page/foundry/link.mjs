// The way to the world, which the test carries: what is sent counts only once the world has acknowledged it.

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

export function receive({ n, kind, data, user, options, error }) {
  const waiting = awaited.get(n);
  awaited.delete(n);
  if (error) return waiting.reject(new Error(error));
  traffic.push({ kind, data, user, options });
  waiting?.resolve(arrivals.get(kind)(data, user, options));
  return undefined;
}
