const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const [rows, cols] = lines.shift().trim().split(' ').map(Number);
const board = lines.slice(0, rows).map((line) => line.trim().split(''));

let from = null;
let to = null;
board.forEach((row, y) => {
  row.forEach((cell, x) => {
    if (cell === 'S') from = [y, x];
    if (cell === 'E') to = [y, x];
  });
});

// -1 where we have not been yet
const far = board.map((row) => new Array(row.length).fill(-1));
const queue = [];

function visit(y, x, n) {
  if (y < 0 || y >= rows || x < 0 || x >= cols) return;
  if (board[y][x] === '#' || far[y][x] !== -1) return;
  far[y][x] = n;
  queue.push([y, x]);
}

visit(from[0], from[1], 0);
while (queue.length > 0) {
  const [y, x] = queue.shift();
  const n = far[y][x] + 1;
  visit(y - 1, x, n);
  visit(y + 1, x, n);
  visit(y, x - 1, n);
  visit(y, x + 1, n);
}

const total = far[to[0]][to[1]];
if (total === -1) {
  console.log('no way');
} else {
  console.log('steps', total);

  // and all the way back
  let [y, x] = to;
  for (let n = total - 1; n > 0; n--) {
    if (y > 0 && far[y - 1][x] === n) y--;
    else if (y < rows - 1 && far[y + 1][x] === n) y++;
    else if (x > 0 && far[y][x - 1] === n) x--;
    else x++;
    board[y][x] = '*';
  }

  for (const row of board) console.log(row.join(''));
}
