// Marks pairs without leaving the page, shows the marks that others make meanwhile, and begins the review of a filtered
// list. Without this file, the forms and links do the same.
"use strict";
(() => {
  const said = (words, values) => words.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const request = async (path, options) => {
    const answer = await fetch(path, { headers: { "Content-Type": "application/json" }, ...options });
    return [answer.status, answer.ok ? await answer.json() : null];
  };
  // Others mark pairs at the same time. A page that nobody sees does not ask.
  const EVERY = 3000;
  const whileVisible = (look) => {
    window.setInterval(() => document.hidden || look(), EVERY);
    document.addEventListener("visibilitychange", () => document.hidden || look());
  };

  // --- The page of a pair ---

  const bar = document.querySelector(".review-bar");
  if (bar !== null) {
    const { review: api, pair, next, ...words } = bar.dataset;
    const marks = bar.querySelector(".marks");
    const buttons = [...marks.querySelectorAll("button")];
    const advance = marks.querySelector("[name=advance]");
    const noteForm = bar.querySelector(".note-form");
    const note = noteForm?.querySelector("[name=note]");
    const undo = bar.querySelector(".undo-form");
    const by = bar.querySelector(".marked-by");
    const left = bar.querySelector(".left");
    const caseForm = bar.querySelector(".case-form");
    let version = Number(bar.dataset.version);
    let state = buttons.find((button) => button.getAttribute("aria-pressed") === "true")?.dataset.state ?? "";
    let saved = note?.value;
    // The version of the mark whose note the reader has seen.
    let noteVersion = version;
    const isWriting = () => note && note.value !== saved;

    const show = (mark) => {
      const now = mark.state ?? "";
      left.dataset.open = Number(left.dataset.open) + (now === "") - (state === "");
      left.textContent = said(left.dataset.say, { count: left.dataset.open });
      [version, state] = [mark.version, now];
      for (const button of buttons) {
        const pressed = button.dataset.state === now;
        button.setAttribute("aria-pressed", pressed);
        button.value = pressed ? "" : button.dataset.state;
      }
      for (const seen of bar.querySelectorAll("[name=seen]")) seen.value = version;
      undo.querySelector("button").value = mark.previous ?? "";
      undo.hidden = (mark.previous ?? "") === now;
      if (note && mark.note !== null) {
        // What the reader is writing stays, and does not replace a note that the reader has not seen.
        if (note.value === saved) note.value = saved = mark.note;
        if (mark.note === saved) noteVersion = version;
      }
      const assigned = mark.assignee === null ? "" : said(words.sayAssigned, { name: mark.assignee.name });
      const changed = mark.by === null ? "" : said(words.sayBy, { by: mark.by.name, when: window.chaffinchTime(mark.at) });
      return [changed, assigned].filter((text) => text !== "").join(" · ");
    };
    // One change after the other, so that each has seen the one before.
    let last = Promise.resolve();
    const save = (change) => (last = last.then(() => send(change)));
    const send = async (change) => {
      try {
        const body = JSON.stringify({ ...change, seen: change.note === undefined ? version : noteVersion });
        const [status, mark] = await request(`${api}/pairs/${pair}/mark`, { method: "PUT", body });
        if (mark !== null) {
          if (change.note !== undefined && note.value.trim() === change.note) note.value = saved = change.note;
          by.textContent = show(mark);
          return true;
        }
        if (status === 409) {
          const now = await current();
          by.textContent = said(words.sayChanged, { by: now?.by?.name ?? "" });
          if (isWriting() && now?.note) {
            by.textContent += ` ${said(words.sayNote, { note: now.note })}`;
            [saved, noteVersion] = [now.note, version];
          }
          return false;
        }
        by.textContent = words.sayStale;
        return false;
      } catch {
        // The connection is gone.
      }
      by.textContent = words.sayFailed;
      return false;
    };
    const current = async () => {
      const [, list] = await request(`${api}/marks`);
      const mark = list?.marks.find((one) => one.pair === pair);
      // An answer that was asked for before the last change is older.
      if (mark !== undefined && mark.version > version) by.textContent = show(mark);
      return mark;
    };
    whileVisible(() => current().catch(() => {}));

    const { stored, store } = window.chaffinchChoice;
    advance.checked = stored("advance") === "1";
    advance.addEventListener("change", () => store("advance", advance.checked ? "1" : "0"));
    marks.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wanted = event.submitter?.value || null;
      const text = note?.value.trim();
      if (!await save(isWriting() ? { state: wanted, note: text } : { state: wanted })) return;
      if (wanted === "case" && caseForm !== null) {
        caseForm.open = true;
        caseForm.querySelector("[name=title]").focus();
      } else if (wanted !== null && advance.checked && next === "") {
        by.textContent = words.sayFinished;
      } else if (wanted !== null && advance.checked) {
        const url = new URL(next, window.location.href);
        url.searchParams.set("done", pair);
        window.location.assign(url);
      }
    });
    undo.addEventListener("submit", (event) => {
      event.preventDefault();
      save({ state: event.submitter.value || null });
    });
    noteForm?.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = note.value.trim();
      if (isWriting() && !await save({ note: text })) return;
      by.textContent = words.saySaved;
      note.blur();
    });
    // A key that goes on does not take back the mark of the last pair.
    const press = (button) => {
      if (!advance.checked || button.getAttribute("aria-pressed") !== "true") button.click();
    };
    const keys = {
      1: () => press(buttons[0]),
      2: () => press(buttons[1]),
      3: () => press(buttons[2]),
      // The last mark: of the pair before, if the reader came from there and has not marked this one.
      u: () => {
        const before = state === "" ? document.querySelector("#notice form[action*='/mark?undo='] button") : null;
        (before ?? (undo.hidden ? null : undo.querySelector("button")))?.click();
      },
      e: () => note?.focus(),
    };
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && bar.contains(event.target)) {
        event.target.blur();
        if (caseForm?.contains(event.target)) caseForm.open = false;
      }
      // A key that is held marks one pair.
      const act = window.chaffinchKey(event) && !event.repeat ? keys[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
  }

  // --- The overview ---

  const progress = document.querySelector(".review-progress");
  if (progress !== null) {
    const rows = new Map(Array.from(document.querySelectorAll("tr[data-pair]"), (row) => [row.dataset.pair, row]));
    const cellOf = (row) => row.querySelector(".review-cell");
    const options = Array.from(document.querySelectorAll("#pair-filter [name=marked] option"), (option) => [option.value, option.textContent]);
    const names = new Map(options);
    const look = async () => {
      const [, list] = await request(`${progress.dataset.review}/marks`);
      for (const mark of list?.marks ?? []) {
        const row = rows.get(mark.pair);
        const now = mark.state ?? "";
        if (row === undefined || row.dataset.marked === now) continue;
        row.dataset.marked = now;
        const chip = cellOf(row).querySelector(".mark") ?? document.createElement("span");
        chip.className = `mark ${now}`;
        chip.textContent = names.get(now) ?? "";
        if (now === "") chip.remove();
        else cellOf(row).prepend(chip);
      }
    };
    whileVisible(() => look().catch(() => {}));
  }
})();
