// The pages, each loaded when it is first asked for.

import type { Component } from "svelte";
import type { Route } from "../lib/router.svelte";

type Plain = Exclude<Route["page"], "table" | "score">;

const PLAIN: Record<Plain, () => Promise<{ default: Component }>> = {
  home: () => import("./Home.svelte"),
  new: () => import("./NewTable.svelte"),
  keep: () => import("./NewScore.svelte"),
  rules: () => import("./Rules.svelte"),
  settings: () => import("./Settings.svelte"),
  unknown: () => import("./Missing.svelte"),
};

/** What an address shows; `away` where its page could not be loaded. */
export type Shown = { route: Route } & (
  | { kind: "plain"; Page: Component }
  | { kind: "table"; Page: Component<{ table: string; key: string }>; table: string; key: string }
  | { kind: "score"; Page: Component<{ score: string }>; score: string }
  | { kind: "away" }
);

/** Load the page of an address. */
export async function load(route: Route): Promise<Shown> {
  try {
    if (route.page === "score") {
      return { route, kind: "score", Page: (await import("./Score.svelte")).default, score: route.score };
    }
    if (route.page !== "table") return { route, kind: "plain", Page: (await PLAIN[route.page]()).default };
    const { table, key } = route;
    return { route, kind: "table", Page: (await import("./Table.svelte")).default, table, key };
  } catch {
    return { route, kind: "away" };
  }
}
