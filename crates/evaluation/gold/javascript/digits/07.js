const { readFileSync } = require('fs')

const chiffres = []
let n = Number(readFileSync(0, 'ascii'))
do {
  chiffres.push(n % 10)
  n = Math.floor(n / 10)
} while (n > 0)

// chiffres[0] est le dernier chiffre
const somme = chiffres.reduce((a, b) => a + b)
const inverse = chiffres.reduce((valeur, c) => valeur * 10 + c, 0)
const palindrome = chiffres.every((c, i) => c === chiffres[chiffres.length - 1 - i])

console.log([somme, inverse, palindrome ? 'yes' : 'no'].join('\n'))
