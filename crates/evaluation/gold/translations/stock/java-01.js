const fs = require('fs');

// articles, quantities and costs run in parallel
const articles = [];
const quantities = [];
const costs = [];

function swap(list, k) {
  [list[k], list[k + 1]] = [list[k + 1], list[k]];
}

function sortAll() {
  const n = articles.length;
  for (let round = 0; round < n; round++) {
    for (let k = 0; k < n - 1; k++) {
      if (articles[k] > articles[k + 1]) {
        swap(articles, k);
        swap(quantities, k);
        swap(costs, k);
      }
    }
  }
}

const input = fs.readFileSync(0, 'utf8').split('\n');

for (const raw of input) {
  const row = raw.trim();
  if (row === '') continue;
  const [command, article, first, second] = row.split(/ +/);
  if (command === 'end') break;

  const pos = articles.indexOf(article);

  switch (command) {
    case 'add':
      if (pos < 0) {
        articles.push(article);
        quantities.push(Number(first));
        costs.push(Number(second));
      } else {
        quantities[pos] += Number(first);
        costs[pos] = Number(second);
      }
      break;
    case 'remove':
      if (pos < 0) {
        console.log(`unknown ${article}`);
      } else if (Number(first) > quantities[pos]) {
        console.log(`not enough ${article}`);
      } else {
        quantities[pos] -= Number(first);
      }
      break;
    case 'price':
      if (pos < 0) {
        console.log(`unknown ${article}`);
      } else {
        costs[pos] = Number(first);
      }
      break;
    case 'report': {
      sortAll();
      let worth = 0;
      articles.forEach((name, k) => {
        console.log(`${name} ${quantities[k]} ${costs[k]}`);
        worth += quantities[k] * costs[k];
      });
      console.log(`total ${worth}`);
      break;
    }
    default:
      console.log('bad command');
  }
}
