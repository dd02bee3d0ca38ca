// Runs pieces of JavaScript that a test sends, one line of JSON after the other, and answers each with a line. They share
// `kept`, so that a test can do something else in between.
import { createInterface } from "node:readline";
import { inspect } from "node:util";

const [, , client] = process.argv;
const kept = {};
const client_module = await import(client);
const AsyncFunction = (async () => {}).constructor;

/** Waits as if in haste: no test waits for a client's patience. */
const inHaste = (seconds) => new Promise((done) => setTimeout(done, Math.min(seconds * 1000, 5)));

/** Until something is so. */
async function until(isSo) {
  for (const end = Date.now() + 10_000; !(await isSo());) {
    if (Date.now() > end) throw new Error(`it never came to this: ${isSo}`);
    await new Promise((done) => setTimeout(done, 2));
  }
}

/** A storage that is kept by this process, or (`full`) takes nothing more. */
class Storage {
  static all = [];
  kept = {};
  full = false;

  constructor() {
    Storage.all.push(this);
  }

  getItem(key) {
    return this.kept[key] ?? null;
  }

  setItem(key, value) {
    if (this.full) throw new Error("QuotaExceededError");
    this.kept[key] = value;
  }

  removeItem(key) {
    delete this.kept[key];
  }

  key(index) {
    return Object.keys(this.kept)[index] ?? null;
  }

  get length() {
    return Object.keys(this.kept).length;
  }
}

/** A tavern whose `fetch` goes through `meddle(request, forward)`, if there is one. */
function tavernAt(url, options = {}, meddle = null) {
  const fetching = (where, init) =>
    meddle === null ? fetch(where, init) : meddle({ url: where, ...init }, () => fetch(where, init));
  const patience = { firstWait: 0.001, ...options.patience };
  return new client_module.Tavern(url, { sleep: inHaste, fetch: fetching, ...options, patience });
}

/** Follows a table; `calls` has every call of a handler, in order. */
function followed(table, options = {}) {
  const calls = [];
  const note = (kind) => (what) => calls.push([kind, what]);
  const handlers = Object.fromEntries(
    ["reset", "entry", "chat", "state", "problem", "luck"].map((kind) => [kind, note(kind)]),
  );
  const live = table.follow(handlers, options);
  const of = (kind) => calls.filter(([one]) => one === kind).map(([, what]) => what);
  return { live, calls, of, versions: () => of("entry").map(({ version }) => version) };
}

const scope = { ...client_module, kept, inHaste, until, Storage, tavernAt, followed, inspect };

const described = (error) => ({ ...error, name: error.name, message: error.message, shown: inspect(error) });

for await (const line of createInterface({ input: process.stdin })) {
  const { code, given } = JSON.parse(line);
  const names = { ...scope, ...given };
  let answer;
  try {
    answer = { value: await new AsyncFunction(...Object.keys(names), code)(...Object.values(names)) };
  } catch (error) {
    answer = { error: described(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit();
