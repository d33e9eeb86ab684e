// Dragging by mouse, finger or pen. Whatever is dragged can also be done by taps and by keys.

import type { Attachment } from "svelte/attachments";

const THRESHOLD = 8;

export interface Drag {
  /** Called when a drag begins, moves and ends; the element under the pointer is `over`, null at the end of it. */
  onmove?(x: number, y: number, over: Element | null): void;
  ondrop(x: number, y: number, over: Element | null): void;
  oncancel?(): void;
}

/** Makes an element follow the pointer; it falls back to its place if nothing else is done with it. */
export const drag =
  (active: boolean, { onmove, ondrop, oncancel }: Drag): Attachment<HTMLElement> =>
  (node) => {
    if (!active) return;
    let pointer: number | null = null;
    let start = { x: 0, y: 0 };
    let dragging = false;

    const under = (x: number, y: number): Element | null => document.elementFromPoint(x, y);

    /** A drag is no press. */
    const swallow = (event: Event): void => event.stopPropagation();

    const reset = (): void => {
      pointer = null;
      dragging = false;
      node.classList.remove("dragging");
      node.style.translate = "";
    };

    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || pointer !== null) return;
      pointer = event.pointerId;
      start = { x: event.clientX, y: event.clientY };
    };

    const moveBy = (event: PointerEvent): void => {
      if (event.pointerId !== pointer) return;
      const dx = event.clientX - start.x;
      const dy = event.clientY - start.y;
      if (!dragging) {
        if (Math.hypot(dx, dy) < THRESHOLD) return;
        dragging = true;
        node.classList.add("dragging");
      }
      node.style.translate = `${dx}px ${dy}px`;
      onmove?.(event.clientX, event.clientY, under(event.clientX, event.clientY));
    };

    const up = (event: PointerEvent): void => {
      if (event.pointerId !== pointer) return;
      if (dragging) {
        const over = under(event.clientX, event.clientY);
        addEventListener("click", swallow, { capture: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }));
        reset();
        ondrop(event.clientX, event.clientY, over);
      } else {
        reset();
      }
    };

    const cancel = (event: PointerEvent): void => {
      if (event.pointerId !== pointer) return;
      reset();
      oncancel?.();
    };

    node.addEventListener("pointerdown", down);
    addEventListener("pointermove", moveBy);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    return () => {
      reset();
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", moveBy);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    };
  };
