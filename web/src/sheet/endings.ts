// The end of a deal in words: who has won it and how, and the sum behind the points.

import { named, t } from "../lib/text.svelte";

/** Whom a text speaks of: the reader, or another. */
export const who = (seat: number, reader: number | null): "you" | "other" => (seat === reader ? "you" : "other");

/** What a deal came to; `outcome` null is won, nobody has said how. */
export interface Outcome {
  outcome: string | null;
  winner: number | null;
  points: number;
}

/** The sum behind the points; `deadwood` null where only the difference is known. */
export interface Sum extends Outcome {
  difference: number;
  bonus: number;
  doubled: boolean;
  deadwood: readonly [number, number] | null;
}

/** How a deal ended, and for how many points: "Gin! Anne scores 43 points." */
export function outcomeText({ outcome, winner, points }: Outcome, names: readonly string[], reader: number | null): string {
  if (outcome === "void") return t("score.void");
  if (winner === null) return t("play.nobody");
  const params = { n: points, name: names[winner] ?? "" };
  return outcome === null ? t("score.won", params) : named(`play.outcome.${outcome}.${who(winner, reader)}`, params);
}

/** How the points of a won deal add up: "34 − 7 = 27, + 25 (gin bonus) = 52"; empty where there is nothing to add up. */
export function sumText({ outcome, winner, points, difference, bonus, doubled, deadwood }: Sum): string {
  if (winner === null || (deadwood === null && bonus === 0 && !doubled)) return "";
  let text = deadwood === null ? String(difference) : `${Math.max(...deadwood)} − ${Math.min(...deadwood)} = ${difference},`;
  if (bonus > 0) {
    const what = named(`play.bonus.${outcome ?? ""}`);
    text = `${t("play.plus", { first: text, points: bonus, what, sum: difference + bonus })},`;
  }
  if (doubled) text = t("play.doubled", { first: text, sum: points });
  return text.replace(/,$/, "");
}
