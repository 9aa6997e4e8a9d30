#!/usr/bin/env python3
#
# Every statement is compiled into code for a small stack machine. The
# parser works with a table (LL(1)): the stack holds what is still to come,
# a small word is something to be replaced, an @word is put into the code.

import sys

def cls(c):
    if c.isspace():
        return " "
    if "0" <= c <= "9":
        return "9"
    if "a" <= c <= "z" or "A" <= c <= "Z":
        return "a"
    return c

def lex(line):
    i = 0
    while i < len(line):
        k = cls(line[i])
        j = i + 1
        while k in "9a" and j < len(line) and cls(line[j]) == k:
            j += 1
        if k != " ":
            yield k, line[i:j]
        i = j
    yield "end", ""

START = "t sums end"
GRAMMAR = {
    "sums": {"+": "+ t @ADD sums", "-": "- t @SUB sums", ")": "", "end": ""},
    "prods": {"*": "* f @MUL prods", "/": "/ f @DIV prods",
              "+": "", "-": "", ")": "", "end": ""},
    "t": dict.fromkeys("9a-(", "f prods"),
    "f": {"9": "9", "a": "a", "-": "- f @NEG", "(": "( t sums )"},
}

def compile_tokens(tokens):
    """the code, or None if there is a syntax error"""
    code = []
    todo = START.split()[::-1]
    pos = 0
    while todo:
        top = todo.pop()
        kind, text = tokens[pos]
        if top.startswith("@"):
            code.append((top[1:], None))
        elif top in GRAMMAR:
            if kind not in GRAMMAR[top]:
                return None
            todo.extend(reversed(GRAMMAR[top][kind].split()))
        elif top != kind:
            return None
        else:
            if kind == "9":
                code.append(("PUSH", int(text)))
            elif kind == "a":
                code.append(("LOAD", text))
            pos += 1
    return code

class Machine:
    def __init__(self):
        self.memory = {}
        self.stack = []
        self.trap = None

    def PUSH(self, number):
        self.stack.append(number)

    def LOAD(self, name):
        if name in self.memory:
            self.stack.append(self.memory[name])
        else:
            self.trap = "unknown " + name

    def NEG(self, _):
        self.stack[-1] *= -1

    def ADD(self, _):
        self.stack[-2:] = [self.stack[-2] + self.stack[-1]]

    def SUB(self, _):
        self.stack[-2:] = [self.stack[-2] - self.stack[-1]]

    def MUL(self, _):
        self.stack[-2:] = [self.stack[-2] * self.stack[-1]]

    def DIV(self, _):
        d = self.stack.pop()
        n = self.stack.pop()
        if d == 0:
            self.trap = "division by zero"
            return
        # take away the rest that has the sign of n, then it goes evenly
        rest = abs(n) % abs(d)
        n = n - rest if n > 0 else n + rest
        self.stack.append(n // d)

    def run(self, code):
        self.stack.clear()
        self.trap = None
        for name, argument in code:
            getattr(self, name)(argument)
            if self.trap:
                return None
        return self.stack[0]

machine = Machine()
for line in sys.stdin:
    tokens = list(lex(line))
    if len(tokens) == 1:
        continue
    name = None
    if [kind for kind, _ in tokens[:2]] == ["a", "="]:
        name = tokens[0][1]
        tokens = tokens[2:]
    code = compile_tokens(tokens)
    if code is None:
        print("error: syntax")
        continue
    value = machine.run(code)
    if machine.trap:
        print("error: " + machine.trap)
    elif name is None:
        print(value)
    else:
        machine.memory[name] = value
        print(f"{name} = {value}")
