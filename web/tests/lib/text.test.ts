import { readFileSync, readdirSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { catalogue } from "../../scripts/catalogue.mjs";
import { browserLanguage, has, language, list, named, speak, t } from "../../src/lib/text.svelte";

beforeEach(() => speak("en"));

test("places are filled", () => {
  expect(t("web.act.take", { card: "7♥" })).toBe("Take 7♥");
  expect(named("no.such.key")).toBe("no.such.key");
});

test("plural forms follow the language", async () => {
  expect(t("web.table.cards", { n: 0 })).toBe("0 cards");
  expect(t("web.table.cards", { n: 1 })).toBe("1 card");
  await speak("fr");
  expect(language()).toBe("fr");
  expect(t("web.table.cards", { n: 0 })).toBe("0 carte");
  expect(t("web.table.cards", { n: 2 })).toBe("2 cartes");
});

test("a list reads as one", async () => {
  expect(list(["I", "II", "III"])).toBe("I, II and III");
  await speak("fr");
  expect(list(["I", "II", "III"])).toBe("I, II et III");
});

test("the language is the first of the browser's that there is", () => {
  expect(browserLanguage(["de-DE", "fr-CA", "en"])).toBe("fr");
  expect(browserLanguage(["en-GB", "fr"])).toBe("en");
  expect(browserLanguage(["pl"])).toBe("en");
});

const sources = readdirSync(new URL("../../src", import.meta.url), { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.(svelte|ts)$/.test(file.name) && file.name !== "texts.ts")
  .map((file) => readFileSync(`${file.parentPath}/${file.name}`, "utf8"))
  .join("\n");

/** The keys that a source puts together: `web.due.you.${phase}` as a pattern. */
const patterns = [...sources.matchAll(/`(web\.[\w.]*\$\{[^`]*)`/g)].map((found) => {
  const parts = (found[1] ?? "").split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join("[^ ]+")}$`);
});

test("every text of the browser's own is used", () => {
  const keys = Object.keys(catalogue("en")).filter((key) => key.startsWith("web."));
  const unused = keys.filter(
    (key) =>
      !sources.includes(`"${key}"`) && !sources.includes(`'${key}'`) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});

test("every phase has its words, for whoever is on turn", () => {
  const phases = Object.keys(catalogue("en")).flatMap((key) => /^phase\.(.+)$/.exec(key)?.[1] ?? []);
  for (const phase of phases.filter((one) => one !== "over" && one !== "reshuffle")) {
    expect(has(`web.due.you.${phase}`), phase).toBe(true);
    expect(has(`web.due.other.${phase}`), phase).toBe(true);
  }
});
