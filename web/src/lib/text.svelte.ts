// The words: t("web.table.stock", { n: 31 }), in the language of the moment, switched at run time.

import type { Texts } from "./texts";

export type Language = "en" | "fr";
export const LANGUAGES: readonly Language[] = ["en", "fr"];

type Text = string | Record<string, string>;
type Catalogue = Record<string, Text>;
export type Params = Record<string, string | number>;
export type Key = keyof Texts;

const LOAD: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:texts/en"),
  fr: () => import("virtual:texts/fr"),
};

class Speech {
  language = $state<Language>("en");
  texts = $state.raw<Catalogue>({});
  plurals = $derived(new Intl.PluralRules(this.language));
}

const speech = new Speech();

/** The language of the moment. */
export const language = (): Language => speech.language;

/** The language that the browser asks for: the first of its own that there is, else English. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((known) => tag.toLowerCase().split("-")[0] === known);
    if (found !== undefined) return found;
  }
  return "en";
}

/** Load a language and speak it. */
export async function speak(wanted: Language): Promise<void> {
  const { default: texts } = await LOAD[wanted]();
  speech.texts = texts;
  speech.language = wanted;
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
}

/** Whether there is a text of that key. */
export const has = (key: string): boolean => key in speech.texts;

/** The text of a key that is composed at run time; the key itself if it has no text. */
export function named(key: string, params: Params = {}): string {
  const text = speech.texts[key] ?? key;
  const form = typeof text === "string" ? text : (text[speech.plurals.select(Number(params["n"]))] ?? text["other"]);
  return (form ?? key).replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** The text of a key, its places filled; plural forms go by the parameter `n`. */
export function t<K extends Key>(key: K, ...params: Texts[K] extends null ? [] : [Texts[K]]): string {
  return named(key, params[0] ?? {});
}

/** "A, B and C". */
export function list(items: readonly string[]): string {
  // British English has no comma before "and", as the catalogue has it.
  const locale = speech.language === "en" ? "en-GB" : speech.language;
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
}
