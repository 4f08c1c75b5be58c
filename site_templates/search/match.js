// Which rulings have what a query asks for.
"use strict";
(function (kb) {
  const TIES = ["mechanic", "card", "rule"];

  /** Give how much it says that a ruling has what *holding* out of *of* have; more for the rarer, never negative. */
  const information = (holding, of) => (holding ? Math.log(1 + Math.max(of - holding + 0.5, 0) / (holding + 0.5)) : 0);

  /** Find the rulings and rules that match *reading*. */
  kb.match = function (reading) {
    const wanted = reading.units.filter((unit) => !unit.negated);
    const weighed = wanted.map((unit) => [unit, weightOf(unit)]);
    const alive = weighed.filter(([, weight]) => weight).sort((a, b) => b[1] - a[1]);
    const asked = alive.map(([unit, weight]) => askedFor(unit, weight));
    const dead = weighed.filter(([, weight]) => !weight).map(([unit]) => unit);
    const [rulings, rules] = allowed(reading);
    const nothing = { asked: [], total: new Map(), rules: new Map(), dead, allowed: rulings };
    if (dead.some((unit) => unit.required)) return nothing;
    if (!alive.length) {
      // Filters alone list what they leave, newest first; words that stand nowhere find nothing.
      const listed = !reading.running.length && !wanted.length && leavesOut(reading);
      const zero = (numbers) => new Map(listed ? [...numbers].map((number) => [number, 0]) : []);
      return { ...nothing, total: zero(rulings), rules: zero(rules) };
    }
    const total = sum(asked);
    return { asked, total: among(total, rulings), rules: among(total, rules), dead, allowed: rulings };
  };

  // --- filters

  /** The numbers from *first* to *end*, without it, that are in *kept* and not in *out*. */
  class Allowed {
    constructor(first, end, kept = null, out = new Set()) {
      Object.assign(this, { first, end, kept, out });
    }

    has(number) {
      const inside = number >= this.first && number < this.end;
      return inside && (!this.kept || this.kept.has(number)) && !this.out.has(number);
    }

    *[Symbol.iterator]() {
      for (let number = this.first; number < this.end; number++) if (this.has(number)) yield number;
    }
  }

  function allowed(reading) {
    const { rulings, rules } = kb.base;
    const dated = reading.since !== null || reading.until !== null;
    const [first, end] = reading.rulings ? span(reading.since, reading.until) : [0, 0];
    const narrowed = narrow(reading);
    const last = reading.rules && !dated ? rulings + rules : rulings;
    return [new Allowed(first, end, ...narrowed), new Allowed(rulings, last, ...narrowed)];
  }

  function narrow(reading) {
    const out = new Set();
    for (const unit of reading.units.filter((one) => one.negated)) {
      for (const number of askedFor(unit, 1).documents()) out.add(number);
    }
    let kept = null;
    for (const wanted of reading.filters) {
      const having = new Set(wanted.terms.flatMap((term) => kb.postings(wanted.field, term).documents));
      if (wanted.negated) having.forEach((number) => out.add(number));
      else kept = kept === null ? having : new Set([...kept].filter((number) => having.has(number)));
    }
    return [kept, out];
  }

  /** Give the documents of the rulings dated from *since* to *until*; with neither, of all rulings. */
  function span(since, until) {
    const { dates, rulings } = kb.base;
    if (since === null && until === null) return [0, rulings];
    const inside = dates.flatMap(([start, day], place) => {
      const end = dates[place + 1]?.[0] ?? rulings;
      return day && day >= (since ?? "0001-01-01") && day <= (until ?? "9999-12-31") ? [[start, end]] : [];
    });
    return inside.length ? [inside[0][0], inside.at(-1)[1]] : [0, 0];
  }

  /** Give the date of ruling *number*; "" when it has none. */
  kb.dateOf = function (number) {
    const { dates } = kb.base;
    let place = dates.length - 1;
    while (place > 0 && dates[place][0] > number) place--;
    return dates[place]?.[1] ?? "";
  };

  function leavesOut(reading) {
    const dated = reading.since !== null || reading.until !== null;
    const negated = reading.units.some((unit) => unit.negated);
    return reading.filters.length > 0 || dated || negated || !(reading.rulings && reading.rules);
  }

  function among(scores, numbers) {
    const kept = new Map();
    for (const [number, score] of scores) if (numbers.has(number)) kept.set(number, score);
    return kept;
  }

  // --- units

  const textsIn = (field) => kb.base.texts[Math.max(kb.TEXT.indexOf(field), 0)];
  const rarest = (field, terms) => Math.min(...terms.map((term) => kb.frequency(field, term)));

  /** Tell how much it says that a ruling has *unit*: more for what few have, nothing when none has. */
  function weightOf(unit) {
    const itself = unit.options.filter((option) => option.phrase || !option.whole);
    return Math.max(textWeight(unit), ...itself.map(tieWeight)) || Math.max(0, ...unit.options.map(tieWeight));
  }

  /** Weigh the words of a unit as one, whichever of its forms and languages a ruling says it in. */
  function textWeight(unit) {
    const having = { en: 0, fr: 0, words: 0 };
    for (const option of unit.options) {
      if (option.phrase) having.words += rarest("words", option.phrase);
      else if (option.field in having && !option.whole) having[option.field] += rarest(option.field, option.terms);
    }
    const { texts } = kb.base;
    const shares = [[having.en, texts[0]], [having.fr, texts[1]], [having.words, texts[0] + texts[1]]];
    return Math.max(...shares.map(([count, of]) => information(Math.min(count, of), of)));
  }

  function tieWeight(option) {
    if (option.phrase) return 0;
    if (option.whole) return option.boost * information(joint(option).documents.length, textsIn(option.field));
    if (!TIES.includes(option.field)) return 0;
    return option.boost * information(rarest(option.field, option.terms), kb.base.rulings);
  }

  /** Look *unit* up. */
  function askedFor(unit, weight) {
    const text = textWeight(unit) || weight;
    const options = unit.options.flatMap((option) => {
      if (option.phrase) return [new Scored([[{ documents: kb.phraseDocuments(option.phrase), weights: null }, text]])];
      if (!option.terms.every((term) => kb.frequency(option.field, term))) return [];
      return [scored(option, text)];
    });
    return new Asked(unit, weight, options);
  }

  function scored(bag, text) {
    if (bag.whole) return new Scored([[joint(bag), tieWeight(bag)]]);
    const weight = TIES.includes(bag.field) ? tieWeight(bag) : text * bag.boost;
    return new Scored(shares(bag).map(([share, term]) => [kb.postings(bag.field, term), weight * share]));
  }

  /** Part a unit among the words it is said with: the rarer word carries more. */
  function shares(bag) {
    const said = bag.terms.map((term) => information(kb.frequency(bag.field, term), textsIn(bag.field)) || 1);
    const whole = said.reduce((a, b) => a + b, 0);
    return said.map((one, place) => [one / whole, bag.terms[place]]).sort((a, b) => b[0] - a[0]);
  }

  /** Give the documents that have every term of *bag*, each with the sum of what they weigh there. */
  function joint(bag) {
    const [first, ...rest] = shares(bag).map(([share, term]) => new Scored([[kb.postings(bag.field, term), share]]));
    const documents = first.documents().filter((number) => rest.every((one) => one.gain(number)));
    const gains = documents.map((number) => Math.fround([first, ...rest].reduce((sum, one) => sum + one.gain(number), 0)));
    return { documents, weights: gains };
  }

  function place(documents, number) {
    let low = 0;
    let high = documents.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (documents[middle] < number) low = middle + 1;
      else high = middle;
    }
    return documents[low] === number ? low : -1;
  }

  /** The terms of one option, rarest first, each with its share of the weight; only what has the first counts. */
  class Scored {
    constructor(terms) {
      this.terms = terms;
    }

    documents() {
      return this.terms[0][0].documents;
    }

    gain(number) {
      let gained = 0;
      for (const [{ documents, weights }, share] of this.terms) {
        const at = place(documents, number);
        if (at < 0 && !gained) return 0;
        if (at >= 0) gained += share * (weights ? weights[at] : 1);
      }
      return gained;
    }
  }

  /** A unit that something here has; a document has it by the best of its options. */
  class Asked {
    constructor(unit, weight, options) {
      Object.assign(this, { unit, weight, options });
    }

    gain(number) {
      return Math.max(0, ...this.options.map((option) => option.gain(number)));
    }

    documents() {
      return new Set(this.options.flatMap((option) => option.documents()));
    }

    /** Add to *total* what each document gains. */
    addTo(total) {
      const best = new Map();
      for (const option of this.options) {
        const gains = new Map();
        for (const [{ documents, weights }, share] of option.terms) {
          const first = option.terms[0][0].documents === documents;
          for (let i = 0; i < documents.length; i++) {
            const had = gains.get(documents[i]);
            if (first || had !== undefined) gains.set(documents[i], (had ?? 0) + share * (weights ? weights[i] : 1));
          }
        }
        for (const [number, gain] of gains) if (gain > (best.get(number) ?? 0)) best.set(number, gain);
      }
      for (const [number, gain] of best) total.set(number, (total.get(number) ?? 0) + gain);
    }
  }

  /** Give what each document has of the units that decide, if it has one of them and all that are required. */
  function sum(asked) {
    const decisive = decisiveOf(asked.map((one) => one.weight));
    let total = new Map();
    asked.forEach((one, at) => decisive[at] && one.addTo(total));
    for (const one of asked) if (one.unit.required) total = among(total, one.documents());
    return total;
  }

  /** Tell which of *weights*, given heaviest first, make a ruling match by themselves. */
  function decisiveOf(weights) {
    let spare = kb.base.rank.COMMON_SHARE * weights.reduce((a, b) => a + b, 0);
    const decisive = weights.map(() => true);
    for (let at = weights.length - 1; at > 0; at--) {
      spare -= weights[at];
      if (spare < 0) break;
      decisive[at] = false;
    }
    return decisive;
  }
})((globalThis.kb ??= {}));
