import { expect, test, vi } from "vitest";
import { Guard, UNBELIEVED } from "../../../src/table/board/guard";

const button = new EventTarget();
const other = new EventTarget();

/** A click of a pointer; one of a key has no `detail`. */
const click = (timeStamp: number, more: { detail?: number; clientX?: number; target?: EventTarget } = {}): MouseEvent =>
  ({ timeStamp, target: button, detail: 1, clientX: 100, clientY: 100, ...more }) as unknown as MouseEvent;

const key = (timeStamp: number, name: string, repeat = false): KeyboardEvent =>
  ({ timeStamp, target: button, key: name, repeat }) as unknown as KeyboardEvent;

const TIMES = [50, 150, 300, 399];

test.each(TIMES)("a press %d ms after the board changed is not meant", (after) => {
  const guard = new Guard();
  vi.spyOn(performance, "now").mockReturnValue(1000);
  guard.changed();
  expect(guard.believes(click(1000 + after))).toBe(false);
  expect(guard.believes(key(1000 + after, "d"))).toBe(false);
  expect(guard.believes(click(1000 - after, { target: other, clientX: 300 }))).toBe(false); // begun before the change
  expect(guard.believes(click(1000 + UNBELIEVED + after, { clientX: 200 }))).toBe(true);
});

test.each(TIMES)("the second half of a double press, %d ms after the first, is not meant", (after) => {
  const twice: [MouseEvent | KeyboardEvent, MouseEvent | KeyboardEvent][] = [
    [click(0), click(after)],
    [click(0), click(after, { target: other, clientX: 110 })], // what stands there now
    [click(0, { detail: 0 }), click(after, { detail: 0 })], // Enter on a button
    [key(0, "d"), key(after, "d")],
    [key(0, "d"), key(after, "D")],
  ];
  for (const [first, second] of twice) {
    const guard = new Guard();
    expect([guard.believes(first), guard.believes(second)]).toEqual([true, false]);
  }
});

test("a key that is held down, and what the system calls a double click, are never meant", () => {
  const guard = new Guard();
  expect(guard.believes(key(0, "d"))).toBe(true);
  expect(guard.believes(key(2000, "d", true))).toBe(false);
  expect(guard.believes(click(4000, { detail: 2 }))).toBe(false);
});

test("presses of different things are believed however fast they are, and of one thing after a while", () => {
  const guard = new Guard();
  const presses = [
    click(0),
    click(60, { target: other, clientX: 300 }),
    click(120), // back again: something else was pressed between
    key(180, "d"),
    key(240, "t"),
    click(300, { detail: 0 }),
    click(360, { detail: 0, target: other }),
    click(360 + UNBELIEVED, { detail: 0, target: other }),
  ];
  expect(presses.map((press) => guard.believes(press))).toEqual(presses.map(() => true));
});

test("who goes on pressing one thing is believed once a while", () => {
  const guard = new Guard();
  const times = [0, 150, 300, 450, 600, 800, 900];
  expect(times.map((at) => guard.believes(click(at)))).toEqual([true, false, false, true, false, false, true]);
});
