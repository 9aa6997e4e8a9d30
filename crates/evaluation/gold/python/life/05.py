# Each row is one integer, a bit per cell. The neighbours of all cells of
# a row are counted at the same time by adders working on whole rows.
import sys


def half(a, b):
    return a ^ b, a & b


def full(a, b, c):
    s, k1 = half(a, b)
    s, k2 = half(s, c)
    return s, k1 | k2


def turn(row, w):
    """row rotated by one to both sides"""
    top = w - 1
    left = (row << 1 | row >> top) & ((1 << w) - 1)
    right = row >> 1 | (row & 1) << top
    return left, right


def next_row(up, mid, down, w):
    # ones and twos of the upper three, the lower three and the two beside
    u1, u2 = full(up, *turn(up, w))
    d1, d2 = full(down, *turn(down, w))
    m1, m2 = half(*turn(mid, w))
    # n = ones + 2 * (carry + u2 + d2 + m2)
    ones, carry = full(u1, d1, m1)
    # alive wants the sum of the four twos to be exactly 1
    p, q = half(u2, d2)
    r, s = half(m2, carry)
    twos = p ^ r
    more = q | s | p & r
    return twos & ~more & (ones | mid)


def generation(rows, w):
    h = len(rows)
    return [next_row(rows[i - 1], rows[i], rows[(i + 1) % h], w) for i in range(h)]


h, w, n = map(int, sys.stdin.readline().split())
to_bits = str.maketrans('.o', '01')
from_bits = str.maketrans('01', '.o')
rows = [int(sys.stdin.readline().strip().translate(to_bits), 2) for _ in range(h)]

for i in range(1, n + 1):
    old = rows
    rows = generation(old, w)
    print(f'step {i}:', sum(r.bit_count() for r in rows))
    if rows == old:
        print('still')
        break

for r in rows:
    print(format(r, f'0{w}b').translate(from_bits))
