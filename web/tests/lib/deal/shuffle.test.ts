import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commitmentOf, orderOf, prove, reshuffleOf } from "../../../src/lib/deal/shuffle";
import type { Happened, LineView } from "../../../src/lib/net/wire";

interface Vector {
  secret: string;
  nonces: [string, string];
  commitment: string;
  order: string;
  stock: string;
}

const page = readFileSync(new URL("../../../../docs/shuffle.md", import.meta.url), "utf8");
const vectors = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "[]") as Vector[];

test("there are vectors", () => {
  expect(vectors.length).toBeGreaterThan(2);
});

test.each(vectors)("the vector of $secret", (vector) => {
  expect(commitmentOf(vector.secret)).toBe(vector.commitment);
  const order = orderOf(vector);
  expect(order.join(" ")).toBe(vector.order);
  expect(reshuffleOf(vector, 1, order.slice(21)).join(" ")).toBe(vector.stock);
});

/** A deal by the first vector: both pass, seat 1 draws and throws the king of hearts; void. */
function deal(): { line: LineView; told: Happened[]; seen: { commitment: string; nonce: string } } {
  const vector = vectors[0] as Vector;
  const order = vector.order.split(" ");
  const hand = (first: number): string[] => order.slice(0, 20).filter((_, i) => i % 2 === first);
  const one = [...hand(0), order[21] as string];
  const thrown = one.splice(0, 1)[0] as string;
  const line: LineView = {
    number: 1,
    dealer: 0,
    upcard: order[20] as string,
    outcome: "void",
    void: "turns",
    winner: null,
    points: 0,
    difference: 0,
    bonus: 0,
    doubled: false,
    knocker: null,
    spread: [],
    defense: [],
    layoffs: [],
    deadwood: null,
    hands: [hand(1).join(" "), one.join(" ")],
    entry: null,
    commitment: vector.commitment,
    secret: vector.secret,
    nonces: vector.nonces,
  };
  const happened = (kind: string, seat: number | null, action: string | null, card: string | null = null): Happened => ({
    kind,
    seq: 1,
    seat,
    action,
    card,
    line: null,
    text: null,
  });
  const told = [
    happened("dealt", 0, null),
    happened("action", 1, "pass"),
    happened("action", 0, "pass"),
    happened("action", 1, "draw", order[21] as string),
    happened("action", 1, `discard ${thrown}`),
    { ...happened("deal_over", null, null), line },
  ];
  return { line, told, seen: { commitment: vector.commitment, nonce: "" } };
}

test("a true deal holds", () => {
  const { line, told, seen } = deal();
  expect(prove(line, told, 0, seen)).toEqual({ commitment: true, nonce: true, upcard: true, cards: true });
});

test("what this device has not seen it cannot tell", () => {
  const { line, told } = deal();
  expect(prove(line, told.slice(2), null, null)).toEqual({
    commitment: null,
    nonce: null,
    upcard: true,
    cards: null,
  });
});

test("another promise, nonce or card does not hold", () => {
  const { line, told, seen } = deal();
  expect(prove(line, told, 0, { ...seen, commitment: "00" }).commitment).toBe(false);
  expect(prove(line, told, 0, { ...seen, nonce: "ab" }).nonce).toBe(false);
  expect(prove({ ...line, upcard: "As" }, told, 0, seen).upcard).toBe(false);
  const swapped: LineView = { ...line, hands: [line.hands[1], line.hands[0]] };
  expect(prove(swapped, told, 0, seen).cards).toBe(false);
  const drawn = told.map((one) => (one.card === null ? one : { ...one, card: "As" }));
  expect(prove(line, drawn, 0, seen).cards).toBe(false);
  expect(prove({ ...line, commitment: "00" }, told, 0, null).commitment).toBe(false);
});
