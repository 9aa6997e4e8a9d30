"use strict";

// Recursive versions of everything.
const digitSum = (n) => (n === 0n ? 0n : (n % 10n) + digitSum(n / 10n));
const mirror = (n, acc = 0n) => (n === 0n ? acc : mirror(n / 10n, acc * 10n + (n % 10n)));

const number = BigInt(require("fs").readFileSync(0, "utf8").trim());
const mirrored = mirror(number);

process.stdout.write(`${digitSum(number)}\n`);
process.stdout.write(`${mirrored}\n`);
process.stdout.write(mirrored === number ? "yes\n" : "no\n");
