import sys


class CalcError(Exception):
    pass


class Calculator:
    def __init__(self):
        self.text = ''
        self.pos = 0
        self.checking = False       # first run: only check the syntax
        self.memory = {}

    def skip_blanks(self):
        while self.pos < len(self.text) and self.text[self.pos] <= ' ':
            self.pos += 1

    def accept(self, char):
        self.skip_blanks()
        if self.text[self.pos:self.pos + 1] == char:
            self.pos += 1
            return True
        return False

    def run(self, first, last):
        begin = self.pos
        while self.pos < len(self.text) and first <= self.text[self.pos].lower() <= last:
            self.pos += 1
        return self.text[begin:self.pos]

    def sum(self):
        value = self.product()
        while True:
            if self.accept('+'):
                value += self.product()
            elif self.accept('-'):
                value -= self.product()
            else:
                return value

    def product(self):
        value = self.sign()
        while True:
            if self.accept('*'):
                value *= self.sign()
            elif self.accept('/'):
                divisor = self.sign()
                if self.checking:
                    divisor = 1
                if divisor == 0:
                    raise CalcError('division by zero')
                quotient = abs(value) // abs(divisor)
                value = quotient if (value < 0) == (divisor < 0) else -quotient
            else:
                return value

    def sign(self):
        if self.accept('-'):
            return -self.sign()
        return self.atom()

    def atom(self):
        if self.accept('('):
            value = self.sum()
            if not self.accept(')'):
                raise CalcError('syntax')
            return value
        if digits := self.run('0', '9'):
            return int(digits)
        name = self.run('a', 'z')
        if not name:
            raise CalcError('syntax')
        if self.checking:
            return 1
        if name not in self.memory:
            raise CalcError('unknown ' + name)
        return self.memory[name]

    def statement(self, begin):
        self.pos = begin
        value = self.sum()
        self.skip_blanks()
        if self.pos < len(self.text):
            raise CalcError('syntax')
        return value

    def answer(self, text):
        self.text = text
        self.pos = 0
        self.skip_blanks()
        target = self.run('a', 'z')
        assignment = target != '' and self.accept('=')
        begin = self.pos if assignment else 0
        try:
            self.checking = True
            self.statement(begin)
            self.checking = False
            value = self.statement(begin)
        except CalcError as error:
            return f'error: {error}'
        if not assignment:
            return str(value)
        self.memory[target] = value
        return f'{target} = {value}'


calculator = Calculator()
for line in sys.stdin:
    if line.strip():
        print(calculator.answer(line))
