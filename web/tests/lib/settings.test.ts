import { expect, test } from "vitest";
import { surroundings } from "../surroundings";

surroundings();
const { read } = await import("../../src/lib/settings.svelte");

test("what was kept is taken over, what is not understood stays as it is at first", () => {
  expect(read({})).toMatchObject({ language: null, theme: "auto", help: true, sound: false, fourColours: false });
  expect(read({ language: "fr", french: false, theme: "dark", help: false, name: "Zoé" })).toMatchObject({
    language: "fr",
    french: false,
    theme: "dark",
    help: false,
    name: "Zoé",
  });
  expect(read({ language: "tlh", theme: 7, help: "no", name: null })).toMatchObject({
    language: null,
    theme: "auto",
    help: true,
    name: "",
  });
});
