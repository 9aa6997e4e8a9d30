// Sorts tables by a click on a heading, and filters lists while the reader types. Without this file, all rows are shown
// in the order of the report.
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

  const sortBy = (table, column, heading) => {
    const numeric = heading.classList.contains("number");
    const was = heading.getAttribute("aria-sort");
    // Numbers sort from the largest first, and ranks from the best.
    const first = numeric && column > 0 ? "descending" : "ascending";
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
      const number = { shown, all: rows.length };
      const said = count.dataset.say.replace(/\{(\w+)\}/g, (_, name) => number[name].toLocaleString(navigator.languages));
      count.textContent = wanted === "" ? "" : said;
    });
  }
})();
