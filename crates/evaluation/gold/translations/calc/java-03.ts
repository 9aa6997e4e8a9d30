import * as fs from "fs";

class CalcError extends Error {}

let s = "";          // the line
let p = 0;           // where we are
let dry = false;     // first run: only check the syntax
const vars = new Map<string, number>();

function fail(why: string): never {
    throw new CalcError(why);
}

function blanks(): void {
    while (p < s.length && s[p] <= " ") p++;
}

// skips c if it is the next character
function accept(c: string): boolean {
    blanks();
    if (p < s.length && s[p] === c) {
        p++;
        return true;
    }
    return false;
}

function run(from: string, to: string): string {
    const q = p;
    while (p < s.length && s[p].toLowerCase() >= from && s[p].toLowerCase() <= to) p++;
    return s.substring(q, p);
}

function sum(): number {
    let x = product();
    while (true) {
        if (accept("+")) x += product();
        else if (accept("-")) x -= product();
        else return x;
    }
}

function product(): number {
    let x = sign();
    while (true) {
        if (accept("*")) {
            x *= sign();
        } else if (accept("/")) {
            let y = sign();
            if (dry) y = 1;
            if (y === 0) fail("division by zero");
            x = Math.trunc(x / y);
        } else {
            return x;
        }
    }
}

function sign(): number {
    if (accept("-")) return -sign();
    return atom();
}

function atom(): number {
    if (accept("(")) {
        const x = sum();
        if (!accept(")")) fail("syntax");
        return x;
    }
    const digits = run("0", "9");
    if (digits.length > 0) return parseInt(digits, 10);
    const name = run("a", "z");
    if (name.length === 0) fail("syntax");
    if (dry) return 1;
    const value = vars.get(name);
    if (value === undefined) fail("unknown " + name);
    return value;
}

function statement(start: number): number {
    p = start;
    const value = sum();
    blanks();
    if (p < s.length) fail("syntax");
    return value;
}

function answer(): string {
    p = 0;
    blanks();
    const target = run("a", "z");
    const assignment = target.length > 0 && accept("=");
    const start = assignment ? p : 0;
    try {
        dry = true;
        statement(start);
        dry = false;
        const value = statement(start);
        if (!assignment) return `${value}`;
        vars.set(target, value);
        return `${target} = ${value}`;
    } catch (e) {
        if (e instanceof CalcError) return "error: " + e.message;
        throw e;
    }
}

for (const line of fs.readFileSync(0, "utf8").split(/\r?\n/)) {
    s = line;
    if (s.trim() !== "") console.log(answer());
}
