import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { constants, wireTypes } from "../../../scripts/wire.mjs";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

test("the types and constants are those of the schema", () => {
  const schema: unknown = JSON.parse(read("../../../../docs/wire.schema.json"));
  expect(read("../../../src/lib/net/wire.ts")).toBe(wireTypes(schema));
  expect(read("../../../src/lib/constants.ts")).toBe(constants(schema));
});
