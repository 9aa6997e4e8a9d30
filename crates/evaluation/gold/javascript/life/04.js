/*
 * Game of life. The field has a frame of one cell on each side which gets a
 * copy of the opposite side before each step, so the inner loop needs no
 * modulo.
 */
const { readFileSync } = require('fs');

function readField() {
  const tokens = readFileSync(0, 'ascii').trim().split(/\s+/);
  const [h, w, steps] = tokens.splice(0, 3).map(t => parseInt(t, 10));
  const field = emptyField(h, w);
  tokens.forEach((row, y) => {
    for (let x = 0; x < w; x++) {
      field[y + 1][x + 1] = Number(row[x] === 'o');
    }
  });
  return { h, w, steps, field };
}

function emptyField(h, w) {
  return Array.from({ length: h + 2 }, () => new Uint8Array(w + 2));
}

function wrap(field, h, w) {
  for (let y = 1; y <= h; y++) {
    field[y][0] = field[y][w];
    field[y][w + 1] = field[y][1];
  }
  field[0].set(field[h]);
  field[h + 1].set(field[1]);
}

const sum3 = (row, x) => row[x - 1] + row[x] + row[x + 1];

function nextGeneration(from, to, h, w) {
  wrap(from, h, w);
  let population = 0;
  let changes = 0;
  for (let y = 1; y <= h; y++) {
    for (let x = 1; x <= w; x++) {
      const me = from[y][x];
      // the cell itself is counted too
      const n = sum3(from[y - 1], x) + sum3(from[y], x) + sum3(from[y + 1], x);
      to[y][x] = n === 3 || (me && n === 4) ? 1 : 0;
      population += to[y][x];
      changes += to[y][x] ^ me;
    }
  }
  return { population, changes };
}

function show(field, h, w) {
  for (let y = 1; y <= h; y++) {
    const inner = field[y].subarray(1, w + 1);
    console.log(Array.from(inner, v => '.o'[v]).join(''));
  }
}

const { h, w, steps, field } = readField();
let current = field;
let other = emptyField(h, w);

for (let i = 1; i <= steps; i++) {
  const { population, changes } = nextGeneration(current, other, h, w);
  [current, other] = [other, current];
  console.log('step ' + i + ': ' + population);
  if (changes === 0) {
    console.log('still');
    break;
  }
}
show(current, h, w);
