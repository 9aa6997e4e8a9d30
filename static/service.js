// Improves pages of the service that work without it: forms that upload (drops, a list of files, a progress bar)
// and what runs (progress as it comes). Talks to this server only.
"use strict";

(() => {
  const form = document.getElementById("upload");
  if (form) enhanceUpload(form);
  else document.querySelectorAll(".drop").forEach(dropField);
  const progress = document.querySelector("[data-events]");
  if (progress) follow(progress);

  // A sentence of the page with its {names} filled in.
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
    const button = form.querySelector("button[type=submit]");
    const most = Number(form.dataset.mostBytes);
    const fields = [...form.querySelectorAll(".drop")].map(dropField);

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const bytes = fields.reduce((sum, field) => sum + field.bytes(), 0);
      if (bytes > most) {
        refuse(say(sending.dataset.sayMost, { size: words(bytes), most: words(most) }));
      } else {
        send();
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
      button.disabled = on;
    }

    function send() {
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
          location.assign(form.dataset.then + JSON.parse(request.responseText).id);
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
      request.open("POST", form.dataset.api);
      request.send(new FormData(form));
    }
  }

  // One field of files: drops add to what was chosen; each file can be taken out again.
  function dropField(field) {
    const input = field.querySelector("input[type=file]");
    const list = document.createElement("ul");
    let files = [...input.files];
    field.classList.add("live");
    const hint = document.createElement("span");
    hint.className = "or-drop";
    hint.textContent = field.dataset.sayDrop;
    field.querySelector(".drop-label").after(hint);
    list.className = "chosen";
    field.append(list);

    const show = () => {
      const chosen = new DataTransfer();
      for (const file of files) chosen.items.add(file);
      input.files = chosen.files;
      list.replaceChildren(...files.map(row));
    };
    const add = (more) => {
      if (!input.multiple) files = [];
      const same = (one) => (other) =>
        one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
      const fresh = [...more].filter((file) => !files.some(same(file)));
      files = files.concat(input.multiple ? fresh : fresh.slice(0, 1));
      show();
    };
    const row = (file) => {
      const item = document.createElement("li");
      const name = document.createElement("bdi");
      const size = document.createElement("span");
      const remove = document.createElement("button");
      name.className = "name";
      name.textContent = file.name;
      size.className = "size";
      size.textContent = words(file.size);
      remove.type = "button";
      remove.className = "quiet";
      remove.textContent = field.dataset.sayRemove;
      remove.setAttribute("aria-label", say(field.dataset.sayRemoveThis, { name: file.name }));
      remove.onclick = () => {
        files = files.filter((other) => other !== file);
        show();
        input.focus();
      };
      item.append(name, size, remove);
      return item;
    };

    input.addEventListener("change", () => add(input.files));
    for (const name of ["dragenter", "dragover"]) {
      field.addEventListener(name, (event) => {
        event.preventDefault();
        field.classList.add("over");
      });
    }
    for (const name of ["dragleave", "drop"]) {
      field.addEventListener(name, () => field.classList.remove("over"));
    }
    field.addEventListener("drop", (event) => {
      event.preventDefault();
      add(event.dataTransfer.files);
    });
    if (files.length) show();
    return { bytes: () => files.reduce((sum, file) => sum + file.size, 0) };
  }

  // Shows progress as it comes. The browser connects again by itself; each stream begins with how things are.
  function follow(section) {
    const stage = section.querySelector(".stage");
    const bar = section.querySelector("progress");
    const count = section.querySelector(".count");
    const events = new EventSource(section.dataset.events);
    events.addEventListener("progress", (event) => {
      const now = JSON.parse(event.data);
      const waiting = now.status === "queued" ? section.dataset.sayWaiting : section.dataset.sayStarting;
      const text = now.stage || waiting;
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
    // Closed for good (signed out, deleted): the page itself says what is the matter.
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000);
    };
  }
})();
