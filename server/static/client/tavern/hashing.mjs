// Bytes, hex digits and SHA-256, as docs/dice.md combines them.

/** @param {Uint8Array} data */
export const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of an even number of hex digits. @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {ArrayLike<number>[]} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Each part after its length: `p` of docs/dice.md. Numbers are those of 8 bytes.
 * @param {(string | number | Uint8Array)[]} parts
 */
export function prefixed(...parts) {
  /** @param {number} number @param {number} bytes */
  const asBytes = (number, bytes) => unhex(number.toString(16).padStart(2 * bytes, "0"));
  const encoded = parts.map((part) =>
    typeof part === "string" ? new TextEncoder().encode(part) : typeof part === "number" ? asBytes(part, 8) : part,
  );
  return joined(...encoded.flatMap((part) => [asBytes(part.length, 4), part]));
}

/** Random bytes, as hex digits. @param {number} bytes */
export async function randomHex(bytes) {
  // Node 18 has it only in a module. Pages without TLS do have this part of `crypto`.
  const source = "node:crypto";
  const found = globalThis.crypto ?? (await import(source)).webcrypto;
  return hex(found.getRandomValues(new Uint8Array(bytes)));
}

// SHA-256 (FIPS 180-4) itself, since pages without TLS have no `crypto.subtle`.
const [ROUND_CONSTANTS, FIRST_STATE] = (() => {
  /** @param {number} root */
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return [
    primes.map((prime) => fraction(Math.cbrt(prime))),
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
  ];
})();

/** @param {Uint8Array} data */
export function sha256(data) {
  const padded = new Uint8Array((((data.length + 8) >> 6) + 1) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  /** @param {number} word @param {number} by */
  const rotated = (word, by) => (word >>> by) | (word << (32 - by));
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
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] + word) | 0;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(4 * at, word);
  return new Uint8Array(digest.buffer);
}
