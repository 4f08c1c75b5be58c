// What the rulings that match have in common, with counts: each a link that narrows the query, or widens it again.
"use strict";
(function (kb) {
  const MOST = 12;
  const quoted = (value) => (/[\s"]/.test(value) ? `"${value.replaceAll('"', "")}"` : value);

  function counted(total, documents) {
    let count = 0;
    for (const number of documents) if (total.has(number)) count++;
    return count;
  }

  /** Give the rows with most of what matches. */
  function most(rows) {
    const some = rows.filter((row) => row.count);
    return some.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1)).slice(0, MOST);
  }

  /** Give the groups of facets for what matched that little tells: years, languages and sources. */
  kb.facets = async function ({ matched: { total } }) {
    await kb.load(["kinds0"]);
    const { lang, source } = kb.piece("kinds0");
    return [
      { key: "years", rows: years(total) },
      { key: "languages", rows: most(kinds(total, lang, "lang", (term) => kb.say(`in_${term}`))) },
      { key: "sources", rows: most(kinds(total, source, "source", (term) => term)) },
    ];
  };

  function kinds(total, table, field, label) {
    return Object.entries(table).map(([term, where]) => {
      return { label: label(term), typed: `${field}:${quoted(term)}`, count: counted(total, kb.steps(where)) };
    });
  }

  function years(total) {
    const counts = new Map();
    for (const number of total.keys()) {
      const year = kb.dateOf(number).slice(0, 4);
      if (year) counts.set(year, (counts.get(year) ?? 0) + 1);
    }
    const rows = [...counts].map(([year, count]) => ({ label: year, typed: `date:${year}`, count }));
    return rows.sort((a, b) => (a.label < b.label ? 1 : -1)).slice(0, MOST);
  }

  /** Give the mechanics with most of the rulings that match; what tells them is only loaded when somebody asks. */
  kb.mechanicFacet = async function ({ matched: { total } }) {
    await kb.load(["by_mechanic0"]);
    return most(kb.piece("by_mechanic0").map(([name, french, where]) => {
      const { text, lang } = kb.nameHere({ name, french });
      return { label: text, lang, typed: `mechanic:${quoted(name.toLowerCase())}`, count: counted(total, kb.steps(where)) };
    }));
  };

  /** Give the cards with most of the rulings that match; as for mechanics. */
  kb.cardFacet = async function ({ matched: { total } }) {
    await kb.load(["on0"]);
    const counts = kb.piece("on0").split("\n").map((where, number) => ({ number, count: where ? counted(total, kb.steps(where)) : 0 }));
    const best = counts.filter((one) => one.count).sort((a, b) => b.count - a.count || a.number - b.number).slice(0, MOST);
    await kb.load(best.map(({ number }) => `c${Math.floor(number / kb.base.rows.c)}`));
    return best.map(({ number, count }) => {
      const card = kb.card(number);
      const { text, lang } = kb.nameHere(card);
      return { label: text, lang, typed: `card:${quoted(card.name.toLowerCase())}`, count };
    });
  };
})((globalThis.kb ??= {}));
