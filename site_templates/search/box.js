// The search box on every page: a slash leads to it, and names of cards and mechanics are suggested while one types.
"use strict";
(function (kb) {
  const WAIT = 90;
  const MOST = 8;
  const script = document.currentScript.src;
  let names = null;

  /** Load the script that knows names, once somebody types. */
  function ready() {
    names ??= kb.suggest ? Promise.resolve() : new Promise((resolve, reject) => {
      const node = document.createElement("script");
      node.src = new URL("names.js", script).href;
      node.onload = resolve;
      node.onerror = reject;
      document.head.append(node);
    });
    return names;
  }

  /** A box in which names are suggested. */
  class Box {
    constructor(form) {
      this.input = form.querySelector("input");
      this.list = form.querySelector("[role=listbox]");
      this.up = form.dataset.up;
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
      this.show(found);
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
      const kind = this.list.dataset[one.kind];
      const children = [kb.make("bdi", { text, lang })];
      if (other) children.push(" ", kb.make("bdi", { class: "also", text: other }));
      children.push(" ", kb.make("span", { class: "note", text: kind }));
      const node = kb.make("li", { role: "option", id: `${this.list.id}-${place}`, "aria-selected": "false", children });
      node.dataset.href = `${this.up}${one.kind}/${one.key}.html`;
      return node;
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

  for (const form of document.querySelectorAll("form.find")) form.box = new Box(form);
  document.addEventListener("keydown", toBox);
})((globalThis.kb ??= {}));
