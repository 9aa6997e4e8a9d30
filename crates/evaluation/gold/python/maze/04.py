import sys


def spread(front, free):
    """every free cell that touches the front"""
    near = set()
    for z in front:
        near |= {z - 1j, z + 1j, z - 1, z + 1}
    return near & free


def waves(start, goal, free):
    """list of wave fronts, the last one has the goal in it (or is empty)"""
    free = free - {start}
    fronts = [{start}]
    while fronts[-1] and goal not in fronts[-1]:
        fronts.append(spread(fronts[-1], free))
        free -= fronts[-1]
    return fronts


def trace(fronts, goal):
    z = goal
    for front in reversed(fronts[1:-1]):
        # up, down, left, right
        for step in -1j, 1j, -1, 1:
            if z + step in front:
                z += step
                break
        yield z


def cells(grid):
    for y, row in enumerate(grid):
        for x, ch in enumerate(row):
            yield complex(x, y), ch


def main():
    head, *lines = sys.stdin.read().splitlines()
    h, w = map(int, head.split())
    grid = [list(row[:w]) for row in lines[:h]]

    free = set()
    place = {}
    for z, ch in cells(grid):
        if ch != '#':
            free.add(z)
        place[ch] = z       # only those of S and E are of any use

    goal = place['E']
    fronts = waves(place['S'], goal, free)
    if not fronts[-1]:
        print('no way')
        return

    print('steps', len(fronts) - 1)
    for z in trace(fronts, goal):
        grid[int(z.imag)][int(z.real)] = '*'
    print('\n'.join(map(''.join, grid)))


main()
