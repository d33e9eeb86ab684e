// Cards in text form, like "Th": what they are worth and how they are put in order.

import { CARD_POINTS, RANKS, SUITS } from "../constants";

export type Card = string;
export type Rank = (typeof RANKS)[number];
export type Suit = (typeof SUITS)[number];

/** All cards, suit by suit. */
export const BY_SUIT: readonly (readonly Card[])[] = SUITS.map((suit) => RANKS.map((rank) => rank + suit));

export const rankOf = (card: Card): Rank => card[0] as Rank;
export const suitOf = (card: Card): Suit => card[1] as Suit;
const rankNumber = (card: Card): number => RANKS.indexOf(rankOf(card));
const suitNumber = (card: Card): number => SUITS.indexOf(suitOf(card));

/** The cards of a text: "4h 5h 6h". */
export const split = (text: string): Card[] => text.split(" ").filter(Boolean);

/** The points of cards as deadwood (R1.1). */
export const points = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + (CARD_POINTS[rankNumber(card)] ?? 0), 0);

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
