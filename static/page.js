// What every page has: the theme that the reader chose, and menus that close. It runs before the page is drawn, so that
// no page appears in the wrong theme first.
"use strict";
(() => {
  const root = document.documentElement;
  const key = "chaffinch-theme";
  // A browser may refuse storage, and then the system's theme applies.
  const stored = () => {
    try {
      return window.localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  };
  const store = (theme) => {
    try {
      window.localStorage.setItem(key, theme);
    } catch {
      // The choice holds for this page.
    }
  };
  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  root.classList.add("scripts");
  show(stored());

  document.addEventListener("DOMContentLoaded", () => {
    for (const choice of document.querySelectorAll(".theme input")) {
      choice.checked = choice.value === (root.dataset.theme ?? "");
      choice.addEventListener("change", () => {
        store(choice.value);
        show(choice.value);
      });
    }
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
