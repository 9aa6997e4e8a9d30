const fs = require('fs');

const variables = new Map();

class SyntaxProblem extends Error {}
class RuntimeProblem extends Error {}

/** Splits a line into numbers, names and single signs. */
function tokenize(line) {
  const tokens = [];
  const pattern = /\s*(?:(\d+)|([A-Za-z]+)|([-+*\/()=]))/y;
  const text = line.trimEnd();
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) throw new SyntaxProblem();
    if (match[1]) tokens.push({ type: 'number', value: Number(match[1]) });
    else if (match[2]) tokens.push({ type: 'name', value: match[2] });
    else tokens.push({ type: match[3] });
  }
  return tokens;
}

/** Recursive descent, builds a tree. */
class Parser {
  constructor(tokens) {
    this.tokens = tokens;
    this.position = 0;
  }

  peek() {
    return this.position < this.tokens.length ? this.tokens[this.position].type : 'end';
  }

  next() {
    return this.tokens[this.position++];
  }

  parseAll() {
    const tree = this.expression();
    if (this.peek() !== 'end') throw new SyntaxProblem();
    return tree;
  }

  expression() {
    let left = this.term();
    while (this.peek() === '+' || this.peek() === '-') {
      const operator = this.next().type;
      left = { type: operator, left, right: this.term() };
    }
    return left;
  }

  term() {
    let left = this.factor();
    while (this.peek() === '*' || this.peek() === '/') {
      const operator = this.next().type;
      left = { type: operator, left, right: this.factor() };
    }
    return left;
  }

  factor() {
    switch (this.peek()) {
      case 'number':
      case 'name':
        return this.next();
      case '-':
        this.next();
        return { type: 'negate', operand: this.factor() };
      case '(': {
        this.next();
        const inside = this.expression();
        if (this.peek() !== ')') throw new SyntaxProblem();
        this.next();
        return inside;
      }
      default:
        throw new SyntaxProblem();
    }
  }
}

function evaluate(node) {
  if (node.type === 'number') return node.value;
  if (node.type === 'name') {
    if (!variables.has(node.value)) throw new RuntimeProblem('unknown ' + node.value);
    return variables.get(node.value);
  }
  if (node.type === 'negate') return -evaluate(node.operand);

  const left = evaluate(node.left);
  const right = evaluate(node.right);
  switch (node.type) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/':
      if (right === 0) throw new RuntimeProblem('division by zero');
      return Math.trunc(left / right);
  }
}

function runStatement(line) {
  let tokens = tokenize(line);
  let target = null;
  if (tokens.length >= 2 && tokens[0].type === 'name' && tokens[1].type === '=') {
    target = tokens[0].value;
    tokens = tokens.slice(2);
  }
  const value = evaluate(new Parser(tokens).parseAll());
  if (target === null) return `${value}`;
  variables.set(target, value);
  return `${target} = ${value}`;
}

for (const line of fs.readFileSync(0, 'utf8').split('\n')) {
  if (line.trim() === '') continue;
  try {
    console.log(runStatement(line));
  } catch (e) {
    if (e instanceof SyntaxProblem) console.log('error: syntax');
    else if (e instanceof RuntimeProblem) console.log('error: ' + e.message);
    else throw e;
  }
}
