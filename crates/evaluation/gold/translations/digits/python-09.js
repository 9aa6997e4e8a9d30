const fs = require('fs');

const d = fs.readFileSync(0, 'utf8').trim().split('');
console.log(d.reduce((sum, x) => sum + Number(x), 0));

d.reverse();
const rev = d.join('');
console.log(String(BigInt(rev)));

while (d.length > 1 && d[0] === d[d.length - 1]) {
  d.pop();
  d.shift();
}
console.log(d.length > 1 ? 'no' : 'yes');
