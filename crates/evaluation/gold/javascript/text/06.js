const fs = require("fs");

// ---- small tools ----
const pipe = (...fns) => (x) => fns.reduce((acc, fn) => fn(acc), x);
const tally = (list) =>
  list.reduce((acc, x) => acc.set(x, 1 + (acc.get(x) ?? 0)), new Map());
const by = (...criteria) => (a, b) =>
  criteria.map((criterion) => criterion(a, b)).find((order) => order !== 0) ?? 0;
const numeric = (f) => (a, b) => f(a) - f(b);
const alphabetic = (f) => (a, b) => (f(a) < f(b) ? -1 : f(a) > f(b) ? 1 : 0);
const take = (n) => (list) => list.slice(0, n);

// ---- analysis ----
const wordsOf = (text) =>
  Array.from(text.matchAll(/[a-z]+/gi), ([w]) => w.toLowerCase());

const linesOf = (text) => (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).length;

const longestOf = (words) =>
  words.reduce((best, w) => (w.length > best.length ? w : best), "") || "-";

// ---- the three parts of the output ----
const summary = (text, words) => [
  `lines ${linesOf(text)}`,
  `words ${words.length}`,
  `different ${new Set(words).size}`,
  `longest ${longestOf(words)}`,
];

const frequent = pipe(
  tally,
  (counts) => [...counts.entries()],
  (entries) => entries.sort(by(numeric((e) => -e[1]), alphabetic((e) => e[0]))),
  take(10),
  (entries) => entries.map(([word, count]) => `${count} ${word}`)
);

const diagram = pipe(
  (words) => words.map((w) => w.length),
  tally,
  (counts) => [...counts].sort(numeric((e) => e[0])),
  (entries) => entries.map(([length, n]) => `${length}: ${"#".repeat(n)}`)
);

const text = fs.readFileSync(0).toString("latin1");
const words = wordsOf(text);
const output = [...summary(text, words), ...frequent(words), ...diagram(words)];
console.log(output.join("\n"));
