const sumaCifras = n => (n === 0 ? 0 : (n % 10) + sumaCifras(Math.floor(n / 10)));

const girar = (n, hecho = 0) =>
  n === 0 ? hecho : girar(Math.floor(n / 10), 10 * hecho + (n % 10));

const n = parseInt(require('fs').readFileSync(0, 'utf8'), 10);
if (Number.isNaN(n)) process.exit(1);

const girado = girar(n);
console.log(`${sumaCifras(n)}\n${girado}\n${girado === n ? 'yes' : 'no'}`);
