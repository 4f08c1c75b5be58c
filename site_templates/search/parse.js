// What a person typed, cut into clauses. Nothing here fails: what is no query syntax is text.
"use strict";
(function (kb) {
  const CLAUSE = new RegExp(
    String.raw`(?<minus>-(?=[^\s\d-])(?!x/|y/|\*/))?` +
      String.raw`(?:(?<field>[a-z]{2,10})(?<operator>>=|<=|[:=<>])(?=[^\s]))?` +
      String.raw`(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))`,
    "giu",
  );
  const PREFIX = /^[([]*([\p{L}\p{N}][\p{L}\p{N}_'’]*)\*[)\]]*$/u;
  const WILD = /^[^/]*\*[^/]*$/;

  /** Cut *query* into clauses, with a note for each part that is set aside. */
  kb.parse = function (query) {
    const cutter = { clauses: [], notes: new Set(), taken: new Set(), joined: "", negated: false };
    const printable = query.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, " ").replace(/[“”„‟«»″＂]/g, '"');
    for (const found of printable.matchAll(CLAUSE)) {
      if (cutter.clauses.length >= kb.base.limits.clauses) {
        cutter.notes.add({ code: "clauses", values: [kb.base.limits.clauses] });
        break;
      }
      take(found, cutter);
    }
    return { clauses: cutter.clauses, notes: [...cutter.notes] };
  };

  /** Take *clause* as the next one; said again it adds nothing, but for words, whose neighbours count. */
  function add(cutter, clause) {
    const said = { field: "", operator: "", ...clause, negated: clause.negated || cutter.negated };
    const joined = cutter.clauses.length ? cutter.joined : "";
    const key = JSON.stringify(Object.entries(said).sort());
    cutter.joined = "";
    cutter.negated = false;
    if ((said.kind !== "text" || said.negated) && cutter.taken.has(key)) return;
    cutter.taken.add(key);
    cutter.clauses.push({ ...said, joined });
  }

  function take(found, cutter) {
    const { minus, field, operator, phrase } = found.groups;
    const negated = minus !== undefined;
    const name = kb.own(kb.base.fields, (field ?? "").toLowerCase()) ?? "";
    const value = phrase ?? found.groups.word;
    if (name) {
      add(cutter, { kind: "field", text: value, field: name, operator, negated });
    } else if (phrase !== undefined && !field) {
      add(cutter, { kind: "phrase", text: value.trim(), negated });
    } else {
      const word = negated ? found[0].slice(1) : found[0];
      if (negated || !isOperator(word, cutter)) takeWord(word, cutter, negated);
    }
  }

  function isOperator(word, cutter) {
    const joined = kb.own(kb.base.joiners, word);
    if (word !== "NOT" && !joined) return false;
    cutter.negated = word === "NOT";
    if (joined) cutter.joined = joined;
    return true;
  }

  function takeWord(word, cutter, negated) {
    const limits = kb.base.limits;
    const prefix = PREFIX.exec(word);
    if ([...word].length > limits.word) {
      cutter.notes.add({ code: "long", values: [[...word].slice(0, 20).join(""), limits.word] });
    } else if (prefix) {
      takePrefix(prefix[1], cutter, negated);
    } else if (word.includes("*") && WILD.test(word)) {
      cutter.notes.add({ code: "star", values: [word] });
    } else {
      add(cutter, { kind: "text", text: word, negated });
    }
  }

  function takePrefix(start, cutter, negated) {
    const most = kb.base.limits.prefixes;
    if ([...start].length < 2) cutter.notes.add({ code: "short", values: [`${start}*`] });
    else if (cutter.clauses.filter((clause) => clause.kind === "prefix").length === most) {
      cutter.notes.add({ code: "prefixes", values: [most] });
    } else add(cutter, { kind: "prefix", text: start, negated });
  }
})((globalThis.kb ??= {}));
