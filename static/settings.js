// Shows the effect of a cut-off while it is typed. The service computes it, for the same page without a script. Sends
// requests to this server only.
"use strict";
(() => {
  const form = document.querySelector("form[data-preview]");
  if (!form) return;
  const effect = form.querySelector("#cutoff-effect");
  // The last request: answers to earlier ones are dropped.
  let last = null;
  const preview = async () => {
    last?.abort();
    const request = new AbortController();
    last = request;
    const query = new URLSearchParams();
    for (const input of form.querySelectorAll("input[type=number]")) query.set(input.name, input.value);
    try {
      const response = await fetch(`${form.dataset.preview}?${query}`, { headers: { accept: "text/html" }, signal: request.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = page.getElementById("cutoff-effect");
      if (found) effect.textContent = found.textContent;
    } catch {
      // Another request has taken its place, or the network is down: the sentence stays.
    }
  };
  let pause = 0;
  form.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(preview, 200);
  });
})();
