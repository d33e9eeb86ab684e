// SHA-256 (FIPS 180-4). Browsers keep their own to secure addresses, and a table in the house often has none.

/** The first 32 bits of the fractional part of a root, which a double holds with bits to spare. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) >>> 0;

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);

const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message, a one bit, zeros, and its length in bits: whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(64 * blocks);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, 8n * BigInt(message.length));
  return view;
}

/** The digest of a message: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 64; i++) words[i] = i < 16 ? view.getUint32(block + 4 * i) : expanded(words, i);
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word;
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

const at = (words: ArrayLike<number>, i: number): number => words[i] ?? 0;

/** Word `i` of the schedule, from those before it. */
function expanded(words: Uint32Array, i: number): number {
  const [old, late] = [at(words, i - 15), at(words, i - 2)];
  return (
    at(words, i - 16) +
    (turn(old, 7) ^ turn(old, 18) ^ (old >>> 3)) +
    at(words, i - 7) +
    (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))
  );
}
