import { expect, test } from "vitest";
import { split } from "../../../src/lib/deal/cards";
import { layoffsOf, spreadOf, spreadsOf } from "../../../src/table/ending/endings";

const HAND = split("4h 5h 6h 7h 9c 9d 9s Ac 2c 3c Kd");

test("a knock lays down melds and leaves deadwood", () => {
  expect(spreadOf("knock Kd: 4h 5h 6h / 9c 9d 9s / Ac 2c 3c", HAND)).toMatchObject({
    kind: "knock",
    card: "Kd",
    melds: ["4h 5h 6h", "9c 9d 9s", "Ac 2c 3c"],
    deadwood: ["7h"],
    points: 7,
  });
});

test("gin, big gin and a defender's melds are read alike", () => {
  expect(spreadOf("gin Kd: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c", HAND)).toMatchObject({ kind: "gin", card: "Kd", points: 0 });
  expect(spreadOf("big gin: 4h 5h 6h 7h / 9c 9d 9s", HAND)).toMatchObject({ kind: "big gin", card: null });
  expect(spreadOf("defense 9c 9d 9s", HAND)).toMatchObject({ kind: "defense", card: null, melds: ["9c 9d 9s"] });
  expect(spreadOf("defense", split("2h Kd"))).toMatchObject({ melds: [], points: 12 });
  expect(spreadOf("knock Kd:", split("Ah Kd"))).toMatchObject({ melds: [], points: 1 });
  expect(spreadOf("discard Kd", HAND)).toBeNull();
});

test("the least deadwood comes first", () => {
  const found = spreadsOf(["draw", "defense", "defense 4h 5h 6h", "defense 4h 5h 6h 7h"], HAND);
  expect(found.map((spread) => spread.action)).toEqual(["defense 4h 5h 6h 7h", "defense 4h 5h 6h", "defense"]);
});

test("layoffs name their card and meld", () => {
  expect(layoffsOf(["layoff 7h on 4h 5h 6h", "done"])).toEqual([
    { action: "layoff 7h on 4h 5h 6h", card: "7h", meld: "4h 5h 6h" },
  ]);
});
