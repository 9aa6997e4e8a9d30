# Calculator
#
# expression = term   { (+|-) term }
# term       = factor { (*|/) factor }
# factor     = number | name | - factor | ( expression )
#
# A line is first made into a tree of lists, then the tree is calculated.

import sys

tokens = []
position = 0
variables = {}
error = ""


def make_tokens(line):
    global tokens, position
    tokens = []
    position = 0
    i = 0
    while i < len(line):
        c = line[i]
        if c.isspace():
            i = i + 1
        elif "0" <= c <= "9":
            number = ""
            while i < len(line) and "0" <= line[i] <= "9":
                number = number + line[i]
                i = i + 1
            tokens.append(["number", int(number)])
        elif "a" <= c.lower() <= "z":
            name = ""
            while i < len(line) and "a" <= line[i].lower() <= "z":
                name = name + line[i]
                i = i + 1
            tokens.append(["name", name])
        else:
            # a sign, or something we do not know
            tokens.append([c])
            i = i + 1
    tokens.append(["end"])


def expression():
    global position
    left = term()
    while tokens[position][0] == "+" or tokens[position][0] == "-":
        sign = tokens[position][0]
        position = position + 1
        left = [sign, left, term()]
    return left


def term():
    global position
    left = factor()
    while tokens[position][0] == "*" or tokens[position][0] == "/":
        sign = tokens[position][0]
        position = position + 1
        left = [sign, left, factor()]
    return left


def factor():
    global position, error
    token = tokens[position]
    if token[0] == "number" or token[0] == "name":
        position = position + 1
        return token
    if token[0] == "-":
        position = position + 1
        return ["negative", factor()]
    if token[0] == "(":
        position = position + 1
        inside = expression()
        if tokens[position][0] == ")":
            position = position + 1
            return inside
    error = "syntax"
    return ["number", 0]


def calculate(tree):
    global error
    if error != "":
        return 0
    kind = tree[0]
    if kind == "number":
        return tree[1]
    if kind == "name":
        if tree[1] not in variables:
            error = "unknown " + tree[1]
            return 0
        return variables[tree[1]]
    if kind == "negative":
        return 0 - calculate(tree[1])
    a = calculate(tree[1])
    b = calculate(tree[2])
    if error != "":
        return 0
    if kind == "+":
        return a + b
    if kind == "-":
        return a - b
    if kind == "*":
        return a * b
    # only the division is left
    if b == 0:
        error = "division by zero"
        return 0
    result = abs(a) // abs(b)
    if (a < 0) != (b < 0):
        result = -result
    return result


for line in sys.stdin:
    if line.strip() == "":
        continue
    error = ""
    make_tokens(line)
    target = ""
    if tokens[0][0] == "name" and tokens[1][0] == "=":
        target = tokens[0][1]
        position = 2
    tree = expression()
    if tokens[position][0] != "end":
        error = "syntax"
    value = calculate(tree)
    if error != "":
        print("error: " + error)
    elif target != "":
        variables[target] = value
        print(target, "=", value)
    else:
        print(value)
