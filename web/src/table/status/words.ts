// The table in words: what is due, and what happened.

import { sign, spokenAll } from "../../cards/words";
import { type Card, split } from "../../lib/deal/cards";
import { has, named, t } from "../../lib/text.svelte";
import type { DealStateView, Happened, StateView } from "../../lib/net/wire";

/** How a card is written in a sentence: with its sign, or as it is spoken. */
export type Say = (card: Card) => string;

const top = (deal: DealStateView): Card => split(deal.pile).at(-1) ?? deal.upcard;

/** The name of a seat; a free seat has none, and a computer that of its kind. */
export function nameOf(state: StateView, seat: number): string {
  const name = state.names[seat] ?? t("web.table.free_seat");
  const player = `web.player.${name}`;
  return state.computers[seat] && has(player) ? named(player) : name;
}

/** What is due, from the reader or from somebody else. A reader whose layoffs are on their way has no more to do. */
export function dueText(state: StateView, seat: number | null, sending: boolean, say: Say = sign): string {
  const deal = state.deal;
  if (deal === null || deal.turn === null || (sending && deal.phase === "layoff")) return "";
  const params = { name: nameOf(state, deal.turn), card: say(top(deal)), other: nameOf(state, 1 - deal.turn) };
  if (deal.turn !== seat) return named(`web.due.other.${deal.phase}`, params);
  const endings = deal.due?.endings ?? [];
  if (deal.phase === "discard" && endings.length > 0) {
    const best = endings.some((ending) => ending.deadwood === 0) ? "gin" : "knock";
    return named(`web.due.you.discard_${best}`, params);
  }
  if (deal.phase === "defense" && deal.ending !== "knock") return named("web.due.you.defense_gin", params);
  return named(`web.due.you.${deal.phase}`, params);
}

/** What the reader, or another, did; without the name. */
function did(one: Happened, who: "you" | "other", say: Say): string {
  const action = one.action ?? "";
  const kind = action.startsWith("big gin") ? "big_gin" : (action.split(" ")[0] ?? "");
  const card = one.card ?? action.split(" ")[1] ?? "";
  if (kind === "draw" && one.card !== null) return named(`play.did.draw_card.${who}`, { card: say(card) });
  if (kind === "take" && one.card === null) return named(`web.did.take_top.${who}`);
  if (kind === "defense" && action === kind) return named(`web.did.defense_none.${who}`);
  const key = `play.did.${kind}.${who}`;
  return named(has(key) ? key : `web.did.${kind}.${who}`, card.includes(":") ? {} : { card: say(card) });
}

/** What happened last, as a sentence: the actions of the one who acted last, or what is no action. */
export function lastText(log: readonly Happened[], state: StateView, seat: number | null, say: Say = sign): string {
  const last = log.at(-1);
  if (last === undefined) return "";
  const who = last.seat === seat && seat !== null ? "you" : "other";
  const name = last.seat === null ? "" : nameOf(state, last.seat);
  switch (last.kind) {
    case "action": {
      if (last.action?.startsWith("reshuffle")) return t("play.reshuffled");
      const before = log.at(-2);
      const first = before?.kind === "action" && before.seat === last.seat ? before : null;
      if (first === null) return named(`play.did.one.${who}`, { name, did: did(last, who, say) });
      return named(`play.did.two.${who}`, { name, first: did(first, who, say), then: did(last, who, say) });
    }
    case "dealt":
      return named(`web.did.deal.${who}`, { name });
    case "sat":
      return who === "you" ? "" : t("web.did.sat", { name: last.text ?? name });
    default:
      return "";
  }
}

/** Melds as they are spoken. */
export const sayMelds = (melds: readonly string[]): string =>
  melds.map((meld) => spokenAll(split(meld))).join("; ");

/** Seconds as minutes and seconds: 2:05. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
