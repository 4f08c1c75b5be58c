// Previews: what a link to a card, a mechanic, a rule or a term leads to, shown while a mouse rests on it or the keyboard
// stands on it. It stays while pointed at, goes with Escape, and never comes by touch.
"use strict";
(function (kb) {
  const BEFORE = 350;
  const AFTER = 250;
  const GAP = 8;
  const lang = document.documentElement.lang;
  const root = new URL("../", document.currentScript.src);
  const tree = new URL(`${lang}/`, root).href;
  const count = kb.previewParts;
  const files = new Map();
  const main = document.querySelector("main");
  let timer = 0;
  let wanted = null;
  let shown = null;
  let box = null;

  /** Take the previews that a file holds: what every such file calls. */
  kb.previewed = (name, previews) => files.set(name, previews);

  /** Give the address that *link* leads to, as the previews are called; null when it is none that has one. */
  function keyOf(link) {
    if (!link.href.startsWith(tree)) return null;
    const [place, anchor] = link.href.slice(tree.length).split("#");
    if (!/^(?:cards|mechanics|rules|glossary)\/[^/?]+\.html$/.test(place)) return null;
    if (!anchor && (place.endsWith("/index.html") || tree + place === location.href.replace(/[?#].*/, ""))) return null;
    return place.slice(0, -5) + (anchor ? `#${anchor}` : "");
  }

  function fileOf(key) {
    let sum = 0;
    for (let i = 0; i < key.length; i++) sum = (sum * 31 + key.charCodeAt(i)) % 65521;
    return `${lang}-${sum % count}-of-${count}`;
  }

  /** Load a file by a script element, so that a folder will do as well as a server. */
  function load(name) {
    if (files.has(name)) return Promise.resolve();
    return new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = new URL(`previews/${name}.js`, root).href;
      script.onload = script.onerror = () => (script.remove(), resolve());
      document.head.append(script);
    });
  }

  function element(name, className, of, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (of) made.lang = of;
    made.append(...children);
    return made;
  }

  /** Set a paragraph: plain pieces, and signs with the classes that draw them. */
  function paragraph(pieces) {
    return element("p", "", "", ...pieces.map((piece) => {
      if (typeof piece === "string") return piece;
      const sign = element("span", piece[1] === "nw" ? "nw" : `mana ${piece[1]}`, "", piece[0]);
      if (piece[1] !== "nw") Object.assign(sign, { role: "img", ariaLabel: `{${piece[0]}}` });
      return sign;
    }));
  }

  function filled({ over, over_lang, name, name_lang, also, also_lang, text = [], lang: of, under }) {
    const head = [element("bdi", "", name_lang, name ?? "")];
    if (also) head.push(" ", element("bdi", "also", also_lang, also));
    const parts = [element("p", "kicker", over_lang, over ?? "")];
    if (name) parts.push(element("p", "name", "", ...head));
    parts.push(element("div", "text", of, ...text.map(paragraph)));
    if (under) parts.push(element("p", "note", "", under));
    return parts;
  }

  function made() {
    const empty = Object.assign(element("div", "preview", ""), { id: "preview", role: "tooltip", hidden: true });
    main.append(empty);
    return empty;
  }

  async function show(link, key, near) {
    const name = fileOf(key);
    await load(name);
    const preview = Object.hasOwn(files.get(name) ?? {}, key) && files.get(name)[key];
    if (wanted !== link || !preview || !link.isConnected) return;
    box ??= made();
    hide();
    wanted = shown = link;
    box.replaceChildren(...filled(preview));
    box.hidden = false;
    link.setAttribute("aria-describedby", box.id);
    place(link, near);
  }

  /** Put the preview under the line of the link that is *near*, or above where there is more room. */
  function place(link, near) {
    const lines = [...link.getClientRects()];
    const line = lines.find(({ bottom }) => near !== undefined && near <= bottom) ?? lines[0];
    if (!line) return hide();
    const { clientWidth, clientHeight } = document.documentElement;
    const below = clientHeight - line.bottom - GAP;
    const fits = below >= box.offsetHeight || below >= line.top;
    const top = fits ? line.bottom + GAP : line.top - GAP - box.offsetHeight;
    const left = Math.max(GAP, Math.min(line.left, clientWidth - box.offsetWidth - GAP));
    box.style.top = `${top + scrollY}px`;
    box.style.left = `${left + scrollX}px`;
    return undefined;
  }

  function hide() {
    clearTimeout(timer);
    wanted = null;
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  }

  /** Show the preview of *link* soon, unless something else is wanted by then. */
  function later(link, near) {
    clearTimeout(timer);
    if (link === shown) return;
    const key = keyOf(link);
    wanted = key && link;
    timer = key ? setTimeout(() => show(link, key, near), BEFORE) : setTimeout(hide, AFTER);
  }

  const linkAt = (target) => target.closest?.("main a[href]");

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    if (box?.contains(event.target)) clearTimeout(timer);
    else if (linkAt(event.target)) later(linkAt(event.target), event.clientY);
  });
  document.addEventListener("pointerout", (event) => {
    const left = linkAt(event.target) ?? (box?.contains(event.target) && shown);
    if (!left || left.contains(event.relatedTarget) || box?.contains(event.relatedTarget)) return;
    clearTimeout(timer);
    wanted = null;
    if (shown !== document.activeElement) timer = setTimeout(hide, AFTER);
  });
  document.addEventListener("focusin", (event) => {
    const link = linkAt(event.target);
    if (link?.matches(":focus-visible")) later(link);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerdown", (event) => box?.contains(event.target) || hide());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !(shown || wanted)) return;
    if (shown) event.stopImmediatePropagation();
    hide();
  }, true);
})((globalThis.kb ??= {}));
