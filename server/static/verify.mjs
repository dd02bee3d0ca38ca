// Checks a tavern's dice: the proof of a round, or the export of a table. For browsers and for Node, and nothing else.
//
//     import { check } from "./verify.mjs"; const report = check(text); report.right, report.wrong
//     node verify.mjs proof.json [--receipts receipts.jsonl] [--json]
//
// It was written from docs/verify.md, beside verify.py and not after it: what both say is right has been checked twice.
// Its hashes are its own, so that it works on pages without TLS, where browsers have none to offer.

const FIRST_RANGE = 16384;
const RANGE = 1024;
const GENESIS = "0".repeat(64);
const MOST_SIDES = 2 ** 32;
const DEEPEST = 500;

export class Unreadable extends Error {}

// ---- SHA-256 (FIPS 180-4) and HMAC (RFC 2104)

const [ROUND_CONSTANTS, FIRST_STATE] = (() => {
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return [primes.map((prime) => fraction(Math.cbrt(prime))), primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))];
})();

const rotated = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(data) {
  const padded = new Uint8Array((((data.length + 8) >> 6) + 1) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  const state = [...FIRST_STATE];
  const words = new Uint32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(start + 4 * at);
    for (let at = 16; at < 64; at += 1) {
      const [early, late] = [words[at - 15], words[at - 2]];
      const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16] + low + words[at - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + sum + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[at] + words[at]) | 0;
      const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = (state[at] + word) | 0; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => { whole.set(part, at); return at + part.length; }, 0);
  return whole;
}

function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  return sha256(joined(block.map((byte) => byte ^ 0x5c), sha256(joined(block.map((byte) => byte ^ 0x36), message))));
}

const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);

// ---- The dice: docs/dice.md

function big(number, size) {
  const found = new Uint8Array(size);
  for (let at = size - 1, rest = number; at >= 0; at -= 1, rest = Math.floor(rest / 256)) found[at] = rest % 256;
  return found;
}

const prefixed = (...parts) => joined(...parts.flatMap((part) => [big(part.length, 4), part]));

export function faceOf(seed, round, luck, draw) {
  const words = prefixed(...luck.flatMap((word) => [utf8(word.seat), utf8(word.luck)]));
  const bound = 2 ** 32 - (2 ** 32 % draw.sides);
  for (let block = 0; ; block += 1) {
    const numbers = [draw.sides, draw.n, block].map((number) => big(number, 8));
    const digest = hmac(seed, prefixed(big(round, 8), words, utf8(draw.seat), utf8(draw.purpose), ...numbers));
    const view = new DataView(digest.buffer);
    for (let at = 0; at < 32; at += 4) {
      const word = view.getUint32(at);
      if (word < bound) return (word % draw.sides) + 1;
    }
  }
}

export function sealOf(table, round, seat, luck) {
  return hex(sha256(prefixed(utf8("tavern luck seal v1"), utf8(table), big(round, 8), utf8(seat), utf8(luck))));
}

export function rootFrom(commitment, index, path) {
  let node = sha256(joined([0], bytes(commitment)));
  for (const sibling of path.map(bytes)) {
    node = sha256(index % 2 ? joined([1], sibling, node) : joined([1], node, sibling));
    index = Math.floor(index / 2);
  }
  return hex(node);
}

// ---- Reading

function decoded(data) {
  if (typeof data === "string") return data;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new Unreadable("this is no UTF-8");
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]|-?\d[\d.eE+-]*/g;

// JSON.parse takes the last of two members of one name, rounds numbers, nests without end, and puts members first whose names
// are numbers. Those get another name, which nothing asks for.
function reliable(text) {
  const open = [];
  return text.replace(TOKENS, (token) => {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      let name = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
      if (/^\d+$/.test(name)) name = `#${name}`;
      const names = open[open.length - 1];
      if (names.has(name)) throw new Unreadable("this is no JSON to rely on: a member is named twice");
      names.add(name);
      return `${JSON.stringify(name)}:`;
    } else if (token[0] !== '"' && !(/^-?\d+$/.test(token) && Number.isSafeInteger(Number(token)))) {
      throw new Unreadable("this is no JSON to rely on: a number is not whole, or too great");
    }
    if (open.length > DEEPEST) throw new Unreadable("this is no JSON to rely on: it is nested too deep");
    return token;
  });
}

