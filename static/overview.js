// Applies the cut-off and the filter of the overview to the rows of this page at once. Without this file, the forms of
// the service do the same, and a report in a folder shows all rows.
"use strict";
(() => {
  const form = document.getElementById("cutoff-form");
  const filter = document.getElementById("pair-filter");
  const pairs = Array.from(document.querySelectorAll("table.pairs tbody tr"));
  const input = document.getElementById("cutoff");
  const number = (text) => Number.parseFloat(text);
  // Texts come from the page, with names in braces in place of numbers. Numbers are formatted for the reader.
  const local = (value, digits = 0) => value.toLocaleString(navigator.languages, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const said = (words, numbers) => words.replace(/\{(\w+)\}/g, (_, name) => (typeof numbers[name] === "number" ? local(numbers[name]) : numbers[name]));
  // Pairs are compared by strength: larger is stronger, whatever the unit of the cut-off.
  const unit = input?.dataset.unit;
  const score = (value) => (unit === "expect" ? -Math.log10(value) : Math.log2(value));
  const value = (strength) => (unit === "expect" ? 10 ** -strength : 2 ** strength);
  const slack = 1e-4;
  let cutoff = input ? number(input.value) : 0;
  const reaches = (strength) => strength >= score(cutoff) - slack;

  const fits = (row) => {
    if (!filter) return true;
    const wanted = (name) => filter.elements[name]?.value ?? "";
    const names = `${row.cells[1].textContent} ${row.cells[2].textContent}`.toLowerCase();
    const archive = wanted("archive");
    return names.includes(wanted("q").trim().toLowerCase())
      && (wanted("language") === "" || row.dataset.languages.split(" ").includes(wanted("language")))
      && (archive === "" || (archive === "*" ? row.dataset.archive !== "-" : row.dataset.archive === archive))
      && !(filter.querySelector("[data-only-above]")?.checked && !reaches(number(row.dataset.score)));
  };
  const showFitting = () => {
    let shown = 0;
    for (const row of pairs) {
      row.hidden = !fits(row);
      if (!row.hidden) shown += 1;
    }
    const told = filter?.querySelector("[data-shown]");
    if (told && filter.dataset.whole !== undefined) told.textContent = shown === pairs.length ? "" : said(told.dataset.say, { shown, all: pairs.length });
  };
  if (filter) {
    // If there are more pages, only the service can search all pairs.
    const whole = filter.dataset.whole !== undefined;
    filter.hidden = false;
    filter.querySelector(".only-above").hidden = false;
    filter.addEventListener("change", (event) => {
      if (whole || event.target.matches("[data-only-above]")) showFitting();
    });
    if (whole) {
      filter.addEventListener("input", showFitting);
      filter.addEventListener("submit", (event) => event.preventDefault());
    }
  }
  if (!form) return;

  const chart = document.querySelector(".distribution svg");
  const line = chart?.querySelector(".cutoff-line");
  const range = document.getElementById("cutoff-range");
  const output = document.querySelector(".cutoff-effect");
  const [low, high] = chart ? chart.dataset.scale.split(" ").map(number) : [-4, 10];
  const [left, right] = chart ? chart.dataset.ends.split(" ").map(number) : [0, 0];
  const part = () => Math.min(1, Math.max(0, (score(cutoff) - low) / (high - low)));
  const judged = pairs.filter((row) => row.dataset.judged !== undefined);
  const weakest = Math.min(...judged.map((row) => number(row.dataset.score)));
  const bars = Array.from(document.querySelectorAll(".distribution rect.bar"));
  const told = document.querySelector("[data-expected]");

  const rough = (value) => {
    const words = output.dataset;
    if (value < 0.05) return said(words.fewer, { count: local(0.1, 1) });
    if (value < 0.95) return said(words.about, { count: local(value, 1) });
    return said(words.about, { count: value < 20 ? Math.round(value) : 10 * Math.round(value / 10) });
  };
  const apply = () => {
    line?.setAttribute("transform", `translate(${(left + (right - left) * part()).toFixed(1)} 0)`);
    for (const bar of bars) bar.classList.toggle("above", reaches(number(bar.dataset.from)));
    const above = judged.filter((row) => reaches(number(row.dataset.score))).length;
    output.querySelector("[data-above]").textContent = reaches(weakest) ? said(output.dataset.orMore, { count: above }) : local(above);
    for (const row of judged) row.classList.toggle("above", reaches(number(row.dataset.score)));
    let cases = 0;
    for (const row of document.querySelectorAll("table.cases tbody tr")) {
      row.hidden = !reaches(number(row.dataset.score));
      if (!row.hidden) cases += 1;
    }
    // A lower cut-off merges clusters and creates new ones, which only the service can compute.
    output.querySelector("[data-cases]").textContent = score(cutoff) < score(number(input.dataset.own)) - slack ? said(output.dataset.atLeast, { count: cases }) : local(cases);
    if (told) told.textContent = rough(cutoff);
    showFitting();
  };
  const set = (chosen, source) => {
    if (!(chosen > 0)) return;
    cutoff = chosen;
    if (source !== input) input.value = number(chosen.toPrecision(2));
    if (source !== range) range.value = 100 * part();
    apply();
  };
  form.hidden = false;
  range.hidden = false;
  range.value = 100 * part();
  input.addEventListener("input", () => set(number(input.value), input));
  range.addEventListener("input", () => set(value(low + (high - low) * number(range.value) / 100), range));
  // A report in a folder has no server to send the form to.
  if (!form.querySelector("button")) form.addEventListener("submit", (event) => event.preventDefault());
  for (const row of judged) row.classList.toggle("above", reaches(number(row.dataset.score)));
})();
