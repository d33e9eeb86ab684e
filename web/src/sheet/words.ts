// The sheet in words: why a win is written where it is, and what the next one would do.

import { has, list, named, t } from "../lib/text.svelte";
import type { EntryView, LineView, SheetView } from "../lib/net/wire";
import { who } from "./endings";
import type { SheetLine } from "./rows";

/** The names of the columns. */
export const ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"] as const;

export const roman = (column: number): string => ROMAN[column] ?? String(column + 1);

function where(entry: EntryView, sheet: SheetView, closes: string[]): string {
  if (sheet.columns.length === 0) return t("sheet.decides");
  const parts: string[] = [];
  if (entry.passed !== null) parts.push(t("sheet.closed_already", { column: roman(entry.passed) }));
  if (entry.written.length > 0) {
    parts.push(t("sheet.written", { n: entry.written.length, columns: list(entry.written.map(roman)) }));
  } else {
    parts.push(t("sheet.nowhere"));
  }
  let text = parts.join(t("sheet.comma"));
  if (entry.opens !== null && entry.opens !== entry.number - 1) {
    text = t("sheet.and_then", { first: text, then: t("sheet.opens", { column: roman(entry.opens) }) });
  }
  for (const then of closes) text = t("sheet.and_then", { first: text, then });
  return text;
}

/** What a win counts in a game of one column. */
function game(entry: EntryView, sheet: SheetView): string {
  if (entry.written.length === 0) return t("sheet.nowhere");
  const counts = t("sheet.game_points", { n: entry.points });
  if (entry.closes.length === 0) return counts;
  const then = t("sheet.game_won", { score: sheet.columns[0]?.score[entry.winner] ?? 0 });
  return t("sheet.and_then", { first: counts, then });
}

/** Why a win went where it did (R8.2 to R8.4). */
export function reason(entry: EntryView, sheet: SheetView, names: readonly string[], reader: number | null): string {
  const own = entry.winner === reader;
  const name = names[entry.winner] ?? "";
  let win: string;
  if (has(`sheet.ordinal.${entry.number}`)) {
    const ordinal = named(`sheet.ordinal.${entry.number}`);
    win = own ? t("sheet.your_win", { ordinal }) : t("sheet.win", { name, ordinal });
  } else {
    win = own ? t("sheet.your_win_number", { number: entry.number }) : t("sheet.win_number", { name, number: entry.number });
  }
  if (sheet.columns.length === 1) return t("sheet.reason", { win, where: game(entry, sheet) });
  const at = entry.closes.map((i) =>
    t("sheet.at", { column: roman(i), score: sheet.columns[i]?.score[entry.winner] ?? 0 }),
  );
  const closes = at.length > 0 ? [t("sheet.closes", { columns: list(at) })] : [];
  return t("sheet.reason", { win, where: where(entry, sheet, closes) });
}

/** Why a deal stands on the sheet as it does, won or not. */
export function lineReason(line: LineView, sheet: SheetView, names: readonly string[], reader: number | null): string {
  if (line.entry !== null) return reason(line.entry, sheet, names, reader);
  return line.void === null ? t("web.sheet.no_winner", { number: line.number }) : t("web.sheet.void", { number: line.number });
}

/** A finished deal of a match as a line of its sheet. */
export function sheetLine(line: LineView, sheet: SheetView, names: readonly string[], reader: number | null): SheetLine {
  const { number, winner, entry } = line;
  const nobody = line.void === null ? t("sheet.mark.tie") : t("sheet.mark.void");
  return {
    number,
    mark: winner === null ? nobody : (names[winner] ?? ""),
    points: winner === null ? "" : `+${line.points}`,
    why: lineReason(line, sheet, names, reader),
    entries: entry === null ? [] : [entry],
  };
}

/** What the next win of a seat would do, and the points that would close a column. */
export function nextWin(seat: number, sheet: SheetView, names: readonly string[], reader: number | null): string {
  const entry = sheet.next?.[seat];
  if (entry === undefined) return "";
  if (sheet.columns.length === 1) {
    const n = sheet.columns[0]?.to_close?.[seat] ?? 0;
    return named(`sheet.needs.${who(seat, reader)}`, { name: names[seat] ?? "", n });
  }
  const needed = entry.written.map((i) =>
    t("sheet.with", { column: roman(i), points: sheet.columns[i]?.to_close?.[seat] ?? 0 }),
  );
  const closes = needed.length > 0 ? [t("sheet.closes", { columns: list(needed) })] : [];
  return named(`sheet.next.${who(seat, reader)}`, {
    name: names[seat] ?? "",
    where: where(entry, sheet, closes),
  });
}

/** Who has won the match (R8.7); empty while it goes on. */
export function resultText(result: SheetView["result"], names: readonly string[], reader: number | null): string {
  if (result === null) return "";
  if (result === "tie") return t("sheet.tied");
  return result === reader ? t("sheet.you_win") : t("sheet.wins", { name: names[result] ?? "" });
}

/** The running scores as they are spoken, column by column. */
export const spokenScores = (sheet: SheetView, [one, two]: readonly [string, string]): string[] =>
  sheet.columns.map(({ opened, score }, i) => {
    const [first, second] = score.map((points, seat) => (opened[seat] ? points : t("web.sheet.not_opened")));
    return t("web.sheet.scores", { column: roman(i), one, two, first: first ?? 0, second: second ?? 0 });
  });

/** Columns won, once there are some, or the points of a game of one column, and grand totals where they count or are shown. */
export function sums(sheet: SheetView, [one, two]: readonly [string, string]): string[] {
  const texts: string[] = [];
  if (sheet.columns.length === 1) {
    const [first, second] = sheet.columns[0]?.score ?? [0, 0];
    texts.push(t("sheet.points", { one, two, first, second }));
  } else if (sheet.columns.some(({ won }) => won !== null)) {
    const [first, second] = sheet.columns_won;
    texts.push(t("sheet.columns_won", { one, two, first, second }));
  }
  if (sheet.shows_total) {
    const [first, second] = sheet.total;
    texts.push(t("sheet.grand_total", { one, two, first, second }));
  }
  return texts;
}