function parsed(data) {
  const text = decoded(data);
  try {
    JSON.parse(text);
  } catch {
    throw new Unreadable("this is no JSON");
  }
  return JSON.parse(reliable(text));
}

// ---- Shapes: each is a test of a value

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const int = Number.isSafeInteger;
const nth = (value) => int(value) && value >= 1;
const text = (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const hash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const flag = (value) => typeof value === "boolean";
const nothing = (value) => value === null;
const either = (...tests) => (value) => tests.some((test) => test(value));
const list = (test) => (value) => Array.isArray(value) && value.every(test);
const has = (members) => (value) =>
  isObject(value) && Object.entries(members).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]));
const only = (members) => (value) => has(members)(value) && Object.keys(value).length === Object.keys(members).length;

const DRAW = { seat: text, purpose: text, sides: (value) => nth(value) && value <= MOST_SIDES, n: nth, face: int };
const CALL = { round: nth, game: text, rules: int, commitment: hash, path: list(hash) };
const START = { ...CALL, luck: list(only({ seat: text, luck: text })) };
const LUCK_IN_AN_EVENT = list(has({ seat: text, luck: text }));
const DIE = { seat: text, n: int };
const SEED = { round: nth, seed: hash };
const EVENTS = new Map(Object.entries({
  table_opened: { seeded: flag },
  root_published: { first: int, last: int, root: hash },
  luck_called: { ...CALL, first: int, seats: list(text), seals: list(has({ seat: text, seal: hash })) },
  luck_revealed: { seat: text, luck: text },
  round_started: { ...START, luck: LUCK_IN_AN_EVENT, first: int, seats: list(text) },
  round_ended: { round: nth },
  round_voided: { round: nth },
  seed_recorded: SEED,
  round_unsealed: SEED,
  die_rolled: { ...DIE, die: text, draw: has(DRAW) },
  dice_thrown: { seat: text, ns: list(int), die: text, draws: list(has(DRAW)) },
  die_rerolled: { ...DIE, draw: has(DRAW) },
  dice_taken_up: { seat: text },
  die_set_down: { ...DIE, face: int },
  die_revealed: { ...DIE, face: int },
  die_altered: { ...DIE, was: int, face: int },
  check_rolled: { mode: text, draws: list(has(DRAW)), natural: int, modifier: int, total: int },
}).map(([kind, members]) => [kind, has(members)]));
const ENTRY = has({ table: text, seq: int, prev: hash, events: list(has({ type: text })) });
const SHOWN = only({ seq: int, hash, line: text });
const LEFT_OUT = only({ seq: int, hash: either(hash, nothing) });
const PROOF = only({
  ...START, format: text, version: nth, table: text, seeded: flag, opening: SHOWN,
  published: either(SHOWN, only({ hash }), nothing), root: only({ from: int, to: int, root: hash }),
  seed: either(hash, nothing), draws: list(only({ ...DRAW, seq: int })), entries: list(either(SHOWN, LEFT_OUT)),
});
const HEADER = has({ table: text, entries: int, head: hash });
const RECEIPT = has({ table: text, version: int, receipt: hash });

// The same value, whatever the order of members.
function same(one, other) {
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((part, at) => same(part, other[at]));
  if (!isObject(one)) return one === other;
  const names = Object.keys(one);
  return isObject(other) && names.length === Object.keys(other).length && names.every((name) => same(one[name], other[name]));
}

