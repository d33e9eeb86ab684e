// House options: their values in words, and the faults of a table that is asked for.

import type { Profile } from "../lib/net/api";
import { faultText } from "../ui/faults";
import { has, named, t } from "../lib/text.svelte";
import type { FaultView } from "../lib/net/wire";

export type Value = number | boolean | string;
export type Options = Record<string, Value>;

/** Those changes that differ from a profile. */
export const changedOptions = (of: Profile, changes: Options): Options =>
  Object.fromEntries(Object.entries(changes).filter(([option, value]) => of.options[option] !== value));

/** The value of an option in words: "on", "25", "most columns". */
export function valueText(name: string, value: Value): string {
  if (typeof value === "boolean") return value ? t("rules.on") : t("rules.off");
  const key = `option.${name}.${value}`;
  return has(key) ? named(key) : String(value);
}

/** The options that cause a fault. */
export function causes({ params }: FaultView): string[] {
  if (Array.isArray(params["options"])) return params["options"].map(String);
  return typeof params["option"] === "string" ? [params["option"]] : [];
}

/** A fault of options in plain words; beside an option it need not name it. */
export function optionFault(fault: FaultView): string {
  const key = `web.new.fault.${fault.code}`;
  if (has(key)) return named(key);
  return causes(fault).length > 0 ? t("web.new.fault.value") : faultText(fault);
}
