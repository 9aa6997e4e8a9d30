const fs = require('fs');

const input = fs.readFileSync(0, 'utf8').split('\n');
const [height, width, steps] = input[0].split(' ').map(Number);

let world = [];
for (let y = 0; y < height; y++) {
  const row = [];
  for (let x = 0; x < width; x++) {
    row.push(input[1 + y][x] === 'o');
  }
  world.push(row);
}

for (let step = 1; step <= steps; step++) {
  const next = [];
  let population = 0;
  let changed = false;

  for (let y = 0; y < height; y++) {
    next.push([]);
    for (let x = 0; x < width; x++) {
      // count the eight neighbours, the world is a torus
      let neighbours = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          if (dy === 0 && dx === 0) continue;
          const ny = (y + dy + height) % height;
          const nx = (x + dx + width) % width;
          if (world[ny][nx]) neighbours++;
        }
      }

      const alive = neighbours === 3 || (neighbours === 2 && world[y][x]);
      next[y].push(alive);
      if (alive) population++;
      if (alive !== world[y][x]) changed = true;
    }
  }

  world = next;
  console.log(`step ${step}: ${population}`);
  if (!changed) {
    console.log('still');
    break;
  }
}

for (const row of world) {
  console.log(row.map((alive) => (alive ? 'o' : '.')).join(''));
}
