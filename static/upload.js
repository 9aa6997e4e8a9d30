// Improves forms that also work without it: drops anywhere on the page, a list of the chosen files, a suggested title
// and language, and the progress of the upload. Needs service.js and, on the form of a comparison, suggest.js. Sends
// requests to this server only.
"use strict";

(() => {
  const { say, meter } = Progress;

  function size(bytes) {
    const local = (value, digits) => window.chaffinchNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    if (bytes < 1024) return `${bytes} B`;
    if (bytes < 1024 * 1024) return `${local(bytes / 1024, 0)} KiB`;
    return `${local(bytes / 1024 / 1024, 1)} MiB`;
  }

  // Returns all files in a dropped entry with their paths: [{ path, file }]. Folders are read in batches.
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

  // Returns what was dropped: loose files, and the files of folders with their paths.
  async function dropped(transfer) {
    // The browser clears the entries when the handler returns, so all are fetched before any is read.
    const items = [...transfer.items].filter((item) => item.kind === "file");
    const entries = items.map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry());
    const isFolder = (entry) => entry && entry.isDirectory;
    const files = items.map((item) => item.getAsFile()).filter((file, at) => file && !isFolder(entries[at]));
    const inFolders = [];
    for (const entry of entries.filter(isFolder)) inFolders.push(...(await below(entry, "")));
    return { files, inFolders };
  }

  // An area that takes files: drops add to the chosen files, and each file or folder can be removed.
  function dropArea(field) {
    const input = field.querySelector("input[type=file]:not([webkitdirectory])");
    const folderInput = field.querySelector("input[webkitdirectory]");
    // The files of a folder are sent one by one with their paths.
    const folderField = folderInput ? folderInput.name : input.name === "submissions" ? "folder" : input.name;
    const missing = field.querySelector(".missing");
    const list = document.createElement("ul");
    let files = [...input.files];
    // Folders, with their files by path.
    const folders = new Map();
    const isRequired = input.required;
    field.classList.add("live");
    list.className = "chosen";
    field.append(list);

    const sum = (all) => all.reduce((bytes, file) => bytes + file.size, 0);
    const inFolder = (name) => [...folders.get(name).values()];
    const show = () => {
      const chosen = new DataTransfer();
      for (const file of files) chosen.items.add(file);
      input.files = chosen.files;
      input.required = isRequired && !folders.size;
      list.replaceChildren(
        ...[...folders.keys()].map((name) =>
          row(`${name}/`, sum(inFolder(name)), () => folders.delete(name))),
        ...files.map((file) =>
          row(file.name, file.size, () => { files = files.filter((other) => other !== file); })),
      );
      if (missing && (files.length || folders.size)) {
        missing.textContent = "";
        input.removeAttribute("aria-invalid");
      }
      field.dispatchEvent(new CustomEvent("chosen", { bubbles: true }));
    };
    const add = ({ files: more, inFolders }) => {
      // A drop anywhere on the page may reach an area that is folded.
      const folded = field.closest("details");
      if (folded) folded.open = true;
      if (!input.multiple) {
        if (more.length) files = [more[0]];
        show();
        return;
      }
      const same = (one) => (other) =>
        one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
      files = files.concat(more.filter((file) => !files.some(same(file))));
      for (const { path, file } of inFolders) {
        const name = path.split("/")[0];
        if (!folders.has(name)) folders.set(name, new Map());
        folders.get(name).set(path, file);
      }
      show();
    };
    const row = (text, bytes, takeOut) => {
      const item = document.createElement("li");
      const name = document.createElement("bdi");
      const weight = document.createElement("span");
      const remove = document.createElement("button");
      name.className = "name";
      name.textContent = text;
      weight.className = "size";
      weight.textContent = size(bytes);
      remove.type = "button";
      remove.className = "quiet";
      remove.textContent = field.dataset.sayRemove;
      remove.setAttribute("aria-label", say(field.dataset.sayRemoveThis, { name: text }));
      remove.onclick = () => {
        takeOut();
        show();
        input.focus();
      };
      item.append(name, weight, remove);
      return item;
    };

    input.addEventListener("change", () => add({ files: [...input.files], inFolders: [] }));
    if (folderInput) {
      folderInput.addEventListener("change", () => {
        const chosen = [...folderInput.files];
        // Kept and sent by the script, because the input forgets a folder when another one is chosen.
        add({ files: [], inFolders: chosen.map((file) => ({ path: file.webkitRelativePath || file.name, file })) });
        folderInput.value = "";
      });
    }
    // The browser knows only the loose files, whichever form sends them.
    field.closest("form").addEventListener("formdata", ({ formData }) => {
      for (const folder of folders.values()) {
        for (const [path, file] of folder) formData.append(folderField, file, path);
      }
    });
    if (files.length) show();
    return {
      field,
      add,
      isEmpty: () => !files.length && !folders.size,
      bytes: () => sum(files) + [...folders.keys()].reduce((bytes, name) => bytes + sum(inFolder(name)), 0),
      loose: () => files,
      folderNames: () => [...folders.keys()],
      paths: () => [...folders.values()].flatMap((folder) => [...folder.keys()]),
      // Says in place that files are missing. Returns whether they are.
      refusesEmpty: () => {
        if (!field.dataset.sayMissing || files.length || folders.size) return false;
        missing.textContent = field.dataset.sayMissing;
        input.setAttribute("aria-invalid", "true");
        input.focus();
        return true;
      },
    };
  }

  // Takes drops anywhere in the window. `areaAt` returns the element whose text the overlay shows; `take` gets it and
  // what was dropped.
  function windowDrops(areaAt, take) {
    const overlay = document.createElement("div");
    const text = document.createElement("p");
    overlay.className = "drop-overlay";
    overlay.hidden = true;
    overlay.append(text);
    document.body.append(overlay);
    const hasFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
    const hide = () => { overlay.hidden = true; };
    for (const name of ["dragenter", "dragover"]) {
      window.addEventListener(name, (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        text.textContent = areaAt(event.target).dataset.sayOver;
        overlay.hidden = false;
      });
    }
    window.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) hide();
    });
    window.addEventListener("drop", async (event) => {
      hide();
      if (!hasFiles(event)) return;
      event.preventDefault();
      const area = areaAt(event.target);
      take(area, await dropped(event.dataTransfer));
    });
  }

  // Enhances all areas of the page. Returns them; the first one takes what is dropped outside of the others.
  function dropAreas() {
    const areas = [...document.querySelectorAll("fieldset.drop")].map(dropArea);
    const fields = new Map(areas.map((area) => [area.field, area]));
    return {
      areas,
      listen: () => windowDrops(
        (target) => (target.closest && target.closest("fieldset.drop")) || areas[0].field,
        (field, found) => fields.get(field).add(found),
      ),
    };
  }

  // Sends a form with its files and shows the progress.
  function enhanceUpload(form, areas) {
    const refused = document.getElementById("refused");
    const sending = document.getElementById("sending");
    const show = meter(sending);
    const stop = document.getElementById("sending-stop");
    const buttons = form.querySelectorAll("button[type=submit]");
    const most = Number(form.dataset.mostBytes);

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (areas.some((area) => area.refusesEmpty())) return;
      const bytes = areas.reduce((sum, area) => sum + area.bytes(), 0);
      // A button may submit the same form to another address.
      const to = event.submitter && event.submitter.dataset.api ? event.submitter.dataset : form.dataset;
      if (bytes > most) {
        refuse(say(sending.dataset.sayMost, { size: size(bytes), most: size(most) }));
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
      if (on) sending.scrollIntoView({ block: "nearest" });
    }

    function send(to) {
      const request = new XMLHttpRequest();
      const end = (text) => {
        busy(false);
        refuse(text);
      };
      const count = sending.querySelector(".count");
      refused.classList.add("hidden");
      count.textContent = "";
      show(sending.dataset.saySending, 0, 0);
      busy(true);
      request.upload.onprogress = (event) => {
        if (!event.lengthComputable) return;
        show(sending.dataset.saySending, event.loaded, event.total);
        count.textContent = say(sending.dataset.saySent, { done: size(event.loaded), total: size(event.total) });
      };
      request.upload.onload = () => {
        show(sending.dataset.sayLooking, 0, 0);
        count.textContent = "";
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
      request.open("POST", to.api);
      request.send(new FormData(form));
    }
  }

  function start() {
    const { areas, listen } = dropAreas();
    const form = document.getElementById("upload");
    if (form && areas.length) {
      enhanceUpload(form, areas);
      if (typeof suggest === "function") suggest(form, areas[0]);
    }
    return { areas, listen };
  }

  // The home page has no form. A drop loads the form into this page, because files do not survive a navigation.
  async function openForm(address, found) {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!response.ok || !page.getElementById("upload")) {
      location.assign(address);
      return null;
    }
    // The styles of the home page are in its main part.
    document.head.append(...document.querySelectorAll("main link[rel=stylesheet]"));
    document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
    document.title = page.title;
    history.pushState(null, "", address);
    window.addEventListener("popstate", () => location.reload());
    const { areas } = start();
    areas[0].add(found);
    document.querySelector("main").focus();
    return areas;
  }

  const invitation = document.querySelector("[data-form]");
  if (invitation) {
    let areas = null;
    windowDrops(
      (target) => (target.closest && target.closest("fieldset.drop")) || document.querySelector("fieldset.drop") || invitation,
      async (field, found) => {
        const area = areas && areas.find((one) => one.field === field);
        if (area) area.add(found);
        else areas = await openForm(invitation.dataset.form, found);
      },
    );
  } else {
    const { areas, listen } = start();
    if (areas.length) listen();
  }
})();
