// Plain words of a query to units: names and what the tables know, longest match; then words.
"use strict";
(function (kb) {
  const bag = (field, terms, boost = 1, whole = false) => ({ field, terms, boost, whole });
  const phrase = (words) => ({ phrase: words });
  const WIDENED = ["word", "term", "mechanic", "card"];
  const NAMES_CARDS = ["word", "term", "card"];

  const RULE_NUMBER = /^[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?$/;

  kb.bag = bag;
  kb.once = (options) => [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];

  /** Give the units that *typed* asks for, each with the place of its first word; small words ask for nothing. */
  kb.unitsOf = function (typed, french) {
    const also = saidOtherwise(typed, french);
    const units = [];
    for (let place = 0; place < typed.length; ) {
      const [unit, length] = unitAt(typed, place, also[place], french);
      if (unit) {
        const words = typed.slice(place, place + length).map((word) => word.text);
        const namesCards = NAMES_CARDS.includes(unit.part) && !(french && isPlainFrench(words, typed.length));
        const silent = namesCards ? kb.withoutRulings(words, length === typed.length) : [];
        units.push([{ ...widened(unit, also.slice(place, place + length)), silent }, place]);
      }
      place += length;
    }
    return units;
  };

  function unitAt(typed, place, said, french) {
    const following = followingOf(typed, place);
    for (let length = Math.min(following.length, kb.base.limits.name); length > 0; length--) {
      const unit = kb.namedUnit(following.slice(0, length), length === typed.length);
      const plain = french && unit?.part === "card" && isPlainFrench(following.slice(0, length), typed.length);
      if (unit && !plain) return [unit, length];
    }
    const run = symbols(typed, place);
    if (run > 1) {
      const parts = following.slice(0, run);
      return [{ part: "symbols", label: parts.join(""), options: [phrase(parts)] }, run];
    }
    const term = french && kb.longest(following, "translations");
    if (term) return [termUnit(following.slice(0, term.count), term), term.count];
    const part = kb.partOfName(following);
    if (part) return part;
    return [kb.isSmall(following[0], french) ? null : wordUnit(following[0], said, french), 1];
  }

  /** Whether *parts* are one word among several that the tables know. */
  function isPlainFrench(parts, of) {
    const root = parts.length === 1 && of > 1 ? kb.stem(parts[0], kb.FR) : null;
    return root !== null && ["translations", "french_words"].some((name) => kb.meanings(name, [root]).length > 0);
  }

  /** Give the words from *place* on that no OR or AND parts from it. */
  function followingOf(typed, place) {
    let end = place + 1;
    while (end < typed.length && !typed[end].joined) end++;
    return typed.slice(place, end).map((word) => word.text);
  }

  /** Give, for each word of *typed*, what else it says by itself or with its neighbours. */
  function saidOtherwise(typed, french) {
    const found = [];
    while (found.length < typed.length) {
      const following = followingOf(typed, found.length);
      const known = (french && kb.longest(following, "french_words")) || kb.longest(following, "english_words");
      if (!known) {
        found.push({ meanings: [], slang: false });
        continue;
      }
      const share = known.stems.length ** -kb.base.rank.SPREAD;
      const meanings = known.meanings.map((one) => ({ ...one, weight: one.weight * share }));
      const said = { meanings, slang: isSlang(known) };
      for (let i = 0; i < known.count; i++) found.push(said);
    }
    return found;
  }

  /** Whether several words say it together, and no text has them together. */
  function isSlang(known) {
    if (known.stems.length === 1) return false;
    const [first, ...rest] = known.stems.map((root) => kb.postings("en", root).documents);
    const having = rest.map((documents) => new Set(documents));
    return first.filter((number) => having.every((one) => one.has(number))).length <= kb.base.rank.SLANG;
  }

  /** Whether *word* is too common, or too vague, to be looked for. */
  kb.isSmall = (word, french) => [kb.EN, kb.FR].slice(0, french ? 2 : 1).some((lang) => kb.stem(word, lang) === null || isVague(word, lang));
  const isVague = (word, lang) => kb.base.vague[lang].split(" ").includes(word);

  /** Count the symbols typed without blanks from *place* on. */
  function symbols(typed, place) {
    if (!typed[place].text.startsWith("{")) return 0;
    let end = place + 1;
    while (end < typed.length && typed[end].glued && typed[end].text.startsWith("{")) end++;
    return end - place;
  }

  function termUnit(said, term) {
    const meanings = term.meanings.map((one) => bag(kb.TEXT[one.lang], one.stems, one.weight));
    return { part: "term", label: said.join(" "), options: [bag("fr", term.stems), ...meanings] };
  }

  /** Let *unit* be found by what all its words say otherwise, too. */
  function widened(unit, also) {
    const [said] = also;
    const alike = also.every((one) => JSON.stringify(one) === JSON.stringify(said));
    if (!said.meanings.length || !WIDENED.includes(unit.part) || !alike) return unit;
    const bags = said.meanings.map((one) => bag(kb.TEXT[one.lang], one.stems, one.weight, true));
    return { ...unit, options: kb.once([...unit.options, ...bags]) };
  }

  function wordUnit(word, said, french) {
    const { SLANG_WORD } = kb.base.rank;
    let options = kb.textOptions([word], said.slang ? SLANG_WORD : 1);
    if (RULE_NUMBER.test(word)) options.push(...ruleOptions(word));
    if (kb.isSign(word)) return { part: "word", label: word, options };
    if (french) {
      options = options.map(untranslated);
    } else if (!knownEnglish(word)) {
      const root = kb.stem(word, kb.FR);
      const meanings = root ? kb.meanings("translations", [root]) : [];
      options.push(...meanings.map((one) => bag(kb.TEXT[one.lang], one.stems)));
    }
    // In English texts a French word is rare, and so seems to speak for a card, whatever it says.
    if (!said.slang && !(french && said.meanings.length)) options.push(...kb.mentions(word), ...kb.halfNamed(word));
    return { part: "word", label: word, options };
  }

  function untranslated(option) {
    return option.field === "en" ? { ...option, boost: option.boost * kb.base.rank.UNTRANSLATED } : option;
  }

  /** Give the rule of the number *word*, those under it, and the rulings tied to one. */
  function ruleOptions(word) {
    const above = /[a-z]$/.test(word) ? [word.slice(0, -1)] : [];
    return [...kb.rulesUnder(word), ...above].map((number) => bag("rule", [number], kb.base.rank.MECHANIC));
  }

  function knownEnglish(word) {
    const root = kb.stem(word, kb.EN);
    return root !== null && kb.frequency("en", root) > 0;
  }
})((globalThis.kb ??= {}));
