// Sorts tables by a click on a heading, filters lists while the reader types, shows the first rows of a long list, and
// steps through rows by key. Without this file, all rows are shown in the order of the report.
"use strict";
(() => {
  // A cell without a number ("–") is smaller than all others.
  const valueOf = (cell, numeric) => {
    // The text may be formatted for the reader. The value itself is in an attribute of its element.
    if (!numeric) return cell.querySelector("time")?.dateTime ?? cell.textContent.trim();
    const number = Number.parseFloat(cell.dataset.value ?? cell.querySelector("data")?.value ?? cell.textContent);
    return Number.isNaN(number) ? -Infinity : number;
  };
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, undefined, { numeric: true }) : a < b ? -1 : Number(a > b));
  const said = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => window.chaffinchNumber(values[name]));

  const sortBy = (table, column, heading) => {
    const numeric = heading.classList.contains("number");
    const was = heading.getAttribute("aria-sort");
    // Numbers sort from the largest first, and ranks and numbers of clusters from the best.
    const first = numeric && heading.dataset.order !== "ascending" ? "descending" : "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const order = was === first ? other : first;
    for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    // Array sort is stable: equal rows stay in the order of the last sort.
    const keyed = Array.from(body.rows, (row) => [valueOf(row.cells[column], numeric), row]);
    keyed.sort((a, b) => sign * compare(a[0], b[0]));
    body.append(...keyed.map(([, row]) => row));
    table.dispatchEvent(new Event("rows"));
  };

  for (const table of document.querySelectorAll("table[data-sortable]")) {
    Array.from(table.tHead.rows[0].cells).forEach((heading, column) => {
      // If the service sorts, the heading is a link, which includes the rows of other pages.
      if (heading.querySelector("a.sort")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      // The explanation of the heading is a separate button and stays outside.
      const explains = Array.from(heading.childNodes).filter((node) => !(node instanceof Element && node.matches(".why")));
      button.append(...explains);
      heading.prepend(button);
      button.addEventListener("click", () => sortBy(table, column, heading));
    });
  }

  // Of a long list only the first rows are shown, until the reader asks for more. Rows that a filter hides do not count.
  for (const table of document.querySelectorAll("table[data-first]")) {
    const step = Number(table.dataset.first);
    let most = step;
    const more = document.createElement("button");
    more.type = "button";
    more.className = "quiet show-more";
    table.parentElement.after(more);
    const show = () => {
      let fitting = 0;
      for (const row of table.tBodies[0].rows) {
        if (row.hidden) continue;
        fitting += 1;
        row.classList.toggle("later", fitting > most);
      }
      more.hidden = fitting <= most;
      more.textContent = said(table.dataset.sayMore, { count: fitting - most });
    };
    more.addEventListener("click", () => {
      most = Infinity;
      show();
    });
    table.addEventListener("rows", show);
    show();
  }

  for (const input of document.querySelectorAll("input[data-filter]")) {
    const tables = document.querySelectorAll(input.dataset.filter);
    const count = input.closest(".filter").querySelector("[data-filter-count]");
    const rows = Array.from(tables).flatMap((table) => Array.from(table.tBodies[0].rows, (row) => [row, row.textContent.toLowerCase()]));
    input.closest(".filter").hidden = false;
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLowerCase();
      let shown = 0;
      for (const [row, text] of rows) {
        row.hidden = !text.includes(wanted);
        if (!row.hidden) shown += 1;
      }
      count.textContent = wanted === "" ? "" : said(count.dataset.say, { shown, all: rows.length });
      for (const table of tables) table.dispatchEvent(new Event("rows"));
    });
  }

  // Keys: j and k step through the rows, Enter opens the link that has the focus, / goes to the search field.
  const lists = Array.from(document.querySelectorAll("table[data-keys]"));
  if (lists.length === 0) return;
  const visible = () => lists.flatMap((table) => Array.from(table.tBodies[0].rows)).filter((row) => row.offsetParent !== null && row.querySelector("a"));
  let here = null;
  const step = (by) => {
    const rows = visible();
    if (rows.length === 0) return;
    const at = rows.indexOf(here);
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
    here?.classList.remove("here");
    here = rows[next];
    here.classList.add("here");
    here.querySelector("a").focus({ preventScroll: true });
    here.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("keydown", (event) => {
    if (!window.chaffinchKey(event)) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "/") document.querySelector("input[data-search], input[data-filter]")?.focus();
    else return;
    event.preventDefault();
  });
})();