function* drawsIn(value) {
  if (isObject(value) && same(Object.keys(value).sort(), Object.keys(DRAW).sort())) {
    yield value;
    return;
  }
  for (const [name, part] of typeof value === "object" && value !== null ? Object.entries(value) : []) {
    if (isObject(value) && (name === "draw" || name === "draws") && part !== null) yield* Array.isArray(part) ? part : [part];
    else yield* drawsIn(part);
  }
}

const named = (draw) => `draw ${draw.n} of a d${draw.sides} for ${draw.seat} (${draw.purpose})`;
const isRange = (first, last) =>
  first === 1 ? last === FIRST_RANGE || last === RANGE : first > 1 && first % RANGE === 1 && last === first + RANGE - 1;
const isDraw = only(DRAW);

// ---- What happens at a table

class Table {
  constructor() {
    this.wrong = [];
    this.notShown = [];
    this.root = null;
    this.seeded = null;
    this.altered = [];
    this.hashes = new Map();
    this.roots = new Map();
    this.seeds = new Map();
    this.whole = false;
    this.draws = [];
    this.rounds = [];
    this.name = "";
    this.called = null;
    this.revealed = new Map();
    this.luck = [];
    this.began = null;
    this.highest = 0;
    this.started = null;
    this.running = false;
    this.over = null;
  }

  note(seq, code, detail) {
    this.wrong.push({ seq, code, detail });
  }

