// What a browser has around the modules under test, as far as they use it.

import { vi } from "vitest";

/** A page at an address, with an empty storage; the window is returned, to send events to. */
export function surroundings(host = "hollygin.test"): EventTarget {
  const page = new EventTarget();
  const kept = new Map<string, string>();
  vi.stubGlobal("location", { protocol: "http:", host, origin: `http://${host}` });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal(
    "document",
    Object.assign(new EventTarget(), {
      visibilityState: "visible",
      documentElement: { lang: "", dataset: {} },
    }),
  );
  return page;
}
