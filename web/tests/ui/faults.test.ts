import { beforeEach, expect, test } from "vitest";
import { speak } from "../../src/lib/text.svelte";
import { faultText } from "../../src/ui/faults";

beforeEach(() => speak("en"));

test("faults have their cards and actions in words", async () => {
  expect(faultText({ code: "taken-card", params: { card: "Kc" } })).toMatch(/^K♣ was just taken/);
  await speak("fr");
  expect(faultText({ code: "taken-card", params: { card: "Kc" } })).toMatch(/^R♣ vient/);
  expect(faultText({ code: "not-due", params: { action: "big gin", phase: "draw" } })).toMatch(/grand gin/);
});

test("faults of the browser itself, and unknown ones, have words too", () => {
  expect(faultText({ code: "server-away", params: {} })).toMatch(/does not answer/);
  expect(faultText({ code: "who-knows", params: {} })).toMatch(/who-knows/);
});
