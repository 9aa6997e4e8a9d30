// Applies the cut-off, the range of the chart and the filter to everything on this page at once, and keeps the filter in
// the address. Without this file, the links and forms of the service do the same, and a report in a folder shows all rows.
"use strict";
(() => {
  const form = document.getElementById("cutoff-form");
  const filter = document.getElementById("pair-filter");
  const pairs = Array.from(document.querySelectorAll("table.pairs tbody tr"));
  const input = document.getElementById("cutoff");
  const number = (text) => Number.parseFloat(text);
  // Texts come from the page, with names in braces in place of numbers. Numbers are formatted for the reader.
  const local = (value, digits = 0) => window.chaffinchNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const said = (words, numbers) => words.replace(/\{(\w+)\}/g, (_, name) => (typeof numbers[name] === "number" ? local(numbers[name]) : numbers[name]));
  // Pairs are compared by strength: larger is stronger, whatever the unit of the cut-off.
  const unit = input?.dataset.unit;
  const score = (value) => (unit === "expect" ? -Math.log10(value) : Math.log2(value));
  const value = (strength) => (unit === "expect" ? 10 ** -strength : 2 ** strength);
  const slack = 1e-4;
  let cutoff = input ? number(input.value) : 0;
  const reaches = (strength) => strength >= score(cutoff) - slack;

  // Without further pages, this page has all pairs, and they are filtered here. Otherwise only the service can.
  const whole = filter?.dataset.whole !== undefined;
  const served = filter?.querySelector("button[type=submit]") !== null;
  const chart = document.querySelector(".distribution svg");
  const bars = Array.from(chart?.querySelectorAll("a.bar") ?? [], (bar) => ({
    bar,
    from: number(bar.dataset.from),
    // The last bar has no end.
    to: bar.dataset.to === "inf" ? Infinity : number(bar.dataset.to),
    edges: bar.dataset.edges.split(" "),
  }));
  // The bars that the reader selected, as positions; null: all pairs.
  let range = null;

  const fields = ["q", "language", "archive", "marked"];
  const wanted = (name) => filter?.elements[name]?.value ?? "";
  const onlyAbove = () => filter?.elements.above?.checked ?? false;
  const onlyMine = () => filter?.elements.mine?.checked ?? false;
  const fits = (row) => {
    const strength = number(row.dataset.score);
    const names = `${row.cells[0].textContent} ${row.cells[1].textContent}`.toLowerCase();
    const archive = wanted("archive");
    return names.includes(wanted("q").trim().toLowerCase())
      && (wanted("language") === "" || row.dataset.languages.split(" ").includes(wanted("language")))
      && (archive === "" || (archive === "*" ? row.dataset.archive !== "-" : row.dataset.archive === archive))
      && (wanted("marked") === "" || (wanted("marked") === "open" ? row.dataset.marked === "" : row.dataset.marked === wanted("marked")))
      && (!onlyMine() || row.dataset.mine !== undefined)
      && (!onlyAbove() || (row.dataset.judged !== undefined && reaches(strength)))
      // The chart counts judged pairs of the class.
      && (range === null || (row.dataset.judged !== undefined && row.dataset.archive === "-"
        && bars[range[0]].from - slack <= strength && strength < bars[range[1]].to - slack));
  };
  const edges = () => [bars[range[1]].edges[unit === "expect" ? 0 : 1], bars[range[0]].edges[unit === "expect" ? 1 : 0]];
  // Pairs that are opened from here stay in this list, and the review goes through it.
  const start = document.querySelector("[data-start]");
  const unfiltered = { href: start?.href, text: start?.textContent };
  const openIn = (query) => {
    const links = pairs.map((row) => Array.from(row.querySelectorAll(".name > a")));
    for (const link of links.flat()) link.search = query;
    const divide = document.querySelector(".divide form");
    if (divide !== null) divide.action = `${divide.action.split("?")[0]}${query === "" ? "" : `?${query}`}`;
    const listed = pairs.filter((row, at) => links[at].length > 0 && !row.hidden);
    const first = listed.find((row) => row.dataset.marked === "") ?? listed[0];
    if (start === null) return;
    const filtered = fields.some((name) => wanted(name).trim() !== "") || onlyAbove() || onlyMine() || range !== null;
    start.hidden = filtered && first === undefined;
    start.textContent = filtered ? start.dataset.sayFiltered : unfiltered.text;
    start.href = filtered && first !== undefined ? first.querySelector(".name > a").href : unfiltered.href;
  };
  const keepInAddress = () => {
    const query = new URLSearchParams(served ? window.location.search : "");
    for (const name of [...fields, "above", "mine", "from", "to", "page", "rescored", "restored"]) query.delete(name);
    for (const name of fields) if (wanted(name).trim() !== "") query.set(name, wanted(name).trim());
    if (onlyAbove()) query.set("above", "1");
    if (onlyMine()) query.set("mine", "1");
    if (range !== null) {
      const [from, to] = unit === "expect" ? edges() : edges().reverse();
      if (from !== "") query.set("from", from);
      if (to !== "") query.set("to", to);
    }
    const text = query.toString();
    if (served) openIn(text);
    const address = served ? window.location.pathname + (text === "" ? "" : `?${text}`) : `#pairs${text === "" ? "" : `?${text}`}`;
    // Some browsers refuse this for files.
    try {
      window.history.replaceState(null, "", address);
    } catch {
      return;
    }
  };
  const showFitting = () => {
    let shown = 0;
    for (const row of pairs) {
      row.hidden = !fits(row);
      if (!row.hidden) shown += 1;
    }
    for (const table of document.querySelectorAll("table.pairs")) table.dispatchEvent(new Event("rows"));
    const told = filter?.querySelector("[data-shown]");
    if (told && whole) told.textContent = shown === pairs.length ? "" : said(told.dataset.say, { shown, all: pairs.length });
  };
  const showRange = () => {
    bars.forEach(({ bar }, at) => bar.classList.toggle("chosen", range !== null && range[0] <= at && at <= range[1]));
    const chip = filter?.querySelector(".range");
    if (!chip) return;
    chip.hidden = range === null;
    if (range === null) return;
    const words = chip.querySelector("[data-range]");
    const [from, to] = unit === "expect" ? edges() : edges().reverse();
    const shape = from === "" ? "below" : to === "" ? "atLeast" : "between";
    const rough = (edge) => (edge === "" ? "" : window.chaffinchNumber(Number(edge), { maximumSignificantDigits: 1 }));
    words.textContent = said(words.dataset[shape], { from: rough(from), to: rough(to) });
  };
  const choose = (chosen) => {
    range = chosen;
    showRange();
    showFitting();
    keepInAddress();
  };

  if (filter) {
    filter.hidden = false;
    const changed = () => {
      showFitting();
      keepInAddress();
    };
    if (whole) {
      filter.addEventListener("change", changed);
      filter.addEventListener("input", changed);
      filter.addEventListener("submit", (event) => event.preventDefault());
    } else {
      filter.addEventListener("change", () => filter.requestSubmit());
    }
    filter.querySelector("[data-clear-range]")?.addEventListener("click", () => {
      if (whole) return choose(null);
      filter.elements.from.value = "";
      filter.elements.to.value = "";
      filter.requestSubmit();
    });
  }

  // A bar lists its pairs, and a stroke over several bars lists theirs.
  if (chart && whole) {
    const brush = chart.querySelector(".brush");
    let start = null;
    const barAt = (x) => {
      const boxes = bars.map(({ bar }) => bar.querySelector(".hit").getBoundingClientRect());
      const at = boxes.findIndex((box) => x < box.right);
      return at < 0 ? bars.length - 1 : at;
    };
    const cover = (from, to) => {
      const [first, last] = [bars[from], bars[to]].map(({ bar }) => bar.querySelector(".hit"));
      const left = number(first.getAttribute("x"));
      brush.setAttribute("x", left);
      brush.setAttribute("width", number(last.getAttribute("x")) + number(last.getAttribute("width")) - left);
    };
    const select = (from, to) => {
      const same = range !== null && range[0] === from && range[1] === to;
      choose(same ? null : [from, to]);
    };
    chart.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      start = barAt(event.clientX);
      chart.setPointerCapture(event.pointerId);
    });
    chart.addEventListener("pointermove", (event) => {
      if (start === null) return;
      const at = barAt(event.clientX);
      if (at !== start) cover(Math.min(start, at), Math.max(start, at));
    });
    const end = (event) => {
      if (start === null) return;
      brush.setAttribute("width", 0);
      const at = barAt(event.clientX);
      if (event.type === "pointerup") select(Math.min(start, at), Math.max(start, at));
      start = null;
    };
    chart.addEventListener("pointerup", end);
    chart.addEventListener("pointercancel", end);
    bars.forEach(({ bar }, at) => {
      // In a folder, a bar has no link, but keys reach it all the same.
      if (!bar.hasAttribute("href")) {
        bar.setAttribute("tabindex", "0");
        bar.setAttribute("role", "button");
      }
      // The pointer has already selected; keys and screen readers click.
      bar.addEventListener("click", (event) => {
        event.preventDefault();
        if (event.detail === 0) select(at, at);
      });
      bar.addEventListener("dragstart", (event) => event.preventDefault());
      bar.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        select(at, at);
      });
    });
  }

  // What the address of a report in a folder says; the service has done it.
  if (!served && window.location.hash.includes("?")) {
    const query = new URLSearchParams(window.location.hash.split("?")[1]);
    for (const name of fields) if (filter?.elements[name] && query.has(name)) filter.elements[name].value = query.get(name);
    if (filter?.elements.above) filter.elements.above.checked = query.get("above") === "1";
    const edge = (name, at) => bars.findIndex(({ edges: each }) => each[at] === (query.get(name) ?? ""));
    if (query.has("from") || query.has("to")) {
      const ends = [edge("to", 1), edge("from", 0)].sort((a, b) => a - b);
      if (0 <= ends[0]) range = ends;
    }
    showRange();
    showFitting();
    document.getElementById("pairs")?.scrollIntoView();
  }
  // The first sentence leads to the findings, which are folded.
  const unfold = () => {
    if (window.location.hash !== "#findings") return;
    for (const finding of document.querySelectorAll("details.finding.versions")) finding.open = true;
  };
  unfold();
  window.addEventListener("hashchange", unfold);
  if (!form) return;

  const line = chart?.querySelector(".cutoff-line");
  const slider = document.getElementById("cutoff-range");
  const output = document.querySelector(".cutoff-effect");
  const [low, high] = chart ? chart.dataset.scale.split(" ").map(number) : [-4, 10];
  const [left, right] = chart ? chart.dataset.ends.split(" ").map(number) : [0, 0];
  const part = () => Math.min(1, Math.max(0, (score(cutoff) - low) / (high - low)));
  const judged = pairs.filter((row) => row.dataset.judged !== undefined);
  const weakest = Math.min(...judged.map((row) => number(row.dataset.score)));
  const strengths = output.dataset.clusters.split(" ").filter((text) => text !== "").map(number);
  const told = document.querySelector("[data-expected]");

  const rough = (value) => {
    const words = output.dataset;
    if (value < 0.05) return said(words.fewer, { count: local(0.1, 1) });
    if (value < 0.95) return said(words.about, { count: local(value, 1) });
    return said(words.about, { count: value < 20 ? Math.round(value) : 10 * Math.round(value / 10) });
  };
  // Without expect values, the cut-off decides what pairs are called in the list.
  const rename = () => {
    if (filter?.dataset.above === undefined) return;
    for (const row of judged) {
      const above = reaches(number(row.dataset.score));
      const level = row.querySelector("td.scale > span");
      level.textContent = above ? filter.dataset.above : filter.dataset.below;
      level.className = above ? "level unlikely" : "level weak";
    }
  };
  const mark = () => {
    for (const row of judged) row.classList.toggle("above", reaches(number(row.dataset.score)));
  };
  const apply = () => {
    line?.setAttribute("transform", `translate(${(left + (right - left) * part()).toFixed(1)} 0)`);
    for (const { bar, from } of bars) bar.classList.toggle("above", reaches(from));
    const above = judged.filter((row) => reaches(number(row.dataset.score)));
    const orMore = !whole || (output.dataset.truncated !== undefined && reaches(weakest));
    for (const shown of output.querySelectorAll("[data-above]")) {
      const count = above.filter((row) => (row.dataset.archive === "-") === (shown.dataset.above === "own")).length;
      shown.textContent = orMore ? said(output.dataset.orMore, { count }) : local(count);
    }
    mark();
    rename();
    const clusters = strengths.filter(reaches).length;
    const table = document.querySelector("table.clusters");
    for (const row of table?.tBodies[0].rows ?? []) row.hidden = row.dataset.score !== undefined && !reaches(number(row.dataset.score));
    table?.dispatchEvent(new Event("rows"));
    // A lower cut-off merges clusters and creates new ones, which only the service can compute.
    output.querySelector("[data-cases]").textContent = score(cutoff) < score(number(input.dataset.own)) - slack ? said(output.dataset.atLeast, { count: clusters }) : local(clusters);
    if (told) told.textContent = rough(cutoff);
    document.dispatchEvent(new CustomEvent("cutoff", { detail: { score: score(cutoff) } }));
    showFitting();
  };
  const set = (chosen, source) => {
    if (!(chosen > 0)) return;
    cutoff = chosen;
    if (source !== input) input.value = number(chosen.toPrecision(2));
    if (source !== slider) slider.value = 100 * part();
    apply();
  };
  form.hidden = false;
  slider.hidden = false;
  slider.value = 100 * part();
  input.addEventListener("input", () => set(number(input.value), input));
  slider.addEventListener("input", () => set(value(low + (high - low) * number(slider.value) / 100), slider));
  // A report in a folder has no server to send the form to.
  if (!form.querySelector("button")) form.addEventListener("submit", (event) => event.preventDefault());
  mark();
})();
