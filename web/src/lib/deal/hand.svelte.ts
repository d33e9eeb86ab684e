// The order of a player's hand: the player's own choice, kept over every update and reload.

import { type Card, byMelds, bySuit } from "./cards";
import { isRecord, keep, recall } from "../store";

/** The cards held, in the order they had; new ones last, or at a place that was wished for. */
export function inOrder(order: readonly Card[], held: readonly Card[], place: number | null = null): Card[] {
  const kept = order.filter((card) => held.includes(card));
  const fresh = held.filter((card) => !kept.includes(card));
  kept.splice(place ?? kept.length, 0, ...fresh);
  return kept;
}

/** The order with the card at one place moved so that it stands before what was at another. */
export function moved(order: readonly Card[], card: Card, before: number): Card[] {
  const from = order.indexOf(card);
  if (from < 0) return [...order];
  const rest = order.filter((other) => other !== card);
  rest.splice(before > from ? before - 1 : before, 0, card);
  return rest;
}

interface Kept {
  deal: number;
  order: Card[];
}

const isKept = (value: unknown): value is Kept =>
  isRecord(value) && typeof value["deal"] === "number" && Array.isArray(value["order"]);

export class HandOrder {
  readonly #table: string;
  #deal = $state(0);
  #order = $state.raw<Card[]>([]);
  #place = $state<number | null>(null);

  constructor(table: string) {
    this.#table = table;
    const kept = recall(`hand.${table}`, isKept);
    if (kept !== null) {
      this.#deal = kept.deal;
      this.#order = kept.order.map(String);
    }
  }

  /** The cards held in a deal as they are shown; a new hand starts by melds, where help is wanted, else by suit. */
  shown(deal: number, held: readonly Card[], melds: readonly string[], help: boolean): Card[] {
    if (deal !== this.#deal || !held.some((card) => this.#order.includes(card))) {
      return help ? byMelds(held, melds) : bySuit(held);
    }
    return inOrder(this.#order, held, this.#place);
  }

  /** Take an order over as the player's own. */
  set(deal: number, order: readonly Card[]): void {
    if (deal === this.#deal && order.join() === this.#order.join()) return;
    this.#deal = deal;
    this.#order = [...order];
    this.#place = null;
    keep(`hand.${this.#table}`, { deal, order });
  }

  /** Where the next new card is wanted. */
  wish(place: number | null): void {
    this.#place = place;
  }
}
