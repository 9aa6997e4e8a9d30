# calculator: infix -> RPN with the shunting yard, then a stack for the RPN
# '~' is the unary minus in the RPN

import re
import sys

PREC = {'+': 1, '-': 1, '*': 2, '/': 2, '~': 3}


def scan(s):
    toks = re.findall(r'[0-9]+|[a-zA-Z]+|[^\s]', s)
    return toks


def is_num(t):
    return re.fullmatch('[0-9]+', t) is not None


def is_name(t):
    return re.fullmatch('[a-zA-Z]+', t) is not None


def to_rpn(toks):
    """returns the RPN as a list, None if the syntax is wrong"""
    out = []
    ops = []
    want_operand = True
    for t in toks:
        if want_operand:
            if is_num(t) or is_name(t):
                out.append(t)
                want_operand = False
            elif t == '-':
                ops.append('~')
            elif t == '(':
                ops.append(t)
            else:
                return None
        else:
            if t == ')':
                while ops and ops[-1] != '(':
                    out.append(ops.pop())
                if not ops:
                    return None     # ) without (
                ops.pop()
            elif t in PREC and t != '~':
                while ops and ops[-1] != '(' and PREC[ops[-1]] >= PREC[t]:
                    out.append(ops.pop())
                ops.append(t)
                want_operand = True
            else:
                return None
    if want_operand or '(' in ops:
        return None
    while ops:
        out.append(ops.pop())
    return out


def div(a, b):
    if a * b < 0:
        return -(abs(a) // abs(b))
    return abs(a) // abs(b)


def eval_rpn(rpn, names):
    """returns (value, None) or (None, message)"""
    st = []
    for t in rpn:
        if is_num(t):
            st.append(int(t))
        elif is_name(t):
            if t not in names:
                return None, 'unknown ' + t
            st.append(names[t])
        elif t == '~':
            st.append(-st.pop())
        else:
            b = st.pop()
            a = st.pop()
            if t == '+': st.append(a + b)
            if t == '-': st.append(a - b)
            if t == '*': st.append(a * b)
            if t == '/':
                if b == 0:
                    return None, 'division by zero'
                st.append(div(a, b))
    return st[0], None


names = {}
while True:
    s = sys.stdin.readline()
    if s == '':
        break
    toks = scan(s)
    if not toks:
        continue

    dest = None
    if len(toks) > 1 and toks[1] == '=' and is_name(toks[0]):
        dest = toks[0]
        toks = toks[2:]

    rpn = to_rpn(toks)
    if rpn is None:
        print('error: syntax')
        continue
    val, msg = eval_rpn(rpn, names)
    if msg is not None:
        print('error: ' + msg)
    elif dest is not None:
        names[dest] = val
        print(dest + ' = ' + str(val))
    else:
        print(val)
