// Names among the words of a query, as units: mechanics and cards, whole, by nickname or in part.
"use strict";
(function (kb) {
  const bag = (...parts) => kb.bag(...parts);

  /** Give the texts that have *parts*, in either language. */
  kb.textOptions = function (parts, boost = 1) {
    const text = parts.join(" ");
    const found = [kb.EN, kb.FR].map((lang) => [lang, kb.stems(text, lang)]);
    return found.filter(([, roots]) => roots.length).map(([lang, roots]) => bag(kb.TEXT[lang], roots, boost));
  };

  /** Read *parts* as one whole name; *alone* tells that nothing else was typed. Null when they are none. */
  kb.namedUnit = function (parts, alone) {
    if (parts.length === 1 && ([...parts[0]].length === 1 || kb.isStop(parts[0], kb.EN))) return null;
    const names = kb.named(parts.join(" "));
    let mechanics = names.filter((name) => !name.card);
    if (!mechanics.length) mechanics = parted(parts);
    const label = parts.join(" ");
    if (mechanics.length) {
      const options = kb.once([...kb.textOptions(parts), ...mechanics.flatMap(mechanicOptions)]);
      return { part: "mechanic", label, options };
    }
    const cards = names.filter((name) => name.card);
    if (!cards.length || (parts.length === 1 && !cards.some(onCard))) return null;
    return { part: "card", label, options: wholeOptions(parts, cards, alone) };
  };

  /** Give the mechanics whose one word was typed as two. */
  function parted(parts) {
    if (parts.length !== 2 || parts.some((part) => [...part].length === 1 || kb.isSmall(part, true))) return [];
    return kb.mechanicsNamed(parts.join(""));
  }

  function mechanicOptions(mechanic) {
    const { MECHANIC, EVERYDAY } = kb.base.rank;
    const options = [bag("mechanic", [mechanic.number], MECHANIC * (mechanic.ambiguous ? EVERYDAY : 1))];
    for (const lang of [kb.EN, kb.FR]) {
      for (const form of mechanic.forms[lang]) {
        const roots = kb.stems(form, lang);
        if (roots.length) options.push(bag(kb.TEXT[lang], roots));
      }
    }
    return options;
  }

  // --- cards

  const rulingsOn = (card) => kb.postings("card", card.number).documents;
  const onCard = (card) => rulingsOn(card).length > 0;
  const cardsCalled = (parts) => kb.named(parts.join(" ")).filter((name) => name.card);

  function wholeOptions(parts, cards, alone) {
    const { CARD, NAMESAKE } = kb.base.rank;
    const shares = cards.map((card) => shareOf(parts, card, alone));
    // A nickname in a text is part of some other card's name: it counts the less the surer it is who is meant.
    const told = Math.max(...cards.map((card, place) => (alone || card.byNickname ? shares[place] : 0)));
    return [
      ...kb.textOptions(parts, 1 - told * (1 - NAMESAKE)),
      ...cards.flatMap((card, place) => mention(parts, card, shares[place])),
      ...cards.map((card, place) => bag("card", [card.number], CARD * shares[place])),
    ];
  }

  /** Tell how much *parts* speak for *card*: wholly, where they are all that was typed, and are no half of it. */
  function shareOf(parts, card, alone) {
    const whole = alone && (card.byNickname || kb.phraseKey(card.name) === parts.join(" "));
    return whole ? Number(onCard(card)) : distinction(parts, card);
  }

  /** Give the texts that have the English names of the cards that *word* calls otherwise. */
  kb.mentions = (word) => cardsCalled([word]).flatMap((card) => mention([word], card, distinction([word], card)));

  /** Give the texts that have the English name of *card*, if it was called otherwise. */
  function mention(parts, card, share) {
    const roots = kb.stems(card.name.split(" // ")[0], kb.EN);
    if (!roots.length || roots.join(" ") === kb.stems(parts.join(" "), kb.EN).join(" ")) return [];
    return [bag("en", roots, share * (card.byNickname ? kb.base.rank.MENTION : 1), true)];
  }

  /** Give the cards, if any, that *parts* name and on which there is no ruling here. */
  kb.withoutRulings = function (parts, alone) {
    let cards = cardsCalled(parts);
    if (cards.length && !alone) {
      const [first, ...rest] = parts.map((part) => kb.postings("words", part).documents);
      const having = rest.map((documents) => new Set(documents));
      const together = first.filter((number) => having.every((one) => one.has(number))).length;
      const said = together > (parts.length > 1 ? kb.base.limits.seldom : 0);
      cards = cards.filter((card) => !said && (parts.length > 1 || !card.byNickname));
    }
    return cards.some(onCard) ? [] : cards.map((card) => card.name);
  };

  /** Give, for each card of which *parts* is a whole name, the rulings on it. */
  kb.cardOptions = function (parts) {
    return cardsCalled(parts).map((card) => bag("card", [card.number], kb.base.rank.CARD * distinction(parts, card)));
  };

  /** Tell how much the name speaks for the card: the share of what says this word that stands on the card itself. */
  function distinction(parts, card) {
    const { UNDISTINCTIVE, NICKNAME } = kb.base.rank;
    if (parts.length > 1) return 1;
    const saying = kb.frequency("words", parts[0]);
    const on = rulingsOn(card);
    if (!saying) return 1;
    if (card.byNickname) return Math.max(UNDISTINCTIVE, Math.min(1, (NICKNAME * on.length) / saying));
    if (on.length <= saying * UNDISTINCTIVE) return UNDISTINCTIVE;
    const documents = new Set(kb.postings("words", parts[0]).documents);
    return Math.max(UNDISTINCTIVE, on.filter((number) => documents.has(number)).length / saying);
  }

  // --- parts of names

  /** Give the cards that *word* may mean because few others have it in their names. */
  kb.halfNamed = function (word) {
    const { HALF_NAME, TELLING } = kb.base.rank;
    const cards = kb.cardsWith([word]).map((card) => [card, HALF_NAME * distinction([word], card)]);
    return cards.filter(([, boost]) => boost >= HALF_NAME * TELLING).map(([card, boost]) => bag("card", [card.number], boost));
  };

  /** Read the most words from the start of *following* that stand together in few names and hardly elsewhere. */
  kb.partOfName = function (following) {
    for (let length = Math.min(following.length, kb.base.limits.name); length > 1; length--) {
      const parts = following.slice(0, length);
      if ([parts[0], parts.at(-1)].some((part) => [...part].length === 1 || kb.isSmall(part, true))) continue;
      const cards = kb.cardsWith(parts);
      const telling = cards.length <= kb.base.limits.samePart ? cards.filter((card) => isTold(parts, card)) : [];
      if (telling.length) {
        const ties = telling.map((card) => bag("card", [card.number], kb.base.rank.PART_OF_NAME));
        return [{ part: "card", label: parts.join(" "), options: [...kb.textOptions(parts), ...ties] }, length];
      }
    }
    return null;
  };

  /** Whether the rulings that have all of *parts* stand on *card* in good part. */
  function isTold(parts, card) {
    const having = parts.map((part) => new Set(kb.postings("words", part).documents));
    const saying = [...having[0]].filter((number) => having.every((one) => one.has(number)));
    const onCard = new Set(kb.postings("card", card.number).documents);
    return saying.filter((number) => onCard.has(number)).length >= saying.length * kb.base.rank.TELLING;
  }
})((globalThis.kb ??= {}));
