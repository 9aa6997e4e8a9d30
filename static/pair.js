// The pair page: selecting a match shows it on both sides at the same height, keys step through the matches in the
// chosen order, both sides scroll together, and what the reader switches holds for the next pair. Without this file, the
// numbers are plain links.
"use strict";
(() => {
  // --- What both views of a pair have ---

  const wrap = document.getElementById("wrap");
  const swap = document.getElementById("swap");
  const panel = document.querySelector("details.panel");
  const together = document.getElementById("together");
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

  // Switches hold for the next pair of this visit. A browser may refuse storage.
  const key = "chaffinch-pair";
  const choices = () => {
    try {
      return JSON.parse(window.sessionStorage.getItem(key) ?? "{}");
    } catch {
      return {};
    }
  };
  let panelChosen = false;
  const keep = () => {
    const now = { wrap: wrap?.checked, swap: swap?.checked, together: together?.checked, ...(panelChosen && { panel: panel.open }) };
    try {
      window.sessionStorage.setItem(key, JSON.stringify({ ...choices(), ...now }));
    } catch {
      // They hold for this page.
    }
  };
  const kept = choices();
  for (const [name, input] of Object.entries({ wrap, swap, together })) {
    if (input === null) continue;
    if (typeof kept[name] === "boolean") input.checked = kept[name];
    input.addEventListener("change", keep);
  }
  // Beside two sides of code there is room for the panel on a wide page only.
  const isNarrow = window.matchMedia("(min-width: 62rem) and (max-width: 75rem)").matches;
  if (panel !== null) panel.open = typeof kept.panel === "boolean" ? kept.panel : !isNarrow;
  panel?.addEventListener("toggle", keep);
  panel?.querySelector("summary").addEventListener("click", () => { panelChosen = true; });
  const follow = (rel) => document.querySelector(`.neighbours a[rel="${rel}"]`)?.click();
  const everywhere = {
    w: () => wrap?.click(),
    "[": () => follow("prev"),
    "]": () => follow("next"),
    "?": () => document.getElementById("keys").togglePopover(),
  };
  let actions = everywhere;
  document.addEventListener("keydown", (event) => {
    if (!window.chaffinchKey(event)) return;
    // Enter still activates buttons and links; on the number of a match, that is the jump.
    if (event.key === "Enter" && event.target.closest("a, button, summary, input")) return;
    const act = actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });

  const sides = document.querySelector(".sides");
  const panes = ["left", "right"].map((side) => document.querySelector(`#${side} .pane`));
  if (sides === null || panes.includes(null)) return;

  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const letters = ["l", "r"];
  const rows = new Map();
  for (const row of document.querySelectorAll(".matches > li")) rows.set(Number(row.dataset.match), row);
  const said = document.getElementById("said");
  let current = 0;
  let side = 0;
  // While this script scrolls a pane, the pane does not scroll the other one.
  let led = 0;

  const badge = (which, number) => document.getElementById(`${letters[which]}-${number}`);

  // --- Order of the matches ---

  const orderName = () => document.querySelector(".orders input:checked")?.value ?? "longest";
  const order = () => {
    const strip = document.querySelectorAll(`.strip.${orderName()} a`);
    return strip.length > 0 ? Array.from(strip, (chip) => Number(chip.dataset.match)) : [...rows.keys()];
  };
  // Matches of layers that are not hidden.
  const shown = () => order().filter((number) => document.querySelector(`.layers [value="${rows.get(number).className.match(/as-(\w+)/)?.[1]}"]`)?.checked !== false);

  const sortList = () => document.querySelector(".matches").append(...order().map((number) => rows.get(number)));
  for (const input of document.querySelectorAll(".orders input")) input.addEventListener("change", sortList);

  // --- Scrolling ---

  const scrollTo = (pane, top, smooth) => {
    led = performance.now() + (smooth && !calm.matches ? 700 : 100);
    pane.scrollTo({ top, behavior: smooth && !calm.matches ? "smooth" : "auto" });
  };
  const placeIn = (pane, element) => element.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;

  // Scrolls the start of a match to a third of the pane's height, because the code before it is part of the evidence.
  const bring = (which, number, smooth) => {
    const target = badge(which, number);
    if (target === null) return;
    const file = target.closest("details");
    if (file !== null) file.open = true;
    scrollTo(panes[which], placeIn(panes[which], target) - panes[which].clientHeight / 3, smooth);
  };

  // Scrolls the other side's start to the height of this side's. Returns false if this side's start is out of view.
  const align = (here, number) => {
    const start = badge(here, number)?.getBoundingClientRect().top;
    const other = badge(1 - here, number);
    const frame = panes[here].getBoundingClientRect();
    if (start === undefined || other === null || start < frame.top || start > frame.bottom) return false;
    const file = other.closest("details");
    if (file !== null) file.open = true;
    scrollTo(panes[1 - here], placeIn(panes[1 - here], other) - (start - frame.top), true);
    return true;
  };

  // Positions on both sides that belong together: starts and ends of the matches that have the same order on both.
  let anchors = null;
  const measure = () => {
    anchors = [[0, 0]];
    for (const number of (sides.dataset.chain ?? "").split(" ").filter((each) => each !== "")) {
      const places = panes.map((pane, which) => {
        const pieces = pane.querySelectorAll(`.m[data-match="${number}"]`);
        if (pieces.length === 0 || pieces[0].offsetParent === null) return null;
        const last = pieces[pieces.length - 1];
        return [placeIn(pane, pieces[0]), placeIn(pane, last) + last.getBoundingClientRect().height, which];
      });
      if (places.includes(null)) continue;
      anchors.push([places[0][0], places[1][0]], [places[0][1], places[1][1]]);
    }
    anchors.push([panes[0].scrollHeight, panes[1].scrollHeight]);
  };
  const forget = () => { anchors = null; };
  window.addEventListener("resize", forget);
  document.addEventListener("toggle", forget, true);
  for (const input of [wrap, swap]) input?.addEventListener("change", forget);

  const counterpart = (from, place) => {
    if (anchors === null) measure();
    const after = anchors.findIndex((anchor) => anchor[from] > place);
    if (after <= 0) return after === 0 ? 0 : anchors[anchors.length - 1][1 - from];
    const [one, next] = [anchors[after - 1], anchors[after]];
    const share = (place - one[from]) / Math.max(1, next[from] - one[from]);
    return one[1 - from] + share * (next[1 - from] - one[1 - from]);
  };

  let waiting = false;
  panes.forEach((pane, which) => {
    // Only the pane that the reader scrolls moves the other one.
    let hand = false;
    for (const name of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      pane.addEventListener(name, () => { hand = true; led = 0; }, { passive: true });
    }
    panes[1 - which].addEventListener("wheel", () => { hand = false; }, { passive: true });
    for (const name of ["touchstart", "pointerdown", "keydown"]) {
      panes[1 - which].addEventListener(name, () => { hand = false; }, { passive: true });
    }
    pane.addEventListener("scroll", () => {
      if (!waiting) requestAnimationFrame(showWindow);
      waiting = true;
      if (!hand || !together.checked || performance.now() < led) return;
      const middle = pane.clientHeight / 3;
      const other = panes[1 - which];
      other.scrollTop = counterpart(which, pane.scrollTop + middle) - middle;
    }, { passive: true });
  });

  // --- Map: the visible part of each side ---

  const windows = document.querySelectorAll(".map .window");
  function showWindow() {
    waiting = false;
    panes.forEach((pane, which) => {
      const lines = pane.querySelectorAll(".line");
      const [bar, here, mark] = [document.querySelectorAll(".map .bar")[which], document.querySelectorAll(".map .here"), windows[which]];
      // A phone shows one side, and the other one has no height.
      if (mark === undefined || lines.length === 0 || pane.scrollHeight === 0) return;
      const range = here.length === 2 ? here[which] : bar;
      const [top, height] = ["y", "height"].map((name) => Number(range.getAttribute(name)));
      mark.setAttribute("y", top + (height * pane.scrollTop) / pane.scrollHeight);
      mark.setAttribute("height", (height * Math.min(pane.clientHeight, pane.scrollHeight)) / pane.scrollHeight);
    });
  }

  // --- Current match ---

  const mark = (number) => {
    for (const old of document.querySelectorAll(".current")) old.classList.remove("current");
    for (const each of document.querySelectorAll(`[data-match="${number}"]`)) {
      if (each.matches("li, .m, .badge[id], .strip .badge, .band")) each.classList.add("current");
    }
  };

  // The list scrolls to the current match.
  const list = document.querySelector(".panel");
  const showInList = (number) => {
    if (list === null || !list.open || getComputedStyle(list).overflowY !== "auto") return;
    const [row, frame] = [rows.get(number).getBoundingClientRect(), list.getBoundingClientRect()];
    const head = list.querySelector("summary").offsetHeight;
    if (row.top < frame.top + head) list.scrollTop += row.top - frame.top - head;
    else if (row.bottom > frame.bottom) list.scrollTop += Math.min(row.bottom - frame.bottom, row.top - frame.top - head);
  };

  const say = (number) => {
    const { tokens, left, right } = rows.get(number).dataset;
    const [first, second] = swap?.checked ? [right, left] : [left, right];
    const words = { number, count: rows.size, tokens, left: first, right: second };
    said.textContent = said.dataset.say.replace(/\{(\w+)\}/g, (all, name) => words[name] ?? all);
    try {
      history.replaceState(null, "", `#${letters[side]}-${number}`);
    } catch {
      // Some browsers refuse this for pages opened from disk. Then only the address bar is not updated.
    }
  };

  // On a phone, one side is shown at a time.
  const showSide = () => {
    const choice = document.getElementById(side === 1 ? "show-right" : "show-left");
    if (choice !== null) choice.checked = true;
  };

  // Makes a match the current one. `from`: the side in which the reader clicked it; that side does not scroll.
  const choose = (number, { from = null, smooth = true } = {}) => {
    if (!rows.has(number)) return;
    current = number;
    showSide();
    mark(number);
    showInList(number);
    if (from === null || !align(from, number)) {
      for (const which of [0, 1]) if (which !== from) bring(which, number, smooth);
    }
  };

  const reveal = () => sides.scrollIntoView({ block: "nearest" });

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const target = event.target.closest("a[data-match], .m[data-match]");
    // Selecting text does not select a match.
    if (target === null || !window.getSelection().isCollapsed) return;
    const number = Number(target.dataset.match);
    // A link to another part of the page works as an ordinary link.
    if (target.matches("a") && !target.getAttribute("href").startsWith("#")) return;
    const inSide = target.closest(".side");
    if (inSide === null) {
      event.preventDefault();
      side = target.getAttribute("href").startsWith("#r") ? 1 : 0;
      choose(number);
      reveal();
    } else {
      const here = inSide.id === "right" ? 1 : 0;
      const isNumber = target.matches("a");
      if (isNumber) event.preventDefault();
      side = isNumber ? 1 - here : here;
      choose(number, { from: here });
      if (isNumber) badge(side, number)?.focus({ preventScroll: true });
    }
    say(number);
  });

  const step = (by) => {
    const numbers = shown();
    if (numbers.length === 0) return;
    const at = numbers.indexOf(current);
    choose(numbers[(at + by + numbers.length) % numbers.length]);
    say(current);
    reveal();
  };

  const otherSide = () => {
    if (current === 0) return;
    side = 1 - side;
    choose(current);
    badge(side, current)?.focus({ preventScroll: true });
    say(current);
  };

  const layer = (at) => document.querySelectorAll(".layers input")[at]?.click();
  actions = {
    ...everywhere,
    n: () => step(1),
    j: () => step(1),
    p: () => step(-1),
    k: () => step(-1),
    c: otherSide,
    Enter: otherSide,
    s: () => together.click(),
    m: () => panel.querySelector("summary").click(),
    x: () => swap.click(),
    7: () => layer(0),
    8: () => layer(1),
    9: () => layer(2),
  };

  showWindow();
  if (rows.size === 0) return;
  // The match named in the address, or else the first in the list.
  const asked = /^#([lr])-(\d+)$/.exec(window.location.hash);
  const wanted = asked === null ? 0 : Number(asked[2]);
  if (asked !== null) side = letters.indexOf(asked[1]);
  choose(rows.has(wanted) ? wanted : order()[0], { smooth: false });
})();
