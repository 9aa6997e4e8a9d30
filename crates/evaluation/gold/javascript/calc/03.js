'use strict'
// Pratt parser which compiles each statement to a closure.

const { readFileSync } = require('fs')

const env = Object.create(null)
const fail = (what) => { throw what }

const binary = {
  __proto__: null,
  '+': [10, (a, b) => a + b],
  '-': [10, (a, b) => a - b],
  '*': [20, (a, b) => a * b],
  '/': [20, (a, b) => (b ? (a - (a % b)) / b : fail('division by zero'))],
}

const lex = (line) => {
  const toks = line.match(/\d+|[a-z]+|\S/gi)
  let i = 0
  return {
    get now() { return toks[i] },
    is: (t) => toks[i] === t,
    take: () => toks[i++] ?? fail('syntax'),
    expect(t) { if (toks[i++] !== t) fail('syntax') },
    startsAssignment: () => /^[a-z]/i.test(toks[0]) && toks[1] === '=',
  }
}

const prefix = (ts) => {
  const t = ts.take()
  if (/^\d/.test(t)) {
    const n = Number(t)
    return () => n
  }
  if (/^[a-z]/i.test(t)) return () => (t in env ? env[t] : fail('unknown ' + t))
  if (t === '-') {
    const f = prefix(ts)
    return () => -f()
  }
  if (t === '(') {
    const f = expr(ts, 0)
    ts.expect(')')
    return f
  }
  return fail('syntax')
}

const expr = (ts, minimum) => {
  let left = prefix(ts)
  for (;;) {
    const [power, apply] = binary[ts.now] ?? [-1]
    if (power <= minimum) return left
    ts.take()
    const l = left, r = expr(ts, power)
    left = () => apply(l(), r())
  }
}

const compile = (line) => {
  const ts = lex(line)
  let name = null
  if (ts.startsAssignment()) {
    name = ts.take()
    ts.take()
  }
  const f = expr(ts, 0)
  ts.expect(undefined)
  if (name === null) return () => `${f()}`
  return () => `${name} = ${(env[name] = f())}`
}

const answer = (line) => {
  try {
    return compile(line)()
  } catch (problem) {
    if (typeof problem !== 'string') throw problem
    return 'error: ' + problem
  }
}

readFileSync(0, 'utf8')
  .split('\n')
  .filter((line) => line.trim())
  .forEach((line) => console.log(answer(line)))
