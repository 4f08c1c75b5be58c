// Texts and names as nodes of a page. What the corpus says only ever becomes text.
"use strict";
(function (kb) {
  kb.lang ??= globalThis.document?.documentElement.lang;

  const SYMBOL = /\{([^{}\s]{1,12})\}|[+\-−–](?:\d{1,3}|X)\/[+\-−–](?:\d{1,3}|X)\b/g;

  /** Make an element with a class, children and attributes. */
  kb.make = function (name, { class: classes, text, children = [], ...attributes } = {}) {
    const node = document.createElement(name);
    if (classes) node.className = classes;
    if (text !== undefined) node.textContent = text;
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== "") node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  };

  /** Give a paragraph of *text* with its symbols drawn and its *marks* marked. */
  kb.drawn = function (text, marks = []) {
    const nodes = [];
    let at = 0;
    for (const [start, end] of joined(text, marks)) {
      nodes.push(...symbols(text.slice(at, start)), kb.make("mark", { children: symbols(text.slice(start, end)) }));
      at = end;
    }
    return [...nodes, ...symbols(text.slice(at))];
  };

  /** Join marks that only a blank or a hyphen parts: neighbours read as one. */
  function joined(text, marks) {
    const found = [];
    for (const [start, end] of marks) {
      const last = found.at(-1);
      if (last && /^[\s-]?$/.test(text.slice(last[1], start))) last[1] = end;
      else found.push([start, end]);
    }
    return found;
  }

  function symbols(text) {
    const nodes = [];
    let at = 0;
    for (const found of text.matchAll(SYMBOL)) {
      const node = found[1] ? symbol(found[1]) : kb.make("span", { class: "nw", text: found[0] });
      if (!node) continue;
      nodes.push(text.slice(at, found.index), node);
      at = found.index + found[0].length;
    }
    return [...nodes, text.slice(at)];
  }

  /** Draw a symbol; null if there is none of that name, for braces may mean something else. */
  function symbol(name) {
    const shape = kb.own(kb.symbols ?? {}, name.toLowerCase());
    if (!shape) return null;
    const brace = (sign) => kb.make("i", { text: sign });
    const children = [brace("{"), name, brace("}")];
    return kb.make("span", { class: `mana ${shape}`, role: "img", "aria-label": `{${name}}`, children });
  }

  /** Give the name of a card or mechanic in the language of the page, and its language if that is another. */
  kb.nameHere = function ({ name, french }) {
    return kb.lang === "fr" && french ? { text: french } : { text: name, lang: kb.lang === "en" ? undefined : "en" };
  };

  /** Link to the page of a card or mechanic. */
  kb.nameLink = function (kind, named) {
    const { text, lang } = kb.nameHere(named);
    return kb.make("a", { href: `${kind}/${named.key ?? named.slug}.html`, lang, children: [kb.make("bdi", { text })] });
  };

  /** Say the phrase *key* with *values* set in. */
  kb.say = function (key, values = {}) {
    const phrase = kb.own(kb.phrases, key) ?? key;
    return phrase.replace(/\{(\w+)\}/g, (whole, name) => kb.own(values, name) ?? whole);
  };

  /** Say how many there are: French keeps the singular for nought. */
  kb.count = function (number, key) {
    const alone = kb.lang === "fr" ? number < 2 : number === 1;
    const phrase = kb.phrases[key][alone ? 0 : 1];
    return phrase.replace("{n}", kb.number(number));
  };

  kb.number = function (number) {
    const blank = kb.lang === "fr" ? "\u202f" : ",";
    return String(number).replace(/\B(?=(\d{3})+$)/g, blank);
  };

  /** Write a day out. */
  kb.day = function (iso) {
    if (!iso) return document.createTextNode(kb.say("no_date"));
    const [year, month, day] = iso.split("-").map(Number);
    const first = day === 1 && kb.lang === "fr";
    const text = kb.say("day", { year, month: kb.phrases.months[month - 1], day: first ? "1er" : day });
    return kb.make("time", { datetime: iso, text });
  };
})((globalThis.kb ??= {}));
