import re
import sys

# What to do with the operator on the stack (row) when the next one
# (column) comes: S shift, R reduce, P both brackets vanish, A accept,
# E error. 'm' is the unary minus, '$' the end.
OPS = '+-*/m()$'
TABLE = {
    '+': 'RRSSSSRR',
    '-': 'RRSSSSRR',
    '*': 'RRRRSSRR',
    '/': 'RRRRSSRR',
    'm': 'RRRRSSRR',
    '(': 'SSSSSSPE',
    ')': 'EEEEEEEE',
    '$': 'SSSSSSEA',
}

NUMBER = re.compile(r'\d+')
WORD = re.compile(r'[a-zA-Z]+')
ASSIGNMENT = re.compile(r'\s*([a-zA-Z]+)\s*=')


class Evaluator:
    def __init__(self, names):
        self.names = names
        self.values = []
        self.ops = ['$']
        self.failure = None

    def fail(self, what):
        if self.failure is None:
            self.failure = f'error: {what}'

    def reduce(self):
        o = self.ops.pop()
        b = self.values.pop()
        a = 0 if o == 'm' else self.values.pop()    # the unary minus is 0 - b
        if o == '/' and b == 0:
            self.fail('division by zero')
            b = 1
        if o == '+':
            result = a + b
        elif o == '*':
            result = a * b
        elif o == '/':
            result = abs(a) // abs(b)
            if (a < 0) != (b < 0):
                result = -result
        else:
            result = a - b
        self.values.append(result)

    def evaluate(self, s):
        """Returns False for a syntax error."""
        at = 0
        after_value = False
        while True:
            while at < len(s) and s[at].isspace():
                at += 1

            if number := NUMBER.match(s, at):
                if after_value:
                    return False
                self.values.append(int(number[0]))
                at = number.end()
                after_value = True
                continue

            if word := WORD.match(s, at):
                if after_value:
                    return False
                if word[0] not in self.names:
                    self.fail(f'unknown {word[0]}')
                self.values.append(self.names.get(word[0], 1))
                at = word.end()
                after_value = True
                continue

            o = s[at] if at < len(s) else '$'
            if o == '$' and at < len(s):
                return False
            if o == '-' and not after_value:
                o = 'm'
            if o not in OPS:
                return False
            # brackets open and minus signs stand before a value, all others after one
            if after_value == (o in '(m'):
                return False

            match TABLE[self.ops[-1]][OPS.index(o)]:
                case 'S':
                    self.ops.append(o)
                    after_value = False
                    at += 1
                case 'R':
                    self.reduce()
                case 'P':
                    self.ops.pop()
                    at += 1
                case 'A':
                    return True
                case _:
                    return False


names = {}
for line in sys.stdin:
    if line.isspace():
        continue
    target = ASSIGNMENT.match(line)
    evaluator = Evaluator(names)
    if not evaluator.evaluate(line[target.end():] if target else line):
        print('error: syntax')
    elif evaluator.failure:
        print(evaluator.failure)
    elif not target:
        print(evaluator.values[0])
    else:
        names[target[1]] = evaluator.values[0]
        print(f'{target[1]} = {evaluator.values[0]}')
