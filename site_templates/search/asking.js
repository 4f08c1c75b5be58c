// Asking the engine: in a thread of its own where the browser gives one, else, as for a page opened from a folder, here.
"use strict";
(function (kb) {
  const here = document.currentScript.src;
  const waiting = new Map();
  let last = 0;

  /** Give the address of another script of the edition that the page asked for. */
  const scriptUrl = (name) => new URL(name + new URL(here).search, here);

  /** Start the thread; resolves to null where there is none. */
  function thread() {
    return new Promise((resolve) => {
      if (location.protocol === "file:") return resolve(null);
      const worker = new Worker(scriptUrl("worker.js"));
      worker.addEventListener("message", ({ data }) => (data.begun ? resolve(worker) : told(data)));
      worker.addEventListener("error", () => (lost(), resolve(null)));
      return worker.postMessage({ ask: "begin", given: [{ lang: kb.lang, phrases: kb.phrases }] });
    });
  }

  function told({ id, told: value, failed }) {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failed === undefined) resolve(value);
    else reject(new Error(failed));
  }

  function lost() {
    for (const { reject } of waiting.values()) reject(new Error("worker"));
    waiting.clear();
  }

  /** Load the engine into the page itself. */
  function local() {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = scriptUrl("engine.js").href;
      script.onload = () => (script.remove(), resolve());
      script.onerror = () => (script.remove(), reject(new Error("engine")));
      document.head.append(script);
    });
  }

  /** Give the function that asks the engine for something by name. */
  kb.asker = function () {
    const started = thread().catch(() => null).then((worker) => worker ?? local());
    return async function (ask, ...given) {
      const worker = await started;
      if (!worker) return kb.answers[ask](...given);
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, ask, given });
      });
    };
  };
})((globalThis.kb ??= {}));
