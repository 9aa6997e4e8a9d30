/* calc: automaton for the syntax, two stacks for the value */

const fs = require('fs');

const kind_of = (tok) => {
	if (/\d/.test(tok)) return 'num';
	if (/[A-Za-z]/.test(tok)) return 'name';
	return tok;
};

// what may come after what (besides the brackets being balanced)
const OPERAND = ['num', 'name', '(', '-'];
const OPERATOR = ['+', '-', '*', '/', ')', 'end'];
const FOLLOW = {
	'begin': OPERAND,
	'(': OPERAND,
	'+': OPERAND,
	'-': OPERAND,
	'*': OPERAND,
	'/': OPERAND,
	'num': OPERATOR,
	'name': OPERATOR,
	')': OPERATOR,
};

function syntax_ok(toks) {
	let state = 'begin';
	let depth = 0;
	for (const kind of toks.map(kind_of).concat('end')) {
		if (!FOLLOW[state].includes(kind)) return false;
		if (kind === '(') depth++;
		if (kind === ')' && --depth < 0) return false;
		state = kind;
	}
	return depth === 0;
}

const PREC = new Map([['(', 0], ['+', 1], ['-', 1], ['*', 2], ['/', 2], ['~', 3]]);

class Machine {
	constructor(names) {
		this.names = names;
	}

	// does the operation on top of the operator stack
	reduce() {
		const op = this.ops.pop();
		const y = this.vals.pop();
		if (op === '~') {
			this.vals.push(-y);
			return;
		}
		const x = this.vals.pop();
		switch (op) {
		case '+': this.vals.push(x + y); break;
		case '-': this.vals.push(x - y); break;
		case '*': this.vals.push(x * y); break;
		case '/':
			if (y === 0) throw 'division by zero';
			this.vals.push(Math.trunc(x / y));
		}
	}

	reduce_down_to(prec) {
		while (this.ops.length > 0 && PREC.get(this.ops.at(-1)) >= prec) this.reduce();
	}

	run(toks) {
		this.ops = [];
		this.vals = [];
		let after_value = false;
		for (const tok of toks) {
			const kind = kind_of(tok);
			if (kind === 'num') {
				this.vals.push(+tok);
			} else if (kind === 'name') {
				const v = this.names.get(tok);
				if (v === undefined) throw 'unknown ' + tok;
				this.vals.push(v);
			} else if (tok === '(') {
				this.ops.push(tok);
			} else if (tok === ')') {
				this.reduce_down_to(1);
				this.ops.pop();
			} else if (after_value) {
				this.reduce_down_to(PREC.get(tok));
				this.ops.push(tok);
			} else {
				this.ops.push('~');
			}
			after_value = kind === 'num' || kind === 'name' || kind === ')';
		}
		this.reduce_down_to(1);
		return this.vals[0];
	}
}

const names = new Map();
const machine = new Machine(names);
let text = '';

process.stdin.on('data', (part) => { text += part; });
process.stdin.on('end', () => {
	for (const line of text.split('\n')) {
		const toks = line.match(/\d+|[A-Za-z]+|\S/g);
		if (!toks) continue;
		const is_let = toks.length > 1 && kind_of(toks[0]) === 'name' && toks[1] === '=';
		const expr = is_let ? toks.slice(2) : toks;
		try {
			if (!syntax_ok(expr)) throw 'syntax';
			const value = machine.run(expr);
			if (is_let) names.set(toks[0], value);
			console.log(is_let ? `${toks[0]} = ${value}` : `${value}`);
		} catch (e) {
			console.log('error:', e);
		}
	}
});
