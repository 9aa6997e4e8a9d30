const text = require('fs').readFileSync(0, 'utf8');

let total = 0;
let straight = 0n;
let flipped = 0n;
let power = 1n;
for (const c of text) {
  if (c < '0' || c > '9') break;
  const digit = Number(c);
  total += digit;
  straight = straight * 10n + BigInt(digit);
  flipped += BigInt(digit) * power;
  power *= 10n;
}
console.log(total);
console.log(`${flipped}`);
console.log(straight === flipped ? 'yes' : 'no');
