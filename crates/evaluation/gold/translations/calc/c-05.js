'use strict';

/*
 * Operator precedence with two stacks. The table says what to do with the
 * operator on the stack (row) when the next one (column) comes:
 * S shift, R reduce, P drop the brackets, A accept, E error.
 */
const COLUMNS = '+-*/m()$';
const TABLE = new Map([
  ['+', 'RRSSSSRR'],
  ['-', 'RRSSSSRR'],
  ['*', 'RRRRSSRR'],
  ['/', 'RRRRSSRR'],
  ['m', 'RRRRSSRR'],
  ['(', 'SSSSSSPE'],
  [')', 'EEEEEEEE'],
  ['$', 'SSSSSSEA'],
]);

const store = new Map();
let numbers, operators, trouble;

function complain(message) {
  trouble ??= `error: ${message}`;
}

function lookUp(word) {
  if (store.has(word)) return store.get(word);
  complain(`unknown ${word}`);
  return 1n;
}

function applyTop() {
  const sign = operators.pop();
  let b = numbers.pop();
  if (sign === 'm') {
    numbers.push(-b);
    return;
  }
  const a = numbers.pop();
  if (sign === '/' && b === 0n) {
    complain('division by zero');
    b = 1n;
  }
  switch (sign) {
    case '+': numbers.push(a + b); break;
    case '-': numbers.push(a - b); break;
    case '*': numbers.push(a * b); break;
    case '/': numbers.push(a / b); break;
  }
}

/* true if the syntax is right */
function evaluate(text) {
  numbers = [];
  operators = ['$'];
  trouble = undefined;
  let afterValue = false;
  let rest = text.trim();

  for (;;) {
    rest = rest.trimStart();
    const word = /^(?:[0-9]+|[A-Za-z]+)/.exec(rest)?.[0];
    if (word !== undefined) {
      if (afterValue) return false;
      numbers.push(/^[0-9]/.test(word) ? BigInt(word) : lookUp(word));
      rest = rest.slice(word.length);
      afterValue = true;
      continue;
    }

    if (rest[0] === '$') return false;
    let sign = rest === '' ? '$' : rest[0];
    if (sign === '-' && !afterValue) sign = 'm';
    const column = COLUMNS.indexOf(sign);
    if (column < 0) return false;

    const opens = sign === '(' || sign === 'm';
    if (opens === afterValue) return false;

    const action = TABLE.get(operators.at(-1))[column];
    if (action === 'A') return true;
    if (action === 'E') return false;
    if (action === 'R') {
      applyTop();
      continue;
    }
    if (action === 'S') {
      operators.push(sign);
      afterValue = false;
    } else {
      operators.pop();
    }
    rest = rest.slice(1);
  }
}

for (const line of require('fs').readFileSync(0, 'utf8').split('\n')) {
  if (!/\S/.test(line)) continue;
  const head = /^\s*([a-zA-Z]+)\s*=/.exec(line);
  const body = head ? line.slice(head[0].length) : line;
  if (!evaluate(body)) {
    console.log('error: syntax');
  } else if (trouble) {
    console.log(trouble);
  } else if (head) {
    store.set(head[1], numbers[0]);
    console.log(`${head[1]} = ${numbers[0]}`);
  } else {
    console.log(`${numbers[0]}`);
  }
}
