import * as fs from "node:fs";

let rest = BigInt(fs.readFileSync(0, "utf8").trim());
const digits: bigint[] = [];
do {
    digits.push(rest % 10n);
    rest /= 10n;
} while (rest > 0n);

const sum = digits.reduce((a, b) => a + b);
const mirrored = digits.reduce((value, digit) => value * 10n + digit);
const palindrome = digits.join("") === [...digits].reverse().join("");

console.log(`${sum}\n${mirrored}\n${palindrome ? "yes" : "no"}`);
