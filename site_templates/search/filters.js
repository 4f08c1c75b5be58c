// Reading the `field:value` clauses of a query.
"use strict";
(function (kb) {
  const EXAMPLES = "date:2021, date>=2021-06, date:2019..2021";
  const PERIOD = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/;
  const day = (year, month, date) => new Date(Date.UTC(2000, month - 1, date)).setUTCFullYear(year, month - 1, date);
  const iso = (time) => new Date(time).toISOString().slice(0, 10);
  const DAY = 86_400_000;

  /** Give the first and last day of the year, month or day that *text* names; null when it names none. */
  kb.period = function (text) {
    const found = PERIOD.exec(text.trim());
    if (!found) return null;
    const [year, month, date] = found.slice(1).map((part) => Number(part ?? 0));
    if (year < 1 || month > 12 || (found[2] && !month) || (found[3] && !date)) return null;
    const last = new Date(day(year, (month || 12) + 1, 0)).getUTCDate();
    if (date > last) return null;
    return [iso(day(year, month || 1, date || 1)), iso(day(year, month || 12, date || last))];
  };

  /** Give the first and last date that `date` *operator* *text* allows; null when *text* is no date. */
  kb.bounds = function (operator, text) {
    const dots = text.indexOf("..");
    if (dots >= 0 && ":=".includes(operator)) {
      const [since, until] = [kb.period(text.slice(0, dots)), kb.period(text.slice(dots + 2))];
      return since && until && [since[0], until[1]];
    }
    const days = kb.period(text);
    if (!days) return null;
    const [first, last] = days;
    const after = last === "9999-12-31" ? last : iso(Date.parse(last) + DAY);
    const before = first === "0001-01-01" ? first : iso(Date.parse(first) - DAY);
    return { ">=": [first, null], ">": [after, null], "<=": [null, last], "<": [null, before] }[operator] ?? days;
  };

  /** Make filters of the field clauses among *clauses*; one that means nothing here is set aside with a note. */
  kb.readFilters = function (clauses) {
    const found = { filters: [], since: null, until: null, rulings: true, rules: true, notes: [] };
    for (const clause of clauses) {
      if (clause.kind !== "field") continue;
      if (clause.field === "date") readDate(clause, found);
      else if (clause.field === "is" && clause.text.toLowerCase() === "rule") {
        [found.rulings, found.rules] = [clause.negated, !clause.negated];
      } else readTerms(clause, found);
    }
    return found;
  };

  const label = (clause) => `${clause.negated ? "-" : ""}${clause.field}${clause.operator}${clause.text}`;

  /** Give the note that *card* is known and that nothing here rules on it. */
  kb.unruled = (card) => ({ code: "unruled", values: [card] });

  function readTerms(clause, found) {
    const terms = termsOf(clause);
    if (!terms.length) {
      found.notes.push({ code: `no_${clause.field}`, values: [label(clause)] });
      return;
    }
    found.filters.push({ label: label(clause), field: clause.field, terms, negated: clause.negated });
    if (clause.field !== "card" || clause.negated) return;
    found.notes.push(...kb.withoutRulings(kb.words(clause.text), true).map(kb.unruled));
  }

  function readDate(clause, found) {
    const limits = kb.bounds(clause.operator, clause.text);
    if (!limits || clause.negated) {
      found.notes.push({ code: "no_date", values: [label(clause), EXAMPLES] });
      return;
    }
    const [since, until] = limits;
    if (since && (!found.since || since > found.since)) found.since = since;
    if (until && (!found.until || until < found.until)) found.until = until;
  }

  function termsOf(clause) {
    const value = clause.text.trim().toLowerCase();
    switch (clause.field) {
      case "card":
        return kb.cardsNamed(value).map((card) => card.number);
      case "mechanic":
        return kb.mechanicsNamed(value).map((mechanic) => mechanic.number);
      case "lang":
        return [kb.own(kb.base.languages, value)].filter(Boolean);
      case "rule":
        return kb.rulesUnder(value);
      case "is":
        return kb.base.kinds.includes(value) ? [value] : [];
      default:
        return kb.frequency("source", value) ? [value] : [];
    }
  }

  /** Give the rule *number* and those under it: 702.62a under 702.62, not 702.621. */
  kb.rulesUnder = function (number) {
    if (!number) return [];
    const under = Object.keys(kb.piece("by_rule0") ?? {}).filter((found) => found.startsWith(number));
    return under.filter((found) => !/^\p{Nd}/u.test(found.slice(number.length)));
  };
})((globalThis.kb ??= {}));
