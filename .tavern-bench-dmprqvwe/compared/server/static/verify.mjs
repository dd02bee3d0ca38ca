// Checks a tavern's dice: the proof of a round, or the export of a table. For browsers and for Node, and nothing else.
//
//     import { check } from "./verify.mjs"; const report = check(text, record, [[seat, word]]); report.right, report.wrong
//     node verify.mjs proof.json [--luck SEAT=WORD] [--record record.jsonl] [--draws] [--json]
//
// Several proofs of one table are also checked against each other: checkTogether(reports) lists what is wrong with that.
//
// It was written from docs/verify.md, beside verify.py and not after it: what both say is right has been checked twice.
// Its hashes are its own, so that it works on pages without TLS, where browsers have none to offer.

const RANGE = 1024;
const FIRST_RANGE = 4096;
const BEFORE_1 = "it was written by a version before 1.0, whose logs and proofs are no longer read";
const HOUSE = "house";
const GM = "gm";
const PUBLIC = "public";
const POT = "pot";
const GENESIS = "0".repeat(64);
const MOST_SIDES = 2 ** 32;
const DEEPEST = 500;
const ENOUGH = 1000;

// The sets of dice and cards that somebody can play with, by their kinds. Weighted dice do not fall as fair ones.
const WEIGHTED = ["weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky"];
const MARKED = ["simply_marked", "expertly_marked"];
const SETS = new Map();
for (const name of ["common_dice", "clear_dice", "ivory_dice", "steel_dice", ...WEIGHTED]) SETS.set(name, "dice");
for (const name of ["common_cards", "fancy_cards", ...MARKED]) SETS.set(name, "card");
const CROOKED = [...WEIGHTED, ...MARKED];
const FAVOURING = ["weighted_heavy", "weighted_sticky"]; // These fall on one face most of the time.
const KINDS_OF_DICE = new Map();
for (const sides of [4, 6, 8, 10, 12, 20]) KINDS_OF_DICE.set(`d${sides}`, sides);

// What each game draws dice for, by the versions of its rules, and in which events: written from the code of the games.
const DECLARED = {
 "twentyone": [
  {"rules": [1], "draws": [
   {"purpose": "opening", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["open"], "n": [0]}},
   {"purpose": "hole", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [1]}},
   {"purpose": "cut", "by": "seat", "sides": [10], "most": 1, "event": "die_rerolled", "where": {"why": ["cut"]}},
   {"purpose": "bought", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rolled", "where": {"place": ["hand"]}},
   {"purpose": "cheat", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "goad", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["intimidation", "persuasion"]}},
   {"purpose": "goad_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "bump", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bump_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bumped", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["bumped"]}},
   {"purpose": "retaliation", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["retaliation"]}},
   {"purpose": "foresight", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["wisdom"]}},
   {"purpose": "profile", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "tab", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["constitution_save"]}},
   {"purpose": "duel", "by": "seat", "sides": [4, 20],
    "event": "twentyone.duel_rolled", "shows": {"total": "sum"}}
  ]}
 ],
 "twentyone-v3": [
  {"rules": [1], "draws": [
   {"purpose": "opening", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["open"], "n": [0]}},
   {"purpose": "hole", "by": "seat", "sides": [10], "most": 1,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [1]}},
   {"purpose": "cut", "by": "seat", "sides": [10], "most": 1, "event": "die_rerolled", "where": {"why": ["cut"]}},
   {"purpose": "bought", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rolled", "where": {"place": ["hand"]}},
   {"purpose": "cheat", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "goad", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["intimidation", "persuasion"]}},
   {"purpose": "goad_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "bump", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bump_defence", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["strength"]}},
   {"purpose": "bumped", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["bumped"]}},
   {"purpose": "retaliation", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["retaliation"]}},
   {"purpose": "free_reroll", "by": "seat", "sides": [4, 6, 8, 10, 20],
    "event": "die_rerolled", "where": {"why": ["free_reroll"]}},
   {"purpose": "foresight", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["wisdom"]}},
   {"purpose": "profile", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "tab", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["constitution_save"]}},
   {"purpose": "duel", "by": "seat", "sides": [4, 20],
    "event": "twentyone.duel_rolled", "shows": {"total": "sum"}}
  ]}
 ],
 "goblin": [
  {"rules": [1], "draws": [
   {"purpose": "chamber", "by": "seat", "sides": [4, 6, 8, 10, 12, 20], "most": 1,
    "event": "die_rolled", "where": {"place": ["open"]}},
   {"purpose": "coin", "by": "seat", "sides": [2],
    "event": "die_rolled", "where": {"die": ["d2"], "place": ["open"]}}
  ]}
 ],
 "bluffmaster": [
  {"rules": [1], "draws": [
   {"purpose": "who_bets_first", "by": "seat", "sides": [20],
    "event": "open_thrown", "where": {"why": ["who_bets_first"]}},
   {"purpose": "hidden", "by": "seat", "sides": [20], "most": 6,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [0, 1]}},
   {"purpose": "bluff", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "see_through", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "read", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "hide_feelings", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "card", "by": "seat", "sides": [3], "most": 1,
    "event": "bluffmaster.card_taken", "shows": {"ability": ["reroll", "subtract", "add"]}},
   {"purpose": "reroll", "by": "seat", "sides": [20], "event": "die_rerolled", "where": {"why": ["reroll"]}},
   {"purpose": "the_pot", "by": "seat", "sides": [20], "event": "open_thrown", "where": {"why": ["the_pot"]}}
  ]}
 ],
 "farkle": [
  {"rules": [1], "draws": [
   {"purpose": "farkle", "by": "seat", "sides": [6],
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "weight", "by": "seat", "sides": [25], "event": "die_weighted"},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}},
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}}
  ]}
 ],
 "mason": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "mason", "by": "seat", "sides": [6], "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "weight", "by": "seat", "sides": [25], "event": "die_weighted"},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "pig": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "pig", "by": "seat", "sides": [6], "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "weight", "by": "seat", "sides": [25], "event": "die_weighted"},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "middles-seven": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "house", "by": "house", "sides": [6], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "house", "sides": [6], "most": 12,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "mountains": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "house", "by": "house", "sides": [8], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open"]}},
   {"purpose": "card", "by": "seat", "sides": [8], "most": 1,
    "event": "die_rolled", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "seat", "sides": [8], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "twelve-nights": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "cards", "by": "seat", "sides": [6], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "hit", "by": "seat", "sides": [6], "most": 9,
    "event": "die_rolled", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}},
   {"purpose": "house", "by": "house", "sides": [6], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open"]}},
   {"purpose": "house_hit", "by": "house", "sides": [6], "most": 9,
    "event": "die_rolled", "where": {"place": ["open"]}}
  ]}
 ],
 "twins": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "house", "by": "house", "sides": [20], "most": 2,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "house", "sides": [20], "most": 12,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "scales": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "house", "by": "house", "sides": [4, 6], "most": 3,
    "event": "dice_thrown", "where": {"place": ["open", "hand"]}},
   {"purpose": "palmed", "by": "house", "sides": [4, 6], "most": 12,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "rulers-bluff": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "bluff", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "see_through", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "read", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "hide_feelings", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "hidden", "by": "seat", "sides": [6], "most": 3,
    "event": "dice_thrown", "where": {"place": ["hole"]}},
   {"purpose": "shared", "by": "house", "sides": [6], "most": 2,
    "event": "die_rolled", "where": {"place": ["open"]}},
   {"purpose": "open", "by": "seat", "sides": [6], "most": 2,
    "event": "die_rolled", "where": {"place": ["open", "hand"], "n": [3, 4]}},
   {"purpose": "discard", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled", "where": {"why": ["discard"]}},
   {"purpose": "palmed", "by": "seat", "sides": [6], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "triangle": [
  {"rules": [1], "draws": [
   {"purpose": "sleight_of_hand", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["sleight_of_hand"]}},
   {"purpose": "notice", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["perception"]}},
   {"purpose": "inspect", "by": "anybody", "sides": [20],
    "event": "check_rolled", "where": {"check": ["investigation"]}},
   {"purpose": "bluff", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "see_through", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "read", "by": "seat", "sides": [20], "event": "check_rolled", "where": {"check": ["insight"]}},
   {"purpose": "hide_feelings", "by": "seat", "sides": [20],
    "event": "check_rolled", "where": {"check": ["deception"]}},
   {"purpose": "hidden", "by": "seat", "sides": [6, 8, 12], "most": 1,
    "event": "die_rolled", "where": {"place": ["hole"], "n": [0, 1, 2]}},
   {"purpose": "palmed", "by": "seat", "sides": [6, 8, 12], "most": 1,
    "event": "die_rerolled_secretly", "where": {"why": ["palmed"]}}
  ]}
 ],
 "trickster": [
  {"rules": [1], "draws": [
   {"purpose": "class", "by": "seat", "sides": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45,
    46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64], "most": 1,
    "event": "trickster.class_taken"},
   {"purpose": "first_bet", "by": "seat", "sides": [20], "event": "open_thrown", "where": {"why": ["first_bet"]}},
   {"purpose": "cup", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "dice_thrown", "where": {"place": ["hole"]}},
   {"purpose": "replaced", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "die_replaced", "where": {"why": ["upgrade", "downgrade"]}},
   {"purpose": "unseen", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "die_thrown_unseen", "where": {"why": ["upgrade", "reroll"]}},
   {"purpose": "gained", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20], "event": "die_gained"},
   {"purpose": "reroll", "by": "seat", "sides": [2, 4, 6, 8, 10, 12, 20],
    "event": "die_rerolled", "where": {"why": ["reroll"]}}
  ]}
 ]
};

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

