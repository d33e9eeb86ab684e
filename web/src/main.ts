import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./print.css";
import { load } from "./pages/load";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no #app");
router.start();
const [first] = await Promise.all([load(router.route), settings.start()]);
mount(App, { target, props: { first } });

// Pages open without a server, too; on an insecure address browsers offer no service worker. What was loaded before one
// is in control it has not seen: it is told.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  const tell = (): void => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    serviceWorker.controller?.postMessage(loaded);
  };
  serviceWorker.addEventListener("controllerchange", tell);
  tell();
  void serviceWorker.register("/sw.js");
}
