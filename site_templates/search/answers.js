// What the page asks of the engine, and what it is told: values alone, so that they may come from another thread.
"use strict";
(function (kb) {
  let number = 0;
  let latest = null;

  /** Answer a query; the number of the answer stands for it in what is asked about it later. */
  async function search(query, limit) {
    const mine = ++number;
    const answer = await kb.search(query, limit);
    if (mine === number) latest = { ...answer, number: mine };
    const { total, hits, notes, meant } = answer;
    const shown = hits.map((hit) => ({ ...hit, lang: kb.TEXT[hit.lang] }));
    return { number: mine, total, hits: shown, notes, meant, symbols: kb.base.symbols };
  }

  /** Give *of* the answer *asked*, or nothing once there is a newer one. */
  const about = (of) => async (asked, ...more) => (latest?.number === asked ? of(latest, ...more) : []);

  /** What may be asked, by name. */
  kb.answers = {
    search,
    facets: about(kb.facets),
    mechanics: about(kb.mechanicFacet),
    cards: about(kb.cardFacet),
    rules: about(kb.searchRules),
  };
})((globalThis.kb ??= {}));
