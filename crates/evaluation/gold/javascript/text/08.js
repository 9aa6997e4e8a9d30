"use strict";
const fs = require("fs");

// Words live in a linked list that keeps itself in order: whenever a count
// goes up, the node moves forward to its place. The list is always sorted
// by count (big ones first) and then by alphabet.

let first = null;
let last = null;
let nodeCount = 0;
const nodeOf = Object.create(null);

function comesBefore(a, b) {
  return a.count > b.count || (a.count === b.count && a.word < b.word);
}

function unlink(node) {
  if (node.prev) node.prev.next = node.next;
  else first = node.next;
  if (node.next) node.next.prev = node.prev;
}

function linkAfter(node, prev) {
  node.prev = prev;
  node.next = prev ? prev.next : first;
  if (prev) prev.next = node;
  else first = node;
  if (node.next) node.next.prev = node;
}

function countWord(word) {
  let node = nodeOf[word];
  let spot;
  if (node) {
    node.count++;
    spot = node.prev;
    unlink(node);
  } else {
    node = { word, count: 1, prev: null, next: null };
    nodeOf[word] = node;
    nodeCount++;
    spot = last;
  }
  while (spot && comesBefore(node, spot)) spot = spot.prev;
  linkAfter(node, spot);
  // the old end of the list may have moved or got a successor
  if (last === null) last = first;
  while (last.next) last = last.next;
}

let lines = 0;
let total = 0;
let longest = "";
const lengths = {};

const text = fs.readFileSync(0, "utf8");
const pattern = /([a-zA-Z]+)|(\n)/g;
let match;
while ((match = pattern.exec(text)) !== null) {
  if (match[2]) {
    lines++;
    continue;
  }
  const w = match[1].toLowerCase();
  total++;
  if (w.length > longest.length) longest = w;
  lengths[w.length] = (lengths[w.length] || 0) + 1;
  countWord(w);
}
if (text.length && text[text.length - 1] !== "\n") lines++;

console.log("lines " + lines + "\nwords " + total);
console.log("different " + nodeCount + "\nlongest " + (longest || "-"));

let rank = 0;
for (let n = first; n && rank < 10; n = n.next, rank++) {
  console.log(n.count + " " + n.word);
}

// keys that are whole numbers come in ascending order
for (const len in lengths) {
  console.log(len + ": " + "#".repeat(lengths[len]));
}
