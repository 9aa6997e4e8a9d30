# The search begins at the EXIT. Because the directions are always tried
# in the order U D L R and the queue is first in first out, the first way
# which arrives at S is also the one that is preferred.

import queue


class Step:
    """A cell of a way, with a link to the cell we came from."""

    def __init__(self, row, col, came):
        self.row = row
        self.col = col
        self.came = came


def readMaze():
    numbers = input().split()
    h, w = int(numbers[0]), int(numbers[1])
    maze = {}
    for row in range(h):
        text = input()
        for col in range(w):
            maze[(row, col)] = text[col]
    return h, w, maze


def whereIs(letter, maze):
    for place in maze:
        if maze[place] == letter:
            return place
    return None


def searchWay(maze):
    visited = set()
    todo = queue.Queue()
    row, col = whereIs("E", maze)
    visited.add((row, col))
    todo.put(Step(row, col, None))
    while not todo.empty():
        step = todo.get()
        if maze[(step.row, step.col)] == "S":
            return step
        for direction in "UDLR":
            row, col = step.row, step.col
            if direction == "U": row -= 1
            if direction == "D": row += 1
            if direction == "L": col -= 1
            if direction == "R": col += 1
            place = (row, col)
            if maze.get(place, "#") == "#" or place in visited:
                continue
            visited.add(place)
            todo.put(Step(row, col, step))
    return None


def printMaze(h, w, maze):
    for row in range(h):
        for col in range(w):
            print(maze[(row, col)], end="")
        print()


def main():
    h, w, maze = readMaze()
    step = searchWay(maze)
    if step == None:
        print("no way")
        return
    count = 0
    while step.came != None:
        if maze[(step.row, step.col)] == ".":
            maze[(step.row, step.col)] = "*"
        step = step.came
        count += 1
    print("steps " + str(count))
    printMaze(h, w, maze)

main()
