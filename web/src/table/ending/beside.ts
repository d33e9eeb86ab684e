// Where the last press of a preview lies: never where the first one was, so that a second press of that ends nothing.

const GAP = 8;
/** A dialog lower than this would show nothing, in pixels. */
const LEAST = 200;

const meet = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Place the last button of a row off some spots: on the other side of its row, else with all of its dialog above or below. */
export function keepOff(row: HTMLElement, spots: readonly DOMRect[]): void {
  const dialog = row.closest("dialog");
  const last = row.lastElementChild;
  if (dialog === null || last === null || spots.length === 0) return;
  const free = (): boolean => !spots.some((spot) => meet(last.getBoundingClientRect(), spot));
  row.style.flexDirection = "";
  dialog.style.marginBlock = dialog.style.maxHeight = "";
  if (free()) return;
  row.style.flexDirection = "row-reverse";
  if (free()) return;
  row.style.flexDirection = "";
  const top = Math.min(...spots.map((spot) => spot.top)) - GAP;
  const bottom = Math.max(...spots.map((spot) => spot.bottom)) + GAP;
  if (top >= LEAST) {
    dialog.style.marginBlock = `auto ${innerHeight - top}px`;
    dialog.style.maxHeight = `${top - GAP}px`;
  } else {
    dialog.style.marginBlock = `${bottom}px auto`;
    dialog.style.maxHeight = `${innerHeight - bottom - GAP}px`;
  }
}
