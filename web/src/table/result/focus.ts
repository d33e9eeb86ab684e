/** Bring the focus to what has just taken the board's place, so that it is heard, and show it from its top. */
export function takeFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  scrollTo(0, 0);
}
