// The ways to end a deal and to lay down melds, read out of the legal actions.

import { type Card, points, split } from "../../lib/deal/cards";

export interface Spread {
  /** The action in its text form. */
  action: string;
  kind: "knock" | "gin" | "big gin" | "defense";
  /** The card thrown face down. */
  card: Card | null;
  melds: string[];
  deadwood: Card[];
  points: number;
}

/** What an action lays down out of a hand; null where it is none that does. */
export function spreadOf(action: string, hand: readonly Card[]): Spread | null {
  const found = /^(?:(knock|gin) (\w\w):|(big gin):|(defense)) ?(.*)$/.exec(action);
  if (found === null) return null;
  const [, ending, thrown, big, own, text = ""] = found;
  const melds = text.split("/").map((meld) => meld.trim()).filter(Boolean);
  const laid = new Set(melds.flatMap(split));
  const deadwood = hand.filter((card) => card !== thrown && !laid.has(card));
  return {
    action,
    kind: (ending ?? big ?? own) as Spread["kind"],
    card: thrown ?? null,
    melds,
    deadwood,
    points: points(deadwood),
  };
}

/** All of them among the legal actions, the least deadwood first. */
export const spreadsOf = (legal: readonly string[], hand: readonly Card[]): Spread[] =>
  legal
    .map((action) => spreadOf(action, hand))
    .filter((spread) => spread !== null)
    .sort((a, b) => a.points - b.points || b.melds.length - a.melds.length);

export interface LayoffChoice {
  action: string;
  card: Card;
  /** The meld it goes to, as it was spread. */
  meld: string;
}

/** The layoffs among the legal actions. */
export const layoffsOf = (legal: readonly string[]): LayoffChoice[] =>
  legal.flatMap((action) => {
    const found = /^layoff (\w\w) on (.+)$/.exec(action);
    return found ? [{ action, card: found[1] ?? "", meld: found[2] ?? "" }] : [];
  });
