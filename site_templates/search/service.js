// What browsers run beside the site. Every page comes from the network as long as there is one, and is checked to be the
// newest; what was read stands in for it where there is none. What is kept of pages is of one build of the site, and what
// is kept of the index of one version; an installed app keeps all of the index.
"use strict";
const root = new URL("./", location.href);
const OWN = `kb ${root.pathname} `;
const STORE = OWN + BUILD;
const INDEX = `${OWN}index`;
const PIECE = /\/search\/[a-z_]+\d+\.js$/;
const AT_ONCE = 20;

addEventListener("install", (event) => event.waitUntil(begin()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", (event) => event.data === "all" && event.waitUntil(keepIndex()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(root.href)) return;
  event.respondWith(url.searchParams.has("v") && PIECE.test(url.pathname) ? once(event.request) : newest(event.request, url));
});

async function begin() {
  const store = await caches.open(STORE);
  await Promise.all(FIRST.map(async (path) => {
    const url = new URL(path, root);
    const answer = await fetch(url, { cache: "no-cache" });
    if (answer.ok) await store.put(url, answer);
  }));
  await skipWaiting();
}

/** Drop what is of other builds, and serve the pages that are open already. */
async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OWN) && name !== STORE && name !== INDEX);
  await Promise.all(old.map((name) => caches.delete(name)));
  const index = await caches.open(INDEX);
  const ending = `?v=${await version()}`;
  const pieces = (await index.keys()).filter(({ url }) => !url.endsWith(ending));
  await Promise.all(pieces.map((piece) => index.delete(piece)));
  await clients.claim();
}

/** Give the version of the index that this build has; "" where it has none. */
async function version() {
  const base = await (await caches.open(STORE)).match(new URL("search/base0.js", root));
  return (base && /"version":"(\w+)"/.exec(await base.text())?.[1]) ?? "";
}

/** Keep all of the index, for searches without a network; goes on where an earlier run was cut off. */
async function keepIndex() {
  const index = await caches.open(INDEX);
  const ending = `.js?v=${await version()}`;
  const there = new Set((await index.keys()).map(({ url }) => url));
  const wanted = Object.entries(PIECES).flatMap(([kind, count]) => {
    return Array.from({ length: count }, (_, number) => new URL(`search/${kind}${number}${ending}`, root).href);
  });
  const missing = wanted.filter((url) => !there.has(url));
  while (missing.length) await index.addAll(missing.splice(0, AT_ONCE));
}

/** Give what never changes under its address: a piece of the index of one version. */
async function once(request) {
  const index = await caches.open(INDEX);
  return (await index.match(request)) ?? kept(index, request.url, await fetch(request));
}

async function newest(request, url) {
  const store = await caches.open(STORE);
  // A page is the same whatever it is asked: what a query finds is worked out on it.
  const place = url.origin + url.pathname + (url.pathname.endsWith("/") ? "index.html" : "");
  try {
    return kept(store, place, await fetch(request, { cache: "no-cache" }));
  } catch (error) {
    const held = (await store.match(place)) ?? (await (await caches.open(INDEX)).match(place, { ignoreSearch: true }));
    if (held) return held;
    if (request.mode !== "navigate") throw error;
    const french = url.pathname.startsWith(`${root.pathname}fr/`);
    return Response.redirect(new URL(`${french ? "fr" : "en"}/offline.html`, root));
  }
}

function kept(store, place, answer) {
  if (answer.ok && answer.type === "basic" && !answer.redirected) store.put(place, answer.clone()).catch(() => undefined);
  return answer;
}
