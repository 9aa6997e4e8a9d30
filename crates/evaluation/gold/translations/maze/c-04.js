const { readFileSync } = require('fs');

function main() {
  const [first, ...rest] = readFileSync(0, 'utf8').split('\n');
  const [rows, cols] = first.trim().split(/\s+/).map(Number);
  const board = build(rest.slice(0, rows), cols);
  const from = board.cells.indexOf('S');
  const to = board.cells.indexOf('E');

  const reached = flood(board, from, to);
  if (reached[to] < 0) {
    console.log('no way');
    return;
  }
  console.log(`steps ${reached[to]}`);
  drawPath(board, reached, to);
  for (let r = 1; r <= rows; r++) {
    const begin = r * board.pitch + 1;
    console.log(board.cells.slice(begin, begin + cols).join(''));
  }
}

// flat board with a border of wall, no bounds checks needed
function build(lines, cols) {
  const pitch = cols + 2;
  const cells = new Array((lines.length + 2) * pitch).fill('#');
  lines.forEach((line, r) => {
    for (let c = 0; c < cols; c++) {
      cells[(r + 1) * pitch + c + 1] = line[c];
    }
  });
  return { cells, pitch, moves: [-pitch, pitch, -1, 1] };
}

function flood({ cells, moves }, from, to) {
  const reached = new Int32Array(cells.length).fill(-1);
  const queue = [from];
  reached[from] = 0;
  for (let head = 0; head < queue.length; head++) {
    const here = queue[head];
    if (reached[to] >= 0) break;
    for (const move of moves) {
      const next = here + move;
      if (cells[next] === '#' || reached[next] >= 0) continue;
      reached[next] = reached[here] + 1;
      queue.push(next);
    }
  }
  return reached;
}

function drawPath({ cells, moves }, reached, to) {
  let spot = to;
  while (reached[spot] > 1) {
    spot += moves.find((move) => reached[spot + move] === reached[spot] - 1);
    cells[spot] = '*';
  }
}

main();
