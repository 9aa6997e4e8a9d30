// The pair page: choosing a match shows it on both sides at the same height; keys walk through the matches.
// Without this file the numbers are plain links between the two sides.
"use strict";
(() => {
  const panes = ["left", "right"].map((side) => document.querySelector(`#${side} .pane`));
  const rows = document.querySelectorAll(".matches tbody tr");
  const said = document.getElementById("said");
  const count = rows.length;
  if (count === 0 || panes.includes(null)) return;

  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const letters = ["l", "r"];
  let current = 0;
  let side = 0;

  const badge = (which, number) => document.getElementById(`${letters[which]}-${number}`);

  // A third from the top: what comes before a match is part of the evidence.
  const scrollTo = (pane, target) => {
    if (pane === null || target === null) return;
    const file = target.closest("details");
    if (file !== null) file.open = true;
    const top = target.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
    pane.scrollTo({ top: top - pane.clientHeight / 3, left: 0, behavior: calm.matches ? "auto" : "smooth" });
  };

  const mark = (number) => {
    for (const old of document.querySelectorAll(".current")) old.classList.remove("current");
    for (const each of document.querySelectorAll(`[data-match="${number}"]`)) {
      if (each.matches("tr, .m, .badge[id]")) each.classList.add("current");
    }
  };

  // Shows a match on both sides; `keep` is a side to leave where it is, because the reader clicked in it.
  const show = (number, { keep = null, focus = false } = {}) => {
    current = number;
    mark(number);
    [0, 1].forEach((which) => {
      if (which !== keep) scrollTo(panes[which], badge(which, number));
    });
    const row = rows[number - 1];
    const list = row.closest(".scroll");
    const head = list.querySelector("thead").offsetHeight;
    if (row.offsetTop - head < list.scrollTop) list.scrollTop = row.offsetTop - head;
    else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
    }
    if (focus) badge(side, number)?.focus({ preventScroll: true });
    const cell = (at) => row.cells[at].textContent.trim();
    said.textContent = `Match ${number} of ${count}: ${cell(1)} tokens, left lines ${cell(2)}, right lines ${cell(3)}`;
    try {
      history.replaceState(null, "", `#${letters[side]}-${number}`);
    } catch {
      // Some browsers refuse this for pages opened from disk; only the address bar is the poorer for it.
    }
  };

  const reveal = () => document.querySelector(".sides").scrollIntoView({ block: "nearest" });

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const target = event.target.closest("[data-match]");
    if (target === null || target.matches("tr")) return;
    const inSide = target.closest(".side");
    const number = Number(target.dataset.match);
    if (inSide === null) {
      side = target.getAttribute("href").startsWith("#r") ? 1 : 0;
      event.preventDefault();
      show(number);
      reveal();
      return;
    }
    // A click in one side brings the other side along; selecting text does not.
    if (!window.getSelection().isCollapsed) return;
    const here = inSide.id === "right" ? 1 : 0;
    side = here;
    if (target.matches("a")) {
      event.preventDefault();
      side = 1 - here;
    }
    show(number, { keep: here, focus: target.matches("a") });
    if (!target.matches("a")) alignOther(here, number, target);
  });

  // The counterpart's start goes to the height of this side's start, where that is in view.
  const alignOther = (here, number) => {
    const start = badge(here, number)?.getBoundingClientRect().top;
    const other = badge(1 - here, number);
    const pane = panes[1 - here];
    if (start === undefined || other === null) return;
    const frame = panes[here].getBoundingClientRect();
    if (start < frame.top || start > frame.bottom) return;
    const top = other.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
    pane.scrollTo({ top: top - (start - frame.top), behavior: calm.matches ? "auto" : "smooth" });
  };

  const step = (by) => {
    const from = current === 0 && by < 0 ? 1 : current;
    show(((from - 1 + by + count) % count) + 1);
    reveal();
  };

  const otherSide = () => {
    side = 1 - side;
    show(current === 0 ? 1 : current, { focus: true });
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, button, summary")) return;
    // Enter on a link keeps its meaning, which for a number is the jump itself.
    if (event.key === "Enter" && event.target.closest("a")) return;
    const act = { n: () => step(1), j: () => step(1), p: () => step(-1), k: () => step(-1), c: otherSide, Enter: otherSide }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });

  document.querySelector(".keys").hidden = false;
  const asked = /^#([lr])-(\d+)$/.exec(window.location.hash);
  if (asked !== null && Number(asked[2]) >= 1 && Number(asked[2]) <= count) {
    side = letters.indexOf(asked[1]);
    show(Number(asked[2]));
  }
})();
