from collections import deque
from enum import Enum
from typing import NamedTuple


class Direction(Enum):
    UP = (-1, 0)
    DOWN = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)


class Position(NamedTuple):
    y: int
    x: int

    def go(self, direction):
        dy, dx = direction.value
        return Position(self.y + dy, self.x + dx)


class Labyrinth:
    def __init__(self):
        height = int(input().split()[0])
        self.rows = [list(input().strip()) for _ in range(height)]
        self.steps = {}

    def at(self, p):
        inside = 0 <= p.y < len(self.rows) and 0 <= p.x < len(self.rows[p.y])
        return self.rows[p.y][p.x] if inside else "#"

    def find(self, what):
        for y, row in enumerate(self.rows):
            if what in row:
                return Position(y, row.index(what))
        raise ValueError(f"there is no {what}")

    def measure_from(self, start):
        waiting = deque([start])
        self.steps[start] = 0
        while waiting:
            here = waiting.popleft()
            for d in Direction:
                there = here.go(d)
                if self.at(there) != "#" and there not in self.steps:
                    self.steps[there] = self.steps[here] + 1
                    waiting.append(there)

    def predecessor(self, p):
        wanted = self.steps[p] - 1
        return next(p.go(d) for d in Direction if self.steps.get(p.go(d), -1) == wanted)

    def solve(self):
        start = self.find("S")
        exit_ = self.find("E")
        self.measure_from(start)
        if exit_ not in self.steps:
            print("no way")
            return
        p = self.predecessor(exit_)
        while p != start:
            self.rows[p.y][p.x] = "*"
            p = self.predecessor(p)
        print(f"steps {self.steps[exit_]}")
        for row in self.rows:
            print("".join(row))


if __name__ == "__main__":
    Labyrinth().solve()
