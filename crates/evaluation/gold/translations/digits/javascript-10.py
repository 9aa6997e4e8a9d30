import sys


class Number:
    def __init__(self, text):
        self.digits = [int(c) for c in text]

    def total(self):
        return sum(self.digits)

    def reversed(self):
        r = 0
        for digit in reversed(self.digits):
            r = 10 * r + digit
        return r

    def is_palindrome(self):
        return self.reversed() == int(''.join(map(str, self.digits)))


number = Number(sys.stdin.read().strip())
print(number.total())
print(number.reversed())
print('yes' if number.is_palindrome() else 'no')
