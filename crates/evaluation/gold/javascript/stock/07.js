const fs = require('fs')

/* State is never changed in place: each command maps a state to a new one.
 *   stock: array of [name, count, price], always ordered by name
 *   log:   lines to print
 *   done:  true after "end"
 */
const EMPTY = { stock: [], log: [], done: false }

const nameOf = ([name]) => name
const has = (state, name) => state.stock.some((row) => nameOf(row) === name)
const log = (state, ...lines) => ({ ...state, log: state.log.concat(lines) })

const update = (state, name, change) => ({
  ...state,
  stock: state.stock.map((row) => (nameOf(row) === name ? change(row) : row)),
})

const insert = (state, row) => {
  const smaller = state.stock.filter((r) => nameOf(r) < nameOf(row))
  const larger = state.stock.filter((r) => nameOf(r) > nameOf(row))
  return { ...state, stock: [...smaller, row, ...larger] }
}

const add = (state, name, count, price) =>
  has(state, name)
    ? update(state, name, ([n, c]) => [n, c + count, price])
    : insert(state, [name, count, price])

const remove = (state, name, count) => {
  if (!has(state, name)) return log(state, `unknown ${name}`)
  const [, available] = state.stock.find((row) => nameOf(row) === name)
  return available < count
    ? log(state, `not enough ${name}`)
    : update(state, name, ([n, c, p]) => [n, c - count, p])
}

const reprice = (state, name, price) =>
  has(state, name)
    ? update(state, name, ([n, c]) => [n, c, price])
    : log(state, `unknown ${name}`)

const report = (state) => {
  const lines = state.stock.map((row) => row.join(' '))
  const total = state.stock.map(([, c, p]) => c * p).reduce((a, b) => a + b, 0)
  return log(state, ...lines, `total ${total}`)
}

const step = (state, line) => {
  if (state.done) return state
  const [verb, name, x, y] = line.trim().split(/\s+/)
  switch (verb) {
    case '': return state
    case 'add': return add(state, name, Number(x), Number(y))
    case 'remove': return remove(state, name, Number(x))
    case 'price': return reprice(state, name, Number(x))
    case 'report': return report(state)
    case 'end': return { ...state, done: true }
    default: return log(state, 'bad command')
  }
}

const input = fs.readFileSync(0, { encoding: 'utf8' })
const final = input.split('\n').reduce(step, EMPTY)
final.log.forEach((line) => console.log(line))
