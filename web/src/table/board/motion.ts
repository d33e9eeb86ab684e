// Motion that shows where a card went. Places carry data-flip="7h"; zones carry data-zone="stock", "pile", "hand",
// "other". Nothing moves where the system asks for little motion.

import { calm } from "../../lib/settings.svelte";

export type Places = Map<string, DOMRect>;

const DURATION = 260;

/** Where everything is now. */
export function places(root: HTMLElement): Places {
  const found: Places = new Map();
  if (calm()) return found;
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip], [data-zone]")) {
    const { flip, zone } = element.dataset;
    found.set(flip ?? `zone:${zone ?? ""}`, element.getBoundingClientRect());
  }
  return found;
}

/** Let an element come from where something was, `dx` and `dy` away. */
function come(element: HTMLElement, dx: number, dy: number): void {
  element.animate([{ transform: `translate(${dx}px, ${dy}px)`, zIndex: "5" }, { transform: "none", zIndex: "5" }], {
    duration: DURATION,
    easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
  });
}

/** Where a card comes from that was nowhere to be seen: `origins` by data-flip, as a key of `before`. */
export type Origins = (flip: string) => string | null;

/** Move everything from where it was to where it is. */
export function move(root: HTMLElement, before: Places, origin: Origins): void {
  if (before.size === 0 || calm()) return;
  const ways: [HTMLElement, number, number][] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const flip = element.dataset["flip"] ?? "";
    const from = before.get(flip) ?? before.get(origin(flip) ?? "");
    if (from === undefined) continue;
    const to = element.getBoundingClientRect();
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    if (to.width > 0 && Math.abs(dx) + Math.abs(dy) >= 2) ways.push([element, dx, dy]);
  }
  // Only now, as a place that is asked for after a motion has begun is worked out anew each time.
  for (const way of ways) come(...way);
}
