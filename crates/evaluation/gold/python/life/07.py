from operator import add
import sys

# A world is a tuple of rows, a row a tuple of 0 and 1.


def read_world():
    header = sys.stdin.readline()
    height, width, steps = [int(word) for word in header.split()]
    world = ()
    for _ in range(height):
        chars = sys.stdin.readline()[:width]
        world += (tuple(".o".index(c) for c in chars),)
    return world, steps


def rolled(seq):
    """The sequence shifted to the left, as it is and to the right."""
    return seq[1:] + seq[:1], seq, seq[-1:] + seq[:-1]


def add_rows(*rows):
    return tuple(map(sum, zip(*rows)))


def squares(world):
    """For every cell the sum of the 3 x 3 square around it."""
    triples = tuple(add_rows(*rolled(row)) for row in world)
    return tuple(add_rows(*three) for three in zip(*rolled(triples)))


def rule(cell, square):
    # the square includes the cell itself:
    #   3 = birth, or alive with two;  4 = alive with three (or dead with four)
    if square == 3:
        return 1
    if square == 4:
        return cell
    return 0


def successor(world):
    sums = squares(world)
    return tuple(
        tuple(map(rule, cells, row_sums))
        for cells, row_sums in zip(world, sums)
    )


def population(world):
    return sum(map(sum, world))


def run(world, number, last):
    """Prints the steps number to last and returns the last world."""
    while number <= last:
        new = successor(world)
        print("step", end=" ")
        print(number, population(new), sep=": ")
        if new == world:
            print("still")
            return world
        world, number = new, add(number, 1)
    return world


world, steps = read_world()
for row in run(world, 1, steps):
    print(*[".o"[cell] for cell in row], sep="")
