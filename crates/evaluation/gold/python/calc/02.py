"""A calculator with variables, built from a scanner, a parser and a tree."""

import re
import sys


class CalcError(Exception):
    """Anything that goes wrong in a statement."""


class Number:
    def __init__(self, digits):
        self.number = int(digits)

    def value(self, env):
        return self.number


class Variable:
    def __init__(self, name):
        self.name = name

    def value(self, env):
        try:
            return env[self.name]
        except KeyError:
            raise CalcError("unknown " + self.name)


class Minus:
    def __init__(self, operand):
        self.operand = operand

    def value(self, env):
        return -self.operand.value(env)


class Binary:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def value(self, env):
        return self.combine(self.left.value(env), self.right.value(env))


class Sum(Binary):
    def combine(self, a, b):
        return a + b


class Difference(Binary):
    def combine(self, a, b):
        return a - b


class Product(Binary):
    def combine(self, a, b):
        return a * b


class Quotient(Binary):
    def combine(self, a, b):
        if b == 0:
            raise CalcError("division by zero")
        whole, rest = divmod(a, b)
        # divmod rounds down, we want to cut
        return whole + 1 if rest != 0 and whole < 0 else whole


class Parser:
    SCANNER = re.compile(r"\s*([0-9]+|[A-Za-z]+|\S)")
    ADDITIVE = {"+": Sum, "-": Difference}
    MULTIPLICATIVE = {"*": Product, "/": Quotient}

    def __init__(self, text):
        self.rest = self.SCANNER.findall(text)

    def peek(self):
        return self.rest[0] if self.rest else ""

    def take(self):
        return self.rest.pop(0) if self.rest else ""

    def statement(self):
        """Gives the name assigned to (or None) and the expression."""
        target = None
        if self.rest[1:2] == ["="] and self.peek().isalpha():
            target = self.take()
            self.take()
        tree = self.chain(self.ADDITIVE, self.product)
        if self.rest:
            raise CalcError("syntax")
        return target, tree

    def product(self):
        return self.chain(self.MULTIPLICATIVE, self.operand)

    def chain(self, classes, part):
        tree = part()
        while self.peek() in classes:
            tree = classes[self.take()](tree, part())
        return tree

    def operand(self):
        token = self.take()
        if token == "-":
            return Minus(self.operand())
        if token == "(":
            tree = self.chain(self.ADDITIVE, self.product)
            if self.take() == ")":
                return tree
        elif token.isdigit():
            return Number(token)
        elif token.isascii() and token.isalpha():
            return Variable(token)
        raise CalcError("syntax")


def main():
    env = {}
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            target, tree = Parser(line).statement()
            result = tree.value(env)
        except CalcError as problem:
            print(f"error: {problem}")
            continue
        if target is None:
            print(result)
        else:
            env[target] = result
            print(f"{target} = {result}")


main()
