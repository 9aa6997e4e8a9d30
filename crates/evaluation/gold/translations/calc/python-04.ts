import { createInterface } from "node:readline";

type Env = Map<string, bigint>;
type Evaluator = (env: Env) => bigint;
type Token = { type: "number" | "word" | "symbol" | "eof"; text: string };

class ParseFailure extends Error {}
class ZeroDivision extends Error {}
class MissingName extends Error {
  constructor(readonly missing: string) {
    super(missing);
  }
}

// binding power and effect of each operator
const INFIX: Record<string, [number, (a: bigint, b: bigint) => bigint]> = {
  "+": [10, (a, b) => a + b],
  "-": [10, (a, b) => a - b],
  "*": [20, (a, b) => a * b],
  "/": [
    20,
    (a, b) => {
      if (b === 0n) throw new ZeroDivision();
      return a / b;
    },
  ],
};
const NEGATION = 30;

function lex(source: string): Token[] {
  const text = source.trimEnd();
  const matcher = /\s*(?:([0-9]+)|([a-zA-Z]+)|([-+*/()=]))/y;
  const tokens: Token[] = [];
  while (matcher.lastIndex < text.length) {
    const match = matcher.exec(text);
    if (!match) throw new ParseFailure();
    const [, number, word, symbol] = match;
    if (number !== undefined) tokens.push({ type: "number", text: number });
    else if (word !== undefined) tokens.push({ type: "word", text: word });
    else tokens.push({ type: "symbol", text: symbol });
  }
  tokens.push({ type: "eof", text: "" });
  return tokens;
}

/** Turns the tokens into one function from the environment to a value. */
function compile(tokens: Token[]): { assignTo: string | null; evaluate: Evaluator } {
  let index = 0;

  function operand(): Evaluator {
    const { type, text } = tokens[index++];
    if (type === "number") {
      const literal = BigInt(text);
      return () => literal;
    }
    if (type === "word") {
      return (env) => {
        const found = env.get(text);
        if (found === undefined) throw new MissingName(text);
        return found;
      };
    }
    if (type === "symbol" && text === "-") {
      const positive = parse(NEGATION);
      return (env) => -positive(env);
    }
    if (type === "symbol" && text === "(") {
      const inside = parse(0);
      if (tokens[index++].text !== ")") throw new ParseFailure();
      return inside;
    }
    throw new ParseFailure();
  }

  function parse(minPower: number): Evaluator {
    let result = operand();
    for (;;) {
      const { type, text } = tokens[index];
      if (type !== "symbol" || !(text in INFIX)) return result;
      const [power, combine] = INFIX[text];
      if (power < minPower) return result;
      index++;
      const before = result;
      const after = parse(power + 1);
      result = (env) => combine(before(env), after(env));
    }
  }

  let assignTo: string | null = null;
  if (tokens[0].type === "word" && tokens[1].text === "=") {
    assignTo = tokens[0].text;
    index = 2;
  }
  const evaluate = parse(0);
  if (tokens[index].type !== "eof") throw new ParseFailure();
  return { assignTo, evaluate };
}

function interpret(line: string, env: Env): string {
  try {
    const { assignTo, evaluate } = compile(lex(line));
    const value = evaluate(env);
    if (assignTo === null) return value.toString();
    env.set(assignTo, value);
    return `${assignTo} = ${value}`;
  } catch (problem) {
    if (problem instanceof ParseFailure) return "error: syntax";
    if (problem instanceof ZeroDivision) return "error: division by zero";
    if (problem instanceof MissingName) return `error: unknown ${problem.missing}`;
    throw problem;
  }
}

const env: Env = new Map();
createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.trim()) console.log(interpret(line, env));
});
