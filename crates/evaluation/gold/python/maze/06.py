# maze as one bytearray with a wall right of each row and one row of wall
# below; index -1, -2, ... wraps into that wall, so no border tests at all.
#
# Each reached cell holds (distance mod 3) + 1, which is enough to find
# the way back: neighbours only ever differ by one.

import sys

WALL, FREE = b'#.'


def load(stream):
    h, w = map(int, stream.readline().split())
    stride = w + 1
    m = bytearray()
    for _ in range(h):
        m += stream.readline().strip().ljust(w, b'#') + b'#'
    m += b'#' * stride
    return m, stride


def flood(a, start, goal, stride):
    """Fills a from start; number of steps to goal, or None."""
    a[start] = 1
    wave, n = [start], 0
    while wave:
        n += 1
        mark = n % 3 + 1
        nxt = []
        for p in wave:
            for q in (p - stride, p + stride, p - 1, p + 1):
                if a[q] == FREE:
                    a[q] = mark
                    nxt.append(q)
        if a[goal] != FREE:
            return n
        wave = nxt
    return None


def walk(a, goal, n, stride):
    p = goal
    while n > 1:
        n -= 1
        mark = n % 3 + 1
        p += next(d for d in (-stride, stride, -1, 1) if a[p + d] == mark)
        yield p


m, stride = load(sys.stdin.buffer)
s, e = m.index(b'S'), m.index(b'E')
a = m[:]
a[s] = a[e] = FREE
n = flood(a, s, e, stride)
if n is None:
    sys.exit(print('no way'))

for p in walk(a, e, n, stride):
    m[p] = ord('*')
print('steps', n)
text = m.decode('ascii')
for k in range(0, len(text) - stride, stride):
    print(text[k:k + stride - 1])
