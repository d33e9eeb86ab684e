import { beforeEach, expect, test } from "vitest";
import { split } from "../../../src/lib/deal/cards";
import { HandOrder, inOrder, moved } from "../../../src/lib/deal/hand.svelte";
import { surroundings } from "../../surroundings";

beforeEach(() => void surroundings());

test("the order stays, what is new comes last or where it is wanted", () => {
  expect(inOrder(split("7h 2c Kd"), split("2c 7h Kd 5s"))).toEqual(split("7h 2c Kd 5s"));
  expect(inOrder(split("7h 2c Kd"), split("2c 7h Kd 5s"), 1)).toEqual(split("7h 5s 2c Kd"));
  expect(inOrder(split("7h 2c Kd"), split("7h Kd"))).toEqual(split("7h Kd"));
});

test("a card moves before another", () => {
  expect(moved(split("1a 2b 3c 4d"), "1a", 3)).toEqual(split("2b 3c 1a 4d"));
  expect(moved(split("1a 2b 3c 4d"), "4d", 0)).toEqual(split("4d 1a 2b 3c"));
  expect(moved(split("1a 2b 3c 4d"), "2b", 4)).toEqual(split("1a 3c 4d 2b"));
  expect(moved(split("1a 2b"), "9z", 0)).toEqual(split("1a 2b"));
});

test("an order outlives a reload, for its table and its deal", () => {
  const held = split("2c 7h Kd");
  new HandOrder("a").set(3, split("Kd 2c 7h"));
  expect(new HandOrder("a").shown(3, held, [], false)).toEqual(split("Kd 2c 7h"));
  expect(new HandOrder("a").shown(4, held, [], false)).toEqual(split("7h Kd 2c"));
  expect(new HandOrder("b").shown(3, held, [], false)).toEqual(split("7h Kd 2c"));
});

test("a new hand stands by melds where help is wanted", () => {
  const held = split("Kd 6h 2c 4h 5h");
  expect(new HandOrder("a").shown(1, held, ["4h 5h 6h"], true)).toEqual(split("4h 5h 6h 2c Kd"));
});

test("a drawn card goes where it was dragged to, once", () => {
  const hand = new HandOrder("a");
  hand.set(1, split("7h 2c Kd"));
  hand.wish(0);
  const shown = hand.shown(1, split("2c 5s 7h Kd"), [], false);
  expect(shown).toEqual(split("5s 7h 2c Kd"));
  hand.set(1, shown);
  expect(hand.shown(1, split("2c 5s 7h Kd 9d"), [], false)).toEqual(split("5s 7h 2c Kd 9d"));
});
