let s;      // the line
let p;      // where we are
let dry;    // first run: only check the syntax
const vars = new Map();

function fail(why) {
  throw new RangeError(why);
}

function blanks() {
  while (p < s.length && s[p] <= ' ') p++;
}

// skips c if it is the next character
function accept(c) {
  blanks();
  if (s[p] === c) {
    p++;
    return true;
  }
  return false;
}

function run(from, to) {
  const q = p;
  while (p < s.length && s[p].toLowerCase() >= from && s[p].toLowerCase() <= to) p++;
  return s.slice(q, p);
}

function sum() {
  let x = product();
  while (true) {
    if (accept('+')) x += product();
    else if (accept('-')) x -= product();
    else return x;
  }
}

function product() {
  let x = sign();
  while (true) {
    if (accept('*')) {
      x *= sign();
    } else if (accept('/')) {
      let y = sign();
      if (dry) y = 1n;
      if (y === 0n) fail('division by zero');
      x /= y;
    } else {
      return x;
    }
  }
}

function sign() {
  if (accept('-')) return -sign();
  return atom();
}

function atom() {
  if (accept('(')) {
    const x = sum();
    if (!accept(')')) fail('syntax');
    return x;
  }
  const digits = run('0', '9');
  if (digits !== '') return BigInt(digits);
  const name = run('a', 'z');
  if (name === '') fail('syntax');
  if (dry) return 1n;
  if (!vars.has(name)) fail('unknown ' + name);
  return vars.get(name);
}

function statement(start) {
  p = start;
  const value = sum();
  blanks();
  if (p < s.length) fail('syntax');
  return value;
}

function answer() {
  p = 0;
  blanks();
  const target = run('a', 'z');
  const assignment = target !== '' && accept('=');
  const start = assignment ? p : 0;
  try {
    dry = true;
    statement(start);
    dry = false;
    const value = statement(start);
    if (!assignment) return value.toString();
    vars.set(target, value);
    return target + ' = ' + value;
  } catch (e) {
    if (!(e instanceof RangeError)) throw e;
    return 'error: ' + e.message;
  }
}

for (s of require('fs').readFileSync(0, 'utf8').split('\n')) {
  if (s.trim() !== '') console.log(answer());
}
