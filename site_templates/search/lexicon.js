// The names that the index knows, and words that say the same in other words.
"use strict";
(function (kb) {
  /** Give the mechanics and cards of which *key* is a whole name or nickname: mechanics first, nicknames last. */
  kb.named = function (key) {
    const found = numbered(key).map(entry);
    found.push(...numbered(key, "~", 3).map(entry).map((card) => card && { ...card, byNickname: true }));
    return found.filter(Boolean);
  };

  /** Give who is called *key*: by name, or by what *mark* and *place* stand for. */
  function numbered(key, mark = "=", place = 2) {
    const words = key.split(" ");
    if (words.length === 1) return kb.steps(kb.line("w", key).split(" ")[place]);
    const line = kb.line("p", words.slice(0, 2).join(" "));
    const rest = words.slice(2).join(" ");
    for (const name of line.split("\n").slice(1)) {
      const end = name.lastIndexOf(" ");
      if (name[0] === mark && name.slice(1, end) === rest) return kb.steps(name.slice(end + 1));
    }
    return [];
  }

  function entry(number) {
    const first = kb.base.mechanics;
    return number < first ? kb.mechanic(number) : cardEntry(number - first);
  }

  function cardEntry(number) {
    const card = kb.card(number);
    return card && { card: true, number, name: card.name };
  }

  kb.mechanicsNamed = (name) => kb.named(kb.phraseKey(name)).filter((one) => !one.card);

  /** Give the cards called *name*; else those whose names have all its words. */
  kb.cardsNamed = function (name) {
    const key = kb.phraseKey(name);
    const whole = kb.named(key).filter((one) => one.card);
    if (whole.length || !key) return whole;
    const numbers = inAll(key.split(" ")).slice(0, kb.base.limits.cards);
    return numbers.map(cardEntry).filter(Boolean);
  };

  /** Give the cards that have all *words* in their names, if they are few enough to be meant. */
  kb.cardsWith = function (words) {
    const few = kb.base.limits.few;
    const counts = words.map((word) => kb.frequency("name_word", word));
    if (Math.min(...counts) === 0 || (words.length === 1 && counts[0] > few)) return [];
    const numbers = inAll(words);
    return numbers.length > few ? [] : numbers.map(cardEntry).filter(Boolean);
  };

  function inAll(words) {
    const lists = words.map((word) => kb.postings("name_word", word).documents).sort((a, b) => a.length - b.length);
    return lists.slice(1).reduce((left, list) => {
      const having = new Set(list);
      return left.filter((number) => having.has(number));
    }, lists[0]);
  }

  /** Give *word* with the apostrophe that it lacks, if only so a card name has it. */
  kb.apostrophized = function (word) {
    if (!word.endsWith("s") || kb.frequency("name_word", word) || kb.frequency("words", word)) return word;
    const possessive = `${word.slice(0, -1)}'s`;
    return kb.frequency("name_word", possessive) ? possessive : word;
  };

  /** Give what the table *name* says of *roots*, the best first. */
  kb.meanings = function (name, roots) {
    const [first, ...others] = roots;
    const rows = JSON.parse(kb.line("m", first) || "[]");
    const row = rows.find(([table, rest]) => table === name[0] && rest === others.join(" "));
    return (row?.[2] ?? []).map(([lang, stems, weight]) => ({ lang, stems: stems.split(" "), weight }));
  };

  /** Read the most words from the start of *following* that the table *name* knows; null when it knows none. */
  kb.longest = function (following, name) {
    const lang = name === "english_words" ? kb.EN : kb.FR;
    const roots = [];
    let best = null;
    for (const [place, word] of following.entries()) {
      const root = kb.stem(word, lang);
      if (root === null) {
        if (!roots.length) return null;
        continue;
      }
      roots.push(root);
      if (roots.length > kb.base.limits.term) break;
      const found = kb.meanings(name, roots);
      if (found.length) best = { count: place + 1, stems: [...roots], meanings: found };
    }
    return best;
  };

  /** Whether more of the words in *texts* speak for French than for English. */
  kb.looksFrench = function (texts) {
    let balance = 0;
    const typed = [];
    for (const text of texts) {
      const accented = kb.stripAccents(text) !== text;
      for (const word of kb.words(text)) {
        typed.push(word);
        balance += accented ? 2 : leaning(word);
      }
    }
    return balance > 0 || (typed.some((word) => kb.isStop(word, kb.FR) && !kb.isStop(word, kb.EN)) && hasFrenchPhrase(typed));
  };

  /** Whether several words of *typed* together are a French term or what French players say. */
  function hasFrenchPhrase(typed) {
    const isLong = (place) => (name) => kb.longest(typed.slice(place), name)?.stems.length > 1;
    return typed.some((_, place) => ["translations", "french_words"].some(isLong(place)));
  }

  function leaning(word) {
    if (kb.isSign(word) || [...word].length === 1) return 0;
    const small = kb.isStop(word, kb.FR) - kb.isStop(word, kb.EN);
    if (small) return small;
    const root = kb.stem(word, kb.EN);
    // The stem alone is not enough: commandement has that of command.
    const english = root !== null && kb.frequency("en", root) > 0 && kb.frequency("words", word) > 0;
    return isFrench(word) - english;
  }

  function isFrench(word) {
    const root = kb.stem(word, kb.FR);
    if (root === null) return false;
    const told = ["translations", "french_words"].some((name) => kb.meanings(name, [root]).length);
    if (told || kb.frequency("fr", root) > 0) return true;
    return kb.named(word).some((one) => !one.card && one.forms[kb.FR].includes(word));
  }
})((globalThis.kb ??= {}));
