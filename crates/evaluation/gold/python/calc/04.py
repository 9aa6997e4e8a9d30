import operator
import re
from sys import stdin

TOKEN = re.compile(r'\s*(?:(?P<num>[0-9]+)|(?P<name>[a-zA-Z]+)|(?P<op>[-+*/()=])|$)')


def truncdiv(a, b):
    q = abs(a) // abs(b)            # ZeroDivisionError is what we want
    return q if (a >= 0) == (b > 0) else -q


# operator: (binding power, function)
BINARY = {
    '+': (10, operator.add),
    '-': (10, operator.sub),
    '*': (20, operator.mul),
    '/': (20, truncdiv),
}
UNARY = 30


def tokenize(text):
    at, text = 0, text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise SyntaxError
        yield m.lastgroup, m[m.lastgroup]
        at = m.end()


class Names(dict):
    def __missing__(self, name):
        raise LookupError(name)


class Compiler:
    """Precedence climbing; the result is a function of the names."""

    def __init__(self, tokens):
        self.tokens = [*tokens, ('end', None)]
        self.at = 0

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, *token):
        if self.next() != token:
            raise SyntaxError

    def atom(self):
        match self.next():
            case 'num', digits:
                number = int(digits)
                return lambda names: number
            case 'name', name:
                return lambda names: names[name]
            case 'op', '-':
                inner = self.climb(UNARY)
                return lambda names: -inner(names)
            case 'op', '(':
                inner = self.climb(0)
                self.expect('op', ')')
                return inner
            case _:
                raise SyntaxError

    def climb(self, least):
        left = self.atom()
        while True:
            power, function = BINARY.get(self.tokens[self.at][1], (-1, None))
            if power < least:
                return left
            self.at += 1
            left = self.apply(function, left, self.climb(power + 1))

    @staticmethod
    def apply(f, left, right):
        return lambda names: f(left(names), right(names))

    def statement(self):
        target = None
        match self.tokens:
            case [('name', target), ('op', '='), *_]:
                self.at = 2
        value = self.climb(0)
        self.expect('end', None)
        return target, value


def execute(line, names):
    try:
        target, value = Compiler(tokenize(line)).statement()
        result = value(names)
    except SyntaxError:
        return 'error: syntax'
    except ZeroDivisionError:
        return 'error: division by zero'
    except LookupError as e:
        return f'error: unknown {e.args[0]}'
    if target is None:
        return result
    names[target] = result
    return f'{target} = {result}'


names = Names()
for line in filter(str.strip, stdin):
    print(execute(line, names))
