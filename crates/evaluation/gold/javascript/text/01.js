// Text statistics
const fs = require('fs');

const text = fs.readFileSync(0, 'latin1');

// lines: a last line without line break counts too
let lineCount = text.split('\n').length;
if (text === '' || text.endsWith('\n')) {
  lineCount--;
}

const words = (text.match(/[A-Za-z]+/g) || []).map((w) => w.toLowerCase());

const frequency = new Map();
for (const word of words) {
  frequency.set(word, (frequency.get(word) || 0) + 1);
}

let longest = '-';
if (words.length > 0) {
  longest = words[0];
  for (const word of words) {
    if (word.length > longest.length) {
      longest = word;
    }
  }
}

console.log(`lines ${lineCount}`);
console.log(`words ${words.length}`);
console.log(`different ${frequency.size}`);
console.log(`longest ${longest}`);

const ranking = [...frequency].sort(([wordA, countA], [wordB, countB]) => {
  if (countA !== countB) {
    return countB - countA;
  }
  return wordA < wordB ? -1 : 1;
});

for (const [word, count] of ranking.slice(0, 10)) {
  console.log(`${count} ${word}`);
}

// histogram of the word lengths
const lengths = new Map();
for (const word of words) {
  lengths.set(word.length, (lengths.get(word.length) || 0) + 1);
}
const occurring = [...lengths.keys()].sort((a, b) => a - b);
for (const length of occurring) {
  console.log(`${length}: ${'#'.repeat(lengths.get(length))}`);
}
