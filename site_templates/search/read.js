// Reading a query: clauses to units and filters, with the help of the names that the index knows.
"use strict";
(function (kb) {
  /** Find out what a parsed *query* asks for. */
  kb.read = function (query) {
    const wanted = kb.readFilters(query.clauses);
    const notes = [...query.notes, ...wanted.notes];
    const asked = query.clauses.filter((clause) => clause.kind !== "field");
    const typed = asked.filter((clause) => !clause.negated).flatMap(typedOf);
    const french = kb.looksFrench(asked.map((clause) => clause.text));
    const units = once(join(runs(asked).flatMap((run) => readRun(run, notes, french))));
    if (typed.length && units.every((unit) => unit.negated)) {
      for (const word of typed) {
        units.push({ part: "word", label: word.text, options: [kb.bag("words", [kb.own(kb.base.same, word.text) ?? word.text])] });
      }
      notes.push({ code: "common", values: [typed.map((word) => word.text).join(" ")] });
    }
    for (const unit of units.filter((one) => !one.negated)) notes.push(...(unit.silent ?? []).map(kb.unruled));
    return { ...wanted, units, running: typed.map((word) => word.text), french, notes };
  };

  function typedOf(clause) {
    return kb.words(clause.text).map((word, place) => {
      return { text: kb.apostrophized(word), joined: place ? "" : clause.joined, glued: place > 0 };
    });
  }

  /** Part *clauses* into runs of plain words, which may be names together, and single other clauses. */
  function runs(clauses) {
    const found = [];
    let plain = false;
    for (const clause of clauses) {
      const now = clause.kind === "text" && !clause.negated;
      if (now && plain) found.at(-1).push(clause);
      else found.push([clause]);
      plain = now;
    }
    return found;
  }

  function readRun(run, notes, french) {
    const [first] = run;
    if (first.kind === "text" && !first.negated) {
      const typed = run.flatMap(typedOf);
      return kb.unitsOf(typed, french).map(([unit, start]) => ({ unit, joined: typed[start].joined }));
    }
    const asked = first.kind === "prefix" ? startOfWord(first) : verbatim(first);
    if (asked) return [{ unit: { ...asked, negated: first.negated }, joined: first.joined }];
    if (first.kind === "prefix") notes.push({ code: "no_prefix", values: [first.text] });
    return [];
  }

  /** Read what stands in quotes, or what is to be left out: the words as they are. */
  function verbatim(clause) {
    const parts = kb.words(clause.text);
    if (!parts.length) return null;
    const option = parts.length === 1 ? kb.bag("words", parts) : { phrase: parts };
    if (clause.kind === "text") return { part: "word", label: clause.text, options: [option] };
    const options = [option, ...kb.cardOptions(parts)];
    const silent = kb.withoutRulings(parts, true);
    return { part: "phrase", label: `"${clause.text}"`, options, required: true, silent };
  }

  function startOfWord(clause) {
    const [start] = kb.words(clause.text);
    if (!start) return null;
    const options = kb.startingWith(start, kb.base.limits.endings).map((term) => kb.bag("words", [term]));
    return options.length ? { part: "prefix", label: `${clause.text}*`, options } : null;
  }

  /** Leave out what is asked for twice: the same word again, or one mechanic by two of its names. */
  function once(units) {
    const kept = new Map();
    for (const unit of units) {
      const ties = unit.options.filter((option) => option.field === "mechanic").map((option) => JSON.stringify(option));
      const key = JSON.stringify([
        Boolean(unit.negated),
        Boolean(unit.required),
        ties.length ? ties.sort() : unit.options,
        ties.length > 0,
      ]);
      if (!kept.has(key)) kept.set(key, unit);
    }
    return [...kept.values()];
  }

  /** Carry out OR, by making one unit of two, and AND, by requiring both. */
  function join(found) {
    const units = [];
    for (const { unit, joined } of found) {
      const last = units.at(-1);
      if (!last || !joined || unit.negated || last.negated) {
        units.push(unit);
      } else if (joined === "and") {
        units[units.length - 1] = { ...last, required: true };
        units.push({ ...unit, required: true });
      } else {
        units[units.length - 1] = {
          part: "either",
          label: `${last.label} OR ${unit.label}`,
          options: kb.once([...last.options, ...unit.options]),
          required: Boolean(last.required && unit.required),
        };
      }
    }
    return units;
  }
})((globalThis.kb ??= {}));
