// The site as an app: where it is served, browsers are told how to install it, and what was read is kept for when there
// is no network. In a folder there is nothing to install.
"use strict";
(function (kb) {
  const { serviceWorker } = navigator;
  if (!location.protocol.startsWith("http")) return;
  const root = new URL("../", document.currentScript.src);
  const href = new URL(`${document.documentElement.lang}/app.webmanifest`, root);
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href }));

  /** Keep the whole search on this device. */
  const keep = async () => (await serviceWorker?.ready)?.active.postMessage("all");

  addEventListener("load", async () => {
    // What is kept for later waits for what is wanted now.
    await kb.answered;
    await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
    // Refused in private windows, or where the address is not a secure one: then the site is as it is.
    serviceWorker?.register(new URL("sw.js", root), { updateViaCache: "none" }).catch(() => undefined);
    if (!matchMedia("(display-mode: browser)").matches) keep();
  });
  addEventListener("appinstalled", keep);
})((globalThis.kb ??= {}));
