// The address bar: which page is shown, and links within the site without a reload.

export type Route =
  | { page: "home" | "new" | "keep" | "rules" | "settings" | "unknown" }
  | { page: "score"; score: string }
  | { page: "table"; table: string; key: string };

/** The page of an address. */
export function routeOf(url: URL): Route {
  const path = url.pathname.replace(/\/+$/, "");
  const table = /^\/t\/([0-9a-z]+)$/i.exec(path)?.[1];
  if (table !== undefined) return { page: "table", table, key: url.searchParams.get("key") ?? "" };
  const score = /^\/s\/([\w-]+)$/.exec(path)?.[1];
  if (score !== undefined) return { page: "score", score };
  switch (path) {
    case "":
      return { page: "home" };
    case "/new":
    case "/keep":
    case "/rules":
    case "/settings":
      return { page: path.slice(1) as "new" | "keep" | "rules" | "settings" };
    default:
      return { page: "unknown" };
  }
}

class Router {
  route = $state.raw<Route>({ page: "home" });

  /** Follow the address bar and the links of the page. */
  start(): void {
    const read = (): void => {
      this.route = routeOf(new URL(location.href));
    };
    read();
    addEventListener("popstate", read);
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (link === null || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
      const to = new URL(link.href);
      if (to.origin !== location.origin || to.pathname.startsWith("/api/")) return;
      if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
      event.preventDefault();
      this.go(to.pathname + to.search + to.hash);
    });
  }

  /** Go to another page. */
  go(path: string): void {
    history.pushState(null, "", path);
    this.route = routeOf(new URL(location.href));
    scrollTo(0, 0);
  }

  /** Take the key out of the address, which may be shown or shared. */
  hideKey(): void {
    history.replaceState(null, "", location.pathname);
  }
}

export const router = new Router();
