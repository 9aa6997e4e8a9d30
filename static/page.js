// What every page has: the theme and the keys that the reader chose, and menus that close. It runs before the page is
// drawn, so that no page appears in the wrong theme first.
"use strict";
(() => {
  const root = document.documentElement;
  // A browser may refuse storage. Then a choice holds for this page.
  const stored = (name) => {
    try {
      return window.localStorage.getItem(`chaffinch-${name}`) ?? "";
    } catch {
      return "";
    }
  };
  const store = (name, choice) => {
    try {
      window.localStorage.setItem(`chaffinch-${name}`, choice);
    } catch {
      // As above.
    }
  };
  window.chaffinchChoice = { stored, store };
  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  root.classList.add("scripts");
  show(stored("theme"));
  root.dataset.singleKeys = stored("single-keys");

  // Whether a key is a shortcut: without modifiers, outside of fields, and if the reader has not switched shortcuts off.
  window.chaffinchKey = (event) => root.dataset.singleKeys !== "off"
    && (event.key === "?" || document.querySelector(".keys:popover-open") === null)
    && !event.ctrlKey && !event.metaKey && !event.altKey
    && event.target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select") === null;

  document.addEventListener("DOMContentLoaded", () => {
    for (const choice of document.querySelectorAll(".theme [name=theme]")) {
      choice.checked = choice.value === (root.dataset.theme ?? "");
      choice.addEventListener("change", () => {
        store("theme", choice.value);
        show(choice.value);
      });
    }
    const keys = document.getElementById("single-keys");
    keys.checked = root.dataset.singleKeys !== "off";
    keys.addEventListener("change", () => {
      root.dataset.singleKeys = keys.checked ? "" : "off";
      store("single-keys", root.dataset.singleKeys);
    });
  });

  const open = () => document.querySelectorAll("details.dropdown[open]");
  document.addEventListener("click", (event) => {
    for (const menu of open()) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
