// The verifiable shuffle (docs/shuffle.md), and what a finished deal proves about its cards.

import { BY_SUIT, type Card, split } from "./cards";
import { sha256 } from "./sha256";
import type { Happened, LineView } from "../net/wire";

const CARDS: readonly Card[] = BY_SUIT.flat();

const bytes4 = (x: number): Uint8Array => Uint8Array.of(x >>> 24, x >>> 16, x >>> 8, x);
const concat = (parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The secret and the nonces of a deal, in hexadecimal. */
export interface Shuffle {
  secret: string;
  nonces: readonly [string, string];
}

/** What is published of a secret before the deal. */
export const commitmentOf = (secret: string): string => hex(sha256(unhex(secret)));

function* words({ secret, nonces }: Shuffle, stream: number): Generator<number, never> {
  const parts = [new TextEncoder().encode("hollygin-shuffle-1"), ...[secret, ...nonces].map(unhex)];
  const key = sha256(concat(parts.flatMap((part) => [bytes4(part.length), part])));
  for (let i = 0; ; i++) {
    const block = new DataView(sha256(concat([key, bytes4(stream), bytes4(i)])).buffer);
    for (let at = 0; at < 32; at += 4) yield block.getUint32(at);
  }
}

function shuffled(cards: readonly Card[], shuffle: Shuffle, stream: number): Card[] {
  const order = [...cards];
  const source = words(shuffle, stream);
  for (let last = order.length - 1; last > 0; last--) {
    const bound = last + 1;
    let word: number;
    do word = source.next().value;
    while (word >= 2 ** 32 - (2 ** 32 % bound));
    const other = word % bound;
    [order[last], order[other]] = [order[other] as Card, order[last] as Card];
  }
  return order;
}

/** The order of the 52 cards. */
export const orderOf = (shuffle: Shuffle): Card[] => shuffled(CARDS, shuffle, 0);

/** The new stock of the reshuffle of that number (from 1), of a pile without its top card. */
export const reshuffleOf = (shuffle: Shuffle, number: number, pile: readonly Card[]): Card[] =>
  shuffled(CARDS.filter((card) => pile.includes(card)), shuffle, number);

export type Fact = "commitment" | "nonce" | "upcard" | "cards";

/** What can be checked of a deal; null where this device cannot tell. */
export type Proof = Record<Fact, boolean | null>;

/**
 * Check a finished deal. `told` is all that happened in it, `seen` what this device has kept from before the deal:
 * the promise, and the nonce that it gave for `seat`.
 */
export function prove(
  line: LineView,
  told: readonly Happened[],
  seat: number | null,
  seen: { commitment: string; nonce: string } | null,
): Proof {
  const order = orderOf(line);
  const same = commitmentOf(line.secret) === line.commitment;
  return {
    commitment: same && seen !== null ? seen.commitment === line.commitment : same && null,
    nonce: seen === null || seat === null ? null : line.nonces[seat] === seen.nonce,
    upcard: order[20] === line.upcard,
    cards: replays(line, order, told),
  };
}

/** Whether the cards of an order, played as was told, end as they were laid open; null where not all was told. */
function replays(line: LineView, order: readonly Card[], told: readonly Happened[]): boolean | null {
  if (told[0]?.kind !== "dealt" || !told.some((one) => one.line?.number === line.number)) return null;
  const hands: [Set<Card>, Set<Card>] = [new Set(), new Set()];
  order.slice(0, 20).forEach((card, i) => hands[i % 2 === 0 ? 1 - line.dealer : line.dealer]?.add(card));
  const pile = order.slice(20, 21);
  let stock = order.slice(21);
  let reshuffles = 0;
  for (const { kind, seat, action, card } of told) {
    if (kind !== "action" || action === null) continue;
    const [verb, named] = action.split(/[ :]+/);
    const hand = seat === null ? null : hands[seat];
    if (verb === "reshuffle") {
      reshuffles += 1;
      stock = reshuffleOf(line, reshuffles, pile.splice(0, pile.length - 1));
    } else if (verb === "draw" || verb === "take") {
      const got = verb === "draw" ? stock.shift() : pile.pop();
      if (got === undefined || (card !== null && card !== got)) return false;
      hand?.add(got);
    } else if (verb === "discard" && named !== undefined) {
      if (!hand?.delete(named)) return false;
      pile.push(named);
    }
  }
  return hands.every((hand, seat) => {
    const open = laidOpen(line, seat);
    const down = seat === line.knocker && line.outcome !== "big_gin" ? 1 : 0;
    return open.length === hand.size - down && open.every((card) => hand.has(card));
  });
}

/** All cards of a seat that lie open at the end of a deal. */
function laidOpen(line: LineView, seat: number): Card[] {
  const rest = split(line.hands[seat] ?? "");
  if (line.knocker === null) return rest;
  if (seat === line.knocker) return [...line.spread.flatMap(split), ...rest];
  return [...line.defense.flatMap(split), ...line.layoffs.map(({ card }) => card), ...rest];
}
