// Presses that nobody meant. The board changes while a finger is on its way, a key is held down, a button is hit twice:
// such a press lands on what stands there now. It does nothing; whoever meant it presses again.

/** How long after a change, or after a press of the same thing, a press is not believed, in milliseconds. */
export const UNBELIEVED = 400;

/** Presses as close as this are on one spot, in pixels. */
const NEAR = 24;

interface Press {
  at: number;
  target: EventTarget | null;
  /** A key, or the place of a pointer. */
  by: string | { x: number; y: number };
}

function pressOf(event: KeyboardEvent | MouseEvent): Press {
  const { timeStamp: at, target } = event;
  if ("key" in event) return { at, target: null, by: event.key.toLowerCase() };
  // A button that is pressed by a key says so by no clicks at all.
  return { at, target, by: event.detail === 0 ? "" : { x: event.clientX, y: event.clientY } };
}

function onOneSpot(one: Press, other: Press): boolean {
  if (typeof one.by === "string" || typeof other.by === "string") return one.by === other.by && one.target === other.target;
  return Math.hypot(one.by.x - other.by.x, one.by.y - other.by.y) < NEAR;
}

export class Guard {
  #changed = -Infinity;
  #last: Press | null = null;

  /** The board has changed, and not by the player's own act. */
  changed(): void {
    this.#changed = performance.now();
  }

  /** Whether a press is meant. It is asked of every press of the table, as one between two others tells them apart. */
  believes(event: KeyboardEvent | MouseEvent): boolean {
    const press = pressOf(event);
    const again = this.#last !== null && press.at - this.#last.at < UNBELIEVED && onOneSpot(this.#last, press);
    // The first press of a row counts: who goes on pressing is believed after a while.
    if (!again) this.#last = press;
    const held = "key" in event ? event.repeat : event.detail > 1;
    return !again && !held && press.at - this.#changed >= UNBELIEVED;
  }
}
