// The service worker: the pages open without a server. It keeps the built files, and never anything of /api.
// The build puts the files in place of FILES and a digest of them in place of VERSION.

const NAME = `hollygin-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("hollygin-") && name !== NAME;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/", { cacheName: NAME })));
  } else {
    event.respondWith(caches.match(request, { cacheName: NAME }).then((kept) => kept ?? fetch(request)));
  }
});
