import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wireTypes } from "../../../scripts/wire.mjs";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

test("the types are those of the schema", () => {
  expect(read("../../../src/lib/net/wire.ts")).toBe(wireTypes(JSON.parse(read("../../../../docs/wire.schema.json"))));
});
