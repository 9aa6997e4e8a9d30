"use strict";

const readline = require("readline");

// Sorted linked list. The head is a dummy node, so that inserting at the
// front is not a special case.
const head = { name: null, qty: 0, cost: 0, next: null };

/* returns the last node whose name is smaller than the given one */
function nodeBefore(name) {
  let node = head;
  while (node.next !== null && node.next.name < name) {
    node = node.next;
  }
  return node;
}

function getNode(name) {
  const candidate = nodeBefore(name).next;
  return candidate !== null && candidate.name === name ? candidate : null;
}

function insertAfter(prev, name, qty, cost) {
  prev.next = { name, qty, cost, next: prev.next };
}

function cmdAdd(name, qty, cost) {
  const prev = nodeBefore(name);
  const node = prev.next;
  if (node && node.name === name) {
    node.qty = node.qty + qty;
    node.cost = cost;
  } else {
    insertAfter(prev, name, qty, cost);
  }
}

function cmdRemove(name, qty) {
  const node = getNode(name);
  if (node === null) return "unknown " + name;
  if (qty > node.qty) return "not enough " + name;
  node.qty = node.qty - qty;
  return null;
}

function cmdPrice(name, cost) {
  const node = getNode(name);
  if (node === null) return "unknown " + name;
  node.cost = cost;
  return null;
}

function cmdReport() {
  let result = "";
  let total = 0;
  for (let node = head.next; node !== null; node = node.next) {
    result += node.name + " " + node.qty + " " + node.cost + "\n";
    total += node.qty * node.cost;
  }
  return result + "total " + total;
}

let finished = false;
const rl = readline.createInterface({ input: process.stdin, terminal: false });

rl.on("line", function (line) {
  if (finished) return; // there may be lines after "end"
  const w = line.trim().split(/ +/);
  let message = null;

  if (w[0] === "") {
    return;
  } else if (w[0] === "end") {
    finished = true;
    rl.close();
  } else if (w[0] === "add") {
    cmdAdd(w[1], parseInt(w[2], 10), parseInt(w[3], 10));
  } else if (w[0] === "remove") {
    message = cmdRemove(w[1], parseInt(w[2], 10));
  } else if (w[0] === "price") {
    message = cmdPrice(w[1], parseInt(w[2], 10));
  } else if (w[0] === "report") {
    message = cmdReport();
  } else {
    message = "bad command";
  }

  if (message !== null) console.log(message);
});
