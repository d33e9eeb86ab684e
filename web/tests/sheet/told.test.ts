// The server side and the browser say the same: tests/paper/told.json has many sheets, and the words of the server side.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { ScoreLineView, ScoreView, SheetView } from "../../src/lib/net/wire";
import { type Language, LANGUAGES, speak } from "../../src/lib/text.svelte";
import { lineWhy, scoreLine } from "../../src/score/words";
import { type Sum, outcomeText, sumText } from "../../src/sheet/endings";
import { type Cell, dealRows, footRows } from "../../src/sheet/rows";
import { nextWin, reason, resultText, sums } from "../../src/sheet/words";
import { surroundings } from "../surroundings";

interface Words {
  lines: string[];
  reasons: string[];
  next: string[];
  result: string;
  sums: string[];
  rows: object[];
  foot: unknown[];
}

interface Told extends Record<Language, Words>, Pick<ScoreView, "players" | "teams"> {
  name: string;
  viewer: 0 | 1 | null;
  sheet: SheetView;
  lines: ScoreLineView[];
}

interface Report extends Sum, Record<Language, { outcomes: string[]; sum: string; bare: string }> {}

const file = readFileSync(new URL("../../../tests/paper/told.json", import.meta.url), "utf8");
const { sheets, reports } = JSON.parse(file) as { sheets: Told[]; reports: Report[] };

const texts = (cells: readonly (readonly Cell[])[]): string[][] => cells.map((pair) => pair.map(({ text }) => text));

surroundings();

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(() => speak(language));

  test.each(sheets)("the sheet: $name", (told) => {
    const { sheet, players, viewer } = told;
    const words = told[language];
    expect(told.lines.map((line) => lineWhy(line, sheet, told))).toEqual(words.lines);
    if (viewer !== null) {
      const entries = told.lines.flatMap((line) => line.entries);
      expect(entries.map((entry) => reason(entry, sheet, players, viewer))).toEqual(words.reasons);
    }
    if (words.next.length > 0) {
      expect([0, 1].map((seat) => nextWin(seat, sheet, players, viewer))).toEqual(words.next);
    }
    expect(sums(sheet, players)).toEqual(words.sums);
    if (sheet.result !== null) {
      expect([resultText(sheet.result, players, viewer), ...sums(sheet, players)].join(" ")).toBe(words.result);
    }
    const rows = dealRows(sheet, told.lines.map((line) => scoreLine(line, sheet, told)));
    const asTold = rows.map(({ line, cells, closes }) => ({
      number: line.number,
      label: line.mark,
      points: line.points,
      cells: texts(cells),
      closes: closes.flatMap((is, i) => (is ? [i] : [])),
    }));
    expect(asTold).toEqual(words.rows);
    if (sheet.columns.length > 0) {
      expect(footRows(sheet).map(({ label, cells, strong }) => [label, texts(cells), strong])).toEqual(words.foot);
    }
  });

  test("the ends of deals", () => {
    for (const report of reports) {
      const { outcomes, sum, bare } = report[language];
      expect([null, 0, 1].map((reader) => outcomeText(report, ["Anne", "Bob"], reader))).toEqual(outcomes);
      expect([sumText(report), sumText({ ...report, deadwood: null })]).toEqual([sum, bare]);
    }
  });
});
