'use strict';
const fs = require('fs');

const NL = 10;

const newBranch = () => ({ kids: new Array(26), hits: 0 });

// undefined for everything that is not a letter
function letterOf(code) {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 65 && code <= 90) return code - 65;
}

function* wordsBelow(branch, sofar = '') {
  if (branch.hits > 0) yield [sofar, branch.hits];
  for (const [i, kid] of branch.kids.entries()) {
    if (kid) yield* wordsBelow(kid, sofar + String.fromCharCode(97 + i));
  }
}

function countLines(bytes) {
  let n = 0;
  for (const b of bytes) {
    if (b === NL) n++;
  }
  return bytes.length > 0 && bytes.at(-1) !== NL ? n + 1 : n;
}

function plant(bytes) {
  const tree = newBranch();
  const bars = new Map();
  let branch = tree;
  let depth = 0;
  let words = 0;
  let longest = { begin: 0, depth: 0 };

  for (let at = 0; at <= bytes.length; at++) {
    const k = letterOf(bytes[at]);
    if (k !== undefined) {
      branch = branch.kids[k] ??= newBranch();
      depth++;
      continue;
    }
    if (depth === 0) continue;

    branch.hits++;
    words++;
    bars.set(depth, (bars.get(depth) ?? '') + '#');
    if (depth > longest.depth) longest = { begin: at - depth, depth };
    branch = tree;
    depth = 0;
  }
  return { tree, bars, words, longest };
}

const bytes = fs.readFileSync(0);
const { tree, bars, words, longest } = plant(bytes);

// number of times -> words, the words by alphabet
const groups = new Map();
let different = 0;
for (const [word, hits] of wordsBelow(tree)) {
  if (!groups.has(hits)) groups.set(hits, []);
  groups.get(hits).push(word);
  different++;
}

const { begin, depth } = longest;
console.log(`lines ${countLines(bytes)}`);
console.log(`words ${words}`);
console.log(`different ${different}`);
console.log(`longest ${bytes.toString('latin1', begin, begin + depth).toLowerCase() || '-'}`);

let left = 10;
for (const hits of [...groups.keys()].sort((a, b) => b - a)) {
  const shown = groups.get(hits).slice(0, left);
  shown.forEach((word) => console.log(`${hits} ${word}`));
  left -= shown.length;
}

for (const length of [...bars.keys()].sort((a, b) => a - b)) {
  console.log(`${length}: ${bars.get(length)}`);
}
