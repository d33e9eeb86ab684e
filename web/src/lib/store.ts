// What this device keeps, as JSON under "hollygin.…"; a browser that keeps nothing is no fault.

const PREFIX = "hollygin.";

/** What is kept under a name, where it has the right form. */
export function recall<T>(name: string, right: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return right(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keep a value; null forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // storage is full or switched off: the game goes on without
  }
}

/** Whether a value is an object with string keys. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
