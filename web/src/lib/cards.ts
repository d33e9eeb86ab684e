// Cards in text form, like "Th": how they are shown, spoken and put in order.

import { settings } from "./settings.svelte";
import { t } from "./text.svelte";

export type Card = string;
export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K";
export type Suit = "s" | "h" | "d" | "c";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const SIGNS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
const FRENCH: Partial<Record<Rank, string>> = { J: "V", Q: "D", K: "R" };

export const rankOf = (card: Card): Rank => card[0] as Rank;
export const suitOf = (card: Card): Suit => card[1] as Suit;
const rankNumber = (card: Card): number => RANKS.indexOf(rankOf(card));
const suitNumber = (card: Card): number => SUITS.indexOf(suitOf(card));

/** The cards of a text: "4h 5h 6h". */
export const split = (text: string): Card[] => text.split(" ").filter(Boolean);

/** The points of cards as deadwood (R1.1). */
export const points = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + Math.min(rankNumber(card) + 1, 10), 0);

/** The index of a card: 10, J or V. */
export function indexOf(card: Card): string {
  const rank = rankOf(card);
  if (rank === "T") return "10";
  return (settings.frenchIndices && FRENCH[rank]) || rank;
}

/** A card with its sign: K♥, or R♥. */
export const sign = (card: Card): string => indexOf(card) + SIGNS[suitOf(card)];

/** Cards with their signs. */
export const signs = (cards: readonly Card[]): string => cards.map(sign).join(" ");

/** A text in which every card is written with its sign. */
export const cardsIn = (text: string): string => text.replace(/\b[A2-9TJQK][shdc]\b/g, sign);

/** A card as it is spoken: "seven of hearts". */
export const spoken = (card: Card): string =>
  t("web.card.name", { rank: t(`web.card.rank.${rankOf(card)}`), suit: t(`web.card.suit.${suitOf(card)}`) });

/** Cards as they are spoken. */
export const spokenAll = (cards: readonly Card[]): string => cards.map(spoken).join(", ");

/** In order of rank, then suit. */
export const byRank = (cards: readonly Card[]): Card[] =>
  [...cards].sort((a, b) => rankNumber(a) - rankNumber(b) || suitNumber(a) - suitNumber(b));

/** In order of suit, then rank. */
export const bySuit = (cards: readonly Card[]): Card[] =>
  [...cards].sort((a, b) => suitNumber(a) - suitNumber(b) || rankNumber(a) - rankNumber(b));

/** Melds first, in their order, then the rest by rank. */
export function byMelds(cards: readonly Card[], melds: readonly string[]): Card[] {
  const melded = melds.flatMap(split).filter((card) => cards.includes(card));
  return [...melded, ...byRank(cards.filter((card) => !melded.includes(card)))];
}
