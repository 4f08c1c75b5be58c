// Which texts have a term, and with what weight.
"use strict";
(function (kb) {
  const KINDS = { en: "e", fr: "f" };
  const kept = new Map();
  const NOWHERE = { documents: [], weights: null };
  let usual = null;

  kb.TEXT = ["en", "fr"];

  /** Give what *field* has under *term*: ascending documents, and weights where they are not all 1. */
  kb.postings = function (field, term) {
    const key = `${field} ${term}`;
    let found = kept.get(key);
    if (!found) {
      found = read(field, term);
      if (!kb.missing.size) kept.set(key, found);
    }
    return found;
  };

  /** Give how many documents have *term*. */
  kb.frequency = function (field, term) {
    if (field === "words" || field === "name_word") {
      const [counts] = kb.line("w", term).split(" ");
      return kb.unpacked(counts)[field === "words" ? 0 : 1] ?? 0;
    }
    return kb.postings(field, term).documents.length;
  };

  function read(field, term) {
    switch (field) {
      case "en":
      case "fr":
        return weighed(kb.line(KINDS[field], term));
      case "words":
        return listed(kb.line("x", term));
      case "name_word":
        return listed(kb.line("o", term) || (kb.line("w", term).split(" ")[1] ?? ""));
      case "mechanic":
        return kb.mechanic(term)?.postings ?? NOWHERE;
      case "card":
        return kb.card(term)?.postings ?? NOWHERE;
      case "is":
        return listed(kb.own(kb.piece("marks0")?.is ?? {}, term) ?? "");
      case "rule":
        return listed(kb.own(kb.piece("by_rule0") ?? {}, term) ?? "");
      default:
        return listed(kb.own(kb.piece("kinds0")?.[field] ?? {}, term) ?? "");
    }
  }

  function usualImpacts(content) {
    const impacts = kb.unpacked(kb.base.impacts);
    return kb.unpacked(content).map((place) => impacts[place]);
  }

  const listed = (text) => ({ documents: kb.steps(text), weights: null });

  /** Read where a stem stands: its impact is the usual one of the text, but where more is said. */
  function weighed(line) {
    if (!line) return NOWHERE;
    const [where, more] = line.split(" ");
    const documents = kb.steps(where);
    const content = kb.piece("once0");
    if (content === undefined) return NOWHERE;
    usual ??= usualImpacts(content);
    const impacts = documents.map((number) => usual[number]);
    const above = kb.unpacked(more ?? "");
    for (let i = 0, place = -1; i < above.length; i += 2) {
      place += above[i] + 1;
      impacts[place] += above[i + 1];
    }
    // The terminal keeps weights in 32 bits; so equal texts are equal here too.
    return { documents, weights: impacts.map((impact) => Math.fround(impact / kb.base.fineness)) };
  }

  /** Give mechanic *number*: slug, forms in each language, and what is tied to it; null while it is not there. */
  kb.mechanic = function (number) {
    const row = kb.line("t", String(number));
    if (!row) return null;
    const [slug, where, less, ambiguous, ...forms] = JSON.parse(row);
    const weights = kb.unpacked(less).map((one) => Math.fround((kb.base.fineness - one) / kb.base.fineness));
    return { number, slug, ambiguous, forms, postings: { documents: kb.steps(where), weights } };
  };

  /** Give card *number*: names, key, and the rulings on it; null while it is not there. */
  kb.card = function (number) {
    const size = kb.base.rows.c;
    const rows = kb.piece(`c${Math.floor(number / size)}`);
    if (!rows) return null;
    const [where, ...shown] = rows[number % size];
    return { number, ...kb.shownCard(shown), postings: listed(where) };
  };

  /** Give the first words that begin with *start*, in order, at most *most*. */
  kb.startingWith = function (start, most) {
    const found = [];
    let name = kb.nameFor("x", start) ?? "x0";
    const last = kb.base.firsts.x === "" ? -1 : kb.base.firsts.x.split("\n").length - 1;
    for (let place = Number(name.slice(1)); place <= last; place++) {
      let beyond = false;
      for (const word of kb.keysOf(`x${place}`)) {
        if (word.startsWith(start)) found.push(word);
        else if (word > start) beyond = true;
        if (found.length === most) return found;
      }
      if (beyond || kb.missing.size) break;
    }
    return found;
  };
})((globalThis.kb ??= {}));