  entry(seq, table, line, digest = null) {
    this.name = table;
    if (digest !== null && hex(sha256(line)) !== digest) {
      this.note(seq, "hash_mismatch", "its line does not match its hash in the proof");
      return null;
    }
    let entry = null;
    try {
      entry = parsed(line);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
    if (!ENTRY(entry)) {
      this.note(seq, "unreadable", "the line is no entry");
      return null;
    }
    if (entry.table !== table) this.note(seq, "wrong_table", `it belongs to table ${entry.table}`);
    if (entry.seq !== seq) this.note(Math.min(seq, entry.seq), "seq_gap", `entry ${entry.seq} stands where ${seq} should`);
    return entry;
  }

  events(seq, events) {
    for (const event of events) {
      const draws = [...drawsIn(event)];
      if (!draws.every(isDraw)) this.note(seq, "draw_missing", `${event.type} has something else where a draw should stand`);
      else if (!(EVENTS.get(event.type) ?? isObject)(event)) this.note(seq, "unreadable", `${event.type} is not what it should be`);
      else {
        for (const draw of draws) this.draw(seq, draw);
        this.takes[event.type]?.call(this, seq, event);
      }
    }
    if (this.over !== null) {
      this.note(seq, "seed_missing", `round ${this.over} is over, and its seed is not recorded`);
      this.running = false;
      this.over = null;
    }
  }

  draw(seq, draw) {
    const sequence = JSON.stringify([draw.seat, draw.purpose, draw.sides]);
    const due = (this.due?.get(sequence) ?? 0) + 1;
    if (!this.running || draw.n !== due) this.note(seq, "draw_order", `${named(draw)} stands where number ${due}, or none, was expected`);
    (this.due ??= new Map()).set(sequence, draw.n);
    (this.drawn ??= []).push({ seq, ...draw });
  }

  begins(seq, event) {
    const { round } = event;
    if (this.running) this.note(seq, "round_not_over", `round ${round} starts while another runs`);
    if (this.whole && round !== this.highest + 1) {
      this.note(seq, "round_order", `round ${round} begins, and round ${this.highest + 1} is the next`);
    }
    this.promised(seq, event);
    this.highest = Math.max(round, this.highest);
    this.began = seq;
    this.running = true;
    this.drawn = [];
    this.due = new Map();
    this.lying = new Map();
  }

  promised(seq, { round, first, commitment, path }) {
    const root = this.roots.get(first);
    if (root === undefined || !(first <= round && round <= root.to)) {
      this.note(seq, "root_missing", `no root is published under which round ${round} lies`);
    } else if (path.length !== Math.log2(root.to - first + 1) || rootFrom(commitment, round - first, path) !== root.root) {
      this.note(seq, "path_mismatch", `the path of round ${round} does not lead to the published root`);
    }
  }

  dice(seat) {
    this.lying ??= new Map();
    if (!this.lying.has(seat)) this.lying.set(seat, []);
    return this.lying.get(seat);
  }

  lay(seq, event, n, die, draw, free) {
    if (!free || draw.seat !== event.seat || `d${draw.sides}` !== die) {
      this.note(seq, "face_mismatch", `${named(draw)} is no draw for die ${n} of ${event.seat}`);
    } else this.dice(event.seat)[n] = { sides: draw.sides, face: draw.face };
  }

  turn(seq, event, was) {
    const die = event.n >= 0 ? this.dice(event.seat)[event.n] : undefined;
    if (die === undefined || die.face !== was || event.face < 1 || event.face > die.sides) {
      const shows = die?.face ?? "nothing";
      this.note(seq, "face_mismatch", `die ${event.n} of ${event.seat} shows ${shows}, and ${event.type} has another face`);
      return false;
    }
    die.face = event.face;
    return true;
  }
}

Table.prototype.takes = Object.assign(Object.create(null), {
  table_opened(_, { seeded }) {
    this.seeded = seeded;
  },
  root_published(seq, { first, last, root }) {
    if (!isRange(first, last) || [...this.roots.values()].some((known) => first <= known.to)) {
      this.note(seq, "bad_root", `rounds ${first} to ${last} are no range for a root, or have one already`);
    } else this.roots.set(first, { from: first, to: last, root });
  },
  luck_called(seq, event) {
    this.begins(seq, event);
    this.called = event;
    this.revealed = new Map();
    this.started = { ...event, luck: [] };
    const sealed = event.seals.map((seal) => seal.seat);
    if (!same(sealed, event.seats.filter((seat) => sealed.includes(seat)))) {
      this.note(seq, "luck_mismatch", "the seals are not those of the round's seats, in their order");
    }
  },
  luck_revealed(seq, { seat, luck }) {
    const seals = (this.called?.seals ?? []).filter((seal) => seal.seat === seat);
    if (seals.length !== 1 || seals[0].seal !== sealOf(this.name, this.called.round, seat, luck)) {
      this.note(seq, "luck_mismatch", `${seat} did not seal what it reveals`);
    }
    this.revealed.set(seat, luck);
  },
  round_started(seq, event) {
    const called = this.called;
    this.called = null;
    if (called === null) this.begins(seq, event);
    else {
      if ([...Object.keys(CALL), "first"].some((name) => !same(event[name], called[name]))) {
        this.note(seq, "commitment_mismatch", "the round starts otherwise than it was called");
      }
      const revealed = event.seats.map((seat) => this.revealed.get(seat) ?? "");
      if (!event.seats.every((seat) => called.seats.includes(seat)) || !same(revealed, event.luck.map((one) => one.luck))) {
        this.note(seq, "luck_mismatch", "the round starts with luck that its seats did not reveal");
      }
    }
    if (!same(event.luck.map((one) => one.seat), event.seats)) {
      this.note(seq, "luck_mismatch", "the luck is not that of the round's seats, in their order");
    }
    this.started = event;
    this.luck = event.luck;
  },
  round_ended(_, event) {
    this.over = event.round;
    this.called = null;
  },
  round_voided(_, event) {
    this.over = event.round;
    this.called = null;
  },
  seed_recorded(seq, { round, seed }) {
    if (!this.running || this.over !== round || this.started.round !== round) {
      this.note(seq, "seed_misplaced", `a seed of round ${round} stands where that round does not end`);
      return;
    }
    this.running = false;
    this.over = null;
    this.seeds.set(round, seed);
    this.draws.push(...this.drawn);
    this.rounds.push({ round, game: this.started.game, draws: this.drawn.length });
    if (hex(sha256(bytes(seed))) !== this.started.commitment) {
      this.note(seq, "commitment_mismatch", "the seed is not the one that was committed to");
      return;
    }
    for (const draw of this.drawn) {
      const face = faceOf(bytes(seed), round, this.started.luck, draw);
      if (face !== draw.face) this.note(draw.seq, "draw_mismatch", `${named(draw)} is ${draw.face}, and ${face} follows from the seed`);
    }
  },
  round_unsealed(seq, { round, seed }) {
    const known = this.seeds.get(round) ?? (this.whole ? null : seed);
    if (known !== seed) this.note(seq, "seed_misplaced", `round ${round} is unsealed with a seed that was not recorded`);
  },
  die_rolled(seq, event) {
    this.lay(seq, event, event.n, event.die, event.draw, event.n === this.dice(event.seat).length);
  },
  dice_thrown(seq, event) {
    const { ns, draws, seat } = event;
    if (ns.length !== draws.length) this.note(seq, "draw_missing", `${ns.length} dice are thrown, and not as many draws recorded`);
    for (let at = 0; at < Math.min(ns.length, draws.length); at += 1) {
      this.lay(seq, event, ns[at], event.die, draws[at], ns[at] >= 0 && ns[at] <= this.dice(seat).length);
    }
  },
  die_rerolled(seq, event) {
    const die = event.n >= 0 ? this.dice(event.seat)[event.n] : undefined;
    this.lay(seq, event, event.n, `d${die?.sides}`, event.draw, die !== undefined);
  },
  dice_taken_up(_, { seat }) {
    this.dice(seat).length = 0;
  },
  die_set_down(seq, event) {
    this.turn(seq, event, event.face);
  },
  die_revealed(seq, event) {
    this.turn(seq, event, event.face);
  },
  die_altered(seq, event) {
    if (this.turn(seq, event, event.was)) {
      this.altered.push(`entry ${seq}: die ${event.n} of ${event.seat}, from ${event.was} to ${event.face}`);
    }
  },
  check_rolled(seq, event) {
    const faces = event.draws.length ? event.draws.map((draw) => draw.face) : [0];
    const counts = new Map([["normal", faces[0]], ["advantage", Math.max(...faces)], ["disadvantage", Math.min(...faces)]]);
    if (counts.get(event.mode) !== event.natural || event.total !== event.natural + event.modifier) {
      this.note(seq, "face_mismatch", `a check of ${event.seat} counts otherwise than was rolled`);
    }
  },
});

// ---- The proof of a round

function checkProof(table, proof) {
  if (!PROOF(proof)) {
    table.note(null, "malformed", "a member is missing, unknown, or not what it should be");
    return;
  }
  const { opening, published, entries } = proof;
  const read = (shown) => (shown && "line" in shown ? table.entry(shown.seq, proof.table, utf8(shown.line), shown.hash) : null);
  const opened = read(opening);
  const publishing = read(published);
  const known = entries.map(read);
  if (opened !== null && (opened.seq !== 1 || opened.prev !== GENESIS)) {
    table.note(opened.seq, "chain_broken", "the opening is not the first entry of its table");
  }
  for (let at = 1; at < entries.length; at += 1) {
    const [before, after, entry] = [entries[at - 1], entries[at], known[at]];
    const due = before.seq + 1;
    if (after.seq !== due) table.note(Math.min(due, after.seq), "seq_gap", `entry ${after.seq} stands where ${due} should`);
    else if (entry !== null && entry.prev !== before.hash) {
      const atFault = "line" in before ? due : before.seq;
      table.note(atFault, "chain_broken", `entry ${due} does not follow on entry ${before.seq} as it is here`);
    } else if (!("line" in before) && !("line" in after) && before.hash !== null) {
      table.note(before.seq, "chain_broken", "it is left out, and no entry confirms its hash");
    }
  }
  if (opened === null || table.wrong.length) return;
  for (const shown of [opening, ...entries]) if (shown.hash !== null) table.hashes.set(shown.hash, shown.seq);
  checkPromise(table, proof, opened, publishing);
  if (proof.seed !== null && !table.wrong.length) checkRound(table, proof, known);
}

function checkPromise(table, proof, opened, publishing) {
  const openings = opened.events.filter((event) => event.type === "table_opened");
  if (openings.length !== 1 || openings[0].seeded !== proof.seeded) {
    table.note(1, "not_as_told", "the first entry disagrees on whether the table's secret was given");
  }
  for (const entry of [opened, publishing]) {
    if (entry !== null) table.events(entry.seq, entry.events.filter((event) => event.type === "root_published"));
  }
  const { root, published } = proof;
  if (published !== null && publishing === null && isRange(root.from, root.to)) {
    table.notShown.push("root");
    if (!table.roots.has(root.from)) table.roots.set(root.from, root);
  }
  table.root = root.root;
  table.seeded = proof.seeded;
  const over = [...table.roots.values()].filter((known) => known.from <= proof.round && proof.round <= known.to);
  if (!same([root], over) || (published === null) !== (root.from === 1)) {
    table.note(null, "not_as_told", "the root is not the one that was published for this round");
  }
  table.promised(null, { ...proof, first: root.from });
  if (proof.seed !== null) return;
  table.notShown.push("game", "rules", "luck");
  if (proof.draws.length || proof.entries.length) {
    table.note(null, "not_as_told", "the proof of a sealed round shows no draws and no entries");
  }
}

function checkRound(table, proof, known) {
  table.roots = new Map([[proof.root.from, proof.root]]);
  known.forEach((entry, at) => {
    const { seq } = proof.entries[at];
    const events = entry?.events ?? [];
    table.events(seq, events);
    if ((table.began === seq) !== (at === 0)) table.note(seq, "not_whole", "the first entry, and no other, begins the round");
    if (table.running === (at === known.length - 1)) {
      table.note(seq, "not_whole", "the last entry, and no other, ends the round");
    }
  });
  if (Object.keys(START).some((name) => !same(proof[name], table.started?.[name]))) {
    table.note(null, "not_as_told", "the entry that starts the round disagrees with the proof");
  }
  if (table.seeds.get(proof.round) !== proof.seed || !same(table.draws, proof.draws)) {
    table.note(null, "not_as_told", "the seed and the draws are not those that the entries record");
  }
}

// ---- A whole log, and receipts

function linesOf(data) {
  const lines = [];
  let start = 0;
  for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
    lines.push(data.subarray(start, end));
    start = end + 1;
  }
  if (start < data.length) lines.push(data.subarray(start));
  return lines;
}

