import sys
from types import SimpleNamespace


def solve(lines):
    maze = read_maze(lines)
    seen = flood(maze, [maze.start], 0, {maze.start: 0})
    if maze.goal not in seen:
        return ["no way"]
    way = way_back(maze.goal, seen, set())
    picture = [
        "".join("*" if (r, c) in way else cell for c, cell in enumerate(row))
        for r, row in enumerate(maze.rows)
    ]
    return [f"steps {seen[maze.goal]}", *picture]


def read_maze(lines):
    h, w = (int(n) for n in lines[0].split())
    maze = SimpleNamespace(rows=[line[:w] for line in lines[1:h + 1]], free=set())
    for r, row in enumerate(maze.rows):
        for c, cell in enumerate(row):
            if cell != "#":
                maze.free.add((r, c))
            if cell == "S":
                maze.start = (r, c)
            if cell == "E":
                maze.goal = (r, c)
    return maze


def flood(maze, front, n, seen):
    """Floods the maze: front are all the cells at distance n."""
    if not front:
        return seen
    following = []
    for place in front:
        for other in around(place):
            if other in maze.free and other not in seen:
                seen[other] = n + 1
                following.append(other)
    return flood(maze, following, n + 1, seen)


def around(place):
    """the four neighbours, in the order in which we like them"""
    r, c = place
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def way_back(place, seen, way):
    """collects the cells between the exit and the start"""
    n = seen[place]
    if n <= 1:
        return way
    before = next(other for other in around(place) if seen.get(other) == n - 1)
    way.add(before)
    return way_back(before, seen, way)


if __name__ == "__main__":
    sys.setrecursionlimit(1_000_000)
    for line in solve(sys.stdin.read().splitlines()):
        print(line)
