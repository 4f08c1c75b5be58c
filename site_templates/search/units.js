// Plain words of a query to units: names and what the tables know, longest match; then words.
"use strict";
(function (kb) {
  const SAME_PART = () => kb.base.limits.samePart;
  const bag = (field, terms, boost = 1, whole = false) => ({ field, terms, boost, whole });
  const phrase = (words) => ({ phrase: words });
  const once = (options) => [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];

  const RULE_NUMBER = /^[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?$/;

  kb.bag = bag;
  kb.once = once;

  /** Give the units that *typed* asks for, each with the place of its first word; small words ask for nothing. */
  kb.unitsOf = function (typed, french) {
    const also = saidOtherwise(typed, french);
    const units = [];
    for (let place = 0; place < typed.length; ) {
      const [unit, length] = unitAt(typed, place, french);
      if (unit) units.push([widened(unit, also.slice(place, place + length)), place]);
      place += length;
    }
    return units;
  };

  function unitAt(typed, place, french) {
    const following = followingOf(typed, place);
    for (let length = Math.min(following.length, kb.base.limits.name); length > 0; length--) {
      const unit = named(following.slice(0, length));
      if (unit) return [unit, length];
    }
    const run = symbols(typed, place);
    if (run > 1) {
      const parts = following.slice(0, run);
      return [{ part: "symbols", label: parts.join(""), options: [phrase(parts)] }, run];
    }
    const term = french && kb.longest(following, "translations");
    if (term) return [termUnit(following.slice(0, term.count), term), term.count];
    const part = partOfName(following);
    if (part) return part;
    return [kb.isSmall(following[0], french) ? null : wordUnit(following[0], french), 1];
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
        found.push([]);
        continue;
      }
      const share = known.stems.length ** -kb.base.rank.SPREAD;
      const meanings = known.meanings.map((one) => ({ ...one, weight: one.weight * share }));
      for (let i = 0; i < known.count; i++) found.push(meanings);
    }
    return found;
  }

  /** Whether *word* is too common to be looked for. */
  kb.isSmall = (word, french) => kb.isStop(word, kb.EN) || (french && kb.isStop(word, kb.FR));

  function named(parts) {
    if (parts.length === 1 && ([...parts[0]].length === 1 || kb.isStop(parts[0], kb.EN))) return null;
    const names = kb.named(parts.join(" "));
    const mechanics = names.filter((name) => !name.card);
    const label = parts.join(" ");
    if (mechanics.length) {
      const options = once([...textOptions(parts), ...mechanics.flatMap(mechanicOptions)]);
      return { part: "mechanic", label, options };
    }
    if (names.length) return { part: "card", label, options: [...textOptions(parts), ...kb.cardOptions(parts)] };
    return null;
  }

  function mechanicOptions(mechanic) {
    const { MECHANIC, EVERYDAY } = kb.base.rank;
    const [, ambiguous, ...forms] = mechanic.more();
    const options = [bag("mechanic", [mechanic.slug], MECHANIC * (ambiguous ? EVERYDAY : 1))];
    for (const lang of [kb.EN, kb.FR]) {
      for (const form of forms[lang]) {
        const roots = kb.stems(form, lang);
        if (roots.length) options.push(bag(kb.TEXT[lang], roots));
      }
    }
    return options;
  }

  /** Give, for each card of which *parts* is a whole name, the rulings on it. */
  kb.cardOptions = function (parts) {
    const cards = kb.named(parts.join(" ")).filter((name) => name.card);
    return cards.map((card) => bag("card", [card.number], kb.base.rank.CARD * distinction(parts, card)));
  };

  /** Tell how much the name speaks for the card: the share of what says this word that stands on the card itself. */
  function distinction(parts, card) {
    const { UNDISTINCTIVE, NICKNAME } = kb.base.rank;
    if (parts.length > 1) return 1;
    const saying = kb.frequency("words", parts[0]);
    const onCard = kb.postings("card", card.number).documents;
    if (!saying) return 1;
    if (card.byNickname) return Math.max(UNDISTINCTIVE, Math.min(1, (NICKNAME * onCard.length) / saying));
    if (onCard.length <= saying * UNDISTINCTIVE) return UNDISTINCTIVE;
    const documents = new Set(kb.postings("words", parts[0]).documents);
    return Math.max(UNDISTINCTIVE, onCard.filter((number) => documents.has(number)).length / saying);
  }

  /** Read the most words from the start of *following* that stand together in few names and hardly elsewhere. */
  function partOfName(following) {
    for (let length = Math.min(following.length, kb.base.limits.name); length > 1; length--) {
      const parts = following.slice(0, length);
      if ([parts[0], parts.at(-1)].some((part) => [...part].length === 1 || kb.isSmall(part, true))) continue;
      const cards = kb.cardsWith(parts);
      const telling = cards.length <= SAME_PART() ? cards.filter((card) => isTold(parts, card)) : [];
      if (telling.length) {
        const ties = telling.map((card) => bag("card", [card.number], kb.base.rank.PART_OF_NAME));
        return [{ part: "card", label: parts.join(" "), options: [...textOptions(parts), ...ties] }, length];
      }
    }
    return null;
  }

  /** Whether the rulings that have all of *parts* stand on *card* in good part. */
  function isTold(parts, card) {
    const having = parts.map((part) => new Set(kb.postings("words", part).documents));
    const saying = [...having[0]].filter((number) => having.every((one) => one.has(number)));
    const onCard = new Set(kb.postings("card", card.number).documents);
    return saying.filter((number) => onCard.has(number)).length >= saying.length * kb.base.rank.TELLING;
  }

  function textOptions(parts) {
    const text = parts.join(" ");
    const found = [kb.EN, kb.FR].map((lang) => [lang, kb.stems(text, lang)]);
    return found.filter(([, roots]) => roots.length).map(([lang, roots]) => bag(kb.TEXT[lang], roots));
  }

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
    const [meanings] = also;
    const alike = also.every((one) => JSON.stringify(one) === JSON.stringify(meanings));
    if (!meanings.length || !["word", "term", "mechanic"].includes(unit.part) || !alike) return unit;
    const bags = meanings.map((one) => bag(kb.TEXT[one.lang], one.stems, one.weight, true));
    return { ...unit, options: once([...unit.options, ...bags]) };
  }

  function wordUnit(word, french) {
    const { UNTRANSLATED, HALF_NAME, TELLING } = kb.base.rank;
    let options = textOptions([word]);
    if (RULE_NUMBER.test(word)) options.push(...ruleOptions(word));
    if (kb.isSign(word)) return { part: "word", label: word, options };
    if (french) {
      options = options.map((one) => (one.field === "en" ? { ...one, boost: UNTRANSLATED } : one));
    } else if (!knownEnglish(word)) {
      const root = kb.stem(word, kb.FR);
      const meanings = root ? kb.meanings("translations", [root]) : [];
      options.push(...meanings.map((one) => bag(kb.TEXT[one.lang], one.stems)));
    }
    const cards = kb.cardsWith([word]).map((card) => [card, HALF_NAME * distinction([word], card)]);
    for (const [card, boost] of cards) {
      if (boost >= HALF_NAME * TELLING) options.push(bag("card", [card.number], boost));
    }
    return { part: "word", label: word, options };
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
