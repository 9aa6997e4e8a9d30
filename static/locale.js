// Formats numbers and times for the reader. Without this file they are plain digits and UTC. The format is that of the
// page's language, as the reader's browser prefers it: "1.234" does not mean the same in every language.
"use strict";

(() => {
  const language = document.documentElement.lang;
  const locales = [...navigator.languages.filter((tag) => tag.split("-")[0] === language), language];
  // Other scripts format the numbers that they change in the same way.
  window.chaffinchNumber = (value, form) => value.toLocaleString(locales, form);
  const numbers = new Map();
  // SVG has no element for numbers and times.
  for (const data of document.querySelectorAll("data[value], text[data-number]")) {
    const value = data.getAttribute("value") ?? data.dataset.number;
    // Only elements whose text is the number itself, not a rank such as "3rd" or a share with its sign.
    if (data.textContent.trim().replace(",", ".") !== value || !/^\d+(\.\d+)?$/.test(value)) continue;
    const digits = value.includes(".") ? value.length - value.indexOf(".") - 1 : 0;
    if (!numbers.has(digits)) {
      const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      numbers.set(digits, new Intl.NumberFormat(locales, form));
    }
    data.textContent = numbers.get(digits).format(value);
  }

  const day = new Intl.DateTimeFormat(locales, { dateStyle: "medium", timeZone: "UTC" });
  const moment = new Intl.DateTimeFormat(locales, { dateStyle: "medium", timeStyle: "short" });
  window.chaffinchTime = (exact) => moment.format(new Date(exact));
  for (const time of document.querySelectorAll("time[datetime], text[data-time]")) {
    const exact = time.getAttribute("datetime") ?? time.dataset.time;
    const date = new Date(exact);
    if (Number.isNaN(date.getTime())) continue;
    time.title = time.textContent.trim();
    time.textContent = (exact.includes("T") ? moment : day).format(date);
  }
})();
