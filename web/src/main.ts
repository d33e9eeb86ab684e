import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./print.css";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no #app");
await settings.start();
router.start();
mount(App, { target });

// Pages open without a server, too; on an insecure address browsers offer no service worker.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
