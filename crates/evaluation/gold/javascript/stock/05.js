/*
 * stock.js - stock keeping with a self made hash table
 * (separate chaining, doubles when it gets too full)
 */

function HashTable() {
	this.size = 0;
	this.buckets = new Array(16);
	for (let i = 0; i < 16; i++) this.buckets[i] = [];
}

HashTable.prototype.hash = function (key) {
	let h = 5381;
	for (let i = 0; i < key.length; i++) {
		h = (h * 33 + key.charCodeAt(i)) >>> 0;
	}
	return h % this.buckets.length;
};

HashTable.prototype.lookup = function (key) {
	const chain = this.buckets[this.hash(key)];
	for (let i = 0; i < chain.length; i++) {
		if (chain[i].key === key) return chain[i];
	}
	return null;
};

HashTable.prototype.insert = function (entry) {
	if (this.size >= 2 * this.buckets.length) this.grow();
	this.buckets[this.hash(entry.key)].push(entry);
	this.size++;
};

HashTable.prototype.grow = function () {
	const all = this.entries();
	const len = this.buckets.length * 2;
	this.buckets = [];
	while (this.buckets.length < len) this.buckets.push([]);
	all.forEach((e) => this.buckets[this.hash(e.key)].push(e));
};

HashTable.prototype.entries = function () {
	return [].concat(...this.buckets);
};

const table = new HashTable();

function print_report() {
	const list = table.entries();
	list.sort(function (a, b) {
		if (a.key < b.key) return -1;
		if (a.key > b.key) return 1;
		return 0;
	});
	let value = 0;
	for (const e of list) {
		process.stdout.write(`${e.key} ${e.count} ${e.price}\n`);
		value += e.count * e.price;
	}
	process.stdout.write(`total ${value}\n`);
}

function handle(words) {
	const verb = words[0];
	const e = words.length > 1 ? table.lookup(words[1]) : null;

	if (verb === 'report') {
		print_report();
	} else if (verb === 'add') {
		const count = parseInt(words[2], 10);
		const price = parseInt(words[3], 10);
		if (e === null) {
			table.insert({ key: words[1], count, price });
		} else {
			e.count += count;
			e.price = price;
		}
	} else if (verb !== 'remove' && verb !== 'price') {
		process.stdout.write('bad command\n');
	} else if (e === null) {
		process.stdout.write(`unknown ${words[1]}\n`);
	} else if (verb === 'price') {
		e.price = parseInt(words[2], 10);
	} else {
		const n = parseInt(words[2], 10);
		if (n > e.count) process.stdout.write(`not enough ${e.key}\n`);
		else e.count -= n;
	}
}

let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
	for (const line of text.split('\n')) {
		const words = line.trim().split(/\s+/);
		if (words[0] === '') continue;
		if (words[0] === 'end') return;
		handle(words);
	}
});
