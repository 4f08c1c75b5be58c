// Snowball's English stemmer (Porter 2), as the index was made with it.
"use strict";
(function (kb) {
  const SPECIAL = {
    skis: "ski", skies: "sky", dying: "die", lying: "lie", tying: "tie", idly: "idl", gently: "gentl", ugly: "ugli",
    early: "earli", only: "onli", singly: "singl", sky: "sky", news: "news", howe: "howe", atlas: "atlas",
    cosmos: "cosmos", bias: "bias", andes: "andes",
  };
  const WHOLE = new Set(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);
  const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
  // Suffix, what stands for it, and what must stand before it.
  const STEP_2 = [
    ["ization", "ize"], ["ational", "ate"], ["fulness", "ful"], ["ousness", "ous"], ["iveness", "ive"],
    ["tional", "tion"], ["biliti", "ble"], ["lessli", "less"], ["entli", "ent"], ["ation", "ate"], ["alism", "al"],
    ["aliti", "al"], ["ousli", "ous"], ["iviti", "ive"], ["fulli", "ful"], ["enci", "ence"], ["anci", "ance"],
    ["abli", "able"], ["izer", "ize"], ["ator", "ate"], ["alli", "al"], ["bli", "ble"], ["ogi", "og", /l$/],
    ["li", "", /[cdeghkmnrt]$/],
  ];
  const STEP_3 = [
    ["ational", "ate"], ["tional", "tion"], ["alize", "al"], ["icate", "ic"], ["iciti", "ic"], ["ative", ""],
    ["ical", "ic"], ["ness", ""], ["ful", ""],
  ];
  const STEP_4 = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ism", "ate", "iti", "ous", "ive",
    "ize",
  ];

  /** Give the place in *word*, from *start* on, that follows the first consonant after a vowel. */
  function region(word, start) {
    const found = /[^aeiouy]*[aeiouy]+[^aeiouy]/y;
    found.lastIndex = start;
    return found.test(word) ? found.lastIndex : word.length;
  }

  function firstRegion(word) {
    const start = /^(?:gener|arsen|commun)/.exec(word);
    return start ? start[0].length : region(word, 0);
  }

  const endsShort = (word) => /^[aeiouy][^aeiouy]$/.test(word) || /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word);

  function plural(word) {
    if (word.endsWith("sses")) return word.slice(0, -2);
    if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
    if (/(?:us|ss)$/.test(word) || !word.endsWith("s")) return word;
    return /[aeiouy]./.test(word.slice(0, -1)) ? word.slice(0, -1) : word;
  }

  function past(word, r1) {
    const even = /eed(?:ly)?$/.exec(word);
    if (even) return even.index >= r1 ? `${word.slice(0, even.index)}ee` : word;
    const suffix = ["ed", "edly", "ing", "ingly"].find((one) => word.endsWith(one));
    const rest = suffix ? word.slice(0, -suffix.length) : "";
    if (!/[aeiouy]/.test(rest)) return word;
    if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
    if (DOUBLE.test(rest)) return rest.slice(0, -1);
    return endsShort(rest) && firstRegion(rest) === rest.length ? `${rest}e` : rest;
  }

  const endingInY = (word) => (/[^aeiouy][yY]$/.test(word) && word.length > 2 ? `${word.slice(0, -1)}i` : word);

  function replaced(word, table, r1, r2) {
    const row = table.find(([suffix]) => word.endsWith(suffix));
    if (!row) return word;
    const [suffix, ending, before] = row;
    const rest = word.slice(0, -suffix.length);
    const allowed = rest.length >= (suffix === "ative" ? r2 : r1) && (!before || before.test(rest));
    return allowed ? rest + ending : word;
  }

  function shortened(word, r2) {
    const suffix = STEP_4.find((one) => word.endsWith(one));
    const cut = suffix ? suffix.length : /[st]ion$/.test(word) ? 3 : 0;
    return cut && word.length - cut >= r2 ? word.slice(0, -cut) : word;
  }

  function last(word, r1, r2) {
    const rest = word.slice(0, -1);
    if (word.endsWith("l")) return rest.length >= r2 && rest.endsWith("l") ? rest : word;
    const cut = word.endsWith("e") && (rest.length >= r2 || (rest.length >= r1 && !endsShort(rest)));
    return cut ? rest : word;
  }

  /** Give the stem of a lower-case English *word*. */
  kb.englishStem = function (word) {
    if (word.length <= 2) return word;
    let left = word.replace(/^'/, "");
    if (Object.hasOwn(SPECIAL, left)) return SPECIAL[left];
    left = left.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
    const r1 = firstRegion(left);
    const r2 = region(left, r1);
    left = plural(left.replace(/'s'$|'s$|'$/, ""));
    if (WHOLE.has(left)) return left;
    left = endingInY(past(left, r1));
    left = replaced(replaced(left, STEP_2, r1, r2), STEP_3, r1, r2);
    return last(shortened(left, r2), r1, r2).replaceAll("Y", "y");
  };
})((globalThis.kb ??= {}));
