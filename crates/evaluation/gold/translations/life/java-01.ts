import { readFileSync } from "fs";

const tokens = readFileSync(0, "utf8").split(/\s+/).filter((t) => t !== "");
const [rows, columns, generations] = tokens.slice(0, 3).map(Number);
let cells: boolean[][] = tokens
  .slice(3, 3 + rows)
  .map((text) => Array.from(text.slice(0, columns), (ch) => ch === "o"));

for (let generation = 1; generation <= generations; generation++) {
  const next: boolean[][] = [];
  let living = 0;
  let changed = false;

  for (let i = 0; i < rows; i++) {
    next.push(new Array<boolean>(columns).fill(false));
    // opposite edges touch each other
    const north = i === 0 ? rows - 1 : i - 1;
    const south = i === rows - 1 ? 0 : i + 1;

    for (let j = 0; j < columns; j++) {
      const west = j === 0 ? columns - 1 : j - 1;
      const east = j === columns - 1 ? 0 : j + 1;

      const around = [
        cells[north][west], cells[north][j], cells[north][east],
        cells[i][west], cells[i][east],
        cells[south][west], cells[south][j], cells[south][east],
      ].filter(Boolean).length;

      next[i][j] = around === 3 || (cells[i][j] && around === 2);
      if (next[i][j]) living++;
      if (next[i][j] !== cells[i][j]) changed = true;
    }
  }

  cells = next;
  console.log(`step ${generation}: ${living}`);
  if (!changed) {
    console.log("still");
    break;
  }
}

for (const row of cells) {
  console.log(row.map((alive) => (alive ? "o" : ".")).join(""));
}
