// Cards in words and signs, in the language and with the indices that the player likes.

import { RANKS, SUITS } from "../lib/constants";
import { type Card, type Rank, type Suit, rankOf, suitOf } from "../lib/deal/cards";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/text.svelte";

const SIGNS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
const FRENCH: Partial<Record<Rank, string>> = { J: "V", Q: "D", K: "R" };

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

const ANY = new RegExp(`\\b[${RANKS.join("")}][${SUITS.join("")}]\\b`, "g");

/** A text in which every card is written with its sign. */
export const cardsIn = (text: string): string => text.replace(ANY, sign);

/** A card as it is spoken: "seven of hearts". */
export const spoken = (card: Card): string =>
  t("web.card.name", { rank: t(`web.card.rank.${rankOf(card)}`), suit: t(`web.card.suit.${suitOf(card)}`) });

/** Cards as they are spoken. */
export const spokenAll = (cards: readonly Card[]): string => cards.map(spoken).join(", ");
