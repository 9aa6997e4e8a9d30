import sys


def empty_field(h, w):
    return [[0] * (w + 2) for _ in range(h + 2)]


def read_field():
    tokens = sys.stdin.read().split()
    h, w, steps = (int(t) for t in tokens[:3])
    field = empty_field(h, w)
    for y, row in enumerate(tokens[3:], 1):
        for x in range(w):
            field[y][x + 1] = int(row[x] == 'o')
    return h, w, steps, field


def wrap(field, h, w):
    """Copies the opposite sides into the frame."""
    for y in range(1, h + 1):
        field[y][0] = field[y][w]
        field[y][w + 1] = field[y][1]
    field[0][:] = field[h]
    field[h + 1][:] = field[1]


def sum3(row, x):
    return row[x - 1] + row[x] + row[x + 1]


def next_generation(old, new, h, w):
    wrap(old, h, w)
    population = 0
    changes = 0
    for y in range(1, h + 1):
        for x in range(1, w + 1):
            me = old[y][x]
            # n includes the cell itself
            n = sum3(old[y - 1], x) + sum3(old[y], x) + sum3(old[y + 1], x)
            new[y][x] = 1 if n == 3 or (me and n == 4) else 0
            population += new[y][x]
            changes += new[y][x] ^ me
    return population, changes


def show(field, h, w):
    for y in range(1, h + 1):
        print(''.join('.o'[v] for v in field[y][1:w + 1]))


h, w, steps, current = read_field()
other = empty_field(h, w)

for i in range(1, steps + 1):
    population, changes = next_generation(current, other, h, w)
    current, other = other, current
    print('step ' + str(i) + ': ' + str(population))
    if changes == 0:
        print('still')
        break

show(current, h, w)
