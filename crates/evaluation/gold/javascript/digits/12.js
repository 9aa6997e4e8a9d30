const readline = require('readline');

function reverse_digits(n) {
    let power = 1, result = 0;
    while (power * 10 <= n) power *= 10;
    for (; n > 0; power /= 10) {
        result += (n % 10) * power;
        n = Math.trunc(n / 10);
    }
    return result;
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
    const n = Number(line);
    let sum = 0;
    for (let m = n; m > 0; m = Math.trunc(m / 10)) sum += m % 10;
    const r = reverse_digits(n);
    console.log(`${sum}`); console.log(`${r}`);
    console.log(r === n ? 'yes' : 'no');
});
