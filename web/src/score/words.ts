// A score sheet in words: what a deal came to, why it stands where it does, what waits to be sent.

import { list, named, t } from "../lib/text.svelte";
import { faultText } from "../ui/faults";
import type { ChangeView, ScoreLineView, ScoreView, SheetView, TableLineView } from "../lib/net/wire";
import type { SheetLine } from "../sheet/rows";
import { reason } from "../sheet/words";
import type { Entry } from "./entry";
import type { Command } from "./keeper.svelte";

/** How a deal ended at a table, and for how much: "Gin! Anne scores 43 points." */
export function outcomeText({ outcome, winner, points, players }: TableLineView): string {
  if (outcome === "void") return t("web.score.void");
  if (winner === null) return t("play.nobody");
  const name = players[winner] ?? "";
  return outcome === null
    ? t("web.score.won", { n: points, name })
    : named(`play.outcome.${outcome}.other`, { n: points, name });
}

/** The sum behind the points: "34 − 7 = 27, + 25 (gin bonus) = 52"; empty where there is nothing to add up. */
export function sumText({ sum, shown, outcome, doubled, points }: TableLineView): string {
  if (sum === null || (sum[1] === 0 && !doubled && shown === null)) return "";
  const [difference, bonus] = sum;
  const both = shown?.deadwood;
  let text = both === undefined ? String(difference) : `${Math.max(...both)} − ${Math.min(...both)} = ${difference}`;
  if (bonus > 0) text += t("play.plus", { points: bonus, what: named(`play.bonus.${outcome ?? ""}`), sum: difference + bonus });
  return doubled ? text + t("play.doubled", { sum: points }) : text;
}

/** Why a deal stands on the sheet as it does. */
export function lineWhy(line: ScoreLineView, sheet: SheetView, players: readonly string[]): string {
  if (line.fault !== null) return faultText(line.fault);
  const what = line.tables.map((table) => {
    const sum = sumText(table);
    return sum === "" ? outcomeText(table) : t("web.score.sum", { outcome: outcomeText(table), sum });
  });
  if (line.tables.length > 1 && line.entries.length === 0) what.push(t("web.score.nothing"));
  const where = line.entries.map((entry) => reason(entry, sheet, players, null).replace(/\.?$/, "."));
  return [...what, ...where].join(" ");
}

/** A deal as a line of the sheet. */
export function scoreLine(line: ScoreLineView, sheet: SheetView, players: readonly string[]): SheetLine {
  const winners = line.entries.map(({ winner }) => players[winner] ?? "");
  const nobody = line.tables.every(({ outcome }) => outcome === "void") ? t("web.sheet.void_mark") : t("web.sheet.nobody");
  return {
    number: line.number,
    mark: line.fault !== null ? t("web.score.fault_mark") : winners.length > 0 ? winners.join(", ") : nobody,
    points: line.entries.map(({ points }) => `+${points}`).join(" "),
    why: lineWhy(line, sheet, players),
    entries: line.entries,
  };
}

/** What was put in, before the server has said what follows. */
function entryText(entry: Entry, players: readonly string[]): string {
  if (Array.isArray(entry["tables"])) return list((entry["tables"] as Entry[]).map((one) => entryText(one, players)));
  const name = (seat: unknown): string => players[Number(seat)] ?? "";
  if (Array.isArray(entry["hands"])) return t("web.score.told.cards", { name: name(entry["knocker"]) });
  if (Array.isArray(entry["deadwood"])) {
    const [one, two] = entry["deadwood"] as [number, number];
    const how = t(`web.score.how.${String(entry["ending"]) as "knock"}`);
    return t("web.score.told.deadwood", { name: name(entry["knocker"]), how, one, two });
  }
  if (entry["outcome"] === "void") return t("web.score.how.void");
  if (typeof entry["winner"] !== "number") return t("web.score.how.tie");
  const how = t(`web.score.how.${String(entry["outcome"]) as "knock"}`);
  return t("web.score.told.points", { name: name(entry["winner"]), how, n: Number(entry["points"]) });
}

/** A command in words: "New deal: Anne, gin, 43 points". */
export function commandText(command: Command, state: ScoreView | null): string {
  const players = state?.players ?? ["A", "B"];
  const number = (id: string): number | string => state?.lines.find((line) => line.id === id)?.number ?? "?";
  switch (command.type) {
    case "add":
      return t("web.score.pending.add", { entry: entryText(command.entry, players) });
    case "replace":
      return t("web.score.pending.replace", { number: number(command.entry_id), entry: entryText(command.entry, players) });
    case "remove":
      return t("web.score.pending.remove", { number: number(command.entry_id) });
    case "undo":
    case "redo":
      return t(`web.score.${command.type}`);
  }
}

/** What taking back, or making again, would do: "deal 5, corrected". */
export const changeText = ({ kind, number }: ChangeView): string => t(`web.score.change.${kind}`, { number });
