// What a player likes, kept on this device.

import { MOST_TABLE_NAME } from "./constants";
import { isRecord, keep, recall } from "./store";
import { type Language, browserLanguage, language, speak } from "./text.svelte";

export type Theme = "auto" | "light" | "dark";

interface Kept {
  language: Language | null;
  french: boolean | null;
  theme: Theme;
  fourColours: boolean;
  largeCards: boolean;
  help: boolean;
  sound: boolean;
  name: string;
}

const DEFAULTS: Kept = {
  language: null,
  french: null,
  theme: "auto",
  fourColours: false,
  largeCards: false,
  help: true,
  sound: false,
  name: "",
};

/** Take over what is of the right type; anything else stays at its default. */
export function read(found: Record<string, unknown>): Kept {
  const kept = { ...DEFAULTS };
  if (found["language"] === "en" || found["language"] === "fr") kept.language = found["language"];
  if (typeof found["french"] === "boolean") kept.french = found["french"];
  if (found["theme"] === "light" || found["theme"] === "dark") kept.theme = found["theme"];
  for (const name of ["fourColours", "largeCards", "help", "sound"] as const) {
    const value = found[name];
    if (typeof value === "boolean") kept[name] = value;
  }
  if (typeof found["name"] === "string") kept.name = found["name"].slice(0, MOST_TABLE_NAME);
  return kept;
}

class Settings {
  #kept = $state(read(recall("settings", isRecord) ?? {}));

  #change(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    keep("settings", this.#kept);
    this.#show();
  }

  /** The page as a whole follows the settings by attributes of its root. */
  #show(): void {
    const { dataset } = document.documentElement;
    dataset["theme"] = this.#kept.theme;
    dataset["fourColours"] = String(this.#kept.fourColours);
    dataset["largeCards"] = String(this.#kept.largeCards);
  }

  /** Apply the player's language and display settings; once, at the start. */
  async start(): Promise<void> {
    this.#show();
    await speak(this.#kept.language ?? browserLanguage());
  }

  /** Speak another language; without a server, one that this device has not heard yet cannot be had. */
  async setLanguage(wanted: Language): Promise<void> {
    try {
      await speak(wanted);
    } catch {
      return;
    }
    this.#change({ language: wanted });
  }

  /** V D R instead of J Q K: the player's choice, or else that of the language. */
  get frenchIndices(): boolean {
    return this.#kept.french ?? language() === "fr";
  }
  set frenchIndices(french: boolean) {
    this.#change({ french });
  }

  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(theme: Theme) {
    this.#change({ theme });
  }

  get fourColours(): boolean {
    return this.#kept.fourColours;
  }
  set fourColours(fourColours: boolean) {
    this.#change({ fourColours });
  }

  get largeCards(): boolean {
    return this.#kept.largeCards;
  }
  set largeCards(largeCards: boolean) {
    this.#change({ largeCards });
  }

  /** Whether melds are marked in the hand and its deadwood is shown. */
  get help(): boolean {
    return this.#kept.help;
  }
  set help(help: boolean) {
    this.#change({ help });
  }

  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(sound: boolean) {
    this.#change({ sound });
  }

  /** The name last played under. */
  get name(): string {
    return this.#kept.name;
  }
  set name(name: string) {
    this.#change({ name });
  }
}

export const settings = new Settings();

/** Whether the system asks for little motion. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
