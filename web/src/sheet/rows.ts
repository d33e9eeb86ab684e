// The sheet as rows: the running scores of each deal, and what stands below them.

import { type Key, t } from "../lib/text.svelte";
import type { ClosingView, ColumnView, EntryView, SheetView } from "../lib/net/wire";

type Pair<T> = [T, T];

/** What stands in one half of a double column, and what is said of it where that is more. */
export interface Cell {
  text: string;
  spoken?: string;
}

/** A deal as a line of the sheet: who has won it, how much, why that stands where it does, and the wins themselves. */
export interface SheetLine {
  number: number;
  mark: string;
  points: string;
  why: string;
  entries: readonly EntryView[];
}

export interface DealRow {
  line: SheetLine;
  /** By column, then seat. */
  cells: Pair<Cell>[];
  /** Columns that were closed before this deal, or by it. */
  before: boolean[];
  closes: boolean[];
}

export interface FootRow {
  label: string;
  cells: Pair<Cell>[];
  strong: boolean;
}

const NOTHING: Cell = { text: "" };

/** A line a deal, with the running scores where it was written. */
export function dealRows(sheet: SheetView, lines: readonly SheetLine[]): DealRow[] {
  const running = sheet.columns.map((): Pair<number> => [0, 0]);
  const closed = sheet.columns.map(() => false);
  return lines.map((line) => {
    const before = [...closed];
    const cells = running.map((scores, i): Pair<Cell> => {
      const pair: Pair<Cell> = [NOTHING, NOTHING];
      for (const { winner, points, written } of line.entries) {
        if (written.includes(i)) pair[winner as 0 | 1] = { text: String((scores[winner as 0 | 1] += points)) };
      }
      return pair;
    });
    for (const i of line.entries.flatMap(({ closes }) => closes)) closed[i] = true;
    return { line, cells, before, closes: closed.map((is, i) => is && !before[i]) };
  });
}

/** Whether a larger flat bonus came in place of the game bonus (R8.6). */
const isFlat = ({ shutout, doubled }: ClosingView): boolean => shutout && doubled === 0;

const plus = (points: number): Cell => (points > 0 ? { text: `+${points}` } : NOTHING);

/** Scores, boxes, bonuses and totals; a row that says nothing is left out. */
export function footRows(sheet: SheetView): FootRow[] {
  const row = (
    key: Key,
    cell: (column: ColumnView, seat: 0 | 1) => Cell,
    strong = false,
  ): FootRow => ({
    label: t(key as "sheet.score"),
    cells: sheet.columns.map((column) => [cell(column, 0), cell(column, 1)]),
    strong,
  });
  const won = (points: (closing: ClosingView) => number) => (column: ColumnView, seat: 0 | 1): Cell =>
    column.closing !== null && column.won === seat ? plus(points(column.closing)) : NOTHING;
  const score = row(
    "sheet.score",
    ({ opened, score }, seat) =>
      opened[seat] ? { text: String(score[seat]) } : { text: "–", spoken: t("web.sheet.not_opened") },
    true,
  );
  const below = [
    row("sheet.boxes", ({ boxes }, seat) => ({ text: String(boxes[seat]) })),
    row("sheet.game_bonus", won((closing) => (isFlat(closing) ? 0 : closing.game_bonus))),
    row("sheet.shutout", won((closing) => (isFlat(closing) ? closing.game_bonus : closing.doubled))),
    row("sheet.box_bonus", ({ closing }, seat) => plus(closing?.box_bonus[seat] ?? 0)),
    row(
      "sheet.total",
      ({ closing, total }, seat) => (closing === null || !sheet.shows_total ? NOTHING : { text: String(total[seat]) }),
      true,
    ),
    row("sheet.won", ({ won }, seat) => (won === seat ? { text: "★", spoken: t("sheet.won") } : NOTHING)),
  ];
  return [score, ...below.filter(({ cells }) => cells.some(([one, two]) => one.text !== "" || two.text !== ""))];
}
