// The pair page: choosing a match shows it on both sides at the same height; keys walk through the matches.
// Without this file the numbers are plain links between the two sides.
"use strict";
(() => {
  const panes = ["left", "right"].map((side) => document.querySelector(`#${side} .pane`));
  const rows = document.querySelectorAll(".matches tbody tr[data-match]");
  const said = document.getElementById("said");
  const count = rows.length;
  if (count === 0 || panes.includes(null)) return;

  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const letters = ["l", "r"];
  let current = 0;
  let side = 0;

  const badge = (which, number) => document.getElementById(`${letters[which]}-${number}`);

  const scrollBy = (pane, distance, smooth) => {
    pane.scrollTo({ top: pane.scrollTop + distance, behavior: smooth && !calm.matches ? "smooth" : "auto" });
  };

  // Brings the start of a match to a third of the pane's height: what comes before it is part of the evidence.
  const bring = (which, number, smooth) => {
    const target = badge(which, number);
    if (target === null) return;
    const file = target.closest("details");
    if (file !== null) file.open = true;
    const pane = panes[which];
    scrollBy(pane, target.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3, smooth);
  };

  // Brings the other side's start to the height of this side's. False where this side's start is out of view.
  const align = (here, number) => {
    const start = badge(here, number)?.getBoundingClientRect().top;
    const other = badge(1 - here, number);
    const frame = panes[here].getBoundingClientRect();
    if (start === undefined || other === null || start < frame.top || start > frame.bottom) return false;
    const pane = panes[1 - here];
    scrollBy(pane, other.getBoundingClientRect().top - pane.getBoundingClientRect().top - (start - frame.top), true);
    return true;
  };

  const mark = (number) => {
    for (const old of document.querySelectorAll(".current")) old.classList.remove("current");
    for (const each of document.querySelectorAll(`[data-match="${number}"]`)) {
      if (each.matches("tr, .m, .badge[id]")) each.classList.add("current");
    }
  };

  const showInList = (number) => {
    const row = rows[number - 1];
    const list = row.closest(".scroll");
    const head = list.querySelector("thead").offsetHeight;
    // With what is quoted below it, as far as there is room.
    const last = row.nextElementSibling?.matches(".evidence") ? row.nextElementSibling : row;
    const below = Math.min(last.offsetTop + last.offsetHeight - list.clientHeight, row.offsetTop - head);
    if (row.offsetTop - head < list.scrollTop) list.scrollTop = row.offsetTop - head;
    else if (below > list.scrollTop) list.scrollTop = below;
  };

  const say = (number) => {
    const cell = (at) => rows[number - 1].cells[at].textContent.trim();
    said.textContent = `Match ${number} of ${count}: ${cell(1)} tokens, left lines ${cell(2)}, right lines ${cell(3)}`;
    try {
      history.replaceState(null, "", `#${letters[side]}-${number}`);
    } catch {
      // Some browsers refuse this for pages opened from disk; only the address bar is the poorer for it.
    }
  };

  // Makes a match the current one. `from`: the reader clicked it in that side, which therefore stays where it is.
  const choose = (number, { from = null, smooth = true } = {}) => {
    current = number;
    mark(number);
    showInList(number);
    if (from === null || !align(from, number)) {
      for (const which of [0, 1]) if (which !== from) bring(which, number, smooth);
    }
  };

  const reveal = () => document.querySelector(".sides").scrollIntoView({ block: "nearest" });

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const target = event.target.closest("a[data-match], .m[data-match]");
    // Selecting text chooses nothing.
    if (target === null || !window.getSelection().isCollapsed) return;
    const number = Number(target.dataset.match);
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
    choose(((current - 1 + by + count) % count) + 1);
    say(current);
    reveal();
  };

  const otherSide = () => {
    side = 1 - side;
    choose(current);
    badge(side, current)?.focus({ preventScroll: true });
    say(current);
  };

  const actions = { n: () => step(1), j: () => step(1), p: () => step(-1), k: () => step(-1), c: otherSide, Enter: otherSide };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, button, summary")) return;
    // Enter on a link keeps its meaning, which for a number is the jump itself.
    if (event.key === "Enter" && event.target.closest("a")) return;
    const act = actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });

  document.querySelector(".keys").hidden = false;
  // The match that the address asks for; else the longest, which is where one would begin to read.
  const asked = /^#([lr])-(\d+)$/.exec(window.location.hash);
  const wanted = asked === null ? 1 : Number(asked[2]);
  if (asked !== null) side = letters.indexOf(asked[1]);
  choose(wanted >= 1 && wanted <= count ? wanted : 1, { smooth: false });
})();
