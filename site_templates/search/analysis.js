// Text to tokens and stems: one way for rulings and for queries, in both languages.
"use strict";
(function (kb) {
  const EN = 0;
  const FR = 1;
  const JOINED = "\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff";
  const LETTER = "[\\p{L}\\p{N}]";
  const WORD = `${LETTER}+(?:[${JOINED}]+${LETTER}*)*`;
  const APOSTROPHE = "['’‘ʼ′`´]";
  const SIGN = "[+\\-−‐-―－]?";
  const SIZE = `${SIGN}(?:\\p{Nd}+|[xy*])`;
  const ELIDED = "(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|entr)";
  const TOKEN = [
    "\\{[^{}\\s]{1,12}\\}",
    `(?<![\\p{L}\\p{N}_/${JOINED}])${SIZE}/${SIZE}(?![\\p{L}\\p{N}_/])`,
    `(?<![\\p{L}\\p{N}_/${JOINED}])${SIGN.slice(0, -1)}\\p{Nd}+(?![\\p{L}\\p{N}_/]|\\.\\p{Nd})`,
    "\\p{Nd}+(?:\\.\\p{Nd}+)+[a-z]?(?![\\p{L}\\p{N}_])",
    `(?<![\\p{L}\\p{N}_'’])${ELIDED}${APOSTROPHE}(?=${LETTER})`,
    `${WORD}(?:${APOSTROPHE}${WORD})*`,
  ].join("|");
  const LIGATURES = { œ: "oe", Œ: "OE", æ: "ae", Æ: "AE", ß: "ss", ø: "o", Ø: "O", đ: "d", ł: "l" };
  let stop = null;

  /** Drop accents and open ligatures. */
  kb.stripAccents = (text) =>
    text.replace(/[œŒæÆßøØđł]/g, (letter) => LIGATURES[letter]).normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");

  /** Fold the typography, case and accents of one token. */
  function plain(raw) {
    const straight = raw.replace(/[’‘ʼ′`´]/g, "'").replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").replace(/[−‐-―－]/g, "-");
    const folded = straight.normalize("NFKC").toLowerCase().replace(/ß/g, "ss").replace(/ς/g, "σ");
    return kb.stripAccents(folded).replace(/\s+/g, "");
  }

  /** Give the tokens of *text* in order, with their places in it. */
  kb.tokens = function (text) {
    const found = [];
    for (const match of text.matchAll(new RegExp(TOKEN, "giu"))) {
      const token = plain(match[0]);
      if (token) found.push({ text: token, start: match.index, end: match.index + match[0].length });
    }
    return found;
  };

  kb.words = (text) => kb.tokens(text).map((token) => token.text);
  kb.phraseKey = (text) => kb.words(text).join(" ");

  /** Whether *token* is a symbol, a size, a counter or a number rather than a word. */
  kb.isSign = (token) => "{+-*".includes(token[0]) || token.includes("/") || /^\p{Nd}/u.test(token);

  /** Whether *word* is too common in *lang* to tell rulings apart. */
  kb.isStop = function (word, lang) {
    stop ??= kb.base.stop.map((words) => new Set(words.split(" ")));
    return stop[lang].has(word);
  };

  /** Give what *token* is ranked by in texts of *lang*; null for a word too common to tell rulings apart. */
  kb.stem = function (token, lang) {
    const word = plain(token);
    if (!word || kb.isStop(word, lang)) return null;
    if (kb.isSign(word)) return word;
    return lang === EN ? english(word) : french(word);
  };

  function english(word) {
    const whole = kb.own(kb.base.same, word) ?? word;
    if (whole.endsWith("n't")) return whole;
    const ending = kb.base.endings.find((one) => whole.endsWith(one));
    const base = ending ? whole.slice(0, -ending.length) : whole;
    if (kb.isStop(base, EN)) return null;
    return base.length > 2 ? kb.englishStem(base) : base;
  }

  /** Cut the endings of number, gender and the common verb forms from a French word without accents. */
  function french(word) {
    if (word.length < 4) return word;
    if (word.endsWith("aux")) return word.length > 5 ? `${word.slice(0, -2)}l` : word;
    let cut = word.replace(/[sx]+$/, "");
    if (cut.length >= 7 && cut.endsWith("ent")) cut = cut.slice(0, -3);
    const ending = ["er", "ez", "ee", "r", "e"].find((one) => cut.endsWith(one) && cut.length - one.length >= 3);
    if (ending) cut = cut.slice(0, -ending.length);
    return cut.length > 4 && cut.at(-1) === cut.at(-2) ? cut.slice(0, -1) : cut;
  }

  /** Give the stems of *text*, without the common words. */
  kb.stems = (text, lang) => kb.words(text).map((word) => kb.stem(word, lang)).filter((root) => root !== null);

  /** Give what *table* has of its own under *key*. */
  kb.own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

  kb.EN = EN;
  kb.FR = FR;
})((globalThis.kb ??= {}));
