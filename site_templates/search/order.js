// In what order the rulings that match are shown, and which are shown once for several.
"use strict";
(function (kb) {
  const NOTHING = 1e-9;
  const pairs = new Map();
  const told = new Map();

  /** Give the texts in which two words stand side by side. */
  function pairDocuments(pair) {
    if (!pairs.has(pair)) {
      const found = kb.steps(kb.line("p", pair).split("\n")[0]);
      if (kb.missing.size) return new Set();
      pairs.set(pair, new Set(found));
    }
    return pairs.get(pair);
  }

  /** Give the documents that have *words* side by side, as far as their pairs tell; what was read tells the rest. */
  kb.phraseDocuments = function (words) {
    const lists = pairsOf(words).map(([one, other]) => pairDocuments(`${one} ${other}`));
    const [first, ...rest] = lists.sort((a, b) => a.size - b.size);
    const whole = words.join(" ");
    return [...first].filter((number) => rest.every((list) => list.has(number)) && told.get(`${number} ${whole}`) !== false);
  };

  const pairsOf = (words) => words.slice(1).map((word, place) => [words[place], word]);

  /** Weighs single documents for one query. */
  kb.Scale = class {
    constructor(matched, reading) {
      this.asked = matched.asked;
      this.weight = matched.asked.reduce((sum, one) => sum + one.weight, 0);
      const words = reading.running.length > 1 ? reading.running : [];
      const telling = pairsOf(words).filter((pair) => !pair.every((word) => kb.isSmall(word, reading.french)));
      this.pairs = [...new Set(telling.map((pair) => pair.join(" ")))].map(pairDocuments);
      this.every = pairsOf(words).map((pair) => pairDocuments(pair.join(" ")));
      this.whole = words.join(" ");
      this.lesser = lesserOnes();
    }

    /** Give the score of document *number*. */
    weigh(number) {
      const { WHOLE, NEAR, VERBATIM } = kb.base.rank;
      let score = 0;
      let had = 0;
      for (const one of this.asked) {
        const gain = one.gain(number);
        if (gain) {
          score += gain;
          had += one.weight;
        }
      }
      const missing = this.weight ? 1 - had / this.weight : 0;
      if (missing > NOTHING) score += score * -WHOLE * missing;
      const near = this.pairs.filter((documents) => documents.has(number)).length;
      if (near) score += score * NEAR * near;
      if (this.mayHaveWhole(number)) score += score * VERBATIM;
      for (const [factor, numbers] of this.lesser) if (numbers.has(number)) score += score * (factor - 1);
      return Math.round(score * 1e4) / 1e4;
    }

    /** Whether *number* has the whole query word for word, as far as is known: until it is read, its pairs tell. */
    mayHaveWhole(number) {
      return this.every.length > 0 && this.every.every((list) => list.has(number)) && told.get(`${number} ${this.whole}`) !== false;
    }

    /** Give the word sequences that *number* counts for and that only reading it can tell. */
    unsure(number) {
      const phrases = this.asked.flatMap((one) => one.unit.options.flatMap((option) => (option.phrase ? [option.phrase] : [])));
      const long = phrases.filter((words) => words.length > 2).map((words) => words.join(" "));
      if (this.every.length > 1 && this.mayHaveWhole(number)) long.push(this.whole);
      return long.filter((whole) => !told.has(`${number} ${whole}`));
    }
  };

  /** Read document *number* for what *scale* is unsure of; tells whether something was other than it seemed. */
  kb.readFor = function (scale, number) {
    const unsure = scale.unsure(number);
    const text = unsure.length ? kb.textOf(number) : null;
    if (text === null) return false;
    const running = ` ${kb.words(text).join(" ")} `;
    for (const whole of unsure) told.set(`${number} ${whole}`, running.includes(` ${whole} `));
    return unsure.some((whole) => !told.get(`${number} ${whole}`));
  };

  let lesser = null;

  /** Give what stands after its like, notes and older wordings, each with what is left of its score. */
  function lesserOnes() {
    const all = () => Object.entries(kb.base.lesser);
    lesser ??= all().map(([factor, where]) => [kb.base.rank[factor], new Set(kb.steps(where))]);
    return lesser;
  }

  /** Give the documents of *scores*, best first; among equals the newest first. */
  kb.bestFirst = function* (scores, scale) {
    const left = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    let size = kb.base.rank.SHORTLIST;
    for (let start = 0; start < left.length; start += size, size *= start ? 2 : 1) {
      const slice = left.slice(start, start + size).map(([number]) => ({ number, score: scale.weigh(number) }));
      yield* slice.sort((a, b) => b.score - a.score || a.number - b.number);
    }
  };

  // --- the same said again

  let leading = null;

  /** Give the best ruling of each wording and pattern; one that is not there yet passes for one of its own. */
  kb.collapsed = function* (found) {
    leading ??= new Set(kb.steps(kb.base.leading));
    const said = new Set();
    for (const ranked of found) {
      const again = said.has(ranked.number);
      // What was said in another ruling leads to no more than that ruling did, with few exceptions.
      if (again && !leading.has(ranked.number)) continue;
      if (!again) yield ranked;
      for (const number of kb.alike(ranked.number).flat()) said.add(number);
    }
  };

  /** Give the other rulings of the same wording, and those of the same pattern, among *allowed*; newest first. */
  kb.others = function (number, allowed) {
    return kb.alike(number).map((group) => group.filter((other) => other !== number && allowed.has(other)));
  };
})((globalThis.kb ??= {}));
