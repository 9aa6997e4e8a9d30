// Suggests title, language and archives of a new comparison from the files that the user chose, as long as the user has
// not chosen them, and shows what patterns leave of the files. Reads files in the browser only, and sends the names of
// files, not their content.
"use strict";

const suggest = (() => {
  // The largest list of names in a zip that is read for a suggestion.
  const DIRECTORY_BYTES = 8 << 20;

  // Returns the names in a zip from the directory at its end. Nothing else of the file is read.
  async function namesInZip(file) {
    const [END, ENTRY] = [0x06054b50, 0x02014b50];
    const tail = new DataView(await file.slice(Math.max(0, file.size - 65557)).arrayBuffer());
    let end = tail.byteLength - 22;
    while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
    if (end < 0) return [];
    const start = tail.getUint32(end + 16, true);
    const bytes = Math.min(tail.getUint32(end + 12, true), DIRECTORY_BYTES);
    const directory = new DataView(await file.slice(start, start + bytes).arrayBuffer());
    const decoder = new TextDecoder();
    const names = [];
    for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY;) {
      const length = directory.getUint16(at + 28, true);
      if (at + 46 + length > directory.byteLength) break;
      names.push(decoder.decode(new Uint8Array(directory.buffer, at + 46, length)));
      at += 46 + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    }
    return names;
  }

  // Returns the paths of all files that were chosen. Those in a zip begin with its name.
  async function paths(area) {
    const found = [...area.paths()];
    for (const file of area.loose()) {
      const inside = /\.zip$/i.test(file.name) ? await namesInZip(file).catch(() => []) : [];
      found.push(...(inside.length ? inside.map((name) => `${file.name}/${name}`) : [file.name]));
    }
    return found;
  }

  // Shows what the patterns leave of the files, as soon as the user stops typing.
  function preview(form, shown) {
    const field = (name) => form.querySelector(`#${name}`);
    const lines = (name) => field(name).value.split("\n").map((line) => line.trim()).filter(Boolean);
    let names = [];
    let timer = 0;
    let asked = null;

    async function ask() {
      if (asked) asked.abort();
      const mine = new AbortController();
      asked = mine;
      const question = { include: lines("include"), exclude: lines("exclude"), layout: field("layout").value, paths: names };
      const body = new Blob([JSON.stringify(question)], { type: "application/json" });
      if (!names.length) {
        shown.replaceChildren();
        return;
      }
      if (body.size > Number(shown.dataset.mostBytes)) {
        shown.textContent = shown.dataset.sayMany;
        return;
      }
      try {
        const answer = await fetch(shown.dataset.api, { method: "POST", body, signal: mine.signal });
        // A session that ended leads to the page to sign in.
        if (!answer.ok || answer.redirected) throw new Error(answer.status);
        const part = new DOMParser().parseFromString(await answer.text(), "text/html");
        shown.replaceChildren(...document.adoptNode(part.body).childNodes);
      } catch {
        if (mine === asked && !mine.signal.aborted) shown.textContent = shown.dataset.sayBroke;
      }
    }

    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 300);
    };
    for (const name of ["include", "exclude", "layout"]) field(name).addEventListener("input", soon);
    return (found) => {
      names = found;
      soon();
    };
  }

  return (form, area) => {
    const title = form.querySelector("#title");
    const language = form.querySelector("#language");
    const course = form.querySelector("#course");
    const ticks = [...form.querySelectorAll("input[name=archives][data-course]")];
    // What is told the names of the files.
    const told = [];
    const archive = /\.(zip|7z|tar|tgz|tbz2?|txz|tar\.\w+)$/i;

    if (title) {
      let suggested = "";
      form.addEventListener("chosen", () => {
        if (title.value !== suggested) return;
        const first = area.loose().find((file) => archive.test(file.name));
        const name = first ? first.name.replace(/\.[^.]*$/, "").replace(/\.tar$/, "") : "";
        suggested = (area.folderNames()[0] || name).slice(0, title.maxLength);
        title.value = suggested;
      });
    }

    if (language) {
      const auto = language.querySelector("[value=auto]");
      const plain = auto.textContent;
      const named = new Map();
      for (const option of language.querySelectorAll("[data-endings]")) {
        for (const ending of option.dataset.endings.split(" ")) {
          if (ending && !named.has(ending)) named.set(ending, option.textContent);
        }
      }
      told.push((names) => {
        const counts = new Map();
        for (const name of names) {
          const found = named.get(name.split(".").pop().toLowerCase());
          if (!found || /(^|\/)(__MACOSX|node_modules|\.git)\//.test(name)) continue;
          counts.set(found, (counts.get(found) || 0) + 1);
        }
        const found = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([name]) => name);
        auto.textContent = found.length ? Progress.say(language.dataset.sayDetected, { languages: found.join(", ") }) : plain;
      });
    }

    const shown = form.querySelector("#patterns-left");
    if (shown) told.push(preview(form, shown));

    let turn = 0;
    form.addEventListener("chosen", async () => {
      turn += 1;
      const mine = turn;
      const names = await paths(area);
      if (mine === turn) for (const tell of told) tell(names);
    });

    if (course) {
      let before = course.selectedOptions[0].dataset;
      course.addEventListener("change", () => {
        const now = course.selectedOptions[0].dataset;
        for (const name of ["include", "exclude"]) {
          const field = form.querySelector(`#${name}`);
          if (!field || field.value !== before[name]) continue;
          field.value = now[name];
          field.dispatchEvent(new Event("input"));
        }
        before = now;
      });
    }

    if (course && ticks.length) {
      let touched = false;
      for (const tick of ticks) tick.addEventListener("change", () => { touched = true; });
      course.addEventListener("change", () => {
        if (touched) return;
        for (const tick of ticks) tick.checked = tick.dataset.course === course.value;
      });
    }
  };
})();
