const { readFileSync } = require('node:fs')

const db = Object.create(null)
const out = []
const say = (...xs) => out.push(xs.join(' '))

// wraps a handler that needs an existing item
const known = f => (name, ...rest) =>
  name in db ? f(db[name], name, ...rest) : say('unknown', name)

const handlers = {
  __proto__: null,

  add(name, n, p) {
    const it = (db[name] ??= { n: 0 })
    it.n += +n
    it.p = +p
  },

  remove: known((it, name, n) => {
    if (it.n < +n) say('not enough', name)
    else it.n -= n
  }),

  price: known((it, _, p) => {
    it.p = +p
  }),

  report() {
    const rows = Object.entries(db).sort(([a], [b]) => (a < b ? -1 : 1))
    rows.forEach(([name, { n, p }]) => say(name, n, p))
    say('total', rows.reduce((t, [, { n, p }]) => t + n * p, 0))
  }
}

const bad = () => say('bad command')

const cmds = readFileSync(0, 'utf8')
  .split(/\r?\n/)
  .map(l => l.match(/\S+/g))
  .filter(Boolean)

const stop = cmds.findIndex(c => c[0] === 'end')
for (const [cmd, ...args] of stop < 0 ? cmds : cmds.slice(0, stop))
  (handlers[cmd] ?? bad)(...args)

if (out.length) console.log(out.join('\n'))
