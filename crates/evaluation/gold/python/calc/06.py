import sys

# ---------------------------------------------------------------
# syntax: what may stand after what. One letter for each kind of
# token, ^ is the beginning of the expression, $ its end.
#   n number or name    m minus    o other operator    ( )
# ---------------------------------------------------------------
ALLOWED = {
    "^": "nm(",
    "n": "mo)$",
    "m": "nm(",
    "o": "nm(",
    "(": "nm(",
    ")": "mo)$",
}


def split(line):
    # put blanks around everything that is not a letter or a digit,
    # and between letters and digits
    spaced = ""
    last = " "
    for c in line:
        kind = "d" if c in "0123456789" else "l" if c.isascii() and c.isalpha() else "?"
        if kind != last or kind == "?":
            spaced += " "
        spaced += c
        last = kind
    return spaced.split()


def kindOf(token):
    if token.isascii() and (token.isdigit() or token.isalpha()):
        return "n"
    if token == "-":
        return "m"
    if token in "+*/":
        return "o"
    if token in "()":
        return token
    return "?"


def syntaxOk(tokens):
    depth = 0
    before = "^"
    for t in tokens:
        k = kindOf(t)
        if k not in ALLOWED[before]:
            return False
        if k == "(":
            depth += 1
        if k == ")":
            depth -= 1
        if depth < 0:
            return False
        before = k
    return depth == 0 and "$" in ALLOWED[before]


def priority(op):
    return {"(": 0, "+": 1, "-": 1, "*": 2, "/": 2, "neg": 3}[op]


def operate(values, op):
    """applies op to the top of the values, returns an error or None"""
    y = values.pop()
    if op == "neg":
        values.append(-y)
        return None
    x = values.pop()
    if op == "+":
        values.append(x + y)
    elif op == "-":
        values.append(x - y)
    elif op == "*":
        values.append(x * y)
    elif y == 0:
        return "division by zero"
    else:
        r = x // y
        if r < 0 and r * y != x:
            r += 1
        values.append(r)
    return None


def evaluate(tokens, variables):
    """two stacks, everything is calculated as soon as possible"""
    values, ops = [], []
    before = "^"
    for t in tokens + [")"]:        # the last bracket closes the expression
        k = kindOf(t)
        if k == "n" and t.isdigit():
            values.append(int(t))
        elif k == "n":
            if t not in variables:
                return None, "unknown " + t
            values.append(variables[t])
        elif k == "(":
            ops.append("(")
        elif k == "m" and before not in "n)":
            ops.append("neg")
        else:
            limit = 1 if k == ")" else priority(t)
            while ops and priority(ops[-1]) >= limit:
                error = operate(values, ops.pop())
                if error:
                    return None, error
            if k != ")":
                ops.append(t)
            elif ops:
                ops.pop()
        before = k
    return values.pop(), None


variables = {}
for line in sys.stdin.read().split("\n"):
    tokens = split(line)
    if tokens == []:
        continue
    goal = ""
    if len(tokens) >= 2 and tokens[1] == "=" and tokens[0].isascii() and tokens[0].isalpha():
        goal = tokens[0]
        del tokens[:2]
    result, error = None, "syntax"
    if syntaxOk(tokens):
        result, error = evaluate(tokens, variables)
    if error:
        print("error:", error)
    elif goal:
        variables[goal] = result
        print(goal, "=", result)
    else:
        print(result)
