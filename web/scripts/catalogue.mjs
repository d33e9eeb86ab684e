// The texts that the browser needs, out of the catalogues of src/hollygin/locale/.

import { readFileSync } from "node:fs";

export const LANGUAGES = ["en", "fr"];

/** Keys that start with one of these are for the browser. */
const FOR_THE_BROWSER = [
  "web.",
  "action.",
  "error.",
  "option.",
  "phase.",
  "play.bonus.",
  "play.doubled",
  "play.deals_next.",
  "play.did.",
  "play.gave_up.",
  "play.nobody",
  "play.outcome.",
  "play.plus",
  "play.reshuffled",
  "play.void.",
  "profile.",
  "rules.off",
  "rules.on",
  "score.fault",
  "score.level",
  "score.net",
  "score.table",
  "score.void",
  "score.won",
  "sheet.",
];

export const catalogueFile = (language) =>
  new URL(`../../src/hollygin/locale/${language}.json`, import.meta.url);

/** The browser's part of a catalogue. */
export function catalogue(language) {
  const all = JSON.parse(readFileSync(catalogueFile(language), "utf8"));
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => FOR_THE_BROWSER.some((prefix) => key.startsWith(prefix))),
  );
}

const places = (text) => {
  const forms = typeof text === "string" ? [text] : Object.values(text);
  const found = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((place) => place[1]));
  return [...new Set(typeof text === "string" ? found : ["n", ...found])].sort();
};

/** A type that has each key, and the names and types of what fills its places. */
export function textTypes() {
  const lines = Object.entries(catalogue("en")).map(([key, text]) => {
    const fields = places(text).map((name) => `${name}: ${name === "n" ? "number" : "string | number"}`);
    return `  ${JSON.stringify(key)}: ${fields.length ? `{ ${fields.join("; ")} }` : "null"};\n`;
  });
  return `// Made from src/hollygin/locale/en.json by \`npm run types\`; do not edit.\n\nexport interface Texts {\n${lines.join("")}}\n`;
}
