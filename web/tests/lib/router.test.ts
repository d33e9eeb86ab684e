import { expect, test } from "vitest";
import { routeOf } from "../../src/lib/router.svelte";

const route = (path: string): unknown => routeOf(new URL(path, "https://hollygin.test"));

test("addresses and their pages", () => {
  expect(route("/")).toEqual({ page: "home" });
  expect(route("/new")).toEqual({ page: "new" });
  expect(route("/rules#R3.2")).toEqual({ page: "rules" });
  expect(route("/settings/")).toEqual({ page: "settings" });
  expect(route("/t/ca78f5522ee0d6a7?key=a_b-c")).toEqual({ page: "table", table: "ca78f5522ee0d6a7", key: "a_b-c" });
  expect(route("/t/ca78f5522ee0d6a7")).toEqual({ page: "table", table: "ca78f5522ee0d6a7", key: "" });
  expect(route("/keep")).toEqual({ page: "keep" });
  expect(route("/s/s-Xk42bPz0Qe7TsV")).toEqual({ page: "score", score: "s-Xk42bPz0Qe7TsV" });
  expect(route("/s/")).toEqual({ page: "unknown" });
  expect(route("/t/")).toEqual({ page: "unknown" });
  expect(route("/nothing")).toEqual({ page: "unknown" });
});
