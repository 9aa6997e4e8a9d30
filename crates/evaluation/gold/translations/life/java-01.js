const input = require('fs').readFileSync(0, 'utf8').split(/\s+/);
let next = 0;
const height = parseInt(input[next++]);
const width = parseInt(input[next++]);
const steps = parseInt(input[next++]);
let world = [];
for (let y = 0; y < height; y++) {
    const row = input[next++];
    world.push([]);
    for (let x = 0; x < width; x++) {
        world[y].push(row[x] === 'o');
    }
}

for (let step = 1; step <= steps; step++) {
    const newWorld = [];
    let population = 0;
    let changed = false;
    for (let y = 0; y < height; y++) {
        newWorld.push(new Array(width).fill(false));
        for (let x = 0; x < width; x++) {
            let above = y - 1;
            if (above < 0) {
                above = height - 1;
            }
            let below = y + 1;
            if (below === height) {
                below = 0;
            }
            let left = x - 1;
            if (left < 0) {
                left = width - 1;
            }
            let right = x + 1;
            if (right === width) {
                right = 0;
            }

            let neighbours = 0;
            if (world[above][left]) neighbours++;
            if (world[above][x]) neighbours++;
            if (world[above][right]) neighbours++;
            if (world[y][left]) neighbours++;
            if (world[y][right]) neighbours++;
            if (world[below][left]) neighbours++;
            if (world[below][x]) neighbours++;
            if (world[below][right]) neighbours++;

            if (world[y][x] && (neighbours === 2 || neighbours === 3)) {
                newWorld[y][x] = true;
            }
            if (!world[y][x] && neighbours === 3) {
                newWorld[y][x] = true;
            }
            if (newWorld[y][x]) {
                population++;
            }
            if (newWorld[y][x] !== world[y][x]) {
                changed = true;
            }
        }
    }
    world = newWorld;
    console.log(`step ${step}: ${population}`);
    if (!changed) {
        console.log('still');
        break;
    }
}

for (const row of world) {
    console.log(row.map(cell => (cell ? 'o' : '.')).join(''));
}
