// The engine in a thread of its own: whatever it has to work out, the page goes on taking what is typed.
"use strict";
importScripts("names.js", "engine.js");
(function (kb) {
  const SHARD = /^kb\.shard\("(\w+)",(\d+),([^]*)\);\n$/;

  /** Fetch a piece of the index. The call that a script would make is read here, which several at a time can be. */
  kb.fetchShard = async function (name) {
    const version = kb.base ? `?v=${kb.base.version}` : "";
    const sent = await fetch(new URL(`${name}.js${version}`, location.href));
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
