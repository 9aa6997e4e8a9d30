// The progress of jobs and uploads: stage, percentage, time left. Sends requests to this server only.
"use strict";

const Progress = (() => {
  // Returns a text of the page with its {names} replaced.
  function say(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  // Shorter observations give no reliable rate.
  const LEAST_SECONDS = 2;

  // Shows progress in a section that the macro `meter` has written. Without a total the bar is empty.
  function meter(section) {
    const part = (name) => section.querySelector(`.${name}`);
    const [stage, percent, left, bar] = [part("stage"), part("percent"), part("left"), section.querySelector("progress")];
    const words = part("meter").dataset;
    const percentage = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    let first = null;

    function timeLeft(done, total) {
      const now = performance.now() / 1000;
      first ??= { done, now };
      const seconds = now - first.now;
      if (done <= first.done || done >= total || seconds < LEAST_SECONDS) return "";
      const more = ((total - done) * seconds) / (done - first.done);
      if (more < 60) return say(words.saySeconds, { count: Math.max(5, Math.ceil(more / 5) * 5) });
      return say(words.sayMinutes, { count: Math.ceil(more / 60) });
    }

    return (text, done, total) => {
      if (stage.textContent !== text) {
        stage.textContent = text;
        first = null;
      }
      const share = total ? Math.min(done / total, 1) : 0;
      bar.max = total || 1;
      bar.value = total ? done : 0;
      // Rounded down, so that only what is complete has 100 %.
      percent.textContent = total ? percentage.format(Math.floor(share * 100) / 100) : "";
      left.textContent = total ? timeLeft(done, total) : "";
    };
  }

  // Shows live progress. The browser reconnects by itself, and each stream begins with the current state.
  function follow(section) {
    const show = meter(section);
    const count = section.querySelector(".count");
    const stages = JSON.parse(section.dataset.stages);
    const events = new EventSource(section.dataset.events);
    events.addEventListener("progress", (event) => {
      const now = JSON.parse(event.data);
      const waiting = now.status === "queued" ? section.dataset.sayWaiting : section.dataset.sayStarting;
      show(stages[now.stage] || now.stage || waiting, now.done, now.total);
      count.textContent = now.total ? say(section.dataset.sayCount, now) : "";
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

  const job = document.querySelector("[data-events]");
  if (job) follow(job);
  return { say, meter };
})();
