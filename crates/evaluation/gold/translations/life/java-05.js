'use strict';

const { readFileSync } = require('fs');

const NEXT_STATE = ['000100000', '001100000'].map(bits => [...bits].map(Number));

class Torus {
  #columns;
  #around;
  #cells;
  #buffer;

  constructor(lines, columns) {
    const size = lines * columns;
    this.#columns = columns;
    this.#cells = new Uint8Array(size);
    this.#buffer = new Uint8Array(size);
    this.#around = Array.from({ length: size }, (_, place) => {
      const x = place % columns;
      const here = place - x;
      const north = (here - columns + size) % size;
      const south = (here + columns) % size;
      const west = (x + columns - 1) % columns;
      const east = (x + 1) % columns;
      return [
        north + west, north + x, north + east,
        here + west, here + east,
        south + west, south + x, south + east,
      ];
    });
  }

  fillLine(y, text) {
    for (let x = 0; x < this.#columns; x++) {
      this.#cells[y * this.#columns + x] = text[x] === 'o' ? 1 : 0;
    }
  }

  advance() {
    let alive = 0;
    let changed = false;
    this.#cells.forEach((cell, place) => {
      const count = this.#around[place].reduce((sum, other) => sum + this.#cells[other], 0);
      const state = NEXT_STATE[cell][count];
      this.#buffer[place] = state;
      alive += state;
      if (state !== cell) changed = true;
    });
    [this.#cells, this.#buffer] = [this.#buffer, this.#cells];
    return { alive, changed };
  }

  toString() {
    let text = '';
    this.#cells.forEach((cell, place) => {
      text += cell === 1 ? 'o' : '.';
      if ((place + 1) % this.#columns === 0) text += '\n';
    });
    return text;
  }
}

const [first, ...rest] = readFileSync(0, 'utf8').split('\n');
const [lines, columns, rounds] = first.split(' ').map(Number);

const torus = new Torus(lines, columns);
for (let y = 0; y < lines; y++) torus.fillLine(y, rest[y]);

for (let round = 1; round <= rounds; round++) {
  const { alive, changed } = torus.advance();
  console.log(`step ${round}: ${alive}`);
  if (!changed) {
    console.log('still');
    break;
  }
}
process.stdout.write(torus.toString());
