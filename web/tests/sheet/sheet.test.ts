import { beforeAll, expect, test } from "vitest";
import { speak } from "../../src/lib/text.svelte";
import type { ColumnView, EntryView, LineView, SheetView } from "../../src/lib/net/wire";
import { dealRows, footRows } from "../../src/sheet/rows";
import { lineReason, nextWin, reason, resultText, sheetLine, sums } from "../../src/sheet/words";

const NAMES: [string, string] = ["Anne", "Bob"];

const entry = (wanted: Partial<EntryView>): EntryView => ({
  winner: 0,
  points: 0,
  number: 1,
  opens: null,
  passed: null,
  written: [],
  closes: [],
  ...wanted,
});

const column = (wanted: Partial<ColumnView>): ColumnView => ({
  score: [0, 0],
  boxes: [0, 0],
  opened: [false, false],
  won: null,
  total: [0, 0],
  to_close: [100, 100],
  closing: null,
  ...wanted,
});

const line = (number: number, won: EntryView | null, isVoid: LineView["void"] = null): LineView => ({
  number,
  dealer: 0,
  upcard: "As",
  outcome: "knock",
  void: isVoid,
  winner: won?.winner ?? null,
  points: won?.points ?? 0,
  difference: 0,
  bonus: 0,
  doubled: false,
  knocker: null,
  spread: [],
  defense: [],
  layoffs: [],
  deadwood: null,
  hands: ["", ""],
  entry: won,
  commitment: "",
  secret: "",
  nonces: ["", ""],
});

/** Anne has won 30, 43 and 35; the second deal was void; with the bonuses of "totals". */
const LINES = [
  line(1, entry({ points: 30, opens: 0, written: [0] })),
  line(2, null, "stock"),
  line(3, entry({ points: 43, number: 2, opens: 1, written: [0, 1] })),
  line(4, entry({ points: 35, number: 3, opens: 2, written: [0, 1, 2], closes: [0] })),
];
const SHEET: SheetView = {
  columns: [
    column({
      score: [108, 0],
      boxes: [3, 0],
      opened: [true, false],
      won: 0,
      total: [368, 0],
      to_close: null,
      closing: { shutout: true, game_bonus: 200, box_bonus: [60, 0], doubled: 0 },
    }),
    column({ score: [78, 0], boxes: [2, 0], opened: [true, false], total: [78, 0], to_close: [22, 100] }),
    column({ score: [35, 0], boxes: [1, 0], opened: [true, false], total: [35, 0], to_close: [65, 100] }),
  ],
  count: [3, 0],
  columns_won: [1, 0],
  total: [481, 0],
  shows_total: true,
  next: [entry({ number: 4, written: [1, 2] }), entry({ winner: 1, passed: 0 })],
  done: false,
  result: null,
};

beforeAll(() => speak("en"));

test("running scores, and what is ruled off", () => {
  const rows = dealRows(SHEET, LINES.map((one) => sheetLine(one, SHEET, NAMES, null)));
  expect(rows.map(({ cells }) => cells.map(([one, two]) => `${one.text}/${two.text}`).join(" "))).toEqual([
    "30/ / /",
    "/ / /",
    "73/ 43/ /",
    "108/ 78/ 35/",
  ]);
  expect(rows[3]?.closes).toEqual([true, false, false]);
  expect(rows[3]?.before).toEqual([false, false, false]);
});

test("scores, boxes, bonuses and totals", () => {
  const rows = Object.fromEntries(
    footRows(SHEET).map(({ label, cells }) => [label, cells.map(([one, two]) => `${one.text}/${two.text}`).join(" ")]),
  );
  expect(rows).toEqual({
    Score: "108/– 78/– 35/–",
    Boxes: "3/0 2/0 1/0",
    "Shutout bonus": "+200/ / /",
    "Box bonus": "+60/ / /",
    Total: "368/0 / /",
    Won: "★/ / /",
  });
});

test("why a win is written where it is", async () => {
  expect(LINES.map((one) => lineReason(one, SHEET, NAMES, 1))).toEqual([
    "Anne’s first win: column I",
    "Deal 2 was void: no points.",
    "Anne’s second win: columns I and II",
    "Anne’s third win: columns I, II and III; closes I at 108",
  ]);
  const carried = entry({ winner: 1, number: 1, opens: 1, written: [1] });
  expect(reason(carried, SHEET, NAMES, 1)).toBe("Your first win: column II; opens II");
  expect(reason(entry({ number: 11, written: [2] }), SHEET, NAMES, 0)).toBe("Your win number 11: column III");
  await speak("fr");
  expect(lineReason(LINES[3] as LineView, SHEET, NAMES, null)).toBe(
    "Anne, troisième victoire\u00a0: colonnes I, II et III\u00a0; ferme I à 108",
  );
  await speak("en");
});

test("what the next win would do", () => {
  expect(nextWin(0, SHEET, NAMES, 0)).toBe("Your next win: columns II and III; closes II with 22 and III with 65");
  expect(nextWin(1, SHEET, NAMES, 0)).toBe("Bob’s next win: I is closed already, written nowhere");
});

test("the result", () => {
  expect(resultText(null, NAMES, 0)).toBe("");
  expect(resultText(0, NAMES, 0)).toBe("You win the match.");
  expect(resultText(0, NAMES, null)).toBe("Anne wins the match.");
  expect(resultText("tie", NAMES, 0)).toBe("The match ends in a tie.");
  expect(sums(SHEET, NAMES)).toEqual(["Columns won: Anne 1, Bob 0.", "Grand total: Anne 481, Bob 0."]);
});
