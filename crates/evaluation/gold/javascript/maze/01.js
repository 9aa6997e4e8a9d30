const fs = require('fs');

const lines = fs.readFileSync(0, 'utf8').split('\n');
const [height, width] = lines[0].trim().split(/\s+/).map(Number);

const grid = [];
let start_row, start_col, exit_row, exit_col;
for (let r = 0; r < height; r++) {
  grid.push(lines[r + 1].trim().split(''));
  for (let c = 0; c < width; c++) {
    if (grid[r][c] === 'S') {
      start_row = r;
      start_col = c;
    } else if (grid[r][c] === 'E') {
      exit_row = r;
      exit_col = c;
    }
  }
}

// up, down, left, right: this order decides which way we take at the end
const dr = [-1, 1, 0, 0];
const dc = [0, 0, -1, 1];

// breadth first search from the start, -1 = not visited
const dist = [];
for (let r = 0; r < height; r++) {
  dist.push(new Array(width).fill(-1));
}
dist[start_row][start_col] = 0;
const queue = [[start_row, start_col]];
let first = 0;
while (first < queue.length) {
  const [r, c] = queue[first++];
  for (let k = 0; k < 4; k++) {
    const nr = r + dr[k];
    const nc = c + dc[k];
    if (nr < 0 || nr >= height || nc < 0 || nc >= width) continue;
    if (grid[nr][nc] === '#' || dist[nr][nc] !== -1) continue;
    dist[nr][nc] = dist[r][c] + 1;
    queue.push([nr, nc]);
  }
}

if (dist[exit_row][exit_col] === -1) {
  console.log('no way');
} else {
  const steps = dist[exit_row][exit_col];

  // walk back from the exit
  let r = exit_row;
  let c = exit_col;
  for (let d = steps - 1; d > 0; d--) {
    for (let k = 0; k < 4; k++) {
      const nr = r + dr[k];
      const nc = c + dc[k];
      if (nr >= 0 && nr < height && nc >= 0 && nc < width && dist[nr][nc] === d) {
        r = nr;
        c = nc;
        break;
      }
    }
    grid[r][c] = '*';
  }

  console.log('steps ' + steps);
  for (const row of grid) {
    console.log(row.join(''));
  }
}
