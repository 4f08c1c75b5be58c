// Names of mechanics and cards that begin with what is typed so far.
"use strict";
(function (kb) {
  const SHORTEST = 2;
  const MECHANICS = 3;

  /** Give up to *most* mechanics and cards whose name in either language begins with *typed*. */
  kb.suggest = async function (typed, most) {
    const key = kb.phraseKey(typed);
    if (key.length < SHORTEST) return [];
    await kb.load(["names0"]);
    const { firsts, mechanics } = kb.piece("names0");
    kb.ranges.set("n", firsts === "" ? [] : firsts.split("\n"));
    const found = mechanics.filter((row) => begins(row, key)).slice(0, MECHANICS).map(([slug, name, french]) => {
      return { kind: "mechanics", key: slug, name, french };
    });
    return [...found, ...(await cards(key, most - found.length))];
  };

  /** Whether a word of a name begins so, or the name does. */
  function begins([, name, french], key) {
    return [name, french].some((one) => ` ${kb.phraseKey(one)}`.includes(` ${key}`));
  }

  async function cards(key, most) {
    const name = kb.nameFor("n", key) ?? "n0";
    const first = Number(name.slice(1));
    const names = [first, first + 1].filter((place) => place < kb.ranges.get("n").length).map((place) => `n${place}`);
    await kb.load(names);
    const found = new Map();
    for (const line of names.flatMap((piece) => kb.piece(piece).split("\n"))) {
      const end = line.indexOf("\t");
      if (!line.slice(0, end).startsWith(key)) continue;
      const [row, printed] = JSON.parse(line.slice(end + 1));
      const card = kb.shownCard(row);
      if (!found.has(card.key)) found.set(card.key, { kind: "cards", ...card, printed: printed ?? card.name });
      if (found.size === most) break;
    }
    return [...found.values()];
  }
})((globalThis.kb ??= {}));
