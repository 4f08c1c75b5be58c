// The nearest spelling that does find something.
"use strict";
(function (kb) {
  /** Give *query* with the words in *unknown* respelt, if that finds something, and whether that is certain. */
  kb.respelt = function (query, unknown, finds) {
    const limits = kb.base.limits.spelling;
    const wrong = [...new Set(unknown)].filter((word) => [...word].length >= limits.shortest && !kb.isSign(word));
    let corrected = query;
    let certain = true;
    for (const word of wrong.slice(0, limits.words)) {
      const near = nearest(word);
      const place = near.slice(0, limits.tried).findIndex(([spelling]) => finds(respell(corrected, word, spelling)));
      if (kb.missing.size) return null;
      if (place < 0) continue;
      corrected = respell(corrected, word, near[place][0]);
      const alone = near.length === 1 || near[place][1] >= limits.clearly * near[1][1];
      certain = certain && place === 0 && alone && [...word].length >= limits.certain;
    }
    return corrected === query ? null : { query: corrected, certain };
  };

  /** Give the words nearest to *word* with how often each stands, the commonest first. */
  function nearest(word) {
    const { forgiving } = kb.base.limits.spelling;
    const letter = kb.base.letters.indexOf([...word][0]);
    const text = letter < 0 ? "" : kb.piece(`s${letter}`);
    if (!text) return [];
    for (const distance of [...word].length >= forgiving ? [1, 2] : [1]) {
      const near = [];
      for (const line of text.split("\n")) {
        const end = line.indexOf(" ");
        const other = line.slice(0, end);
        if (other === word || other.slice(0, distance) !== word.slice(0, distance)) continue;
        if (within(word, other, distance)) near.push([other, kb.unpacked(line.slice(end + 1)).reduce((a, b) => a + b)]);
      }
      near.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      if (near.length) return near;
    }
    return [];
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
