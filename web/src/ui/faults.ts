// Faults in words.

import { cardsIn } from "../cards/words";
import type { FaultView } from "../lib/net/wire";
import { type Params, has, named, t } from "../lib/text.svelte";

/** A fault in words, without its clause. */
export function faultText(fault: Pick<FaultView, "code" | "params">): string {
  const key = `error.${fault.code}`;
  if (!has(key)) {
    const own = `web.refused.${fault.code}`;
    return has(own) ? named(own) : t("web.refused.other", { code: fault.code });
  }
  const params: Params = {};
  for (const [name, value] of Object.entries(fault.params)) {
    const plain = Array.isArray(value) ? value.join(", ") : String(value);
    if (name === "card" || name === "cards" || name === "top") params[name] = cardsIn(plain);
    else if ((name === "action" || name === "phase") && has(`${name}.${plain}`)) params[name] = named(`${name}.${plain}`);
    else params[name] = typeof value === "number" ? value : plain;
  }
  return named(key, params);
}

/** A fault in words, the clause of the rules behind it. */
export const faultAndRule = (fault: FaultView): string =>
  faultText(fault) + (fault.clause.startsWith("R") ? ` [${fault.clause}]` : "");
