// The engine in a thread of its own: whatever it has to work out, the page goes on taking what is typed.
"use strict";
importScripts(`names.js${location.search}`, `engine.js${location.search}`);
(function (kb) {
  const SHARD = /^kb\.shard\("(\w+)",(\d+),([^]*)\);\n$/;

  /** Fetch a piece of the index. The call that a script would make is read here, which several at a time can be. */
  kb.fetchShard = async function (name) {
    const sent = await fetch(kb.shardUrl(name, location.href), { cache: name === "base0" ? "no-cache" : "default" });
    const [, kind, number, content] = (sent.ok && SHARD.exec(await sent.text())) || [];
    if (!kind) throw new Error(name);
    kb.shard(kind, Number(number), JSON.parse(content));
  };

  globalThis.addEventListener("message", async ({ data: { id, ask, given } }) => {
    if (ask === "begin") {
      Object.assign(kb, given[0]);
      postMessage({ begun: true });
      kb.ready().catch(() => undefined);
      return;
    }
    try {
      postMessage({ id, told: await kb.answers[ask](...given) });
    } catch (error) {
      postMessage({ id, failed: error.message });
    }
  });
})((globalThis.kb ??= {}));
