import { expect, test } from "vitest";
import { qr } from "../../src/ui/qr";

const picture = (text: string): string[] => qr(text).map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

test("the version follows the length", () => {
  expect(qr("a".repeat(14))).toHaveLength(21);
  expect(qr("a".repeat(15))).toHaveLength(25);
  expect(qr("a".repeat(84))).toHaveLength(37);
  expect(qr("a".repeat(213))).toHaveLength(57);
  expect(() => qr("a".repeat(214))).toThrow(RangeError);
});

test("a code that a reader has read", () => {
  expect(picture("hollygin")).toMatchInlineSnapshot(`
    [
      "#######...###.#######",
      "#.....#..##.#.#.....#",
      "#.###.#.###...#.###.#",
      "#.###.#.#.#.#.#.###.#",
      "#.###.#.#.###.#.###.#",
      "#.....#.#.#.#.#.....#",
      "#######.#.#.#.#######",
      "........#.###........",
      "#.#####...#.#.#####..",
      "##.##.....#.######..#",
      ".#..###..###..#..#.#.",
      ".#####.#.##......##..",
      "#...#.#....#...##...#",
      "........##########..#",
      "#######...#.#.#...##.",
      "#.....#.##.####.###..",
      "#.###.#.#...#.......#",
      "#.###.#.#.#.#..###...",
      "#.###.#.#.##.#....#..",
      "#.....#..##......##..",
      "#######.##.#.#.###.#.",
    ]
  `);
});
