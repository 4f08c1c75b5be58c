// The home page answers while one types: the best rulings stand among what the box suggests.
"use strict";
(function (kb) {
  const SHORTEST = 3;
  const MOST = 3;
  let engine = null;

  /** Give what the search finds for what is *typed* so far; null where that is too little to ask for. */
  kb.live = async function (typed) {
    if (typed.trim().length < SHORTEST) return null;
    kb.phrases ??= kb.boxWords[kb.lang];
    engine ??= kb.asker();
    const answer = await engine("search", typed, MOST);
    kb.symbols = answer.symbols;
    return answer;
  };
})((globalThis.kb ??= {}));
