'use strict';

/*
 * Reads the text byte by byte, like a little automaton with two states:
 * inside a word and outside. Nothing but the current word is remembered.
 */

const NEWLINE = 10;
const stats = {
	newlines: 0,
	lastByte: NEWLINE,
	words: 0,
	longest: '',
	counts: new Map(),
	lengths: [],
};

let current = [];

function isLower(b) {
	return b >= 97 && b <= 122;
}

function isUpper(b) {
	return b >= 65 && b <= 90;
}

function finishWord() {
	if (current.length === 0) return;
	const word = String.fromCharCode(...current);
	current = [];

	stats.words++;
	stats.counts.set(word, (stats.counts.get(word) ?? 0) + 1);
	stats.lengths[word.length] = (stats.lengths[word.length] ?? 0) + 1;
	if (word.length > stats.longest.length) stats.longest = word;
}

function feed(b) {
	if (isUpper(b)) {
		current.push(b + 32);
	} else if (isLower(b)) {
		current.push(b);
	} else {
		finishWord();
		if (b === NEWLINE) stats.newlines++;
	}
	stats.lastByte = b;
}

function* topTen() {
	const rest = new Map(stats.counts);
	for (let n = 0; n < 10 && rest.size > 0; n++) {
		let best = null;
		for (const [word, count] of rest) {
			if (best === null || count > rest.get(best) ||
					(count === rest.get(best) && word < best)) {
				best = word;
			}
		}
		yield best;
		rest.delete(best);
	}
}

function print() {
	const out = process.stdout;
	const lines = stats.newlines + (stats.lastByte === NEWLINE ? 0 : 1);
	out.write('lines ' + lines + '\n');
	out.write('words ' + stats.words + '\n');
	out.write('different ' + stats.counts.size + '\n');
	out.write('longest ' + (stats.longest || '-') + '\n');
	for (const word of topTen()) {
		out.write(stats.counts.get(word) + ' ' + word + '\n');
	}
	stats.lengths.forEach((count, length) => {
		out.write(length + ': ' + '#'.repeat(count) + '\n');
	});
}

process.stdin.on('data', (chunk) => {
	for (const b of chunk) feed(b);
});
process.stdin.on('end', () => {
	finishWord();
	print();
});
