// The search page: answers while one types; the address holds all that is shown.
"use strict";
(function (kb) {
  const WAIT = 140;
  const PAGE = 10;
  const MOST = 500;
  const main = document.getElementById("find");
  const form = document.querySelector("form.find");
  const input = form.querySelector("input");
  const other = document.querySelector("a.switch");
  const part = (name) => main.querySelector(`[data-part=${name}]`);
  kb.phrases = JSON.parse(main.dataset.phrases);
  const engine = kb.asker();
  let asked = 0;
  let shown = null;
  let timer = 0;

  // --- the address

  function stateOf(address) {
    const { search, hash } = new URL(address);
    const fragment = hash.includes("q=") ? hash.slice(1) : "";
    const values = new URLSearchParams(fragment || search);
    const limit = Math.min(Math.max(Number.parseInt(values.get("n") ?? "", 10) || PAGE, PAGE), MOST);
    return { query: values.get("q") ?? "", limit };
  }

  function parameters({ query, limit }) {
    const values = new URLSearchParams({ q: query });
    if (limit > PAGE) values.set("n", limit);
    return values.toString();
  }

  /** Put the state into the address; where a page may not change it, as in a folder, into its last part. */
  function keep(state, replace) {
    const change = replace ? "replaceState" : "pushState";
    try {
      history[change](null, "", `?${parameters(state)}`);
    } catch {
      history[change](null, "", `#${parameters(state)}`);
    }
  }

  const hrefFor = (state) => `?${parameters(state)}`;

  // --- asking

  async function ask(state) {
    const number = ++asked;
    clearTimeout(timer);
    other.search = state.query.trim() && parameters(state);
    if (!state.query.trim()) return showNothingAsked();
    part("results").setAttribute("aria-busy", "true");
    try {
      const answer = await engine("search", state.query, state.limit);
      if (number !== asked) return;
      kb.symbols = answer.symbols;
      shown = { state, answer };
      showAnswer(state, answer);
      part("results").removeAttribute("aria-busy");
      await showRest(number, state, answer);
    } catch (error) {
      if (number === asked) showFailure(error);
    }
  }

  async function showRest(number, state, answer) {
    const groups = [...(await laterGroups(answer)), ...(await engine("facets", answer.number))];
    if (number !== asked) return;
    showFacets(state, answer, groups);
    const rules = await engine("rules", answer.number, state.limit);
    if (number !== asked) return;
    showRules(rules);
  }

  /** Give the groups that are only counted when somebody asks; those that are open already are. */
  function laterGroups(answer) {
    const open = openGroups();
    const keys = answer.total ? ["mechanics", "cards"] : [];
    return Promise.all(keys.map(async (key) => ({ key, rows: open.has(key) ? await engine(key, answer.number) : null })));
  }

  // --- showing

  function showNothingAsked() {
    shown = null;
    part("results").removeAttribute("aria-busy");
    for (const name of ["status", "meant", "notes", "hits", "more", "rules", "facets"]) part(name).replaceChildren();
    part("help").hidden = false;
    main.classList.remove("has-hits");
    document.title = kb.say("title");
  }

  function showFailure(error) {
    part("results").removeAttribute("aria-busy");
    part("status").textContent = kb.say("failed", { reason: error.message });
    part("help").hidden = false;
  }

  function showAnswer(state, answer) {
    document.title = kb.say("title_for", { query: state.query });
    part("help").hidden = answer.total > 0;
    main.classList.toggle("has-hits", answer.total > 0);
    part("status").textContent = answer.total ? kb.count(answer.total, "found") : kb.say("nothing", { query: state.query });
    showMeant(answer.meant);
    part("rules").replaceChildren();
    if (!answer.total) part("facets").replaceChildren();
    part("notes").replaceChildren(...answer.notes.map(note));
    part("hits").replaceChildren(...answer.hits.map(hit));
    const more = answer.hits.length === state.limit && answer.total > state.limit && state.limit < MOST;
    const next = { ...state, limit: state.limit + PAGE };
    part("more").replaceChildren(...(more ? [link(next, kb.say("more"), { class: "button" })] : []));
  }

  function note({ code, values }) {
    const words = { term: values[0], most: values[1] ?? values[0] };
    return kb.make("li", { text: kb.say(`note_${code}`, words) });
  }

  function hit(found) {
    const lang = found.lang === kb.lang ? undefined : found.lang;
    const children = [
      kb.make("p", { class: "text", lang, children: kb.drawn(found.text, found.marks) }),
      kb.make("p", { class: "meta", children: meta(found) }),
    ];
    return kb.make("li", { class: "entry", id: `r-${found.id}`, children });
  }

  function meta(found) {
    const cards = found.cards.flatMap((card, place) => (place ? [", ", kb.nameLink("cards", card)] : [kb.nameLink("cards", card)]));
    const further = found.onCards - found.cards.length;
    if (further > 0) cards.push(` ${kb.count(further, "more_cards")}`);
    const nodes = [kb.make("span", { children: [kb.day(found.date)] })];
    if (cards.length) nodes.push(kb.make("span", { children: cards }));
    if (found.same.length) nodes.push(kb.make("span", { text: kb.count(found.same.length, "same") }));
    const details = [kb.say("details"), kb.make("span", { class: "vh", text: ` (${found.id})` })];
    nodes.push(kb.make("a", { class: "permalink", href: `rulings/${found.id}.html`, children: details }));
    return nodes.flatMap((node) => [node, " "]);
  }

  function showMeant(meant) {
    const target = meant && [kb.say("meant"), " ", link({ query: meant, limit: PAGE }, meant)];
    part("meant").replaceChildren(...(target ?? []));
  }

  function showRules(rules) {
    if (!rules.length) return;
    const items = rules.map((rule) => {
      const number = kb.make(rule.href ? "a" : "strong", { href: rule.href, text: rule.id });
      const heading = [number, ...(rule.title && rule.title !== rule.id ? [` ${rule.title}`] : [])];
      const head = kb.make("p", { class: "kicker", lang: "en", children: heading });
      return kb.make("li", { class: "entry", children: [head, kb.make("p", { class: "text", lang: "en", children: kb.drawn(rule.text) })] });
    });
    part("rules").replaceChildren(
      kb.make("h2", { text: kb.say("rules") }),
      kb.make("ol", { class: "entries", children: items }),
    );
  }

  /** Give which groups are open: what the reader opened and, at first, what little tells. */
  function openGroups() {
    if (!part("facets").childElementCount) return new Set(["years"]);
    return new Set([...part("facets").querySelectorAll("details[open]")].map((one) => one.dataset.key));
  }

  function showFacets(state, answer, groups) {
    const open = openGroups();
    const some = groups.filter(({ rows }) => !rows || rows.length);
    part("facets").replaceChildren(...some.map((group) => facet(state, answer, group, open.has(group.key))));
  }

  /** Show a group; one without rows is counted once it is open, for what tells it is much. */
  function facet(state, answer, { key, rows }, open) {
    const node = kb.make("details", { children: [kb.make("summary", { text: kb.say(key) }), facetList(state, rows ?? [])] });
    node.dataset.key = key;
    node.open = open;
    if (rows) return node;
    const fill = async () => node.replaceChild(facetList(state, await engine(key, answer.number)), node.lastElementChild);
    if (open) fill().catch(showFailure);
    else node.addEventListener("toggle", () => fill().catch(showFailure), { once: true });
    return node;
  }

  function facetList(state, rows) {
    const items = rows.map((row) => {
      const query = toggled(state.query, row.typed);
      const on = query.length < state.query.length;
      const target = link({ query, limit: PAGE }, "", { lang: row.lang, "aria-current": on ? "true" : undefined });
      target.append(kb.make("bdi", { text: row.label }));
      return kb.make("li", { children: [target, " ", kb.make("span", { class: "count", text: kb.number(row.count) })] });
    });
    return kb.make("ul", { class: "rows", children: items });
  }

  /** Give *query* with the clause *typed*, or without it where it has it. */
  function toggled(query, typed) {
    const parts = query.split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/).filter(Boolean);
    return (parts.includes(typed) ? parts.filter((part) => part !== typed) : [...parts, typed]).join(" ");
  }

  /** Link to a state of this page. */
  function link(state, text, attributes = {}) {
    const node = kb.make("a", { href: hrefFor(state), text, ...attributes });
    node.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      const from = part("hits").childElementCount;
      const see = () => part("status").scrollIntoView({ block: "nearest" });
      go(state, false).then(() => (state.limit > PAGE ? links()[from]?.focus() : see()));
    });
    return node;
  }

  // --- what the reader does

  function go(state, replace) {
    input.value = state.query;
    keep(state, replace);
    return ask(state);
  }

  const links = () => [...part("hits").querySelectorAll(".permalink")];

  function arrows(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const place = links().indexOf(document.activeElement);
    if (event.key === "Escape" && place >= 0) return input.focus();
    if (!step || event.defaultPrevented || (place < 0 && (document.activeElement !== input || step < 0))) return undefined;
    event.preventDefault();
    return (links()[place + step] ?? (place + step < 0 ? input : links().at(-1)))?.focus();
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    const state = { query: input.value, limit: PAGE };
    timer = setTimeout(() => go(state, true), WAIT);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go({ query: input.value, limit: PAGE }, shown?.state.query === input.value);
  });
  main.querySelector(".to-facets a").addEventListener("click", (event) => {
    // The address stays: in a folder its last part is the query.
    event.preventDefault();
    part("facets").scrollIntoView();
    part("facets").querySelector("summary")?.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", arrows);
  globalThis.addEventListener("popstate", () => restore());

  function restore() {
    const state = stateOf(location.href);
    input.value = state.query;
    return ask(state);
  }

  /** Resolves once the page shows all that its address asks for. */
  kb.answered = restore();
  // Answers come after the browser has scrolled to where the reader was, who comes back to the same place.
  globalThis.addEventListener("pagehide", () => history.replaceState({ top: globalThis.scrollY }, ""));
  kb.answered.then(() => history.state && globalThis.scrollTo({ top: history.state.top, behavior: "instant" }));
  if (!input.value) input.focus();
})((globalThis.kb ??= {}));
