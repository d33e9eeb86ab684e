// A deal as it is reported: what a person puts in, and the form in which it is sent (docs/record.md).

import { HAND_SIZE } from "../lib/constants";
import type { Card } from "../lib/deal/cards";
import { split } from "../lib/deal/cards";
import type { ToldCards, ToldDeadwood, ToldDeal, ToldPoints } from "../lib/net/wire";

export type ToldTable = ToldPoints | ToldDeadwood | ToldCards;

export const WAYS = ["points", "deadwood", "cards"] as const;
/** By what the points are told. */
export type Way = (typeof WAYS)[number];

export type Seat = 0 | 1;

/** What is put in for one table; seat and outcome null are not chosen yet. */
export interface Report {
  winner: Seat | null;
  outcome: NonNullable<ToldPoints["outcome"]> | null;
  way: Way;
  points: string;
  /** By seat: the knocker's at the knock, the defender's after layoffs. */
  deadwood: [string, string];
  /** By seat. */
  hands: [readonly Card[], readonly Card[]];
  upcard: Card | null;
}

export const emptyReport = (way: Way, upcard: Card | null = null): Report => ({
  winner: null,
  outcome: null,
  way,
  points: "",
  deadwood: ["", ""],
  hands: [[], []],
  upcard,
});

/** Whether a report has a winner, and so points. */
export const isWon = ({ outcome }: Report): boolean => outcome !== "void" && outcome !== "tie";

/** Who has knocked, or gone gin: on an undercut the loser. */
export const knockerOf = ({ winner, outcome }: Report): Seat =>
  outcome === "undercut" ? ((1 - (winner ?? 0)) as Seat) : (winner ?? 0);

/** Whether one goes gin, and counts the other's deadwood only. */
export const isGin = ({ outcome }: Report): boolean => outcome === "gin" || outcome === "big_gin";

/** The cards that the hand of a seat has. */
export const handSize = (report: Report, seat: Seat): number =>
  report.outcome === "big_gin" && seat === knockerOf(report) ? HAND_SIZE + 1 : HAND_SIZE;

/** Whether everything is there. */
export function isComplete(report: Report): boolean {
  if (report.outcome === null) return false;
  if (!isWon(report)) return true;
  if (report.winner === null) return false;
  switch (report.way) {
    case "points":
      return report.points !== "";
    case "deadwood":
      return report.deadwood.every((one, seat) => one !== "" || (isGin(report) && seat === knockerOf(report)));
    case "cards":
      return report.hands.every((hand, seat) => hand.length === handSize(report, seat as Seat));
  }
}

/** A report in the form in which it is sent. */
export function toldOf(report: Report): ToldTable {
  const upcard = report.upcard === null ? {} : { upcard: report.upcard };
  const knocker = knockerOf(report);
  const { outcome } = report;
  if (outcome === "void") return { by: "points", points: 0, outcome };
  if (outcome === "tie") return { by: "points", points: 0, outcome, ...upcard };
  if (report.way === "points" || outcome === null) {
    return { by: "points", winner: report.winner, points: Number(report.points), outcome, ...upcard };
  }
  if (report.way === "deadwood") {
    const ending = outcome === "undercut" ? "knock" : outcome;
    const [one, two] = report.deadwood;
    return { by: "deadwood", ending, knocker, deadwood: [Number(one), Number(two)], ...upcard };
  }
  const [one, two] = report.hands;
  return { by: "cards", knocker, hands: [one.join(" "), two.join(" ")], ...upcard };
}

/** The entry of a deal, from the report of each table. */
export const entryOf = (reports: readonly Report[]): ToldDeal => ({ tables: reports.map(toldOf) });

/** What the server says of a table besides what was put in. */
interface Known {
  outcome: string | null;
  winner: number | null;
}

const seat = (value: number | null | undefined): Seat | null => (value === 0 || value === 1 ? value : null);

function reportOf(told: ToldTable, known: Known | undefined, way: Way): Report {
  const report = emptyReport(way, told.upcard ?? null);
  const points = told.by === "points" ? told : null;
  report.winner = seat(known?.winner ?? points?.winner);
  report.outcome = (known?.outcome ?? points?.outcome ?? null) as Report["outcome"];
  if (told.by === "cards") {
    const [one, two] = told.hands;
    report.way = "cards";
    report.hands = [split(one), split(two)];
  } else if (told.by === "deadwood") {
    const [one, two] = told.deadwood;
    report.way = "deadwood";
    report.deadwood = [String(one), String(two)];
  } else if (isWon(report)) {
    report.way = "points";
    report.points = String(told.points);
  }
  return report;
}

/** What was put in for the tables of an entry, to be corrected. */
export const reportsOf = (entry: ToldDeal, known: readonly Known[], way: Way): Report[] =>
  entry.tables.map((told, i) => reportOf(told, known[i], way));

/** An entry that a page of wire version 1 has kept on this device: a result, or `tables` of two, without `by`. */
export function entryOfOldPage(entry: object): ToldDeal {
  const results = "tables" in entry && Array.isArray(entry.tables) ? (entry.tables as object[]) : [entry];
  return {
    tables: results.map((result) => {
      if ("by" in result) return result as ToldTable;
      if ("hands" in result) return { by: "cards", ...result } as ToldTable;
      if ("deadwood" in result) return { by: "deadwood", ...result } as ToldTable;
      const tie = "outcome" in result && result.outcome === "knock" && !("winner" in result);
      return { by: "points", points: 0, ...result, ...(tie ? { outcome: "tie" } : {}) } as ToldTable;
    }),
  };
}
