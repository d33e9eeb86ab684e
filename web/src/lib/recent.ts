// The tables that were played or watched, and the score sheets that were kept, on this device, the last one first.

import { keep, recall } from "./store";

export interface Recent {
  /** The name of the table, or of the score sheet. */
  table: string;
  /** The key of a watcher's link; empty for a seat, which a cookie proves. */
  key: string;
  names: [string | null, string | null];
  seat: number | null;
  over: boolean;
  at: number;
  score?: true;
}

const MOST = 8;

const isRecent = (value: unknown): value is Recent[] =>
  Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null && "table" in one && "names" in one);

export const recentTables = (): Recent[] => recall("recent", isRecent) ?? [];

/** Remember a table as the last one. */
export function remember(table: Recent): void {
  keep("recent", [table, ...recentTables().filter((one) => one.table !== table.table)].slice(0, MOST));
}

/** Forget a table that is gone. */
export function forget(table: string): void {
  keep("recent", recentTables().filter((one) => one.table !== table));
}