function checkExport(table, header, lines) {
  if (!HEADER(header)) {
    table.note(null, "malformed", "a member of the header is missing, or not what it should be");
    return;
  }
  table.whole = true;
  let [seq, prev] = [0, GENESIS];
  const read = [];
  for (const line of lines) {
    const entry = table.entry(seq + 1, header.table, line);
    if (entry !== null && entry.seq === seq + 1 && entry.prev !== prev) {
      table.note(Math.max(seq, 1), "chain_broken", `entry ${seq + 1} does not follow on it as it is here`);
    }
    seq = entry?.seq ?? seq + 1;
    prev = hex(sha256(line));
    table.hashes.set(prev, seq);
    read.push(entry);
  }
  if (lines.length !== header.entries) {
    table.note(null, "truncated", `the header says ${header.entries} entries, but there are ${lines.length}`);
  } else if (prev !== header.head) table.note(seq || null, "not_as_headed", "the last line does not match the hash in the header");
  if (!table.wrong.length) for (const entry of read) table.events(entry.seq, entry.events);
  if (table.running) table.notShown.push(`the dice of round ${table.started.round}, which is not over`);
}

function checkReceipts(table, data, name, proof) {
  const counted = { found: 0, not_here: 0, of_other_tables: 0 };
  const allHashes = proof !== null && proof.seed !== null && proof.entries.every((shown) => shown.hash !== null);
  for (const line of linesOf(data)) {
    const receipt = parsed(line);
    if (!RECEIPT(receipt)) throw new Unreadable("a line of the receipts is no receipt");
    if (receipt.table !== name) counted.of_other_tables += 1;
    else if (table.hashes.has(receipt.receipt)) counted.found += 1;
    else {
      counted.not_here += 1;
      if (proof === null || (allHashes && receipt.round === proof.round)) {
        table.note(null, "receipt_missing", `the entry of version ${receipt.version} is not here: ${receipt.receipt}`);
      }
    }
  }
  return counted;
}

