// A deal as it is reported: what a person puts in, and the form in which it is sent (docs/record.md).

import { HAND_SIZE } from "../lib/constants";
import type { Card } from "../lib/deal/cards";
import { split } from "../lib/deal/cards";

export const OUTCOMES = ["knock", "gin", "big_gin", "undercut"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const WAYS = ["points", "deadwood", "cards"] as const;
/** By what the points are told. */
export type Way = (typeof WAYS)[number];

export type Seat = 0 | 1;
export type Entry = Record<string, unknown>;

/** What is put in for one table; seat and outcome null are not chosen yet. */
export interface Report {
  winner: Seat | null;
  outcome: Outcome | "tie" | "void" | null;
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
export function resultOf(report: Report): Entry {
  const upcard = report.upcard === null ? {} : { upcard: report.upcard };
  const knocker = knockerOf(report);
  if (report.outcome === "void") return { outcome: "void" };
  if (report.outcome === "tie") return { outcome: "tie", ...upcard };
  switch (report.way) {
    case "points":
      return { outcome: report.outcome, winner: report.winner, points: Number(report.points), ...upcard };
    case "deadwood": {
      const ending = report.outcome === "undercut" ? "knock" : report.outcome;
      return { ending, knocker, deadwood: report.deadwood.map(Number), ...upcard };
    }
    case "cards":
      return { knocker, hands: report.hands.map((hand) => hand.join(" ")), ...upcard };
  }
}

/** The entry of a deal, from the report of each table. */
export function entryOf(reports: readonly Report[]): Entry {
  const results = reports.map(resultOf);
  return results.length === 1 ? (results[0] as Entry) : { tables: results };
}

/** What the server says of a table besides what was put in. */
interface Known {
  outcome: string | null;
  winner: number | null;
}

const seat = (value: unknown): Seat | null => (value === 0 || value === 1 ? value : null);

function reportOf(result: Entry, known: Known | undefined, way: Way): Report {
  const report = emptyReport(way, typeof result["upcard"] === "string" ? result["upcard"] : null);
  report.winner = seat(known?.winner ?? result["winner"]);
  const outcome = known?.outcome ?? result["outcome"] ?? null;
  report.outcome = outcome as Report["outcome"];
  if (Array.isArray(result["hands"])) {
    report.way = "cards";
    report.hands = result["hands"].map((hand) => split(String(hand))) as [Card[], Card[]];
  } else if (Array.isArray(result["deadwood"])) {
    report.way = "deadwood";
    report.deadwood = result["deadwood"].map(String) as [string, string];
  } else if (isWon(report)) {
    report.way = "points";
    report.points = String(result["points"] ?? "");
  }
  return report;
}

/** What was put in for the tables of an entry, to be corrected. */
export function reportsOf(entry: Entry, known: readonly Known[], way: Way): Report[] {
  const results = Array.isArray(entry["tables"]) ? (entry["tables"] as Entry[]) : [entry];
  return results.map((result, i) => reportOf(result, known[i], way));
}
