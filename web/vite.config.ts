import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { LANGUAGES, catalogue, catalogueFile } from "./scripts/catalogue.mjs";
import { RULES, rules as rulesOf } from "./scripts/markdown.mjs";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TEXTS = "virtual:texts/";
const RULE_PAGES = "virtual:rules/";

/** `virtual:texts/fr`: the browser's part of a catalogue, one chunk a language. */
function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith(TEXTS) ? `\0${id}` : null),
    load(id) {
      const language = id.split("/").at(-1) ?? "";
      if (!id.startsWith(`\0${TEXTS}`) || !LANGUAGES.includes(language)) return null;
      this.addWatchFile(fileURLToPath(catalogueFile(language)));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue(language)))});`;
    },
  };
}

/** `virtual:rules/fr`: the rules as HTML, one chunk a language. */
function rules(): Plugin {
  return {
    name: "rules",
    resolveId: (id) => (id.startsWith(RULE_PAGES) ? `\0${id}` : null),
    load(id) {
      const language = id.split("/").at(-1) ?? "";
      if (!id.startsWith(`\0${RULE_PAGES}`) || !LANGUAGES.includes(language)) return null;
      this.addWatchFile(fileURLToPath(RULES));
      return `export default ${JSON.stringify(rulesOf(language))};`;
    },
  };
}

/** `sw.js`: the service worker, told which files there are. */
function serviceWorker(): Plugin {
  const source = fileURLToPath(new URL("src/sw.js", import.meta.url));
  return {
    name: "service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const list = JSON.stringify(["/", ...assets.sort().map((name) => `/${name}`)]);
        const text = readFileSync(source, "utf8").replace("FILES)", `${list})`);
        this.emitFile({ type: "asset", fileName: "sw.js", source: text });
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), texts(), rules(), serviceWorker()],
  build: {
    outDir: "../src/hollygin/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What two pages share is one file, not one for each pair of them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "common", minShareCount: 2 }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  // Node 20 has a WebSocket as browsers do only where it is asked for.
  test: { include: ["tests/**/*.test.ts"], execArgv: ["--experimental-websocket"] },
});
