// What is shown of rulings and rules, and where in them a query matched.
"use strict";
(function (kb) {
  /** Give ruling *number* as it is shown; undefined while it is not there. */
  kb.rulingAt = function (number) {
    const size = kb.base.rows.r;
    const rows = kb.piece(`r${Math.floor(number / size)}`);
    if (!rows) return undefined;
    const [id, lang, text, onCards, cards] = rows[number % size];
    return { number, id, lang, text, onCards, cards: cards.map(kb.shownCard), date: kb.dateOf(number) };
  };

  /** Give the rulings of the wording of ruling *number* and those of its pattern; of either none if it is the only one. */
  kb.alike = function (number) {
    const size = kb.base.rows.r;
    const row = kb.piece(`r${Math.floor(number / size)}`)?.[number % size] ?? [];
    return [row[5], row[6]].map((group) => kb.steps(typeof group === "number" ? kb.piece(`same${group}`) : group));
  };

  /** Give a rule as it is shown, by the number of its text; undefined while it is not there. */
  kb.ruleAt = function (number) {
    const size = kb.base.rows.u;
    const place = number - kb.base.rulings;
    const rows = kb.piece(`u${Math.floor(place / size)}`);
    if (!rows) return undefined;
    const [id, kind, title, text, href] = rows[place % size];
    return { id, kind, title, text, href };
  };

  /** Give the text of a ruling or rule; null while it is not there. */
  kb.textOf = function (number) {
    if (number < kb.base.rulings) return kb.rulingAt(number)?.text ?? null;
    const rule = kb.ruleAt(number);
    return rule ? `${rule.title}\n${rule.text}` : null;
  };

  /** Give a function that lists the ranges of a text that match what is *asked*: whole words, accents and all. */
  kb.marker = function (asked) {
    const roots = [new Set(), new Set()];
    const exact = new Set();
    const phrases = [];
    const whole = [[], []];
    for (const option of asked.flatMap((one) => one.unit.options)) {
      const lang = kb.TEXT.indexOf(option.field);
      if (option.phrase) phrases.push(option.phrase);
      else if (option.whole) whole[lang].push(option.terms);
      else if (lang >= 0) option.terms.forEach((term) => roots[lang].add(term));
      else if (option.field === "words") option.terms.forEach((term) => exact.add(term));
    }
    return (text, lang) => {
      const found = kb.tokens(text);
      const hit = new Set();
      const wanted = new Set([...roots[lang], ...together(found, lang, whole[lang])]);
      found.forEach((token, place) => {
        if (exact.has(token.text) || hasRoot(token.text, lang, wanted)) hit.add(place);
      });
      for (const phrase of phrases) placesOf(phrase, found).forEach((place) => hit.add(place));
      return [...hit].sort((a, b) => a - b).map((place) => [found[place].start, found[place].end]);
    };
  };

  /** Give the roots that only count together, where all of them are among *found*. */
  function together(found, lang, whole) {
    const here = new Set(whole.length ? found.map((token) => kb.stem(token.text, lang)) : []);
    return whole.filter((terms) => terms.every((term) => here.has(term))).flat();
  }

  function hasRoot(token, lang, roots) {
    const root = kb.stem(token, lang);
    return root !== null && (roots.has(root) || (root[0] === "{" && roots.has(root.slice(1, -1))));
  }

  function placesOf(phrase, found) {
    const places = [];
    for (let start = 0; start + phrase.length <= found.length; start++) {
      if (phrase.every((word, i) => found[start + i].text === word)) phrase.forEach((_, i) => places.push(start + i));
    }
    return places;
  }
})((globalThis.kb ??= {}));
