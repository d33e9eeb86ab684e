// The rooms of src/ stand on floors: a file imports from its own room and from the floors below it.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** From the ground up. Rooms on one floor know nothing of each other. */
const FLOORS: readonly (readonly string[])[] = [
  ["lib"],
  ["lib/net"],
  ["lib/deal"],
  ["cards"],
  ["ui"],
  ["sheet"],
  ["options"],
  ["score", "table/status", "table/hand", "table/seat"],
  ["table/ending"],
  ["table/result", "table/board"],
  ["table"],
  ["pages"],
  ["."],
];
const MOST_FILES = 14;

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => relative(SRC, join(file.parentPath, file.name)));

/** The file that a path without its ending names. */
const found = (path: string): string | undefined => [path, `${path}.ts`, `${path}.js`].find((name) => files.includes(name));

/** What each file imports of src/. */
const imports = new Map<string, string[]>(
  files.map((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    const paths = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/g)];
    return [file, paths.map(([, path]) => found(normalize(join(dirname(file), path ?? ""))) ?? `${path} of ${file}`)];
  }),
);

const floor = (file: string): number => FLOORS.findIndex((rooms) => rooms.includes(dirname(file)));

test("every file stands in a room, and every import leads to a file", () => {
  expect(files.length).toBeGreaterThan(70);
  expect(files.filter((file) => floor(file) < 0)).toEqual([]);
  expect([...imports.values()].flat().filter((path) => !files.includes(path))).toEqual([]);
});

test("a file imports from its own room and from the floors below", () => {
  const wrong = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((path) => dirname(path) !== dirname(file) && floor(path) >= floor(file))
      .map((path) => `${file} imports ${path}`),
  );
  expect(wrong).toEqual([]);
});

test("no file leads back to itself", () => {
  const clear = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (clear.has(file)) return;
    if (way.includes(file)) {
      circles.push([...way.slice(way.indexOf(file)), file].join(" > "));
      return;
    }
    for (const path of imports.get(file) ?? []) visit(path, [...way, file]);
    clear.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test("a room is small enough to look around in", () => {
  const rooms = FLOORS.flat();
  expect(rooms.filter((room) => files.filter((file) => dirname(file) === room).length > MOST_FILES)).toEqual([]);
});
