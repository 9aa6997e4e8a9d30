const fs = require('fs');

const digits = fs.readFileSync(0, 'utf8').trim().split('');
let sum = 0;
for (const d of digits) {
  sum += Number(d);
}
const reversed = digits.slice().reverse().join('');

console.log(sum);
console.log(reversed.replace(/^0+(?=\d)/, ''));
console.log(reversed === digits.join('') ? 'yes' : 'no');
