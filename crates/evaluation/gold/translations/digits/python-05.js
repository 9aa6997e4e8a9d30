let n = BigInt(require('fs').readFileSync(0, 'utf8').trim());
const ds = [];
while (true) {
  ds.push(n % 10n);
  n /= 10n;
  if (n === 0n) break;
}

console.log(String(ds.reduce((acc, d) => acc + d)));
console.log(String(ds.reduce((acc, d) => 10n * acc + d)));
const same = ds.join() === [...ds].reverse().join();
console.log({ true: 'yes', false: 'no' }[same]);
