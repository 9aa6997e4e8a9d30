// number -> digit sum, reversed number, palindrome?
const num = require('fs').readFileSync(0, 'utf8').trim();

const countOf = (d) => num.split(String(d)).length - 1;
let sum = 0;
for (let d = 1; d <= 9; d++) sum += d * countOf(d);

const flip = (s) => (s.length < 2 ? s : flip(s.slice(1)) + s[0]);
const flipped = parseInt(flip(num), 10);

console.log(String(sum));
console.log(String(flipped));
console.log(flipped === parseInt(num, 10) ? 'yes' : 'no');
