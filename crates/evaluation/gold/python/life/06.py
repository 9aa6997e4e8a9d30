#!/usr/bin/env python3

# Life, with the world as a flat list. Cell number k is in row k / width
# and in column k % width. A table with the numbers of the neighbours is
# made only once at the beginning.

import sys


def makeTable(height, width):
    table = []
    for k in range(height * width):
        row = k // width
        col = k % width

        north = (row + height - 1) % height * width
        south = (row + 1) % height * width
        here = row * width
        west = (col + width - 1) % width
        east = (col + 1) % width

        table.append((north + west, north + col, north + east,
                      here + west, here + east,
                      south + west, south + col, south + east))
    return table


# RULES[alive][neighbours]
RULES = (
    (0, 0, 0, 1, 0, 0, 0, 0, 0),
    (0, 0, 1, 1, 0, 0, 0, 0, 0),
)


def nextCells(cells, table):
    result = []
    for k in range(len(cells)):
        count = 0
        for other in table[k]:
            count += cells[other]
        result.append(RULES[cells[k]][count])
    return result


def printCells(cells, width):
    out = ''
    for k in range(len(cells)):
        if cells[k]:
            out += 'o'
        else:
            out += '.'
        if (k + 1) % width == 0:
            out += '\n'
    sys.stdout.write(out)


def main():
    tokens = sys.stdin.read().split()
    height = int(tokens[0])
    width = int(tokens[1])
    steps = int(tokens[2])
    cells = []
    for char in ''.join(tokens[3:]):
        cells.append(int(char == 'o'))

    table = makeTable(height, width)
    number = 0
    while number < steps:
        number += 1
        following = nextCells(cells, table)
        print('step ' + str(number) + ':', sum(following))
        if following == cells:
            print('still')
            break
        cells = following
    printCells(cells, width)


main()
