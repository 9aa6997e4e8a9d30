const fs = require('fs');

/* ---------- priority queue (binary heap of [key, value]) ---------- */

class MinHeap {
  constructor() {
    this.a = [];
  }

  isEmpty() {
    return this.a.length === 0;
  }

  push(key, value) {
    const a = this.a;
    let i = a.push([key, value]) - 1;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (a[up][0] <= a[i][0]) break;
      [a[up], a[i]] = [a[i], a[up]];
      i = up;
    }
  }

  pop() {
    const a = this.a;
    const top = a[0];
    const last = a.pop();
    if (a.length > 0) {
      a[0] = last;
      let i = 0;
      for (;;) {
        let child = 2 * i + 1;
        if (child >= a.length) break;
        if (child + 1 < a.length && a[child + 1][0] < a[child][0]) child++;
        if (a[i][0] <= a[child][0]) break;
        [a[child], a[i]] = [a[i], a[child]];
        i = child;
      }
    }
    return top;
  }
}

/* ---------- input ---------- */

function loadMaze() {
  const [first, ...rest] = fs.readFileSync(0, 'utf8').split(/\r?\n/);
  const rows = parseInt(first, 10);
  return rest.slice(0, rows).map(line => [...line]);
}

function locate(maze, letter) {
  const y = maze.findIndex(row => row.includes(letter));
  return { x: maze[y].indexOf(letter), y };
}

/* ---------- algorithm ---------- */

const MOVES = [{ x: 0, y: -1 }, { x: 0, y: 1 }, { x: -1, y: 0 }, { x: 1, y: 0 }];

function around(maze, p) {
  return MOVES
    .map(m => ({ x: p.x + m.x, y: p.y + m.y }))
    .filter(q => maze[q.y] && maze[q.y][q.x] && maze[q.y][q.x] !== '#');
}

function dijkstra(maze, source) {
  const cost = maze.map(row => row.map(() => Infinity));
  const heap = new MinHeap();
  cost[source.y][source.x] = 0;
  heap.push(0, source);
  while (!heap.isEmpty()) {
    const [d, p] = heap.pop();
    if (d > cost[p.y][p.x]) continue;
    for (const q of around(maze, p)) {
      if (d + 1 < cost[q.y][q.x]) {
        cost[q.y][q.x] = d + 1;
        heap.push(d + 1, q);
      }
    }
  }
  return cost;
}

function drawPath(maze, cost, from) {
  let here = from;
  let left = cost[from.y][from.x];
  while (--left > 0) {
    here = around(maze, here).find(q => cost[q.y][q.x] === left);
    maze[here.y][here.x] = '*';
  }
}

const maze = loadMaze();
const exit = locate(maze, 'E');
const cost = dijkstra(maze, locate(maze, 'S'));
const total = cost[exit.y][exit.x];

if (total === Infinity) {
  console.log('no way');
} else {
  drawPath(maze, cost, exit);
  console.log(`steps ${total}`);
  maze.forEach(row => console.log(row.join('')));
}
