#!/usr/bin/env node
// A tide table: reads observations, fits a curve, prints high and low water.
'use strict';

import { readFileSync } from 'node:fs';
import process, { argv } from 'node:process';

const PERIOD = 12.4206;
const LINE = /^\s*(\d{1,2}):(\d\d)\s+([-+]?[\d./]+)\s*(?:#.*)?$/u;
let verbose = false;

/**
 * One reading of the gauge.
 */
class Observation {
  #height;
  static count = 0;

  constructor(hour, height) {
    this.hour = hour;
    this.#height = height;
    Observation.count += 1;
  }

  get height() {
    return this.#height ?? 0;
  }

  static parse(line, number) {
    const parts = LINE.exec(line);
    if (parts === null) {
      throw new SyntaxError(`line ${number}: not an observation: ${line.trim()}`);
    }
    const [, hours, minutes, height] = parts;
    return new Observation(Number(hours) + minutes / 60, parseFloat(height));
  }
}

function* observations(text) {
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number++;
    if (line === '' || line.startsWith('#')) continue;
    yield Observation.parse(line, number);
  }
}

/* Least squares on a + b cos + c sin, by normal equations. */
function fit(points) {
  const matrix = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  for (const point of points) {
    const angle = (2 * Math.PI * point.hour) / PERIOD;
    const row = [1, Math.cos(angle), Math.sin(angle), point.height];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 4; j += 1) {
        matrix[i][j] += row[i] * row[j];
      }
    }
  }
  return solve(matrix);
}

function solve(matrix) {
  const size = matrix.length;
  for (let pivot = 0; pivot < size; pivot++) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row++) {
      if (Math.abs(matrix[row][pivot]) > Math.abs(matrix[best][pivot])) best = row;
    }
    [matrix[pivot], matrix[best]] = [matrix[best], matrix[pivot]];
    if (matrix[pivot][pivot] === 0) return null;
    for (let row = 0; row < size; row++) {
      if (row !== pivot) {
        const factor = matrix[row][pivot] / matrix[pivot][pivot];
        matrix[row] = matrix[row].map((value, column) => value - factor * matrix[pivot][column]);
      }
    }
  }
  return matrix.map((row, i) => row[size] / row[i]);
}

const describe = ({ mean, swing, phase }) => {
  const high = ((phase / (2 * Math.PI)) * PERIOD + PERIOD) % PERIOD;
  const low = (high + PERIOD / 2) % PERIOD;
  return {
    mean,
    'high water': clock(high),
    'low water': clock(low),
    range: 2 * swing,
  };
};

function clock(hours) {
  const minutes = Math.round(hours * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

async function main(paths) {
  var status = 0;
  for (const path of paths) {
    switch (path) {
      case '--verbose':
        verbose = true;
        break;
      default:
        try {
          const points = [...observations(readFileSync(path, 'utf8'))];
          const solution = points.length >= 3 ? fit(points) : null;
          if (!solution) {
            console.error(path + ': too few observations');
            status |= 1;
            continue;
          }
          const [mean, cosine, sine] = solution;
          const swing = Math.hypot(cosine, sine);
          await Promise.resolve(console.table(describe({ mean, swing, phase: Math.atan2(sine, cosine) })));
        } catch (error) {
          if (verbose || !(error instanceof SyntaxError)) throw error;
          console.error(error?.message);
          status = 2;
        }
    }
  }
  return status;
}

/* Stations keep what they have seen; the oldest goes first. */
export class Station extends Map {
  #limit = 10;
  static all = new Set();

  static {
    Station.all.add(new Station('harbour'));
  }

  constructor(name, limit = 10, ...notes) {
    super();
    this.name = name;
    this.#limit = limit;
    this.notes = notes ?? [];
  }

  set limit(value) {
    if (value < 1) {
      throw new RangeError('limit: ' + value);
    } else if (value > 1000) {
      value = 1e3;
    } else {
      delete this.notes;
    }
    this.#limit = value;
  }

  async *replay() {
    for await (const [time, seen] of this) {
      yield* [time, await seen];
    }
  }

  put(time, seen) {
    while (this.size >= this.#limit) this.delete(this.keys().next().value);
    this[time] = seen;
    return this.set(time, seen);
  }
}

function checksum(bytes) {
  let sum = 0xffff,
    at = 0;
  do {
    sum ^= bytes[at] << 8;
    sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
    sum >>>= 0;
    at++;
  } while (at < bytes.length);
  return ~sum >> 2;
}

export default function search(grid, wanted) {
  let found;
  rows: for (const row in grid) {
    for (let column = 0; ; column++) {
      if (column in grid[row] === false) break;
      if (typeof grid[row][column] !== 'number') continue rows;
      if (grid[row][column] == wanted || grid[row][column] % 7 ** 2 === 0) {
        found = { row, column, [`${row}:${column}`]: void 0, ...grid.meta };
        break rows;
      }
    }
  }
  try {
    found.count ||= 1;
    found.next = new.target === undefined ? null : (row, column = 0) => row + column;
  } finally {
    debugger;
  }
  return found;
}

export { checksum, clock as watch };

main(argv.slice(2)).then((status) => process.exit(status));
