// A score sheet in words: what a deal came to, why it stands where it does, what waits to be sent.

import { list, t } from "../lib/text.svelte";
import { faultAndRule } from "../ui/faults";
import type { ChangeView, ScoreLineView, ScoreView, SheetView, TableLineView, ToldDeal } from "../lib/net/wire";
import type { SheetLine } from "../sheet/rows";
import { outcomeText, sumText } from "../sheet/endings";
import { reason } from "../sheet/words";
import type { ToldTable } from "./entry";
import type { Command } from "./keeper.svelte";

/** How a deal ended at a table, for how much, and how that adds up. */
function tableText(table: TableLineView): string {
  const { outcome, winner, points, doubled, shown, players } = table;
  const told = [outcomeText({ outcome, winner, points }, players, null)];
  if (table.sum !== null) {
    const [difference, bonus] = table.sum;
    const sum = sumText({ outcome, winner, points, difference, bonus, doubled, deadwood: shown?.deadwood ?? null });
    if (sum !== "") told.push(`${sum}.`);
  }
  return told.join(" ");
}

/** Whose score it is. */
type Sides = Pick<ScoreView, "players" | "teams">;

/** Why a deal stands on the sheet as it does. */
export function lineWhy(line: ScoreLineView, sheet: SheetView, { players, teams }: Sides): string {
  if (line.fault !== null) return t("score.fault", { reason: faultAndRule(line.fault) });
  const told = line.tables.map((table) => {
    const what = tableText(table);
    return teams === null ? what : t("score.table", { one: table.players[0], two: table.players[1], what });
  });
  const [first] = line.entries;
  if (teams !== null && first === undefined) told.push(t("score.level"));
  else if (teams?.points === "net" && first !== undefined) {
    told.push(t("score.net", { n: first.points, name: players[first.winner] ?? "" }));
  }
  return [...told, ...line.entries.map((entry) => `${reason(entry, sheet, players, null)}.`)].join(" ");
}

/** A deal as a line of the sheet. */
export function scoreLine(line: ScoreLineView, sheet: SheetView, sides: Sides): SheetLine {
  const winners = line.entries.map(({ winner }) => sides.players[winner] ?? "");
  const nobody = line.tables.every(({ outcome }) => outcome === "void") ? t("sheet.mark.void") : t("sheet.mark.tie");
  return {
    number: line.number,
    mark: line.fault !== null ? t("sheet.mark.not_written") : winners.length > 0 ? winners.join(", ") : nobody,
    points: line.entries.map(({ points }) => `+${points}`).join(" "),
    why: lineWhy(line, sheet, sides),
    entries: line.entries,
  };
}

/** What was put in at a table, before the server has said what follows. */
function toldText(told: ToldTable, players: readonly string[]): string {
  const name = (seat: number): string => players[seat] ?? "";
  if (told.by === "cards") return t("web.score.told.cards", { name: name(told.knocker) });
  if (told.by === "deadwood") {
    const [one, two] = told.deadwood;
    const how = t(`web.score.how.${told.ending}`);
    return t("web.score.told.deadwood", { name: name(told.knocker), how, one, two });
  }
  const { winner, outcome, points } = told;
  if (typeof winner !== "number") return t(outcome === "void" ? "web.score.how.void" : "web.score.how.tie");
  const how = t(`web.score.how.${outcome ?? "knock"}`);
  return t("web.score.told.points", { name: name(winner), how, n: points });
}

const entryText = ({ tables }: ToldDeal, players: readonly string[]): string =>
  list(tables.map((told) => toldText(told, players)));

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
