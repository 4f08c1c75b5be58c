// Asking the index: a query in, an answer out, as `kb search` gives it. The steps run on what is there; what they miss
// is loaded, and they run again.
"use strict";
(function (kb) {
  const NEEDED = ["once0"];
  const MOST_ROUNDS = 40;

  /** Run *step* until it misses nothing; gives what it gave last. */
  async function settled(step) {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      kb.missing.clear();
      const given = step();
      if (!kb.missing.size) return given;
      await kb.load(kb.missing);
    }
    throw new Error("the index is not whole");
  }

  /** Load what every query needs. */
  kb.ready = async function () {
    await kb.load(["base0"]);
    // A browser may have kept scripts that read the files of another edition.
    if (kb.base.edition !== kb.engineEdition) throw new Error("engine.js");
    await kb.load(NEEDED);
  };

  /** Read *query*: what was typed, in units and filters. */
  const readQuery = (query) => kb.read(kb.parse(query.slice(0, kb.base.limits.query)));

  /** Answer *query*: at most *limit* hits. */
  kb.search = async function (query, limit = 10) {
    await kb.ready();
    let reading = await settled(() => readQuery(query));
    let matched = await settled(() => kb.match(reading));
    const notes = notesOf(reading, matched);
    const meant = await respelt(query, reading, matched);
    if (meant?.certain) {
      notes.push({ code: "answered", values: [meant.query] });
      reading = await settled(() => readQuery(meant.query));
      matched = await settled(() => kb.match(reading));
    }
    if (!matched.total.size && !matched.rules.size) notes.push(...(await settled(() => looser(reading))));
    const found = await settled(() => hits(matched, reading, limit));
    return { query, reading, matched, total: matched.total.size, hits: found, notes: kb.once(notes), meant: meant?.query ?? null };
  };

  /** Give the hits, as far as what is there tells; reads them, for only that shows phrases word for word. */
  function hits(matched, reading, limit) {
    const scale = new kb.Scale(matched, reading);
    if (kb.missing.size) return [];
    const found = [];
    for (const ranked of kb.collapsed(kb.bestFirst(matched.total, scale))) {
      if (found.length === limit) break;
      found.push(ranked);
    }
    const shown = found.map(({ number }) => kb.rulingAt(number));
    if (kb.missing.size) return [];
    const seemed = found.filter(({ number }) => kb.readFor(scale, number)).length;
    if (seemed) {
      // Something was not as its pairs of words made it seem: match and order once more, knowing better.
      Object.assign(matched, kb.match(reading));
      return hits(matched, reading, limit);
    }
    const marker = kb.marker(matched.asked);
    return found.map((ranked, place) => hit(ranked, shown[place], matched, marker, place + 1));
  }

  function hit(ranked, ruling, matched, marker, rank) {
    const [wording, pattern] = kb.others(ranked.number, matched.allowed);
    const dates = new Set(wording.map(kb.dateOf).filter((day) => day && day !== ruling.date));
    return {
      ...ruling,
      rank,
      score: ranked.score,
      same: [...new Set([...wording, ...pattern])].sort((a, b) => a - b),
      otherDates: [...dates].sort().reverse(),
      marks: marker(ruling.text, ruling.lang),
    };
  }

  function notesOf(reading, matched) {
    const dead = matched.dead.filter((unit) => !unit.silent?.length);
    return [...reading.notes, ...dead.map((unit) => ({ code: "dead", values: [unit.label] }))];
  }

  /** Give the few rules that match well, to be shown beside rulings; or a page of them where only they are asked for. */
  kb.searchRules = function ({ reading, matched }, limit = 10) {
    return settled(() => {
      const scale = new kb.Scale(matched, reading);
      if (kb.missing.size) return [];
      const { rules, tried } = kb.base.limits;
      let place = 0;
      const found = [];
      for (const ranked of kb.bestFirst(matched.rules, scale)) {
        if (reading.rulings && place++ === tried) break;
        if (found.length === (reading.rulings ? rules : limit)) break;
        if (!reading.rulings || fits(ranked.number, matched, reading)) found.push(ranked);
      }
      return found.map((ranked) => ({ ...ranked, ...kb.ruleAt(ranked.number) }));
    });
  };

  /** Whether a rule is worth showing: it has most of what is asked, or is what a filter names. */
  function fits(number, matched, reading) {
    const asked = matched.asked.reduce((sum, one) => sum + one.weight, 0);
    if (!asked) return reading.filters.some((wanted) => wanted.field === "rule" || wanted.field === "mechanic");
    const had = matched.asked.filter((one) => one.gain(number)).reduce((sum, one) => sum + one.weight, 0);
    return had >= asked * kb.base.limits.ruleShare;
  }

  /** Give the query respelt so that it finds something, or null. */
  function respelt(query, reading, matched) {
    if (reading.units.length > kb.base.limits.units) return null;
    const words = matched.dead.filter((unit) => unit.part === "word").map((unit) => unit.label);
    return settled(() => {
      const unknown = words.filter((word) => !kb.frequency("name_word", word));
      if (!unknown.length) return null;
      return kb.respelt(query, unknown, reading.french && !kb.base.texts[kb.FR], finds);
    });
  }

  /** Tell which single parts of *reading* keep it from finding anything, and how much it finds without each. */
  function looser(reading) {
    const offers = new Map();
    for (const [label, easier] of easierThan(reading)) {
      const matched = kb.match(easier);
      const count = matched.total.size || matched.rules.size;
      if (count) offers.set(label, { code: "looser", values: [label, count] });
    }
    return [...offers.values()].slice(0, kb.base.limits.looser);
  }

  function easierThan(reading) {
    const without = (list, place) => list.filter((_, at) => at !== place);
    const found = reading.filters.map((wanted, place) => {
      return [wanted.label, { ...reading, filters: without(reading.filters, place) }];
    });
    if (reading.since || reading.until) found.push(["date", { ...reading, since: null, until: null }]);
    reading.units.forEach((unit, place) => {
      if (!unit.required && !unit.negated) return;
      found.push([`${unit.negated ? "-" : ""}${unit.label}`, { ...reading, units: without(reading.units, place) }]);
    });
    if (!reading.rulings) found.push(["is:rule", { ...reading, rulings: true }]);
    return found;
  }

  function finds(query) {
    const reading = readQuery(query);
    return kb.missing.size === 0 && kb.match(reading).total.size > 0 && kb.missing.size === 0;
  }
})((globalThis.kb ??= {}));
