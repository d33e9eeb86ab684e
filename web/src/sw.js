// The service worker: what was once opened opens without a server. It keeps built files, each from its first use on,
// and never anything of /api. The build puts the names of all of them in place of FILES.

const NAME = "hollygin";
const KNOWN = new Set(FILES);

async function keep(paths) {
  const cache = await caches.open(NAME);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(paths.filter((path) => KNOWN.has(path) && !kept.has(path)));
}

async function forgetOld() {
  const cache = await caches.open(NAME);
  const requests = await cache.keys();
  await Promise.all(
    requests.filter(({ url }) => !KNOWN.has(new URL(url).pathname)).map((request) => cache.delete(request)),
  );
}

/** A file that never changes under its name. */
async function file(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** A page; every address has the same one, which is kept as it was last. */
async function page(request) {
  const cache = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put("/", answer.clone());
    return answer;
  } catch {
    return (await cache.match("/")) ?? Response.error();
  }
}

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.add("/")).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => clients.claim()));
});

addEventListener("message", (event) => {
  event.waitUntil(keep(event.data));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (KNOWN.has(pathname)) event.respondWith(file(request));
});
