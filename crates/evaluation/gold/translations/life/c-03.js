const fs = require('fs');

const births = [3];
const survivals = [2, 3];
const table = [births, survivals].map(counts => {
  const line = new Array(9).fill(0);
  for (const count of counts) line[count] = 1;
  return line;
});

function neighbourLists(rowCount, colCount) {
  const lists = [];
  for (let r = 0; r < rowCount; r++) {
    const upper = ((r + rowCount - 1) % rowCount) * colCount;
    const own = r * colCount;
    const lower = ((r + 1) % rowCount) * colCount;
    for (let c = 0; c < colCount; c++) {
      const left = (c + colCount - 1) % colCount;
      const right = (c + 1) % colCount;
      lists.push([
        upper + left, upper + c, upper + right,
        own + left, own + right,
        lower + left, lower + c, lower + right,
      ]);
    }
  }
  return lists;
}

function nextGeneration(source, target, lists) {
  let living = 0;
  let same = true;
  for (let i = 0; i < source.length; i++) {
    let total = 0;
    for (const k of lists[i]) total += source[k];
    target[i] = table[source[i]][total];
    living += target[i];
    same = same && target[i] === source[i];
  }
  return [living, same];
}

function main() {
  const text = fs.readFileSync(0, 'latin1').split('\n');
  const [rowCount, colCount, limit] = text.shift().trim().split(/\s+/).map(Number);

  let world = new Int8Array(rowCount * colCount);
  for (let r = 0; r < rowCount && r < text.length; r++) {
    for (let c = 0; c < colCount; c++) {
      if (text[r][c] === 'o') world[r * colCount + c] = 1;
    }
  }
  let scratch = new Int8Array(world.length);

  const lists = neighbourLists(rowCount, colCount);
  for (let count = 1; count <= limit; count++) {
    const [living, same] = nextGeneration(world, scratch, lists);
    console.log(`step ${count}: ${living}`);
    if (same) {
      console.log('still');
      break;
    }
    [world, scratch] = [scratch, world];
  }

  for (let r = 0; r < rowCount; r++) {
    let line = '';
    for (const cell of world.subarray(r * colCount, (r + 1) * colCount)) line += '.o'[cell];
    console.log(line);
  }
}

main();
