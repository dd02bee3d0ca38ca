// The seals of luck, and the one-time signatures of the calls to which it is revealed (docs/dice.md).

import { hex, joined, prefixed, sha256, unhex } from "../hashing.mjs";

/** @import { Call } from "../answers.mjs" */

/**
 * The seal of a seat's luck in a round, with the public key that signs its call (docs/dice.md).
 * @param {string} table @param {number} round @param {string} seat @param {string} luck @param {string} key
 */
export const sealOf = (table, round, seat, luck, key) =>
  hex(sha256(prefixed("tavern luck seal v1", table, round, seat, luck, unhex(key))));

/**
 * The digest (hex) of a call, which a reveal signs (docs/dice.md).
 * @param {string} table @param {number} round @param {Call} call
 */
export function digestOf(table, round, { game, rules, opening, root, first, commitment, seats, seals }) {
  const [about, of] = [[table, round, game, rules], [opening, root].map(unhex)];
  const sealed = seats.filter((seat) => Object.hasOwn(seals, seat)).flatMap((seat) => [seat, unhex(seals[seat])]);
  return hex(
    sha256(
      prefixed(
        "tavern luck call v1",
        ...about,
        ...of,
        first,
        unhex(commitment),
        prefixed(...seats),
        prefixed(...sealed),
      ),
    ),
  );
}

// A one-time signature: LM-OTS of RFC 8554, section 4, with the parameters LMOTS_SHA256_N32_W4.
const LMOTS_TYPE = Uint8Array.of(0, 0, 0, 3);
const CHAINS = 67;
const STEPS = 15;

/** What separates a key's hashes from those of others: `I`, and `q`, which is 0. @param {string} table @param {number} round @param {string} seat */
const keyId = (table, round, seat) =>
  joined(sha256(prefixed("tavern luck key v1", table, round, seat)).slice(0, 16), new Uint8Array(4));

/** A chain's value after the steps up to one. @param {Uint8Array} id @param {number} chain @param {Uint8Array} start @param {number} from @param {number} to */
function stepped(id, chain, start, from, to) {
  let value = start;
  for (let step = from; step < to; step += 1) value = sha256(joined(id, [0, chain, step], value));
  return value;
}

/** The public key (hex), of the ends of its chains. @param {Uint8Array} id @param {Uint8Array[]} ends */
const publicOf = (id, ends) => hex(sha256(joined(id, [0x80, 0x80], ...ends)));

/** How far each chain is hashed to sign a digest. @param {Uint8Array} id @param {Uint8Array} randomizer @param {string} digest */
function digitsOf(id, randomizer, digest) {
  const hash = sha256(joined(id, [0x81, 0x81], randomizer, unhex(digest)));
  const digits = [...hash].flatMap((byte) => [byte >> 4, byte & 15]);
  const checksum = digits.reduce((sum, digit) => sum + STEPS - digit, 0);
  return [...digits, checksum >> 8, (checksum >> 4) & 15, checksum & 15];
}

/** The key that signs the one call to which a seat reveals its luck in a round, made from a secret seed. */
export class OneTimeKey {
  #id;
  #seed;

  /** @param {string} table @param {number} round @param {string} seat @param {string} seed 32 bytes (hex) */
  constructor(table, round, seat, seed) {
    this.#id = keyId(table, round, seat);
    this.#seed = unhex(seed);
  }

  /** The public key (hex). */
  get public() {
    return publicOf(this.#id, this.#chains(new Array(CHAINS).fill(STEPS)));
  }

  /** The signature (hex) of a digest (hex). Never sign two: that tells enough to sign others. @param {string} digest */
  sign(digest) {
    const randomizer = sha256(prefixed("tavern luck randomizer v1", this.#seed, unhex(digest)));
    return hex(joined(LMOTS_TYPE, randomizer, ...this.#chains(digitsOf(this.#id, randomizer, digest))));
  }

  /** @param {number[]} steps */
  #chains(steps) {
    return steps.map((to, chain) =>
      stepped(this.#id, chain, sha256(joined(this.#id, [0, chain, 0xff], this.#seed)), 0, to),
    );
  }
}

/**
 * Whether a signature (hex) by a seat's key for a round is one of this digest.
 * @param {string} table @param {number} round @param {string} seat
 * @param {{ key: string, signature: string }} revealed @param {string} digest
 */
export function isSigned(table, round, seat, { key, signature }, digest) {
  if (!/^00000003([0-9a-f]{64}){68}$/.test(signature)) return false;
  const id = keyId(table, round, seat);
  const [randomizer, ...chains] = (signature.slice(8).match(/.{64}/g) ?? []).map(unhex);
  const digits = digitsOf(id, randomizer, digest);
  const ends = chains.map((value, chain) => stepped(id, chain, value, digits[chain], STEPS));
  return publicOf(id, ends) === key;
}
