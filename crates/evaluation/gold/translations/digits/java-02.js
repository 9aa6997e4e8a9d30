const zahl = require('fs').readFileSync(0, 'utf8').trim();
const umgekehrt = [...zahl].reverse().join('');
console.log([...zahl].map(Number).reduce((a, b) => a + b, 0));
console.log(BigInt(umgekehrt).toString());
console.log(zahl === umgekehrt ? 'yes' : 'no');
