import { readFileSync } from "fs";

interface TreeNode {
  children: (TreeNode | undefined)[];
  occurrences: number;
}

interface Ranked {
  word: string;
  occurrences: number;
}

const newNode = (): TreeNode => ({ children: new Array(26), occurrences: 0 });

const alphabet = "abcdefghijklmnopqrstuvwxyz";
const tree = newNode();
let lineTotal = 0;
let wordTotal = 0;
let differentTotal = 0;
let longestWord = "-";
const perLength: number[] = [0];
const topTen: Ranked[] = [];

function finish(word: string, leaf: TreeNode): void {
  wordTotal++;
  if (++leaf.occurrences === 1) differentTotal++;
  if (word.length >= perLength.length) {
    longestWord = word;
    while (perLength.length <= word.length) perLength.push(0);
  }
  perLength[word.length]++;
}

function scan(text: string): void {
  let word = "";
  let node = tree;
  for (let i = 0; i <= text.length; i++) {
    const ch = text.charAt(i); // "" after the end
    const letter = ch === "" ? -1 : alphabet.indexOf(/[A-Z]/.test(ch) ? ch.toLowerCase() : ch);
    if (letter >= 0) {
      node = node.children[letter] ??= newNode();
      word += alphabet[letter];
    } else if (node !== tree) {
      finish(word, node);
      word = "";
      node = tree;
    }
    // the last line need not end with a line break
    if (ch === "\n" || (ch === "" && i > 0 && text[i - 1] !== "\n")) lineTotal++;
  }
}

function rank(word: string, occurrences: number): void {
  let place = topTen.length;
  while (place > 0 && topTen[place - 1].occurrences < occurrences) place--;
  topTen.splice(place, 0, { word, occurrences });
  if (topTen.length > 10) topTen.pop();
}

// alphabetical order, so ties stay sorted
function visit(node: TreeNode | undefined, prefix: string): void {
  if (!node) return;
  if (node.occurrences > 0) rank(prefix, node.occurrences);
  for (let i = 0; i < alphabet.length; i++) {
    visit(node.children[i], prefix + alphabet[i]);
  }
}

scan(readFileSync(0, "latin1"));
visit(tree, "");

console.log(`lines ${lineTotal}\nwords ${wordTotal}`);
console.log(`different ${differentTotal}\nlongest ${longestWord}`);
topTen.forEach(({ word, occurrences }) => console.log(`${occurrences} ${word}`));
perLength.forEach((amount, length) => {
  if (amount > 0) console.log(`${length}: ${"#".repeat(amount)}`);
});
