import sys


def read_world(height, words):
    world = []
    for i in range(height):
        try:
            world.append(next(words))
        except StopIteration:
            sys.exit(f"row {i + 1} is missing")
    return world


def is_alive(row, x):
    width = len(row)
    if x < 0:
        x += width
    if x >= width:
        x -= width
    return row[x] == 'o'


def three(row, x):
    return is_alive(row, x - 1) + is_alive(row, x) + is_alive(row, x + 1)


def fate(above, row, below, x):
    neighbours = three(above, x) + three(below, x) + is_alive(row, x - 1) + is_alive(row, x + 1)
    if row[x] == 'o':
        return 'o' if neighbours in (2, 3) else '.'
    return 'o' if neighbours == 3 else '.'


def following(world):
    height = len(world)
    result = []
    for i, row in enumerate(world):
        above = world[i - 1]
        below = world[0] if i + 1 == height else world[i + 1]
        result.append(''.join(fate(above, row, below, x) for x in range(len(row))))
    return result


def population(world):
    return sum(row.count('o') for row in world)


def play(world, step, last):
    """Plays from the given step on and returns the final world."""
    if step > last:
        return world
    successor = following(world)
    print(f"step {step}: {population(successor)}")
    if successor == world:
        print("still")
        return successor
    return play(successor, step + 1, last)


def main():
    words = iter(sys.stdin.read().split())
    height, _, steps = (int(next(words)) for _ in range(3))
    sys.setrecursionlimit(steps + 1000)
    for row in play(read_world(height, words), 1, steps):
        print(row)


main()