const wordsOf = (luck) => prefixed(...luck.flatMap((word) => [utf8(word.seat), utf8(word.luck)]));

export function faceOf(seed, round, luck, draw, words = wordsOf(luck)) {
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

// The face on which a die of a set falls four times in five, if any. Sticky dice have the loaded face down.
export function favoured({ set, faces }, sides) {
  const name = `d${sides}`;
  const isNamed = Object.hasOwn(faces, name);
  if (set === "weighted_heavy") return isNamed ? faces[name] : sides;
  if (set === "weighted_sticky") return sides + 1 - (isNamed ? faces[name] : 1);
  return null;
}

// What a die of a set shows that as a fair one would show `face`; `weight` decides if it favours a face.
export function weightedFace(set, sides, face, favours, weight) {
  if (set === "weighted_double") return face === 1 ? sides : face;
  const half = Math.floor(sides / 2);
  if (set === "weighted_high") return face <= half ? face + half : face;
  if (favours === null) return face;
  const other = weight - 4 * (sides - 1);
  return other <= 0 ? favours : other + (other >= favours ? 1 : 0);
}

export function sealOf(table, round, seat, luck, key) {
  const parts = [utf8("tavern luck seal v1"), utf8(table), big(round, 8), utf8(seat), utf8(luck), bytes(key)];
  return hex(sha256(prefixed(...parts)));
}

// The digest (hex) of a call, which a reveal signs: what `luck_called` has, and the root for its range of rounds.
export function callDigest(table, called, root) {
  const { round, game, rules, opening, first, commitment, seats, seals } = called;
  return hex(sha256(prefixed(
    utf8("tavern luck call v1"), utf8(table), big(round, 8), utf8(game), big(rules, 8),
    bytes(opening), bytes(root), big(first, 8), bytes(commitment),
    prefixed(...seats.map(utf8)), prefixed(...seals.flatMap(({ seat, seal }) => [utf8(seat), bytes(seal)])),
  )));
}

const receiptOf = (line) => hex(sha256(prefixed(utf8("tavern receipt v1"), line)));

// ---- One-time signatures: LMOTS_SHA256_N32_W4 of RFC 8554, section 4

const CHAINS = 67;
const STEPS = 15;
const SIGNATURE = /^00000003[0-9a-f]{4352}$/;

// Whether a signature (hex) by the key of a seat's luck in a round is one of this call's digest (hex).
export function answers(table, round, seat, key, signature, call) {
  if (!SIGNATURE.test(signature)) return false;
  const signed = bytes(signature);
  const part = (at) => signed.subarray(4 + 32 * at, 36 + 32 * at);
  const name = sha256(prefixed(utf8("tavern luck key v1"), utf8(table), big(round, 8), utf8(seat))).subarray(0, 16);
  const leaf = joined(name, big(0, 4));
  const digest = sha256(joined(leaf, [0x81, 0x81], part(0), bytes(call)));
  const digits = [...digest].flatMap((byte) => [byte >> 4, byte & 15]);
  const checksum = digits.reduce((sum, digit) => sum + STEPS - digit, 0);
  digits.push(checksum >> 8, (checksum >> 4) & 15, checksum & 15);
  const ends = [];
  for (let chain = 0; chain < CHAINS; chain += 1) {
    let end = part(chain + 1);
    for (let step = digits[chain]; step < STEPS; step += 1) end = sha256(joined(leaf, big(chain, 2), [step], end));
    ends.push(end);
  }
  return hex(sha256(joined(leaf, [0x80, 0x80], ...ends))) === key;
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

// JSON.parse takes the last of two members of one name, rounds numbers, nests without end, accepts half of a surrogate pair,
// and puts members first whose names are numbers. Those get another name, which nothing asks for.
function reliable(text) {
  const open = [];
  return text.replace(TOKENS, (token) => {
    if (token.includes("\\u") && /\p{Surrogate}/u.test(JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)))) {
      throw new Unreadable("this is no JSON to rely on: a text has half of a surrogate pair");
    }
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
const text = (value) => typeof value === "string";
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
const BEGINNING = { ...CALL, first: int, opening: hash, seats: list(text) };
const START = { ...CALL, luck: list(only({ seat: text, luck: text })) };
const LUCK_IN_AN_EVENT = list(has({ seat: text, luck: text }));
const DIE = { seat: text, n: int };
const facesOfDice = (value) =>
  isObject(value) && Object.entries(value).every(([die, face]) => nth(face) && face <= (KINDS_OF_DICE.get(die) ?? 0));
const gamingSet = (value) =>
  isObject(value) && SETS.has(value.set) && Object.keys(value).every((name) => name === "set" || name === "faces")
  && (!Object.hasOwn(value, "faces") || (FAVOURING.includes(value.set) && facesOfDice(value.faces)));
const SEED = { round: nth, seed: hash };
const SHAPES = {
  table_opened: { seeded: flag },
  seat_taken: { seat: text },
  seat_left: { seat: text },
  luck_set: { seat: text, luck: text },
  luck_sealed: { seat: text, seal: hash },
  root_published: { first: int, last: int, root: hash },
  luck_called: { ...BEGINNING, seals: list(has({ seat: text, seal: hash })) },
  luck_revealed: { seat: text, luck: text, key: hash, signature: text },
  luck_withheld: { seat: text },
  round_started: { ...BEGINNING, luck: LUCK_IN_AN_EVENT },
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
  gaming_set_brought: { seat: text, kind: text, brought: either(gamingSet, nothing) },
  gaming_set_given: { seat: text, kind: text, given: gamingSet },
  gaming_set_in_play: { seat: text, kind: text, playing_with: gamingSet },
  dice_loaded: { seat: text, faces: facesOfDice },
  dice_loaded_out_of_play: { seat: text, faces: facesOfDice },
  die_weighted: { ...DIE, set: text, was: int, face: int, favours: either(int, nothing), weight: either(has(DRAW), nothing) },
  die_rerolled_secretly: { ...DIE, by: text, draw: has(DRAW) },
  die_replaced: { ...DIE, die: text, draw: either(has(DRAW), nothing) },
  die_gained: { seat: text, die: text, draw: either(has(DRAW), nothing) },
  die_lost: DIE,
  die_thrown_unseen: { ...DIE, die: text, draw: has(DRAW) },
  die_size_shown: { ...DIE, die: text },
  dice_shown: { seat: text, ns: list(int), faces: list(int) },
  check_rolled: { mode: text, draws: list(has(DRAW)), natural: int, modifier: int, total: int },
};
const EVENTS = new Map(Object.entries(SHAPES).map(([kind, members]) => [kind, has(members)]));
// The same as somebody may see them from whom draws and faces are hidden.
const SEEN_EVENTS = new Map(Object.entries(SHAPES).map(([kind, members]) => {
  const hidden = Object.entries(members).filter(([name]) => ["draw", "draws", "face"].includes(name));
  return [kind, has({ ...members, ...Object.fromEntries(hidden.map(([name, test]) => [name, either(test, nothing)])) })];
}));
const ENTRY = has({ v: (value) => value === 1, table: text, prev: hash, events: list(has({ type: text })) });
const SHOWN = only({ seq: int, hash, line: text });
const PROOF = only({
  ...START, format: text, version: nth, table: text, seeded: flag, opening: SHOWN,
  published: either(SHOWN, only({ hash }), nothing), root: only({ from: int, to: int, root: hash }),
  seed: either(hash, nothing), start: either(isObject, nothing), draws: list(only({ ...DRAW, seq: int })),
  entries: list(either(SHOWN, only({ seq: int, hash: either(hash, nothing), events: list(isObject) }))),
});
const HEADER = has({ table: text, entries: int, head: hash });
const COINS_MOVED = has({ type: (value) => value === "coins_moved", payer: text, payee: text, amount_cp: int });

// An object whose names are seats: `reliable` has renamed those that are numbers.
const bySeat = (value) =>
  Object.fromEntries(Object.entries(value).map(([name, part]) => [name.replace(/^#(?=\d+$)/, ""), part]));
const each = (test) => (value) => isObject(value) && Object.values(value).every(test);
const perhaps = (members) => (value) =>
  Object.entries(members).every(([name, test]) => !Object.hasOwn(value, name) || test(value[name]));

// The lines of a record: what somebody was shown at a table.
const KEPT = { table: text, viewer: text };
const ROOT_SEEN = has({ ...KEPT, root: has({ from: int, to: int, root: hash }) });
const CALL_ANSWERED = has({
  ...KEPT, round: nth, luck: text,
  call: has({
    game: text, rules: int, opening: hash, root: hash, first: int, commitment: hash, seats: list(text), seals: each(hash),
  }),
});
const DIE_SEEN = (value) =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && either(int, nothing)(value[1]);
const VERSION_SEEN = has({ ...KEPT, round: either(nth, nothing), version: nth, receipt: hash });
const SEEN_IN_IT = perhaps({ events: list(has({ type: text })), coins: each(int), dice: each(list(DIE_SEEN)) });
const ENTRY_SEEN = (value) => VERSION_SEEN(value) && SEEN_IN_IT(value);

// The same value, whatever the order of members.
function same(one, other) {
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((part, at) => same(part, other[at]));
  if (!isObject(one)) return one === other;
  const names = Object.keys(one);
  return isObject(other) && names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
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
const isDraw = only(DRAW);

// Whether these are some of the others, in the same order.
function among(some, order) {
  const wanted = new Set(some);
  return same(some, order.filter((one) => wanted.has(one)));
}

// Whether a declaration is of draws like this one, in an event like this.
const declares = (row, event, draw) =>
  row.purpose === draw.purpose && row.event === event.type && row.sides.includes(draw.sides)
  && Object.entries(row.where ?? {}).every(([field, values]) => Object.hasOwn(event, field) && values.includes(event[field]));

// ---- What happens at a table

class Table {
  constructor() {
    this.wrong = [];
    this.held = new Map();
    this.settingOut = false;
    this.sets = new Map();
    this.unweighted = new Map();
    this.palmed = new Set();
    this.notShown = [];
    this.root = null;
    this.opening = null;
    this.seeded = null;
    this.altered = [];
    this.lines = [];
    this.calls = new Map();
    this.lucks = new Map();
    this.roots = new Map();
    this.seeds = new Map();
    this.whole = false;
    this.draws = [];
    this.rounds = [];
    this.name = "";
    this.at = null;
    this.head = null;
    this.words = new Map();
    this.gone = new Set();
    this.sealed = new Map();
    this.called = null;
    this.revealed = new Map();
    this.withheld = new Set();
    this.luck = [];
    this.declared = null;
    this.began = null;
    this.beganAt = null;
    this.highest = 0;
    this.players = new Set();
    this.started = null;
    this.running = false;
    this.over = null;
  }

  note(seq, code, detail) {
    this.wrong.push({ seq, code, detail });
  }

  // The entry in a line. Before 1.0, all entries named an edition of the common rules, or their own number.
  entry(seq, table, line, digest = null) {
    this.name = table;
    if (digest !== null && hex(sha256(line)) !== digest) {
      this.note(seq, "hash_mismatch", "its line does not match its hash in the proof");
      return null;
    }
    let entry = null;
    let why = "the line is no entry";
    try {
      entry = parsed(line);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      why = `${why}: ${error.message}`;
    }
    if (isObject(entry) && (Object.hasOwn(entry, "house") || Object.hasOwn(entry, "seq"))) throw new Unreadable(BEFORE_1);
    if (!ENTRY(entry)) {
      this.note(seq, "unreadable", why);
      return null;
    }
    if (entry.table !== table) this.note(seq, "wrong_table", `it belongs to table ${entry.table}`);
    return entry;
  }

  events(seq, events, entry, head = null) {
    this.at = entry?.at ?? null;
    this.head = head;
    for (const event of events) {
      const draws = [...drawsIn(event)];
      if (!draws.every(isDraw)) this.note(seq, "draw_missing", `${event.type} has something else where a draw should stand`);
      else if (!(EVENTS.get(event.type) ?? isObject)(event)) this.note(seq, "unreadable", `${event.type} is not what it should be`);
      else {
        for (const draw of draws) this.draw(seq, draw);
        this.drawnFor(seq, event, draws);
        this.sits(event);
        this.takes[event.type]?.call(this, seq, event);
      }
    }
    for (const { seat, n } of this.unweighted.values()) {
      this.note(seq, "face_mismatch", `die ${n} of ${seat} is of a weighted set, and falls as a fair one`);
    }
    this.unweighted.clear();
    this.settingOut = false;
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
    this.settingOut = false;
    (this.drawn ??= []).push({ seq, ...draw });
  }

  cannotTell(what) {
    if (!this.notShown.includes(what)) this.notShown.push(what);
  }

  drawnFor(seq, event, draws) {
    if (this.declared === null || !this.running) return;
    const { game } = this.started;
    const expected = new Map();
    for (const draw of draws) {
      const row = this.declared.find((one) => declares(one, event, draw) && this.mayDraw(one, draw));
      const isOthers = (event.seat ?? null) !== null && event.seat !== draw.seat;
      if (row === undefined || isOthers) {
        this.note(seq, "draw_undeclared", `${game} has no ${named(draw)} in ${event.type}`);
        continue;
      }
      for (const [field, shown] of Object.entries(row.shows ?? {})) {
        expected.set(field, shown === "sum" ? draws.reduce((sum, one) => sum + one.face, 0) : shown[draw.face - 1]);
      }
    }
    for (const [field, value] of expected) {
      if (event[field] !== value) this.note(seq, "face_mismatch", `${field} of ${event.type} is not what was drawn`);
    }
  }

  // Whether a declaration lets a seat draw, and so often.
  mayDraw({ by, most = Infinity }, { seat, n }) {
    if (n > most) return false;
    if (by === "anybody") return !this.whole || seat === HOUSE || this.words.has(seat);
    return by === HOUSE ? seat === HOUSE : this.players.has(seat);
  }

  // In a whole log, who sits at the table, by arrival, and what they chose as luck.
  sits(event) {
    const { seat } = event;
    if (event.type === "seat_taken") {
      this.held.delete(seat);
      this.words.set(seat, typeof event.luck === "string" ? event.luck : "");
      this.gone.delete(seat);
      this.sealed.delete(seat);
    } else if (event.type === "luck_set") this.words.set(seat, event.luck);
    else if (event.type === "luck_sealed") this.sealed.set(seat, event.seal);
    else if (event.type === "seat_left") this.gone.add(seat);
    if (this.running) return;
    for (const one of this.gone) {
      this.words.delete(one);
      this.sealed.delete(one);
    }
    this.gone.clear();
  }

  begins(seq, event) {
    const { round } = event;
    this.luck = [];
    this.players = new Set();
    if (this.running) this.note(seq, "round_not_over", `round ${round} starts while another runs`);
    if (this.whole && round !== this.highest + 1) {
      this.note(seq, "round_order", `round ${round} begins, and round ${this.highest + 1} is the next`);
    }
    this.promised(seq, event);
    const { seats, game, rules } = event;
    if (new Set(seats).size < seats.length || seats.includes(HOUSE)) {
      this.note(seq, "seats_mismatch", "the round's seats are not players, each once");
    } else if (this.whole && !among(seats, [...this.words.keys()])) {
      this.note(seq, "seats_mismatch", "the round's seats are not at the table, in that order");
    }
    const versions = Object.hasOwn(DECLARED, game) ? DECLARED[game] : [];
    this.declared = versions.find((one) => one.rules.includes(rules))?.draws ?? null;
    if (this.declared === null) {
      this.cannotTell(`for what version ${rules} of ${game} draws dice, which this program does not know`);
    }
    this.belongs(seq, event);
    this.called = null;
    this.beganAt = this.at;
    this.highest = Math.max(round, this.highest);
    this.began = seq;
    this.running = true;
    this.drawn = [];
    this.due = new Map();
    this.lying = new Map();
    this.sets = new Map();
    this.palmed = new Set();
    this.settingOut = false;
  }

  // The round belongs to this table, whose first line it names.
  belongs(seq, { opening }) {
    if (opening !== this.opening) {
      this.note(seq, "opening_mismatch", "the round names another opening than the table's");
    }
  }

  promised(seq, { round, first, commitment, path }) {
    const root = this.roots.get(first);
    if (root === undefined || round < first || round > root.to) {
      this.note(seq, "root_missing", `no root is published under which round ${round} lies`);
    } else if (2 ** path.length !== root.to - first + 1 || rootFrom(commitment, round - first, path) !== root.root) {
      this.note(seq, "path_mismatch", `the path of round ${round} does not lead to the published root`);
    }
  }

  publishes(seq, { first, last, root }) {
    const due = first - 1 + (first === 1 ? FIRST_RANGE : RANGE);
    const isRange = first >= 1 && first % RANGE === 1 && last === due;
    if (!isRange || [...this.roots.values()].some((one) => first <= one.to)) {
      this.note(seq, "bad_root", `rounds ${first} to ${last} are no range for a root, or have one already`);
    } else this.roots.set(first, { from: first, to: last, root });
  }

  luckOf({ seat, luck }, called) {
    if (called === null) return { seat, luck, how: "open" };
    return { seat, luck, how: this.withheld.has(seat) ? "withheld" : this.revealed.has(seat) ? "revealed" : "unsealed" };
  }

  dice(seat) {
    this.lying ??= new Map();
    if (!this.lying.has(seat)) this.lying.set(seat, []);
    return this.lying.get(seat);
  }

  lay(seq, event, n, die, draw, free) {
    if (!free || draw.seat !== event.seat || `d${draw.sides}` !== die) {
      this.note(seq, "face_mismatch", `${named(draw)} is no draw for die ${n} of ${event.seat}`);
    } else {
      const key = JSON.stringify([event.seat, n]);
      if (this.unweighted.has(key)) this.note(seq, "face_mismatch", `die ${n} of ${event.seat} is rolled again before it is weighted`);
      this.dice(event.seat)[n] = { sides: draw.sides, face: draw.face };
      if (WEIGHTED.includes(this.sets.get(event.seat)?.set)) this.unweighted.set(key, { seat: event.seat, n });
    }
  }

  // A die; undefined where there is none, or where it still has to be weighted.
  die(seat, n) {
    return n >= 0 && !this.unweighted.has(JSON.stringify([seat, n])) ? this.dice(seat)[n] : undefined;
  }

  // In a whole log, a seat has this set from now on.
  holds(seat, kind, { set, faces = {} }) {
    if (!this.held.has(seat)) this.held.set(seat, new Map());
    this.held.get(seat).set(kind, { set, faces });
  }

  // In a whole log, a seat's dice are loaded on these faces too.
  loads(seat, faces) {
    const held = this.held.get(seat)?.get("dice");
    if (held !== undefined) this.holds(seat, "dice", { ...held, faces: { ...held.faces, ...faces } });
  }

  turn(seq, event, was) {
    const die = this.die(event.seat, event.n);
    if (die === undefined || die.face !== was || event.face < 1 || event.face > die.sides) {
      const shows = die?.face ?? "nothing";
      this.note(seq, "face_mismatch", `die ${event.n} of ${event.seat} shows ${shows}, and ${event.type} has another face`);
      return false;
    }
    die.face = event.face;
    return true;
  }
}

/** @type {{ [type: string]: (this: any, ...given: any[]) => unknown }} */
const TAKES = {
  table_opened(_, { seeded }) {
    this.seeded = seeded;
  },
  root_published(seq, event) {
    this.publishes(seq, event);
  },
  luck_called(seq, event) {
    this.begins(seq, event);
    this.called = event;
    this.revealed = new Map();
    this.withheld = new Set();
    this.started = { ...event, luck: [] };
    const sealed = event.seals.map((seal) => seal.seat);
    if (!among(sealed, event.seats)) {
      this.note(seq, "luck_mismatch", "the seals are not those of the round's seats, in their order");
    }
    const playing = new Set(event.seats);
    const given = new Map([...this.sealed].filter(([seat]) => playing.has(seat)));
    const isGiven = ({ seat, seal }) => given.get(seat) === seal;
    if (this.whole && !(new Set(sealed).size === given.size && event.seals.every(isGiven))) {
      this.note(seq, "luck_mismatch", "the seals are not those that the seats gave");
    }
    this.sealed = new Map();
    const { round, game, rules, first, commitment, seats, opening } = event;
    const root = this.roots.get(first)?.root ?? null;
    const seals = Object.fromEntries(event.seals.map(({ seat, seal }) => [seat, seal]));
    this.calls.set(round, { game, rules, opening, root, first, commitment, seats, seals });
    this.digest = root === null || rules < 0 ? null : callDigest(this.name, event, root);
  },
  luck_revealed(seq, { seat, luck, key, signature }) {
    const { round, seals } = this.called ?? { round: 0, seals: [] };
    const own = seals.filter((seal) => seal.seat === seat);
    const isSealed = own.length === 1 && own[0].seal === sealOf(this.name, round, seat, luck, key);
    if (!isSealed || this.revealed.has(seat) || this.withheld.has(seat)) {
      this.note(seq, "luck_mismatch", `${seat} did not seal what it reveals, or does not reveal it once`);
    } else if (this.digest === null || !answers(this.name, round, seat, key, signature, this.digest)) {
      this.note(seq, "luck_answers_another_call", `${seat} did not reveal its luck to this call of round ${round}`);
    }
    this.revealed.set(seat, luck);
  },
  luck_withheld(seq, { seat }) {
    const isSealed = (this.called?.seals ?? []).some((seal) => seal.seat === seat);
    if (!isSealed || this.revealed.has(seat) || this.withheld.has(seat)) {
      this.note(seq, "luck_mismatch", `${seat} withholds what it did not seal, or has revealed`);
    }
    this.withheld.add(seat);
  },
  round_started(seq, event) {
    const called = this.called;
    this.called = null;
    if (called === null) {
      this.begins(seq, event);
      if (this.whole && event.luck.some((one) => (this.words.get(one.seat) ?? "") !== one.luck)) {
        this.note(seq, "luck_mismatch", "the luck is not what the seats chose");
      }
    } else {
      this.belongs(seq, event);
      if ([...Object.keys(CALL), "first"].some((name) => !same(event[name], called[name]))) {
        this.note(seq, "commitment_mismatch", "the round starts otherwise than it was called");
      }
      const revealed = called.seats.map((seat) => this.revealed.get(seat) ?? "");
      if (!same(revealed, event.luck.map((one) => one.luck))) {
        this.note(seq, "luck_mismatch", "the round starts with luck that its seats did not reveal");
      }
      if (!among(event.seats, called.seats)) {
        this.note(seq, "seats_mismatch", "the round starts with seats that were not called");
      }
      if (called.seals.some(({ seat }) => !this.revealed.has(seat) && !this.withheld.has(seat))) {
        this.note(seq, "luck_mismatch", "the round starts before all luck was revealed or withheld");
      }
    }
    const lucky = event.luck.map((one) => one.seat);
    if (!same(lucky, (called ?? event).seats)) {
      this.note(seq, "luck_mismatch", "the luck is not that of the round's seats, in their order");
    }
    this.started = event;
    this.players = new Set(event.seats);
    this.settingOut = true;
    this.luck = event.luck.map((one) => this.luckOf(one, called));
    this.lucks.set(event.round, this.luck);
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
    const { drawn, luck, beganAt: began, at: ended, head } = this;
    this.rounds.push({ round, game: this.started.game, draws: drawn.length, luck, began, ended, head });
    if (!this.whole && luck.some((one) => one.how === "open")) {
      this.cannotTell("that these are the round's seats, in their order, and their luck words: name one to have it checked");
    }
    if (hex(sha256(bytes(seed))) !== this.started.commitment) {
      this.note(seq, "commitment_mismatch", "the seed is not the one that was committed to");
      return;
    }
    const words = wordsOf(this.started.luck);
    for (const draw of this.drawn) {
      const face = faceOf(bytes(seed), round, this.started.luck, draw, words);
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
  gaming_set_brought(_, { seat, kind, brought }) {
    if (brought !== null) this.holds(seat, kind, brought);
  },
  gaming_set_given(_, { seat, kind, given }) {
    this.holds(seat, kind, given);
  },
  gaming_set_in_play(seq, { seat, kind, playing_with: { set, faces = {} } }) {
    const isCrooked = CROOKED.includes(set) && SETS.get(set) === kind;
    const isOwn = !this.whole || same({ set, faces }, this.held.get(seat)?.get(kind) ?? null);
    if (!this.settingOut || !this.players.has(seat) || this.sets.has(seat) || !isCrooked || !isOwn) {
      this.note(seq, "face_mismatch", `${seat} cannot play with ${set} from here on`);
    } else this.sets.set(seat, { set, faces });
  },
  dice_loaded(seq, { seat, faces }) {
    this.loads(seat, faces);
    const own = this.running ? this.sets.get(seat) : undefined;
    if (own?.set === "weighted_sticky") this.sets.set(seat, { ...own, faces: { ...own.faces, ...faces } });
    else this.note(seq, "face_mismatch", `${seat} loads dice, and does not play with dice that can be loaded`);
  },
  dice_loaded_out_of_play(_, { seat, faces }) {
    this.loads(seat, faces);
  },
  // Somebody rolls a die of their own, or of the House, again in secret; nobody does so twice in a round.
  die_rerolled_secretly(seq, event) {
    const { seat, n, by, draw } = event;
    if (!this.players.has(by) || this.palmed.has(by) || (seat !== by && seat !== HOUSE)) {
      this.note(seq, "face_mismatch", `${by} cannot roll die ${n} of ${seat} again in secret, or has done so before`);
    }
    this.palmed.add(by);
    const die = n >= 0 ? this.dice(seat)[n] : undefined;
    const was = die?.face ?? 0;
    this.lay(seq, event, n, `d${die?.sides}`, draw, die !== undefined);
    this.altered.push(`entry ${seq}: die ${n} of ${seat}, rolled again in secret by ${by}, from ${was} to ${draw.face}`);
  },
  // A die of a weighted set that was rolled just now shows what the set makes of the fair draw.
  die_weighted(seq, { seat, n, set, was, face, favours, weight }) {
    const own = this.sets.get(seat);
    const die = n >= 0 ? this.dice(seat)[n] : undefined;
    const key = JSON.stringify([seat, n]);
    if (own === undefined || die === undefined || !this.unweighted.has(key)) {
      this.note(seq, "face_mismatch", `die ${n} of ${seat} is weighted, and was not just rolled with weighted dice`);
      return;
    }
    this.unweighted.delete(key);
    const likely = favoured(own, die.sides);
    if (likely !== null && weight === null) {
      this.note(seq, "draw_missing", `die ${n} of ${seat} favours a face, and no draw decides whether it shows it`);
      return;
    }
    if (weight !== null && (likely === null || weight.seat !== seat || weight.sides !== 5 * (die.sides - 1))) {
      this.note(seq, "face_mismatch", `${named(weight)} is no draw for the weight of die ${n} of ${seat}`);
      return;
    }
    const due = weightedFace(own.set, die.sides, die.face, likely, weight?.face ?? 0);
    if (set !== own.set || was !== die.face || favours !== likely || face !== due) {
      this.note(seq, "face_mismatch", `die ${n} of ${seat} shows ${die.face}, which ${own.set} makes ${due}`);
      return;
    }
    die.face = due;
    this.altered.push(`entry ${seq}: die ${n} of ${seat}, of ${set}, from ${was} to ${due}`);
  },
  // Dice come, go and change their sizes. One that is not thrown at once shows no face.
  die_replaced(seq, event) {
    const dice = this.dice(event.seat);
    const isThere = event.n >= 0 && event.n < dice.length;
    if (event.draw !== null) this.lay(seq, event, event.n, event.die, event.draw, isThere);
    else if (isThere) dice[event.n] = { sides: 0, face: 0 };
  },
  die_gained(seq, event) {
    const dice = this.dice(event.seat);
    if (event.draw !== null) this.lay(seq, event, dice.length, event.die, event.draw, true);
    else dice.push({ sides: 0, face: 0 });
  },
  die_lost(_, { seat, n }) {
    if (n >= 0) this.dice(seat).splice(n, 1);
  },
  die_thrown_unseen(seq, event) {
    const isThere = event.n >= 0 && event.n < this.dice(event.seat).length;
    this.lay(seq, event, event.n, event.die, event.draw, isThere);
  },
  die_size_shown(seq, { seat, n, die }) {
    if (n < 0 || `d${this.dice(seat)[n]?.sides}` !== die) this.note(seq, "face_mismatch", `die ${n} of ${seat} is no ${die}`);
  },
  dice_shown(seq, { seat, ns, faces }) {
    const isRight = (n, at) => (this.die(seat, n)?.face ?? 0) === faces[at] && faces[at] !== 0;
    if (ns.length !== faces.length || !ns.every(isRight)) {
      this.note(seq, "face_mismatch", `the dice of ${seat} do not have the faces that are shown`);
    }
  },
  check_rolled(seq, event) {
    const faces = event.draws.length ? event.draws.map((draw) => draw.face) : [0];
    const counts = new Map([["normal", faces[0]], ["advantage", Math.max(...faces)], ["disadvantage", Math.min(...faces)]]);
    if (event.draws.length !== (event.mode === "normal" ? 1 : 2)) {
      this.note(seq, "face_mismatch", `a check of ${event.seat} has other dice than its mode`);
    }
    if (counts.get(event.mode) !== event.natural || event.total !== event.natural + event.modifier) {
      this.note(seq, "face_mismatch", `a check of ${event.seat} counts otherwise than was rolled`);
    }
  },
};

Table.prototype.takes = Object.assign(Object.create(null), TAKES);

// ---- The proof of a round

function checkProof(table, proof) {
  if (!PROOF(proof)) {
    table.note(null, "malformed", "a member is missing, unknown, or not what it should be");
    return;
  }
  const { opening, published, entries } = proof;
  const read = (shown) => {
    if (shown === null || !("line" in shown)) return null;
    return table.entry(shown.seq, proof.table, utf8(shown.line), shown.hash);
  };
  const opened = read(opening);
  const publishing = read(published);
  const known = entries.map(read);
  if (opened !== null && opened.prev !== GENESIS) {
    table.note(1, "chain_broken", "the opening is not the first entry of its table");
  }
  if ([opening, published, ...entries.slice(0, 1)].some((shown) => (shown?.seq ?? 1) !== 1)) {
    table.note(null, "not_as_told", "its entries are not numbered from 1");
  }
  for (let at = 1; at < entries.length; at += 1) {
    const [before, after, entry] = [entries[at - 1], entries[at], known[at]];
    const due = before.seq + 1;
    if (after.seq !== due) table.note(Math.min(due, after.seq), "not_whole", `entry ${after.seq} stands where ${due} should`);
    else if (entry !== null && entry.prev !== before.hash) {
      const atFault = "line" in before ? due : before.seq;
      table.note(atFault, "chain_broken", `entry ${due} does not follow on entry ${before.seq} as it is here`);
    } else if (!("line" in before) && !("line" in after) && before.hash !== null) {
      table.note(before.seq, "chain_broken", "it is left out, and no entry confirms its hash");
    }
  }
  if (opened === null || table.wrong.length) return;
  if (entries.some((shown) => !("line" in shown))) table.notShown.push("how many entries there are where some are left out");
  table.lines = entries.map(({ seq, line = null, events = [] }, at) => (
    { seq, line: line === null ? null : utf8(line), events: known[at]?.events ?? events }
  ));
  checkPromise(table, proof, opened, publishing);
  if (proof.seed !== null && !table.wrong.length) checkRound(table, proof, known);
}

function checkPromise(table, proof, opened, publishing) {
  const openings = opened.events.filter((event) => event.type === "table_opened");
  if (openings.length !== 1 || openings[0].seeded !== proof.seeded) {
    table.note(1, "not_as_told", "the first entry disagrees on whether the table's secret was given");
  }
  const { root, published } = proof;
  const roots = (entry) => entry.events.filter((event) => event.type === "root_published");
  table.events(1, roots(opened), opened);
  const isOpening = table.roots.has(root.from);
  if (publishing !== null) table.events(1, roots(publishing), publishing);
  else if (published !== null) {
    table.notShown.push("root");
    if (!isOpening) table.publishes(1, { first: root.from, last: root.to, root: root.root });
  }
  table.root = root.root;
  table.seeded = proof.seeded;
  table.opening = proof.opening.hash;
  if (!same(root, table.roots.get(root.from)) || (published === null) !== isOpening) {
    table.note(null, "not_as_told", "the root is not the one that was published for this round");
  }
  table.promised(null, { ...proof, first: root.from });
  if (proof.seed !== null) return;
  table.notShown.push("game", "rules", "luck");
  if (proof.draws.length || proof.entries.length || (proof.start && Object.keys(proof.start).length)) {
    table.note(null, "not_as_told", "the proof of a sealed round shows no draws and no entries");
  }
}

function checkRound(table, proof, known) {
  table.roots = new Map([[proof.root.from, proof.root]]);
  known.forEach((entry, at) => {
    const { seq } = proof.entries[at];
    const events = entry?.events ?? [];
    table.events(seq, events, entry, proof.entries[at].hash);
    if ((table.began === seq) !== (at === 0)) table.note(seq, "not_whole", "the first entry, and no other, begins the round");
    if (table.running === (at === known.length - 1)) {
      table.note(seq, "not_whole", "the last entry, and no other, ends the round");
    }
  });
  if (Object.keys(START).some((name) => !same(proof[name], table.started?.[name]))) {
    table.note(null, "not_as_told", "the entry that starts the round disagrees with the proof");
  }
  if ((proof.start ?? null) !== null) table.notShown.push("the table as the round began (start), from which tavern audit re-runs it");
  else table.note(null, "not_as_told", "the proof lacks the table as the round began");
  if (table.seeds.get(proof.round) !== proof.seed || !same(table.draws, proof.draws)) {
    table.note(null, "not_as_told", "the seed and the draws are not those that the entries record");
  }
}

// ---- A whole log

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
  let prev = GENESIS;
  const read = [];
  for (const [at, line] of lines.entries()) {
    const entry = table.entry(at + 1, header.table, line);
    if (entry !== null && entry.prev !== prev) {
      table.note(Math.max(at, 1), "chain_broken", `entry ${at + 1} does not follow on it as it is here`);
    }
    prev = hex(sha256(line));
    read.push(entry);
    if (table.wrong.length >= ENOUGH) return; // Nobody reads more.
  }
  if (lines.length !== header.entries) {
    table.note(null, "truncated", `the header says ${header.entries} entries, but there are ${lines.length}`);
  } else if (prev !== header.head) table.note(lines.length || null, "not_as_headed", "the last line does not match the hash in the header");
  table.opening = lines.length ? hex(sha256(lines[0])) : null;
  if (!table.wrong.length) {
    table.lines = read.map((entry, at) => ({ seq: at + 1, line: lines[at], events: entry.events }));
    read.forEach((entry, at) => table.events(at + 1, entry.events, entry, hex(sha256(lines[at]))));
  }
  if (table.running) table.notShown.push(`the dice of round ${table.started.round}, which is not over`);
}

// Every round that a seat played was played with one of the words that are given for it.
function checkLuck(table, given, proof) {
  const played = proof !== null && proof.seed === null ? [proof] : table.rounds;
  for (const seat of new Set(given.map(([name]) => name))) {
    const own = given.filter(([name]) => name === seat).map(([, word]) => word);
    const used = played.flatMap(({ luck }) => luck.filter((one) => one.seat === seat).slice(-1));
    // A round that was called off before it started was played with nobody's luck.
    const isStarted = played.some(({ luck }) => luck.length);
    if (isStarted && !used.length) {
      const seats = played.length === 1 ? "the round's seats" : "the seats of any round here";
      table.note(null, "luck_mismatch", `${seat} is not among ${seats}`);
    } else if (used.some((one) => !own.includes(one.luck))) {
      table.note(null, "luck_mismatch", `${seat} did not play with that luck`);
    }
  }
}

// ---- A record: what somebody was shown

const maySee = (viewer, audience) =>
  audience === "all" || (audience !== "none" && (viewer === GM || viewer === audience));

// What a member with an audience guards: the member of the same name without _to, but for one that guards two.
function guardedBy(name) {
  if (name === "brings_to") return ["purse_cp", "luck"];
  return name.endsWith("_to") ? [name.slice(0, -"_to".length)] : [];
}

// Events as a viewer may see them, without those of which the viewer may see nothing.
function visible(events, viewer) {
  const seen = events.filter((event) => !Object.hasOwn(event, "to") || maySee(viewer, event.to));
  return seen.map((event) => {
    const shown = { ...event };
    for (const [name, audience] of Object.entries(event)) {
      const guarded = guardedBy(name).filter((field) => Object.hasOwn(event, field));
      if (!guarded.length || maySee(viewer, audience)) continue;
      for (const field of guarded) shown[field] = null;
      shown[name] = "none";
    }
    return shown;
  });
}

// Events of single games that change dice.
const SIZE = (value) => typeof value === "string" && /^d[1-9]\d?$/.test(value);
const CLASS_TAKEN = has({ seat: text, card: has({ hand: list(SIZE) }) });
const PEEKED = has({
  kind: (value) => value === "peeked", facts: has({ about: text, n: int, die: text, face: either(int, nothing) }),
});
const PICKED_UP = has({ seat: text, n: int });

const CLEARING = ["luck_called", "round_started", "game_set"];
const SHOWING = ["die_set_down", "die_altered", "die_weighted", "die_revealed"];

// The dice on the table as events leave them for who sees these, faces null if hidden.
class Dice {
  constructor() {
    this.held = new Map();
  }

  of(seat) {
    if (!this.held.has(seat)) this.held.set(seat, []);
    return this.held.get(seat);
  }

  // Die `n`, if there is one, is of this kind and shows this face from now on.
  put(seat, n, die, face) {
    const dice = this.of(seat);
    if (n >= 0 && n < dice.length) dice[n] = [die, face];
  }

  lay(seat, n, face) {
    this.put(seat, n, this.of(seat)[n]?.[0], face);
  }

  fold(event) {
    const { type, seat, n, die, ns = [] } = event;
    const face = event.draw?.face ?? null;
    if (CLEARING.includes(type)) this.held.clear();
    else if (!(SEEN_EVENTS.get(type) ?? isObject)(event)) return;
    else if (type === "die_rolled" || type === "die_gained") this.of(seat).push([die, face]);
    else if (type === "die_replaced" || type === "die_thrown_unseen") this.put(seat, n, die, face);
    else if (type === "die_rerolled" || type === "die_rerolled_secretly") this.lay(seat, n, face);
    else if (SHOWING.includes(type)) this.lay(seat, n, event.face);
    else if (type === "dice_thrown") ns.forEach((one, at) => this.land(seat, one, die, event.draws?.[at].face ?? null));
    else if (type === "dice_shown") ns.forEach((one, at) => this.lay(seat, one, event.faces[at]));
    else if (type === "dice_taken_up") this.of(seat).length = 0;
    else if (type === "die_lost") this.lose(seat, n);
    else if (type === "die_size_shown") this.size(seat, n, die);
    else this.foldOfGame(event);
  }

  foldOfGame(event) {
    const { type, seat, n, facts, card } = event;
    if (type === "twentyone.die_picked_up" && PICKED_UP(event)) this.lay(seat, n, null);
    else if (type === "told" && PEEKED(event)) this.put(facts.about, facts.n, facts.die, facts.face);
    else if (type === "trickster.class_taken" && CLASS_TAKEN(event)) {
      const sizes = [...card.hand].sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
      this.held.set(seat, sizes.map((size) => [size, null]));
    }
  }

  land(seat, n, die, face) {
    if (n === this.of(seat).length) this.of(seat).push([die, face]);
    else this.put(seat, n, die, face);
  }

  lose(seat, n) {
    if (n >= 0) this.of(seat).splice(n, 1);
  }

  // A face that was seen before the die changed shows no longer.
  size(seat, n, die) {
    const [was, face] = this.of(seat)[n] ?? [];
    this.put(seat, n, die, was === die ? face : null);
  }
}

const short = (value) => {
  const whole = JSON.stringify(value) ?? "nothing";
  return whole.length > 60 ? `${whole.slice(0, 60)}…` : whole;
};

// Where events as they were shown first differ from those that a line has, in words.
function difference(shown, due) {
  const at = due.findIndex((event, place) => !same(shown[place], event));
  if (at < 0 || at >= shown.length) return `${shown.length} events were shown, and it has ${due.length}`;
  const [one, other] = [shown[at], due[at]];
  const names = ["type", ...Object.keys(other), ...Object.keys(one)];
  const name = names.find((member) => !same(one[member], other[member])) ?? "type";
  return `${name} of ${other.type} was shown as ${short(one[name])}, and is ${short(other[name])}`;
}

// How many lines of a file a viewer saw something of. Of an entry that is left out, that is certain only if everybody did.
class Sight {
  constructor(lines, viewer) {
    this.seen = lines.map(({ line, events }) => visible(events, line === null ? PUBLIC : viewer));
    this.certain = [0];
    this.possible = [0];
    lines.forEach(({ line }, at) => {
      const isSeen = this.seen[at].length > 0;
      this.certain.push(this.certain[at] + (isSeen ? 1 : 0));
      this.possible.push(this.possible[at] + (isSeen || (line === null && viewer !== PUBLIC) ? 1 : 0));
    });
  }

  // Whether line `to` may be the one that is `apart` versions after line `from`.
  isApart(from, to, apart) {
    const between = (counted) => counted[to] - counted[from + 1];
    return from < to && between(this.certain) < apart && apart <= between(this.possible) + 1;
  }
}

// What one viewer was shown: entries by version, each with its place here (`at`, or null) and the lines of the record
// that are of it.
class Shown {
  constructor(table, viewer, entries, coins) {
    this.table = table;
    this.viewer = viewer;
    this.entries = entries;
    this.sight = new Sight(table.lines, viewer);
    this.coins = coins;
  }

  check(isDue) {
    this.findLeftOut(isDue);
    const views = this.viewsThatDiffer();
    // Versions count from the table's beginning.
    let before = this.table.whole ? { version: 0, at: -1 } : null;
    for (const entry of this.entries) {
      const { version, at, receipt, lines } = entry;
      if (at === null) {
        if (isDue(entry)) this.table.note(null, "receipt_missing", `the entry of version ${version} is not here: ${receipt}`);
        continue;
      }
      const own = entry.isLeftOut ? null : this.eventsDiffer(at, lines) ?? this.isOutOfPlace(entry, before);
      const differs = own ?? views.get(entry) ?? null;
      if (differs !== null) {
        this.table.note(this.table.lines[at].seq, "shown_otherwise", `version ${version} of ${this.viewer}: ${differs}`);
      }
      if (!entry.isLeftOut) before = entry;
    }
  }

  // Finds the places of entries that are left out here: their lines are not known, and so not their receipts.
  findLeftOut(isDue) {
    if (this.table.lines.every(({ line }) => line !== null)) return;
    const found = this.entries.filter(({ at }) => at !== null);
    found.sort((one, other) => one.version - other.version || one.at - other.at);
    const used = new Set();
    for (const entry of this.entries.filter((one) => one.at === null && isDue(one))) {
      const { version, lines } = entry;
      if (found.some((one) => one.version === version)) continue;
      const before = found.findLast((one) => one.version < version) ?? null;
      const after = found.find((one) => one.version > version) ?? null;
      const shown = lines.flatMap(({ events }) => (events === undefined ? [] : [visible(events, PUBLIC)]));
      const place = this.table.lines.findIndex(({ line }, at) => (
        line === null && !used.has(at)
        && (before === null || this.sight.isApart(before.at, at, version - before.version))
        && (after === null || this.sight.isApart(at, after.at, after.version - version))
        && shown.every((events) => same(events, this.sight.seen[at]))
      ));
      if (place < 0) continue;
      used.add(place);
      entry.at = place;
      entry.isLeftOut = true;
    }
  }

  eventsDiffer(at, lines) {
    const other = lines.find(({ events }) => events !== undefined && !same(events, this.sight.seen[at]));
    if (other !== undefined) return difference(other.events, this.sight.seen[at]);
    return this.sight.seen[at].length ? null : "there is nothing in it that this viewer may see";
  }

  isOutOfPlace({ version, at }, before) {
    if (before === null || this.sight.isApart(before.at, at, version - before.version)) return null;
    return before.version === 0 ? "it is not the entry of that version" : `it does not follow so on version ${before.version}`;
  }

  // The entries with a view that shows other coins or dice than follow from the lines up to there, and which.
  viewsThatDiffer() {
    const dice = new Dice();
    const differing = new Map();
    const shownAt = new Map();
    for (const entry of this.entries) shownAt.set(entry.at, [...(shownAt.get(entry.at) ?? []), entry]);
    this.table.lines.forEach(({ line, events }, at) => {
      if (line !== null) {
        for (const event of this.sight.seen[at]) {
          this.move(event);
          dice.fold(event);
        }
      } else if (events.some(({ type }) => type === "coins_moved")) this.coins = null; // Nothing confirms how many they were.
      for (const entry of shownAt.get(at) ?? []) {
        const words = [...entry.lines.map((one) => this.coinsDiffer(one)), ...entry.lines.map((one) => diceDiffer(one, dice))];
        differing.set(entry, words.find((one) => one !== null) ?? null);
      }
    });
    return differing;
  }

  move(event) {
    if (this.coins === null || !COINS_MOVED(event)) return;
    const { payer, payee, amount_cp: amount } = event;
    this.coins.set(payer, (this.coins.get(payer) ?? 0) - amount);
    this.coins.set(payee, (this.coins.get(payee) ?? 0) + amount);
  }

  coinsDiffer({ coins }) {
    if (coins === undefined || this.coins === null) return null;
    for (const [account, shown] of Object.entries(bySeat(coins))) {
      const due = this.coins.get(account) ?? 0;
      if (shown !== due) return `${account === POT ? "the pot" : account} was shown with ${shown} cp, and had ${due}`;
    }
    return null;
  }
}

function diceDiffer({ coins = {}, dice: given }, dice) {
  if (given === undefined) return null;
  const shown = new Map(Object.entries(bySeat(given)));
  // A view leaves out holders without dice, and whoever is not at the table.
  for (const holder of new Set([...shown.keys(), HOUSE, ...Object.keys(bySeat(coins))])) {
    const [one, due] = [shown.get(holder) ?? [], dice.held.get(holder) ?? []];
    if (!same(one, due)) return `the dice of ${holder} were shown as ${short(one)}, and were ${short(due)}`;
  }
  return null;
}

// The record's roots, calls and entries of a table.
function recordOf(data, name, counted) {
  /** @type {{ [kind: string]: any[] }} */
  const record = { roots: [], calls: [], entries: [] };
  for (const line of linesOf(data)) {
    const kept = parsed(line);
    const kind = !isObject(kept) ? null : "root" in kept ? "roots" : "call" in kept ? "calls" : "entries";
    if (kind === null || !{ roots: ROOT_SEEN, calls: CALL_ANSWERED, entries: ENTRY_SEEN }[kind](kept)) {
      throw new Unreadable("a line of the record is no root, call or entry");
    }
    if (kept.table === name) record[kind].push(kept);
    else counted.of_other_tables += 1;
  }
  return record;
}

// What was kept agrees with the file: the roots, the calls that were answered, and what was shown of each entry.
function checkRecord(table, data, name, proof) {
  const counted = { roots: 0, calls: 0, entries: 0, views: 0, not_here: 0, of_other_tables: 0 };
  const { roots, calls, entries } = recordOf(data, name, counted);
  checkRoots(table, roots, counted, proof);
  checkCalls(table, calls, counted, proof);
  checkEntries(table, entries, counted, proof);
  return counted;
}

function checkRoots(table, seen, counted, proof) {
  const roots = proof === null ? table.roots : new Map([[proof.root.from, proof.root]]);
  for (const { root: { from, to, root } } of seen.filter((one) => roots.has(one.root.from))) {
    counted.roots += 1;
    if (same({ from, to, root }, roots.get(from))) continue;
    table.note(null, "root_changed", `the root for the rounds from ${from} on was shown as ${root}`);
  }
}

function checkCalls(table, answered, counted, proof) {
  const isSealed = proof !== null && proof.seed === null;
  for (const { viewer, round, call, luck } of answered.filter((one) => proof === null || one.round === proof.round)) {
    counted.calls += 1;
    const known = isSealed ? callOfSealed(proof) : table.calls.get(round) ?? null;
    const own = { ...call, seals: bySeat(call.seals) };
    const others = known === null ? ["all of it"] : Object.keys(known).filter((member) => !same(known[member], own[member]));
    if (others.length) {
      table.note(null, "call_changed", `round ${round} is not as it was called for ${viewer}: ${others.join(", ")}`);
    }
    // A round that was called off before it started was played with nobody's luck.
    const lucks = isSealed ? proof.luck : table.lucks.get(round) ?? [];
    if (!lucks.length || !viewer.startsWith("seat:")) continue;
    const seat = viewer.slice("seat:".length);
    const played = lucks.find((one) => one.seat === seat)?.luck;
    if (played === luck) continue;
    const how = played ? "with another" : "without it";
    table.note(null, "luck_mismatch", `${seat} revealed its luck, and round ${round} was played ${how}`);
  }
}

// What the proof of a sealed round says of how it was called.
function callOfSealed({ game, rules, opening, root, commitment, luck }) {
  const call = { game, rules, opening: opening.hash, root: root.root, first: root.from, commitment };
  return luck.length ? { ...call, seats: luck.map(({ seat }) => seat) } : call;
}

function checkEntries(table, shown, counted, proof) {
  const places = new Map(table.lines.flatMap(({ line }, at) => (line === null ? [] : [[receiptOf(line), at]])));
  const isHere = (line) => proof === null || (proof.seed !== null && line.round === proof.round);
  const isDue = ({ lines }) => lines.some(isHere);
  const kept = new Map();
  for (const line of shown) {
    const { viewer, version, receipt } = line;
    if (!kept.has(viewer)) kept.set(viewer, new Map());
    const own = kept.get(viewer);
    const key = `${version} ${receipt}`;
    if (!own.has(key)) own.set(key, { version, receipt, at: places.get(receipt) ?? null, isLeftOut: false, lines: [] });
    own.get(key).lines.push(line);
  }
  for (const [viewer, own] of kept) {
    const entries = [...own.values()].sort((one, other) => one.version - other.version);
    new Shown(table, viewer, entries, coinsAtFirst(proof)).check(isDue);
    const found = entries.filter(({ at }) => at !== null);
    counted.entries += found.length;
    counted.views += found.flatMap(({ lines }) => lines).filter((line) => "coins" in line || "dice" in line).length;
    counted.not_here += entries.filter((entry) => entry.at === null && !isDue(entry)).length;
  }
  for (const [viewer, own] of kept) checkOrder(table, viewer, [...own.values()].flatMap(({ lines }) => lines));
}

// The accounts before the first line; null if a proof does not say what was in them.
function coinsAtFirst(proof) {
  if (proof === null) return new Map();
  const accounts = proof.start?.accounts;
  return each(int)(accounts) ? new Map(Object.entries(bySeat(accounts))) : null;
}

function checkOrder(table, viewer, lines) {
  const played = lines.filter(({ round }) => round !== null);
  played.sort((one, other) => one.version - other.version || one.round - other.round);
  if (played.some(({ round }, at) => at > 0 && round < played[at - 1].round)) {
    table.note(null, "round_order", `by the record of ${viewer}, a round was played after a later one`);
  }
}

/** What is wrong with several proofs or exports (their reports), each of which is right, if they are of one table. */
export function checkTogether(reports) {
  const table = new Table();
  const rounds = new Map();
  const differ = (name) => new Set(reports.map((report) => report[name])).size > 1;
  if (differ("table")) table.note(null, "wrong_table", "these are of different tables");
  else if (differ("opening")) table.note(null, "bad_root", "these begin differently: the table made different promises");
  else {
    for (const played of reports.flatMap((report) => report.rounds)) {
      if (!rounds.has(played.round)) rounds.set(played.round, played);
      else if (!same(rounds.get(played.round), played)) table.note(null, "round_order", `round ${played.round} was played twice`);
    }
    const inOrder = [...rounds.values()].sort((one, other) => one.round - other.round);
    for (let at = 1; at < inOrder.length; at += 1) {
      if (String(inOrder[at - 1].ended) > String(inOrder[at].began)) {
        table.note(null, "round_order", `round ${inOrder[at].round} began before round ${inOrder[at - 1].round} was over`);
      }
    }
  }
  return table.wrong;
}

/**
 * What there is to say of a proof or an export (a string, or bytes), with the record and the luck (pairs of seat and word)
 * that were kept. Throws `Unreadable`.
 * @param {string | Uint8Array} given
 * @param {string | Uint8Array | null} record
 * @param {any[]} luck
 */
export function check(given, record = null, luck = []) {
  const data = typeof given === "string" ? utf8(given) : given;
  const lines = linesOf(data);
  const isLog = lines.length > 0 && new TextDecoder().decode(lines[0]).includes('"tavern-log"');
  const what = parsed(isLog ? lines[0] : data);
  const { format = null, version = null } = isObject(what) ? what : {};
  if (format === "tavern-proof" && (version === 2 || version === 3)) throw new Unreadable(BEFORE_1);
  if ((format !== "tavern-proof" && format !== "tavern-log") || version !== 1) {
    throw new Unreadable("this is neither a tavern-proof nor a tavern-log of version 1");
  }
  const table = new Table();
  const proof = what.format === "tavern-proof" ? what : null;
  if (proof !== null) checkProof(table, proof);
  else checkExport(table, what, lines.slice(1));
  const { root, opening, seeded, rounds, draws } = table;
  const report = { format: what.format, table: what.table ?? null, root, opening, seeded, rounds, draws };
  if (luck.length && !table.wrong.length) checkLuck(table, luck, proof);
  if (record !== null && !table.wrong.length) {
    report.record = checkRecord(table, typeof record === "string" ? utf8(record) : record, what.table, proof);
  }
  return { ...report, altered: table.altered, not_shown: table.notShown, right: !table.wrong.length, wrong: table.wrong };
}

// ---- On the command line

const LUCK_IS = {
  open: (luck) => `"${luck}"`,
  revealed: (luck) => `"${luck}", as it was sealed`,
  withheld: () => "none: it was sealed, and withheld",
  unsealed: () => "none: nothing was sealed",
};

// A forger chooses a file's texts: none of them may control a terminal.
const printable = (lines) => lines.map((line) => line.replace(/[^ -~]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`)).join("\n");

function judged(wrong) {
  const lines = wrong.map(({ seq, code, detail }) => `WRONG${seq === null ? "" : ` in entry ${seq}`}: ${detail} (${code})`);
  return [...lines, wrong.length ? `${wrong.length} wrong.` : "Everything that can be checked is right."];
}

function verdict(report, withDraws) {
  const lines = [`table ${report.table}`];
  if (report.root !== null) lines.push(`root ${report.root}`);
  if (report.seeded) lines.push("its secret was given by who opened it: they knew all rolls");
  for (const one of report.rounds) {
    lines.push(`round ${one.round} of ${one.game}: ${one.draws} draws`);
    for (const { seat, luck, how } of one.luck) lines.push(`  luck of ${seat}: ${LUCK_IS[how](luck)}`);
  }
  if (withDraws) for (const draw of report.draws) lines.push(`  entry ${draw.seq}: ${named(draw)} is ${draw.face}`);
  for (const step of report.altered) lines.push(`recorded as altered: ${step}`);
  for (const what of report.not_shown) lines.push(`claimed, but not proved by this file: ${what}`);
  if (report.record) {
    const { roots, calls, entries, views, not_here: missing, of_other_tables: others } = report.record;
    const compared = `${roots} roots, ${calls} calls, ${entries} entries and ${views} views compared`;
    lines.push(`record: ${compared}, ${missing} entries not here, ${others} lines of other tables`);
  }
  return printable([...lines, ...judged(report.wrong)]);
}

// The values of an option that may be given several times, which it removes from the arguments.
function taken(given, option) {
  const values = [];
  for (let at = given.indexOf(option); at >= 0; at = given.indexOf(option)) values.push(given.splice(at, 2)[1] ?? "");
  return values;
}

async function main(given) {
  const { readFile } = await import("node:fs/promises");
  const [record = null] = taken(given, "--record");
  const luck = taken(given, "--luck").map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1), word.includes("=")]);
  const files = given.filter((argument) => !argument.startsWith("--"));
  try {
    if (!files.length || luck.some(([, , hasWord]) => !hasWord)) {
      throw new Unreadable("node verify.mjs FILE… [--luck SEAT=WORD] [--record FILE] [--draws] [--json]");
    }
    const kept = record === null ? null : await readFile(record);
    const reports = [];
    for (const file of files) reports.push(check(await readFile(file), kept, luck));
    const isRight = reports.every((report) => report.right);
    const together = reports.length > 1 && isRight ? checkTogether(reports) : [];
    if (given.includes("--json")) {
      const whole = JSON.stringify(reports.length > 1 ? { reports, wrong: together } : reports[0], null, 1);
      console.log(whole.replace(/[^ -~\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`));
    } else {
      console.log(reports.map((report) => verdict(report, given.includes("--draws"))).join("\n\n"));
      if (reports.length > 1) console.log(`${printable(["", "Together:"])}\n${printable(judged(together))}`);
    }
    return isRight && !together.length ? 0 : 1;
  } catch (/** @type {any} */ error) {
    if (!(error instanceof Unreadable || error instanceof RangeError) && error.code === undefined) throw error;
    console.error(`nothing to check: ${error.message}`);
    return 2;
  }
}

if (typeof process !== "undefined" && process.argv?.[1] && import.meta.url.endsWith(encodeURI(process.argv[1].split(/[\\/]/).pop() ?? ""))) {
  process.exitCode = await main(process.argv.slice(2));
}
