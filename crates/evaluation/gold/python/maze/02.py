"""Finds the shortest way through a labyrinth."""

import sys
from collections import deque
from typing import Dict, Iterator, List, NamedTuple, Optional


class Pos(NamedTuple):
    row: int
    col: int

    def neighbours(self) -> Iterator["Pos"]:
        """In the order in which the way back prefers them."""
        yield Pos(self.row - 1, self.col)
        yield Pos(self.row + 1, self.col)
        yield Pos(self.row, self.col - 1)
        yield Pos(self.row, self.col + 1)


class Labyrinth:
    def __init__(self, rows: List[str]):
        self.rows = rows

    @classmethod
    def read(cls, stream) -> "Labyrinth":
        height, _width = map(int, stream.readline().split())
        return cls([stream.readline().rstrip() for _ in range(height)])

    def __getitem__(self, pos: Pos) -> str:
        if 0 <= pos.row < len(self.rows) and 0 <= pos.col < len(self.rows[pos.row]):
            return self.rows[pos.row][pos.col]
        return "#"

    def find(self, mark: str) -> Pos:
        for number, row in enumerate(self.rows):
            if mark in row:
                return Pos(number, row.index(mark))
        raise ValueError("there is no " + mark)

    def distances(self, origin: Pos) -> Dict[Pos, int]:
        """Breadth first search."""
        known = {origin: 0}
        waiting = deque([origin])
        while waiting:
            here = waiting.popleft()
            for there in here.neighbours():
                if there not in known and self[there] != "#":
                    known[there] = known[here] + 1
                    waiting.append(there)
        return known

    def shortest_way(self) -> Optional[List[Pos]]:
        """The cells from the exit to the start, both included."""
        start, goal = self.find("S"), self.find("E")
        known = self.distances(start)
        if goal not in known:
            return None
        way = [goal]
        while way[-1] != start:
            wanted = known[way[-1]] - 1
            way.append(next(p for p in way[-1].neighbours() if known.get(p) == wanted))
        return way

    def show(self, marked: List[Pos]) -> None:
        cells = set(marked)
        for r, row in enumerate(self.rows):
            print("".join("*" if Pos(r, c) in cells else ch for c, ch in enumerate(row)))


def main() -> None:
    labyrinth = Labyrinth.read(sys.stdin)
    way = labyrinth.shortest_way()
    if way is None:
        print("no way")
        return
    print(f"steps {len(way) - 1}")
    labyrinth.show(way[1:-1])


if __name__ == "__main__":
    main()
