import re
import sys
from dataclasses import dataclass


class SyntaxProblem(Exception):
    pass


class RuntimeProblem(Exception):
    pass


@dataclass
class Number:
    value: int

    def evaluate(self, variables):
        return self.value


@dataclass
class Name:
    name: str

    def evaluate(self, variables):
        if self.name not in variables:
            raise RuntimeProblem(f'unknown {self.name}')
        return variables[self.name]


@dataclass
class Negate:
    operand: object

    def evaluate(self, variables):
        return -self.operand.evaluate(variables)


@dataclass
class Binary:
    operator: str
    left: object
    right: object

    def evaluate(self, variables):
        left = self.left.evaluate(variables)
        right = self.right.evaluate(variables)
        if self.operator == '+':
            return left + right
        if self.operator == '-':
            return left - right
        if self.operator == '*':
            return left * right
        if right == 0:
            raise RuntimeProblem('division by zero')
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient


PATTERN = re.compile(r'\s*([0-9]+|[A-Za-z]+|[-+*/()=])')


def tokenize(line):
    tokens = []
    text = line.rstrip()
    position = 0
    while position < len(text):
        found = PATTERN.match(text, position)
        if found is None:
            raise SyntaxProblem
        tokens.append(found[1])
        position = found.end()
    return tokens


class Parser:
    """Recursive descent, builds a tree."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.position = 0

    def peek(self):
        return self.tokens[self.position] if self.position < len(self.tokens) else ''

    def next(self):
        self.position += 1
        return self.tokens[self.position - 1]

    def parse_all(self):
        tree = self.expression()
        if self.peek() != '':
            raise SyntaxProblem
        return tree

    def expression(self):
        left = self.term()
        while self.peek() in ('+', '-'):
            operator = self.next()
            left = Binary(operator, left, self.term())
        return left

    def term(self):
        left = self.factor()
        while self.peek() in ('*', '/'):
            operator = self.next()
            left = Binary(operator, left, self.factor())
        return left

    def factor(self):
        token = self.peek()
        if token.isdigit():
            return Number(int(self.next()))
        if token.isalpha():
            return Name(self.next())
        if token == '-':
            self.next()
            return Negate(self.factor())
        if token == '(':
            self.next()
            inside = self.expression()
            if self.peek() != ')':
                raise SyntaxProblem
            self.next()
            return inside
        raise SyntaxProblem


def run_statement(line, variables):
    tokens = tokenize(line)
    target = None
    if len(tokens) >= 2 and tokens[0].isalpha() and tokens[1] == '=':
        target, _, *tokens = tokens
    value = Parser(tokens).parse_all().evaluate(variables)
    if target is None:
        return str(value)
    variables[target] = value
    return f'{target} = {value}'


def main():
    variables = {}
    for line in sys.stdin:
        if line.strip() == '':
            continue
        try:
            print(run_statement(line, variables))
        except SyntaxProblem:
            print('error: syntax')
        except RuntimeProblem as problem:
            print(f'error: {problem}')


if __name__ == '__main__':
    main()
