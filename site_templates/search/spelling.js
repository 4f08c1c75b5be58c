// The nearest spelling that does find something.
"use strict";
(function (kb) {
  /** Give *query* with the words in *unknown* respelt, if that finds something, and whether that is certain. */
  kb.respelt = function (query, unknown, mechanicsOnly, finds) {
    const limits = kb.base.limits.spelling;
    const wrong = [...new Set(unknown)].filter((word) => [...word].length >= limits.shortest && !kb.isSign(word));
    let corrected = query;
    let certain = true;
    for (const word of wrong.slice(0, limits.words)) {
      const near = nearest(word, mechanicsOnly, finds);
      const place = near.slice(0, limits.tried).findIndex((one) => finds(respell(corrected, word, one.word)));
      if (kb.missing.size) return null;
      if (place < 0) continue;
      corrected = respell(corrected, word, near[place].word);
      certain = certain && place === 0 && [...word].length >= limits.certain && isClear(near);
    }
    return corrected === query ? null : { query: corrected, certain };
  };

  /** Whether no other stands against the first of *near*: another mechanic or, where none is meant, hardly rarer. */
  function isClear([first, ...others]) {
    const { clearly } = kb.base.limits.spelling;
    return others.every((other) => {
      if (first.mechanic && [0, first.mechanic].includes(other.mechanic)) return true;
      return !(!first.mechanic && other.mechanic) && first.count >= clearly * other.count;
    });
  }

  /** Give the words nearest to *word*, the commonest first: one slip away, two with no blank between, two slips. */
  function nearest(word, mechanicsOnly, finds) {
    const { forgiving } = kb.base.limits.spelling;
    const near = grouped(spelt(word, 1, mechanicsOnly), mechanicsOnly, (other) => other !== word && isOneSlip(word, other));
    if (near.length || kb.missing.size) return near;
    for (const [one, other] of parted(word)) {
      if (finds(`"${one} ${other}"`)) return [{ word: `${one} ${other}`, count: 1, mechanic: 0 }];
    }
    if ([...word].length < forgiving) return [];
    return grouped(spelt(word, 2, mechanicsOnly), mechanicsOnly, (other) => other !== word && begins(word, other, 2) && within(word, other, 2));
  }

  const linesOf = (name) => (kb.piece(name) || "").split("\n").filter(Boolean);

  /** Give the lines of the words that have the first letter of *word*, and about as many: *slips* more or less. */
  function spelt(word, slips, mechanicsOnly) {
    const { letters, lengths } = kb.base;
    const length = [...word].length;
    const letter = letters.indexOf([...word][0]);
    if (letter < 0) return [];
    if (mechanicsOnly) return linesOf(`spelt_mechanics${letter}`);
    const shard = (many) => lengths.filter((least) => least <= many).length;
    const names = [];
    for (let place = shard(length - slips); place <= shard(length + slips); place++) {
      names.push(`s${letter * (lengths.length + 1) + place}`);
    }
    return names.flatMap(linesOf);
  }

  const begins = (word, other, letters) => other.slice(0, letters) === word.slice(0, letters);
  const isOneSlip = (word, other) => (begins(word, other, 1) && within(word, other, 1)) || isSwapped(word, other);

  /** Whether *other* is *word* with two neighbours, but not the first letter, in each other's place. */
  function isSwapped(word, other) {
    if (word.length !== other.length) return false;
    let at = 1;
    while (at < word.length && word[at] === other[at]) at++;
    const swapped = word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2);
    return word[0] === other[0] && swapped === other;
  }

  /** Give the two words that *word* may be with the blank left out. */
  function* parted(word) {
    const { part } = kb.base.limits.spelling;
    const letters = [...word];
    for (let at = part; at <= letters.length - part; at++) {
      const halves = [letters.slice(0, at).join(""), letters.slice(at).join("")];
      if (halves.every((half) => kb.frequency("words", half))) yield halves;
    }
  }

  /** Give the words of *lines* that *isNear*, the commonest first; forms of one word count as one. */
  function grouped(lines, mechanicsOnly, isNear) {
    const forms = new Map();
    for (const line of lines) {
      const end = line.indexOf(" ");
      const word = line.slice(0, end);
      if (!isNear(word)) continue;
      const [texts, names, mechanic] = kb.unpacked(line.slice(end + 1));
      const count = (mechanicsOnly ? 0 : texts + names) + (mechanic > 0);
      if (!count) continue;
      const root = kb.stem(word, kb.EN);
      if (!forms.has(root)) forms.set(root, []);
      forms.get(root).push({ word, count, mechanic });
    }
    const near = [...forms.values()].map(commonest);
    return near.sort(commonestFirst);
  }

  const commonestFirst = (a, b) => b.count - a.count || (a.word < b.word ? -1 : 1);

  /** Give one spelling for all forms of a word. */
  function commonest(forms) {
    const [{ word }] = forms.sort(commonestFirst);
    const mechanic = forms.find((one) => one.mechanic)?.mechanic ?? 0;
    return { word, count: forms.reduce((sum, one) => sum + one.count, 0), mechanic };
  }

  /** Whether so many letters put in, left out or taken for others make *other* of *word*. */
  function within(word, other, distance) {
    if (Math.abs(word.length - other.length) > distance) return false;
    let row = Array.from({ length: other.length + 1 }, (_, i) => i);
    for (let i = 1; i <= word.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++) {
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (word[i - 1] === other[j - 1] ? 0 : 1)));
      }
      if (Math.min(...next) > distance) return false;
      row = next;
    }
    return row[other.length] <= distance;
  }

  /** Put *near* in place of each *word* of *query*, whatever its case and accents. */
  function respell(query, word, near) {
    let respelled = "";
    let end = 0;
    for (const token of kb.tokens(query).filter((one) => one.text === word)) {
      respelled += query.slice(end, token.start) + near;
      end = token.end;
    }
    return respelled + query.slice(end);
  }
})((globalThis.kb ??= {}));
