const fs = require("fs");

// A parser is a function: text -> [result, rest of the text], or null if it
// does not fit. Results are arrays like ["+", ["num", 1], ["var", "x"]].

const token = (regex, build) => (text) => {
  const m = text.match(new RegExp("^\\s*(" + regex + ")"));
  return m && [build ? build(m[1]) : m[1], text.slice(m[0].length)];
};

const seq = (...parsers) => (text) => {
  const results = [];
  for (const p of parsers) {
    const r = p(text);
    if (!r) return null;
    results.push(r[0]);
    text = r[1];
  }
  return [results, text];
};

const alt = (...parsers) => (text) => {
  for (const p of parsers) {
    const r = p(text);
    if (r) return r;
  }
  return null;
};

const map = (p, f) => (text) => {
  const r = p(text);
  return r && [f(r[0]), r[1]];
};

// operand (operator operand)*, from left to right
const chain = (operand, operator) => (text) => {
  let r = operand(text);
  if (!r) return null;
  const more = seq(operator, operand);
  for (let m = more(r[1]); m; m = more(r[1])) {
    const [[op, right], rest] = m;
    r = [[op, r[0], right], rest];
  }
  return r;
};

// ---- grammar ----
const number = token("\\d+", (s) => ["num", parseInt(s, 10)]);
const variable = token("[a-zA-Z]+", (s) => ["var", s]);
const brackets = map(
  seq(token("\\("), (t) => sum(t), token("\\)")),
  ([, inside]) => inside
);
const negative = map(
  seq(token("-"), (t) => factor(t)),
  ([, x]) => ["neg", x]
);
const factor = alt(number, variable, brackets, negative);
const product = chain(factor, token("[*/]"));
const sum = chain(product, token("[-+]"));
const assignment = map(
  seq(token("[a-zA-Z]+"), token("="), sum),
  ([name, , value]) => ["let", name, value]
);
const statement = alt(
  map(seq(assignment, token("$")), ([s]) => s),
  map(seq(sum, token("$")), ([s]) => s)
);

// ---- evaluation ----
const values = Object.create(null);

const rules = {
  num: (n) => n,
  neg: (x) => -run(x),
  "+": (x, y) => run(x) + run(y),
  "-": (x, y) => run(x) - run(y),
  "*": (x, y) => run(x) * run(y),
  "/": (x, y) => {
    const a = run(x);
    const b = run(y);
    if (b == 0) throw { message: "division by zero" };
    return Math.sign(a) * Math.sign(b) * Math.floor(Math.abs(a) / Math.abs(b));
  },
  var: (name) => {
    if (!(name in values)) throw { message: "unknown " + name };
    return values[name];
  },
  let: (name, x) => {
    values[name] = run(x);
    return name + " = " + values[name];
  },
};

function run([kind, ...parts]) {
  return rules[kind](...parts);
}

function answer(line) {
  const parsed = statement(line);
  if (!parsed) return "error: syntax";
  try {
    return String(run(parsed[0]));
  } catch (e) {
    return "error: " + e.message;
  }
}

fs.readFileSync(0, "utf8")
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line.length > 0)
  .forEach((line) => console.log(answer(line)));
