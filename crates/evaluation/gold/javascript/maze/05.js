'use strict'
// One flat array with a wall all around it: no border checks are needed.

const [head, ...rows] = require('fs').readFileSync(0, 'latin1').split('\n')
const [H, W] = head.split(' ').map(s => parseInt(s))

const stride = W + 2
const size = (H + 2) * stride
const cell = Buffer.alloc(size, '#')
for (let y = 0; y < H; ++y)
  cell.write(rows[y].slice(0, W), (y + 1) * stride + 1, 'latin1')

const S = cell.indexOf('S')
const E = cell.indexOf('E')
const WALL = '#'.charCodeAt(0)
const STAR = '*'.charCodeAt(0)
const DIRS = [-stride, stride, -1, 1]

function distances(from) {
  const d = new Int32Array(size).fill(-1)
  const q = new Int32Array(size)
  let head = 0, tail = 0
  d[from] = 0
  q[tail++] = from
  while (head < tail) {
    const p = q[head++]
    for (const o of DIRS) {
      if (cell[p + o] !== WALL && d[p + o] < 0) {
        d[p + o] = d[p] + 1
        q[tail++] = p + o
      }
    }
  }
  return d
}

const d = distances(S)
if (d[E] < 0) {
  console.log('no way')
} else {
  let p = E
  while (d[p] > 1) {
    p += DIRS.find(o => d[p + o] === d[p] - 1)
    cell[p] = STAR
  }

  let out = `steps ${d[E]}\n`
  for (let y = 1; y <= H; ++y) {
    const at = y * stride + 1
    out += cell.toString('latin1', at, at + W) + '\n'
  }
  process.stdout.write(out)
}
