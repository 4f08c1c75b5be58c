// The pieces of the index: asked for by kind and number, loaded by script elements, so that a folder will do as well as
// a server.
"use strict";
(function (kb) {
  const held = new Map();
  const waiting = new Map();
  let version = "";
  const here = globalThis.document?.currentScript?.src;

  /** Take the piece of the index that a file holds: what every file of the index calls. */
  kb.shard = function (kind, number, content) {
    held.set(kind + number, content);
    if (kind === "base") kb.base = content;
    if (kind === "base" || kind === "names") version = `?v=${content.version}`;
  };

  /** Give the address of a file of the index; those that tell the version, by which the others go, have none. */
  kb.shardUrl = function (name, beside) {
    return new URL(`${name}.js${name === "base0" || name === "names0" ? "" : version}`, beside).href;
  };

  /** Fetch one file; resolves once it has called `kb.shard`. */
  kb.fetchShard ??= function (name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = kb.shardUrl(name, here);
      script.onload = () => (script.remove(), resolve());
      script.onerror = () => (script.remove(), reject(new Error(name)));
      document.head.append(script);
    });
  };

  /** Load the pieces called *names* that are not there yet. */
  kb.load = function (names) {
    return Promise.all(
      [...names].filter((name) => !held.has(name)).map((name) => {
        if (!waiting.has(name)) {
          waiting.set(name, kb.fetchShard(name).finally(() => waiting.delete(name)));
        }
        return waiting.get(name);
      }),
    );
  };

  /** The pieces that were asked for and are not there. */
  kb.missing = new Set();

  /** Give a piece if it is there; else note that it is missing and give undefined. */
  kb.piece = function (name) {
    if (!held.has(name)) kb.missing.add(name);
    return held.get(name);
  };

  const parsed = new Map();

  /** Give what *parse* makes of a piece, made once. */
  kb.parsedPiece = function (name, parse) {
    if (!parsed.has(name)) {
      const content = kb.piece(name);
      if (content === undefined) return undefined;
      parsed.set(name, parse(content));
    }
    return parsed.get(name);
  };

  /** Give the number by which keys are spread over pieces. */
  function spread(key) {
    let sum = 0;
    for (let i = 0; i < key.length; i++) sum = (sum * 31 + key.charCodeAt(i)) % 65521;
    return sum;
  }

  const ranges = (kb.ranges = new Map());

  /** Give the name of the piece of *kind* that holds *key*; null when none can. */
  kb.nameFor = function (kind, key) {
    const count = kb.base?.counts[kind];
    if (count !== undefined) return count ? `${kind}${spread(key) % count}` : null;
    if (!ranges.has(kind)) {
      const firsts = kb.base.firsts[kind];
      ranges.set(kind, firsts === "" ? [] : firsts.split("\n"));
    }
    const firsts = ranges.get(kind);
    let low = 0;
    let high = firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (firsts[middle] <= key) low = middle + 1;
      else high = middle;
    }
    return low ? `${kind}${low - 1}` : null;
  };

  /** Give the line of *kind* under *key*, without the key; "" where there is none. */
  kb.line = function (kind, key) {
    const name = kb.nameFor(kind, key);
    const lines = name && kb.parsedPiece(name, (text) => byKey(text, kind === "p"));
    return (lines && lines.get(key)) ?? "";
  };

  /** Sort the lines of a piece by their keys: the first word, or the first two. */
  function byKey(text, paired) {
    const lines = new Map();
    let key = "";
    for (const line of text.split("\n")) {
      if (paired && "=~".includes(line[0])) {
        lines.set(key, `${lines.get(key)}\n${line}`);
        continue;
      }
      let end = line.indexOf(" ");
      if (paired) end = line.indexOf(" ", end + 1);
      key = end < 0 ? line : line.slice(0, end);
      lines.set(key, end < 0 ? "" : line.slice(end + 1));
    }
    return lines;
  }

  /** Give every key that a piece of lines has. */
  kb.keysOf = (name) => kb.parsedPiece(name, (text) => byKey(text, false))?.keys() ?? [];

  /** Read a card as the index shows it. */
  kb.shownCard = function ([name, french, key]) {
    return { name, french: french || "", key: key || kb.slug(name) };
  };

  /** Give the address that a plain name makes by itself. */
  kb.slug = (name) => name.toLowerCase().replaceAll("'", "").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

  /** Read the numbers that *text* holds. */
  kb.unpacked = function (text) {
    const numbers = [];
    let scale = 1;
    let number = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const digit = code > 92 ? code - 36 : code - 35;
      if (digit < 64) {
        numbers.push(number + digit * scale);
        scale = 1;
        number = 0;
      } else {
        // A digit that goes on stands for itself and for the 64 that it takes to go on.
        number += (digit - 64) * scale + 64 * scale;
        scale *= 26;
      }
    }
    return numbers;
  };

  /** Read ascending numbers, which *text* holds as the steps between them. */
  kb.steps = function (text) {
    const numbers = kb.unpacked(text ?? "");
    let last = -1;
    for (let i = 0; i < numbers.length; i++) numbers[i] = last = last + numbers[i] + 1;
    return numbers;
  };
})((globalThis.kb ??= {}));
