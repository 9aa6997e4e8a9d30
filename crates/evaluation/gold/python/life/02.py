"""Conway's Game of Life on a torus, with a set of living cells."""

from collections import Counter
from itertools import product
from sys import stdin

OFFSETS = [offset for offset in product((-1, 0, 1), repeat=2) if offset != (0, 0)]


def parse(stream):
    height, width, steps = (int(field) for field in next(stream).split())
    alive = {
        (y, x)
        for y in range(height)
        for x, char in enumerate(next(stream).strip())
        if char == "o"
    }
    return (height, width), steps, alive


def around(cell, size):
    """The eight neighbours of a cell."""
    y, x = cell
    height, width = size
    for dy, dx in OFFSETS:
        yield (y + dy) % height, (x + dx) % width


def evolve(alive, size):
    """One generation further."""
    heat = Counter()
    for cell in alive:
        heat.update(around(cell, size))
    return {
        cell
        for cell, count in heat.items()
        if count == 3 or (count == 2 and cell in alive)
    }


def simulate(alive, size, steps):
    for number in range(1, steps + 1):
        before, alive = alive, evolve(alive, size)
        print(f"step {number}: {len(alive)}")
        if before == alive:
            print("still")
            break
    return alive


def render(alive, size):
    height, width = size
    for y in range(height):
        print("".join(".o"[(y, x) in alive] for x in range(width)))


if __name__ == "__main__":
    size, steps, alive = parse(stdin)
    render(simulate(alive, size, steps), size)
