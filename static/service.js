// Improves pages that also work without it: upload forms (drop areas, a list of files, a progress bar) and running jobs
// (live progress). It sends requests to this server only.
"use strict";

(() => {
  const form = document.getElementById("upload");
  if (form) enhanceUpload(form);
  else document.querySelectorAll(".drop").forEach(dropField);
  const progress = document.querySelector("[data-events]");
  if (progress) follow(progress);

  // Returns a text of the page with its {names} replaced.
  function say(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  function words(bytes) {
    if (bytes < 1024) return `${bytes} bytes`;
    if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KiB`;
    return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  }

  function enhanceUpload(form) {
    const refused = document.getElementById("refused");
    const sending = document.getElementById("sending");
    const sendingWords = document.getElementById("sending-words");
    const bar = document.getElementById("sending-bar");
    const stop = document.getElementById("sending-stop");
    const buttons = form.querySelectorAll("button[type=submit]");
    const most = Number(form.dataset.mostBytes);
    const fields = [...form.querySelectorAll(".drop")].map(dropField);

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const bytes = fields.reduce((sum, field) => sum + field.bytes(), 0);
      // A button may submit the same form to another address.
      const to = event.submitter && event.submitter.dataset.api ? event.submitter.dataset : form.dataset;
      if (bytes > most) {
        refuse(say(sending.dataset.sayMost, { size: words(bytes), most: words(most) }));
      } else {
        send(to);
      }
    });

    function refuse(text) {
      const reason = document.createElement("p");
      reason.className = "reason";
      reason.textContent = text;
      refused.replaceChildren(reason);
      refused.classList.remove("hidden");
      refused.focus();
    }

    function busy(on) {
      sending.classList.toggle("hidden", !on);
      for (const button of buttons) button.disabled = on;
    }

    function send(to) {
      const request = new XMLHttpRequest();
      const end = (text) => {
        busy(false);
        refuse(text);
      };
      refused.classList.add("hidden");
      bar.removeAttribute("value");
      sendingWords.textContent = sending.dataset.saySending;
      busy(true);
      request.upload.onprogress = (event) => {
        if (!event.lengthComputable) return;
        bar.value = event.loaded / event.total;
        const sent = { done: words(event.loaded), total: words(event.total) };
        sendingWords.textContent = say(sending.dataset.saySent, sent);
      };
      request.upload.onload = () => {
        bar.removeAttribute("value");
        sendingWords.textContent = sending.dataset.sayLooking;
      };
      request.onload = () => {
        if (request.status === 201 || request.status === 202) {
          location.assign(to.then + JSON.parse(request.responseText).id);
          return;
        }
        let detail = say(sending.dataset.sayAnswered, { status: request.status });
        try {
          const problem = JSON.parse(request.responseText);
          detail = problem.status >= 500 ? `${problem.detail} (${problem.request_id})` : problem.detail;
        } catch { /* a proxy's page: the status must do */ }
        end(detail);
      };
      request.onerror = () => end(sending.dataset.sayBroke);
      request.onabort = () => end(sending.dataset.sayStopped);
      stop.onclick = () => request.abort();
      const content = new FormData(form);
      for (const field of fields) field.addTo(content);
      request.open("POST", to.api);
      request.send(content);
    }
  }

  // Returns all files in the dropped entries with their paths: [{ path, file }]. Folders are read in batches.
  async function below(entry, path) {
    if (entry.isFile) {
      const file = await new Promise((done, failed) => entry.file(done, failed));
      return [{ path: path + entry.name, file }];
    }
    const reader = entry.createReader();
    const found = [];
    for (;;) {
      const piece = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!piece.length) return found;
      for (const one of piece) found.push(...(await below(one, `${path}${entry.name}/`)));
    }
  }

  // A file field: drops add to the chosen files, and each file or folder can be removed.
  function dropField(field) {
    const input = field.querySelector("input[type=file]");
    const list = document.createElement("ul");
    let files = [...input.files];
    // Folders, with their files by path. They have their own field, which keeps the paths.
    const folders = new Map();
    field.classList.add("live");
    const hint = document.createElement("span");
    hint.className = "or-drop";
    hint.textContent = field.dataset.sayDrop;
    field.querySelector(".drop-label").after(hint);
    list.className = "chosen";
    field.append(list);

    const sum = (all) => all.reduce((bytes, file) => bytes + file.size, 0);
    const inFolder = (name) => [...folders.get(name).values()];
    const show = () => {
      if (!input.webkitdirectory) {
        const chosen = new DataTransfer();
        for (const file of files) chosen.items.add(file);
        input.files = chosen.files;
      }
      list.replaceChildren(
        ...[...folders.keys()].map((name) =>
          row(`${name}/`, sum(inFolder(name)), () => folders.delete(name))),
        ...files.map((file) =>
          row(file.name, file.size, () => { files = files.filter((other) => other !== file); })),
      );
    };
    const add = (more) => {
      if (!input.multiple) files = [];
      const same = (one) => (other) =>
        one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
      const fresh = [...more].filter((file) => !files.some(same(file)));
      files = files.concat(input.multiple ? fresh : fresh.slice(0, 1));
      show();
    };
    const addInFolders = (found) => {
      for (const { path, file } of found) {
        const name = path.split("/")[0];
        if (!folders.has(name)) folders.set(name, new Map());
        folders.get(name).set(path, file);
      }
      show();
    };
    const row = (text, bytes, takeOut) => {
      const item = document.createElement("li");
      const name = document.createElement("bdi");
      const size = document.createElement("span");
      const remove = document.createElement("button");
      name.className = "name";
      name.textContent = text;
      size.className = "size";
      size.textContent = words(bytes);
      remove.type = "button";
      remove.className = "quiet";
      remove.textContent = field.dataset.sayRemove;
      remove.setAttribute("aria-label", say(field.dataset.sayRemoveThis, { name: text }));
      remove.onclick = () => {
        takeOut();
        show();
        input.focus();
      };
      item.append(name, size, remove);
      return item;
    };

    input.addEventListener("change", () => {
      if (!input.webkitdirectory) {
        add(input.files);
        return;
      }
      // Kept and sent by the script, because the input forgets a folder when another one is chosen.
      addInFolders([...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
      input.value = "";
    });
    for (const name of ["dragenter", "dragover"]) {
      field.addEventListener(name, (event) => {
        event.preventDefault();
        field.classList.add("over");
      });
    }
    for (const name of ["dragleave", "drop"]) {
      field.addEventListener(name, () => field.classList.remove("over"));
    }
    field.addEventListener("drop", async (event) => {
      event.preventDefault();
      // The browser clears the entries when this handler returns, so all are fetched before any is read.
      const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
      const entries = items.map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry());
      const dropped = items.map((item) => item.getAsFile());
      const isFolder = (entry) => entry && entry.isDirectory && field.dataset.folder;
      add(dropped.filter((file, at) => file && !isFolder(entries[at])));
      for (const entry of entries.filter(isFolder)) addInFolders(await below(entry, ""));
    });
    if (files.length && !input.webkitdirectory) show();
    return {
      bytes: () => sum(files) + [...folders.keys()].reduce((bytes, name) => bytes + sum(inFolder(name)), 0),
      addTo: (content) => {
        for (const name of folders.keys()) {
          for (const [path, file] of folders.get(name)) content.append(field.dataset.folder, file, path);
        }
      },
    };
  }

  // Shows live progress. The browser reconnects by itself, and each stream begins with the current state.
  function follow(section) {
    const stage = section.querySelector(".stage");
    const bar = section.querySelector("progress");
    const count = section.querySelector(".count");
    const stages = JSON.parse(section.dataset.stages);
    const events = new EventSource(section.dataset.events);
    events.addEventListener("progress", (event) => {
      const now = JSON.parse(event.data);
      const waiting = now.status === "queued" ? section.dataset.sayWaiting : section.dataset.sayStarting;
      const text = stages[now.stage] || now.stage || waiting;
      if (stage.textContent !== text) stage.textContent = text;
      if (now.total) {
        bar.max = now.total;
        bar.value = now.done;
        count.textContent = say(section.dataset.sayCount, now);
      } else {
        bar.removeAttribute("value");
        count.textContent = "";
      }
    });
    for (const name of ["done", "failed", "cancelled"]) {
      events.addEventListener(name, () => {
        events.close();
        location.reload();
      });
    }
    events.addEventListener("deleted", () => {
      events.close();
      location.assign(document.querySelector("a.wordmark").href);
    });
    // Closed permanently (signed out, or deleted): the reloaded page gives the reason.
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000);
    };
  }
})();