/** What there is to say of a proof or an export (a string, or bytes), and of receipts beside it. Throws `Unreadable`. */
export function check(given, receipts = null) {
  const data = typeof given === "string" ? utf8(given) : given;
  const lines = linesOf(data);
  const isLog = lines.length > 0 && new TextDecoder().decode(lines[0]).includes('"tavern-log"');
  const what = parsed(isLog ? lines[0] : data);
  if (!isObject(what) || !["tavern-proof", "tavern-log"].includes(what.format) || what.version !== 1) {
    throw new Unreadable("this is neither a tavern-proof nor a tavern-log of version 1");
  }
  const table = new Table();
  const proof = what.format === "tavern-proof" ? what : null;
  if (proof !== null) checkProof(table, proof);
  else checkExport(table, what, lines.slice(1));
  const report = { format: what.format, table: what.table ?? null, root: table.root, seeded: table.seeded, rounds: table.rounds, draws: table.draws };
  if (receipts !== null && !table.wrong.length) {
    report.receipts = checkReceipts(table, typeof receipts === "string" ? utf8(receipts) : receipts, what.table, proof);
  }
  return { ...report, altered: table.altered, not_shown: table.notShown, right: !table.wrong.length, wrong: table.wrong };
}

// ---- On the command line

function verdict(report) {
  const lines = [`table ${report.table}`];
  if (report.root !== null) lines.push(`root ${report.root}`);
  if (report.seeded) lines.push("its secret was given by who opened it: they knew all rolls");
  for (const one of report.rounds) lines.push(`round ${one.round} of ${one.game}: ${one.draws} draws`);
  for (const step of report.altered) lines.push(`recorded as altered: ${step}`);
  for (const what of report.not_shown) lines.push(`claimed, but not proved by this file: ${what}`);
  if (report.receipts) {
    const { found, not_here: missing, of_other_tables: others } = report.receipts;
    lines.push(`receipts: ${found} found, ${missing} not here, ${others} of other tables`);
  }
  for (const { seq, code, detail } of report.wrong) lines.push(`WRONG${seq === null ? "" : ` in entry ${seq}`}: ${detail} (${code})`);
  lines.push(report.right ? "Everything that can be checked is right." : `${report.wrong.length} wrong.`);
  // A forger chooses a file's texts: none of them may control a terminal.
  return lines.map((line) => line.replace(/[^ -~]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`)).join("\n");
}

async function main(given) {
  const { readFile } = await import("node:fs/promises");
  const at = given.indexOf("--receipts");
  const [receipts] = at < 0 ? [null] : given.splice(at, 2).slice(1);
  const [file] = given.filter((argument) => !argument.startsWith("--"));
  try {
    if (file === undefined) throw new Unreadable("node verify.mjs FILE [--receipts FILE] [--json]");
    const report = check(await readFile(file), receipts === null ? null : await readFile(receipts));
    console.log(given.includes("--json") ? JSON.stringify(report, null, 1) : verdict(report));
    return report.right ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof RangeError) && error.code === undefined) throw error;
    console.error(`nothing to check: ${error.message}`);
    return 2;
  }
}

if (typeof process !== "undefined" && process.argv?.[1] && import.meta.url.endsWith(encodeURI(process.argv[1].split(/[\\/]/).pop()))) {
  process.exitCode = await main(process.argv.slice(2));
}
