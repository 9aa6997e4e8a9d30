import { readFileSync } from "node:fs";

interface Spot {
  row: number;
  col: number;
}

const lines = readFileSync("/dev/stdin", "utf8").split("\n");
const [rowCount, colCount] = lines[0].trim().split(/\s+/).map(Number);
const field = lines.slice(1, rowCount + 1).map((line) => [...line.trim()]);

// number of steps from the start, -1 where nobody has been
const reached: number[][] = field.map(() => new Array(colCount).fill(-1));

function locate(letter: string): Spot {
  let spot: Spot = { row: -1, col: -1 };
  field.forEach((cells, row) => {
    cells.forEach((cell, col) => {
      if (cell === letter) spot = { row, col };
    });
  });
  return spot;
}

function adjacent({ row, col }: Spot): Spot[] {
  const result: Spot[] = [];
  if (row > 0) result.push({ row: row - 1, col });
  if (row < rowCount - 1) result.push({ row: row + 1, col });
  if (col > 0) result.push({ row, col: col - 1 });
  if (col < colCount - 1) result.push({ row, col: col + 1 });
  return result;
}

function explore(from: Spot): void {
  reached[from.row][from.col] = 0;
  const todo: Spot[] = [from];
  for (let i = 0; i < todo.length; i++) {
    const step = reached[todo[i].row][todo[i].col] + 1;
    for (const next of adjacent(todo[i])) {
      if (field[next.row][next.col] !== "#" && reached[next.row][next.col] === -1) {
        reached[next.row][next.col] = step;
        todo.push(next);
      }
    }
  }
}

function markWay(to: Spot): void {
  let spot = to;
  for (let left = reached[to.row][to.col] - 1; left > 0; left--) {
    spot = adjacent(spot).find(({ row, col }) => reached[row][col] === left)!;
    field[spot.row][spot.col] = "*";
  }
}

explore(locate("S"));
const exit = locate("E");
const total = reached[exit.row][exit.col];
if (total === -1) {
  console.log("no way");
} else {
  console.log(`steps ${total}`);
  markWay(exit);
  for (const cells of field) {
    console.log(cells.join(""));
  }
}
