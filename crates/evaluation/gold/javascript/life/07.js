'use strict'
/* Life, one BigInt per row, all cells of a row at once.
 * The neighbours are summed with full adders: bit planes s0, s1, s2 hold the
 * count modulo 8. Eight neighbours look like none, but both mean death. */

const [size, ...text] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
const [H, W, N] = size.split(' ').map(Number)
const TOP = BigInt(W - 1)
const MASK = (1n << BigInt(W)) - 1n

const toBits = (s) => BigInt('0b' + s.trim().replaceAll('o', '1').replaceAll('.', '0'))
const toText = (b) =>
  b.toString(2).padStart(W, '0').replaceAll('0', '.').replaceAll('1', 'o')

const rotl = (b) => ((b << 1n) & MASK) | (b >> TOP)
const rotr = (b) => (b >> 1n) | ((b << TOP) & MASK)

const popcount = (b) => {
  let n = 0
  for (; b; b &= b - 1n) n++
  return n
}

const nextRow = (above, row, below) => {
  let s0 = 0n, s1 = 0n, s2 = 0n
  const plus = (x) => {
    const c0 = s0 & x
    const c1 = s1 & c0
    s0 ^= x
    s1 ^= c0
    s2 ^= c1
  }
  for (const r of [above, below]) {
    plus(rotl(r))
    plus(r)
    plus(rotr(r))
  }
  plus(rotl(row))
  plus(rotr(row))
  return s1 & ~s2 & (s0 | row) // three, or two and alive
}

const tick = (g) => g.map((row, i) => nextRow(g[(i || H) - 1], row, g[(i + 1) % H]))

let grid = text.slice(0, H).map(toBits)
const out = []
for (let n = 1, same = false; n <= N && !same; n++) {
  const next = tick(grid)
  same = next.every((row, i) => row === grid[i])
  out.push(`step ${n}: ${next.map(popcount).reduce((a, b) => a + b)}`)
  if (same) out.push('still')
  grid = next
}
console.log(out.concat(grid.map(toText)).join('\n'))
