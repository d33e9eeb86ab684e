// QR codes of short texts: bytes, error correction M, versions 1 to 10, as ISO/IEC 18004 has them.

/** By version from 1: all codewords, and the data codewords of each block. */
const VERSIONS: readonly { total: number; blocks: readonly number[] }[] = [
  { total: 26, blocks: [16] },
  { total: 44, blocks: [28] },
  { total: 70, blocks: [44] },
  { total: 100, blocks: [32, 32] },
  { total: 134, blocks: [43, 43] },
  { total: 172, blocks: [27, 27, 27, 27] },
  { total: 196, blocks: [31, 31, 31, 31] },
  { total: 242, blocks: [38, 38, 39, 39] },
  { total: 292, blocks: [36, 36, 36, 37, 37] },
  { total: 346, blocks: [43, 43, 43, 43, 44] },
];

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The product of two elements of the field of 256. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The Reed–Solomon codewords that protect a block. */
function correction(block: readonly number[], count: number): number[] {
  let divisor = [1];
  let root = 1;
  for (let i = 0; i < count; i++) {
    divisor = [...divisor, 0].map((value, j) => value ^ times(divisor[j - 1] ?? 0, root));
    root = times(root, 2);
  }
  let rest = Array.from({ length: count }, () => 0);
  for (const value of block) {
    const factor = value ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((old, j) => old ^ times(divisor[j + 1] ?? 0, factor));
  }
  return rest;
}

/** The codewords of a text, data and correction interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const { total, blocks } = VERSIONS[version - 1] ?? { total: 0, blocks: [] };
  const capacity = sum(blocks);
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(Number.parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);

  let at = 0;
  const parts = blocks.map((length) => data.slice(at, (at += length)));
  const checks = parts.map((part) => correction(part, (total - capacity) / blocks.length));
  const interleaved = (rows: readonly number[][]): number[] =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) =>
      rows.flatMap((row) => (i < row.length ? [row[i] ?? 0] : [])),
    ).flat();
  return [...interleaved(parts), ...interleaved(checks)];
}

type Grid = (boolean | null)[][];

/** Finders, timing, alignment and version; the places of the format are kept free as light. */
function frame(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  const set = (x: number, y: number, dark: boolean): void => {
    const row = grid[y];
    if (row !== undefined && x >= 0 && x < size) row[x] = dark;
  };
  const square = (cx: number, cy: number, radius: number, light: readonly number[]): void => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const count = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const step = count < 2 ? 0 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const centres = Array.from({ length: count }, (_, i) => (i === 0 ? 6 : size - 7 - (count - 1 - i) * step));
  for (const x of centres) {
    for (const y of centres) {
      const finder = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (!finder) square(x, y, 2, [1]);
    }
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, [2, 4]);
  for (let i = 0; i < 9; i++) {
    if (i !== 6) {
      set(8, i, false);
      set(i, 8, false);
    }
    if (i < 8) {
      set(size - 1 - i, 8, false);
      set(8, size - 1 - i, i === 7);
    }
  }
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), dark);
      set(Math.floor(i / 3), size - 11 + (i % 3), dark);
    }
  }
  return grid;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The frame filled with the codewords under a mask. */
function filled(empty: Grid, words: readonly number[], mask: number): boolean[][] {
  const size = empty.length;
  const grid = empty.map((row) => [...row]);
  const masked = MASKS[mask] ?? (() => false);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = grid[y];
        if (row === undefined || row[x] !== null) continue;
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        at += 1;
        row[x] = (bit === 1) !== masked(x, y);
      }
    }
  }
  let rest = mask; // error correction M is 00
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const format = ((mask << 10) | rest) ^ 0x5412;
  const set = (x: number, y: number, i: number): void => {
    const row = grid[y];
    if (row !== undefined) row[x] = ((format >> i) & 1) === 1;
  };
  for (let i = 0; i < 15; i++) {
    if (i < 8) set(size - 1 - i, 8, i);
    else set(8, size - 15 + i, i);
    if (i < 6) set(8, i, i);
    else if (i < 8) set(8, i + 1, i);
    else if (i === 8) set(7, 8, i);
    else set(14 - i, 8, i);
  }
  return grid.map((row) => row.map((dark) => dark === true));
}

/** How hard a code is to read: runs, blocks, shapes like finders, and a lack of balance. */
function penalty(grid: readonly boolean[][]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x] ?? false));
  let found = 0;
  for (const lines of [grid, columns]) {
    for (const line of lines) {
      const text = line.map(Number).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2;
      for (let i = 0; i + 11 <= size; i++) {
        const shape = text.slice(i, i + 11);
        if (shape === "10111010000" || shape === "00001011101") found += 40;
      }
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const here = grid[y]?.[x];
      if (here) dark += 1;
      const block = here === grid[y]?.[x + 1] && here === grid[y + 1]?.[x] && here === grid[y + 1]?.[x + 1];
      if (block && x + 1 < size && y + 1 < size) found += 3;
    }
  }
  return found + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** The modules of the QR code of a text, row by row, true is dark. Throws a RangeError where it is too long. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + VERSIONS.findIndex(({ blocks }, i) => bytes.length + (i < 9 ? 2 : 3) <= sum(blocks));
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too long for a code`);
  const empty = frame(version);
  const words = codewords(bytes, version);
  const all = MASKS.map((_, mask) => filled(empty, words, mask));
  return all.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}
