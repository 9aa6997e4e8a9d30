const fs = require('fs')

/*
 * Divide and conquer: an expression is cut at its last weakest operator,
 * then both parts are computed in the same way. A check before that makes
 * sure that the syntax is right.
 */

const memory = new Map()

const is_operand = t => /^[0-9A-Za-z]/.test(t)

// 3 * (a - -b) is seen as x*(x--x); inner brackets shrink to x until none
// are left
function check(tokens)
{
  const chain = '-*x([-+*/]-*x)*'
  const bracket = new RegExp('\\(' + chain + '\\)')
  let shape = tokens.map(t => is_operand(t) ? 'x' : t).join('')
  while (bracket.test(shape)) shape = shape.replace(bracket, 'x')
  return new RegExp('^' + chain + '$').test(shape)
}

// index of the operator to cut at, or -1
function find_cut(tokens, operators)
{
  let depth = 0
  for (let i = tokens.length - 1; i > 0; i--) {
    if (tokens[i] === ')') depth++
    else if (tokens[i] === '(') depth--
    else if (depth === 0 && operators.includes(tokens[i])) {
      const left = tokens[i - 1]
      if (left === ')' || is_operand(left)) return i   // else it is unary
    }
  }
  return -1
}

function compute(tokens)
{
  let cut = find_cut(tokens, ['+', '-'])
  if (cut < 0) cut = find_cut(tokens, ['*', '/'])

  if (cut >= 0) {
    const a = compute(tokens.slice(0, cut))
    const b = compute(tokens.slice(cut + 1))
    switch (tokens[cut]) {
      case '+': return a + b
      case '-': return a - b
      case '*': return a * b
    }
    if (b === 0) throw new Error('division by zero')
    return Math.trunc(a / b)
  }

  const [head] = tokens
  if (head === '-') return -compute(tokens.slice(1))
  if (head === '(') return compute(tokens.slice(1, -1))
  if (/[0-9]/.test(head)) return parseInt(head, 10)
  if (memory.has(head)) return memory.get(head)
  throw new Error(`unknown ${head}`)
}

function statement(line)
{
  let tokens = line.match(/[0-9]+|[A-Za-z]+|[^\s]/g)
  let prefix = ''
  let name
  if (tokens[1] === '=' && /[A-Za-z]/.test(tokens[0])) {
    name = tokens[0]
    prefix = name + ' = '
    tokens = tokens.slice(2)
  }
  if (!check(tokens)) throw new Error('syntax')
  const value = compute(tokens)
  if (name) memory.set(name, value)
  return prefix + value
}

const lines = fs.readFileSync(0, 'utf8').split('\n')
for (const line of lines) {
  if (/^\s*$/.test(line)) continue
  let answer
  try {
    answer = statement(line)
  } catch (e) {
    answer = 'error: ' + e.message
  }
  console.log(answer)
}
