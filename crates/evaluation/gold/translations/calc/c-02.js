const { readFileSync } = require('fs');

const precedence = { '(': 0, '+': 1, '-': 1, '*': 2, '/': 2, neg: 3 };
const memory = new Map();

const binary = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => {
    if (b === 0) throw new Error('division by zero');
    return Math.trunc(a / b);
  },
};

// gives the postfix form, or null if the expression is malformed
function toPostfix(text) {
  const output = [];
  const pending = [];
  let wantsOperand = true;

  const pieces = text.match(/[0-9]+|[A-Za-z]+|\S/g) ?? [];
  for (const piece of pieces) {
    if (wantsOperand) {
      if (/^[0-9]/.test(piece)) {
        output.push({ kind: 'number', value: Number(piece) });
        wantsOperand = false;
      } else if (/^[A-Za-z]/.test(piece)) {
        output.push({ kind: 'variable', name: piece });
        wantsOperand = false;
      } else if (piece === '(') {
        pending.push('(');
      } else if (piece === '-') {
        pending.push('neg');
      } else {
        return null;
      }
    } else if (piece === ')') {
      while (pending.length > 0 && pending.at(-1) !== '(') {
        output.push({ kind: pending.pop() });
      }
      if (pending.pop() === undefined) return null;
    } else if (piece in binary) {
      while (pending.length > 0 && precedence[pending.at(-1)] >= precedence[piece]) {
        output.push({ kind: pending.pop() });
      }
      pending.push(piece);
      wantsOperand = true;
    } else {
      return null;
    }
  }

  if (wantsOperand || pending.includes('(')) return null;
  while (pending.length > 0) output.push({ kind: pending.pop() });
  return output;
}

function compute(postfix) {
  const stack = [];
  for (const { kind, value, name } of postfix) {
    switch (kind) {
      case 'number':
        stack.push(value);
        break;
      case 'variable':
        if (!memory.has(name)) throw new Error(`unknown ${name}`);
        stack.push(memory.get(name));
        break;
      case 'neg':
        stack.push(-stack.pop());
        break;
      default: {
        const right = stack.pop();
        const left = stack.pop();
        stack.push(binary[kind](left, right));
      }
    }
  }
  return stack[0];
}

function handle(line) {
  const parts = /^\s*([A-Za-z]+)\s*=(.*)$/.exec(line);
  const postfix = toPostfix(parts ? parts[2] : line);
  if (postfix === null) return 'error: syntax';
  try {
    const result = compute(postfix);
    if (!parts) return `${result}`;
    memory.set(parts[1], result);
    return `${parts[1]} = ${result}`;
  } catch (error) {
    return `error: ${error.message}`;
  }
}

readFileSync(0, 'utf8')
  .split(/\r?\n/)
  .filter(line => line.trim() !== '')
  .forEach(line => console.log(handle(line)));
