// Made from docs/wire.schema.json by `npm run types`; do not edit. What they mean: src/hollygin/wire/document.py.

export const WIRE_VERSION = 2;
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS = ["s", "h", "d", "c"] as const;
export const CARD_POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10] as const;
export const HAND_SIZE = 10;
export const VOID_STOCK = 2;
export const TURN_LIMIT = 200;
export const DEFAULT_PROFILE = "friendly";
export const MOST_TABLE_NAME = 24;
