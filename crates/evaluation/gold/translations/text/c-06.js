'use strict';
const fs = require('fs');

const isLetter = (c) => /^[A-Za-z]$/.test(c);

// Linked list behind an anchor, most frequent word first, then by alphabet.
// A word seen again is unhooked and hooked in at its new place.
class RankedList {
  constructor() {
    this.anchor = { next: null };
    this.size = 0;
  }

  static precedes(a, b) {
    return a.times > b.times || (a.times === b.times && a.text < b.text);
  }

  unhook(text) {
    let before = this.anchor;
    while (before.next !== null && before.next.text !== text) {
      before = before.next;
    }
    const found = before.next;
    if (found !== null) before.next = found.next;
    return found;
  }

  hook(node) {
    let before = this.anchor;
    while (before.next !== null && RankedList.precedes(before.next, node)) {
      before = before.next;
    }
    node.next = before.next;
    before.next = node;
  }

  add(text) {
    let node = this.unhook(text);
    if (node === null) {
      node = { text, times: 0, next: null };
      this.size++;
    }
    node.times++;
    this.hook(node);
  }

  *[Symbol.iterator]() {
    for (let n = this.anchor.next; n !== null; n = n.next) yield n;
  }
}

class Source {
  constructor(text) {
    this.text = text;
    this.pos = 0;
    this.newlines = 0;
  }

  // false at the end of the text
  skipSeparators() {
    while (this.pos < this.text.length && !isLetter(this.text[this.pos])) {
      if (this.text[this.pos] === '\n') this.newlines++;
      this.pos++;
    }
    return this.pos < this.text.length;
  }

  readWord() {
    const begin = this.pos;
    while (this.pos < this.text.length && isLetter(this.text[this.pos])) this.pos++;
    return this.text.slice(begin, this.pos).toLowerCase();
  }

  get lines() {
    const complete = this.text === '' || this.text.endsWith('\n');
    return complete ? this.newlines : this.newlines + 1;
  }
}

const source = new Source(fs.readFileSync(0, 'latin1'));
const ranking = new RankedList();
const byLength = {};
let words = 0;
let longest = '';

while (source.skipSeparators()) {
  const word = source.readWord();
  ranking.add(word);
  words++;
  byLength[word.length] = (byLength[word.length] ?? 0) + 1;
  if (word.length > longest.length) longest = word;
}

console.log(`lines ${source.lines}`);
console.log(`words ${words}`);
console.log(`different ${ranking.size}`);
console.log(`longest ${words > 0 ? longest : '-'}`);

let printed = 0;
for (const { times, text } of ranking) {
  if (printed++ === 10) break;
  console.log(`${times} ${text}`);
}

for (const [length, times] of Object.entries(byLength)) {
  console.log(`${length}: ${'#'.repeat(times)}`);
}
