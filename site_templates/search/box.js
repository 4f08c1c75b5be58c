// The search box on every page: a slash leads to it, and names of cards and mechanics are suggested while one types.
"use strict";
(function (kb) {
  const WAIT = 90;
  const MOST = 8;
  const COPIED = 2000;
  const script = document.currentScript.src;
  const words = kb.boxWords[document.documentElement.lang];
  let names = null;

  /** Load the script that knows names, once somebody types. */
  function ready() {
    names ??= kb.suggest ? Promise.resolve() : new Promise((resolve, reject) => {
      const src = new URL(`names.js?v=${kb.edition}`, script).href;
      document.head.append(node("script", { src, onload: resolve, onerror: reject }));
    });
    return names;
  }

  /** Make an element of *properties* and children. */
  function node(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  /** Put a form in the place of the link to the search page that stands on a page without scripts. */
  function form(link) {
    const input = node("input", {
      id: "q", name: "q", type: "search", placeholder: words.hint, autocomplete: "off",
      autocapitalize: "none", spellcheck: false, maxLength: 4096,
    });
    const made = node("form", { className: "find", action: link.href, method: "get" },
      node("label", { className: "vh", htmlFor: "q", textContent: words.label }),
      input,
      node("button", { type: "submit" }, node("span", { className: "vh", textContent: words.go })));
    link.replaceWith(node("search", {}, made));
    return made;
  }

  /** A box in which names are suggested. */
  class Box {
    constructor(form) {
      this.form = form;
      this.input = form.querySelector("input");
      this.list = node("ul", { id: "q-names", className: "suggested", role: "listbox", ariaLabel: words.names, hidden: true });
      form.append(this.list);
      const combobox = { role: "combobox", "aria-expanded": "false", "aria-controls": "q-names", "aria-autocomplete": "list" };
      for (const [name, value] of Object.entries(combobox)) this.input.setAttribute(name, value);
      this.at = -1;
      this.asked = 0;
      this.input.addEventListener("input", () => this.later());
      this.input.addEventListener("keydown", (event) => this.key(event));
      this.input.addEventListener("blur", () => this.close());
      this.list.addEventListener("pointerdown", (event) => event.preventDefault());
      this.list.addEventListener("click", (event) => this.choose(event.target.closest("[role=option]")));
      form.addEventListener("submit", () => this.close());
    }

    later() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.suggest().catch(() => this.close()), WAIT);
    }

    async suggest() {
      const number = ++this.asked;
      const typed = this.input.value;
      await ready();
      const found = await kb.suggest(typed, MOST);
      if (number !== this.asked || document.activeElement !== this.input) return;
      const live = kb.live?.(typed).catch(() => null);
      const waits = live && !this.list.hidden;
      if (!waits) this.show(found);
      const answer = await live;
      if (number !== this.asked) return;
      // What stands there stays until all of the new is there: nothing flickers.
      if (waits) this.show(found);
      if (answer?.total) this.add(answer);
    }

    show(found) {
      this.at = -1;
      this.input.removeAttribute("aria-activedescendant");
      this.list.replaceChildren(...found.map((one, place) => this.option(one, place)));
      this.list.hidden = !found.length;
      this.input.setAttribute("aria-expanded", String(found.length > 0));
    }

    option(one, place) {
      const { text, lang } = kb.nameHere(one);
      const other = one.printed && one.printed !== text ? one.printed : "";
      const kind = words[one.kind];
      const children = [kb.make("bdi", { text, lang })];
      if (other) children.push(" ", kb.make("bdi", { class: "also", text: other }));
      children.push(" ", kb.make("span", { class: "note", text: kind }));
      return this.entry(children, place, `${one.kind}/${one.key}.html`);
    }

    /** Put the best rulings under the names, and the way to all of them. */
    add({ hits, total }) {
      const names = this.list.children.length;
      const all = [kb.make("span", { class: "all", text: kb.count(total, "all") })];
      this.list.append(
        ...hits.map((hit, place) => this.ruling(hit, names + place)),
        this.entry(all, names + hits.length, `?${new URLSearchParams({ q: this.input.value })}`),
      );
      this.list.hidden = false;
      this.input.setAttribute("aria-expanded", "true");
    }

    ruling({ id, text, lang, marks, cards }, place) {
      const of = lang === kb.lang ? undefined : lang;
      const children = [kb.make("span", { class: "text", lang: of, children: kb.drawn(text, marks) })];
      if (cards.length) {
        const { text: name, lang: ofName } = kb.nameHere(cards[0]);
        children.push(" ", kb.make("bdi", { class: "note", text: name, lang: ofName }));
      }
      return this.entry(children, place, `rulings/${id}.html`);
    }

    /** Make the option at a *place* of the list, of *children*, that leads to an address as the search page sees it. */
    entry(children, place, address) {
      const id = `${this.list.id}-${place}`;
      const option = kb.make("li", { role: "option", id, "aria-selected": "false", children });
      option.dataset.href = new URL(address, this.form.action).href;
      return option;
    }

    choose(option) {
      if (option) location.href = option.dataset.href;
    }

    move(step) {
      const options = [...this.list.children];
      const places = options.length + 1;
      this.at = ((this.at + 1 + step + places) % places) - 1;
      options.forEach((option, place) => option.setAttribute("aria-selected", String(place === this.at)));
      const active = options[this.at];
      if (!active) return this.input.removeAttribute("aria-activedescendant");
      this.input.setAttribute("aria-activedescendant", active.id);
      return active.scrollIntoView({ block: "nearest" });
    }

    key(event) {
      const open = !this.list.hidden;
      if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        this.move(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Enter" && open && this.at >= 0) {
        event.preventDefault();
        this.choose(this.list.children[this.at]);
      } else if (event.key === "Escape" && open) {
        event.preventDefault();
        this.close();
      }
    }

    close() {
      this.asked++;
      clearTimeout(this.timer);
      this.list.hidden = true;
      this.at = -1;
      this.input.setAttribute("aria-expanded", "false");
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  function toBox(event) {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const input = document.querySelector("form.find input");
    if (!input) return;
    event.preventDefault();
    input.focus();
    input.select();
  }

  /** Offer the *address* of a ruling to be copied, within or behind what is *near*. */
  function copying(near, address, put) {
    const button = node("button", { type: "button", className: "copy", textContent: words.copy });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(address.replace(/#.*/, ""));
      button.textContent = words.copied;
      setTimeout(() => { button.textContent = words.copy; }, COPIED);
    });
    near[put](" ", button);
  }

  for (const link of document.querySelectorAll("a.find")) form(link);
  for (const each of document.querySelectorAll("form.find")) each.box = new Box(each);
  // A page opened from a folder may not write to the clipboard, and its address would help nobody else.
  if (navigator.clipboard) {
    for (const link of document.querySelectorAll("a.permalink")) copying(link, link.href, "after");
    for (const line of document.querySelectorAll(".identity")) copying(line, location.href, "append");
  }
  document.addEventListener("keydown", toBox);
})((globalThis.kb ??= {}));
