"use strict";

const readline = require("readline");

// ----- nodes of the expression tree -----

class Num {
    constructor(value) { this.value = value; }
    eval() { return this.value; }
}

class Var {
    constructor(name) { this.name = name; }
    eval(scope) {
        if (!scope.has(this.name)) throw new CalcError(`unknown ${this.name}`);
        return scope.get(this.name);
    }
}

class Neg {
    constructor(operand) { this.operand = operand; }
    eval(scope) { return 0 - this.operand.eval(scope); }
}

class Bin {
    constructor(left, right) { this.left = left; this.right = right; }
    eval(scope) {
        const x = this.left.eval(scope);
        return this.apply(x, this.right.eval(scope));
    }
}

class Add extends Bin { apply(x, y) { return x + y; } }
class Sub extends Bin { apply(x, y) { return x - y; } }
class Mul extends Bin { apply(x, y) { return x * y; } }
class Div extends Bin {
    apply(x, y) {
        if (y === 0) throw new CalcError("division by zero");
        const q = x / y;
        return q < 0 ? Math.ceil(q) : Math.floor(q);
    }
}

class CalcError extends Error {}

// ----- reading -----

function* scanner(line) {
    let rest = line.trim();
    while (rest.length > 0) {
        const [token] = rest.match(/^([0-9]+|[a-zA-Z]+|.)/);
        yield token;
        rest = rest.slice(token.length).trimStart();
    }
}

class Reader {
    constructor(line) {
        this.source = scanner(line);
        this.advance();
    }

    advance() {
        const old = this.token;
        this.token = this.source.next().value;
        return old;
    }

    fits(pattern) {
        return this.token !== undefined && pattern.test(this.token);
    }

    require(token) {
        if (this.advance() !== token) throw new CalcError("syntax");
    }

    // level 0: sums, level 1: products, level 2: the rest
    read(level = 0) {
        if (level === 2) return this.readPrimary();
        const classes = [{ "+": Add, "-": Sub }, { "*": Mul, "/": Div }][level];
        let tree = this.read(level + 1);
        while (this.fits(/^[-+*\/]$/) && this.token in classes) {
            const Operation = classes[this.advance()];
            tree = new Operation(tree, this.read(level + 1));
        }
        return tree;
    }

    readPrimary() {
        if (this.fits(/^[0-9]/)) return new Num(parseInt(this.advance(), 10));
        if (this.fits(/^[a-zA-Z]/)) return new Var(this.advance());
        if (this.token === "-") {
            this.advance();
            return new Neg(this.readPrimary());
        }
        this.require("(");
        const tree = this.read();
        this.require(")");
        return tree;
    }
}

function interpret(line, scope) {
    const assignment = line.match(/^\s*([a-zA-Z]+)\s*=(.*)$/);
    const reader = new Reader(assignment ? assignment[2] : line);
    const tree = reader.read();
    reader.require(undefined);

    const value = tree.eval(scope);
    if (!assignment) return String(value);
    scope.set(assignment[1], value);
    return assignment[1] + " = " + value;
}

async function main() {
    const scope = new Map();
    for await (const line of readline.createInterface({ input: process.stdin })) {
        if (line.trim().length === 0) continue;
        try {
            console.log(interpret(line, scope));
        } catch (error) {
            if (!(error instanceof CalcError)) throw error;
            console.log("error: " + error.message);
        }
    }
}

main();
