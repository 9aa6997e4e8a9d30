import sys

ABOVE, BELOW, LEFT, RIGHT = range(4)
DIRECTIONS = 4


# The maze as a graph: each open cell knows its neighbours.
class Cell:
    def __init__(self, mark):
        self.mark = mark
        self.depth = -1                      # steps from the start, -1: unseen
        self.neighbour = [None] * DIRECTIONS
        self.back = None                     # preferred way towards the start
        self.next_in_queue = None


class Queue:
    def __init__(self):
        self.first = None
        self.last = None

    def enqueue(self, c):
        c.next_in_queue = None
        if self.first is None:
            self.first = c
        else:
            self.last.next_in_queue = c
        self.last = c

    def dequeue(self):
        c = self.first
        if c is not None:
            self.first = c.next_in_queue
        return c


def opposite(d):
    if d == ABOVE:
        return BELOW
    if d == BELOW:
        return ABOVE
    if d == LEFT:
        return RIGHT
    return LEFT


def connect(a, b, d):
    if a.mark == '#' or b.mark == '#':
        return
    a.neighbour[d] = b
    b.neighbour[opposite(d)] = a


def search(start):
    q = Queue()
    start.depth = 0
    q.enqueue(start)
    while (c := q.dequeue()) is not None:
        for d in range(DIRECTIONS):
            n = c.neighbour[d]
            if n is None:
                continue
            home = opposite(d)
            if n.depth < 0:
                n.depth = c.depth + 1
                n.back = home
                q.enqueue(n)
            elif n.depth == c.depth + 1 and home < n.back:
                n.back = home                # equally short, but preferred


def main():
    words = sys.stdin.read().split()
    if len(words) < 2:
        sys.exit("height and width expected")
    height = int(words[0])
    width = int(words[1])
    marks = ''.join(words[2:])

    cells = []
    start = None
    goal = None
    for i in range(height * width):
        c = Cell(marks[i])
        cells.append(c)
        if c.mark == 'S':
            start = c
        elif c.mark == 'E':
            goal = c
        if i >= width:
            connect(c, cells[i - width], ABOVE)
        if i % width > 0:
            connect(c, cells[i - 1], LEFT)
    if start is None or goal is None:
        sys.exit("start or exit is missing")

    search(start)
    if goal.depth < 0:
        print("no way")
    else:
        c = goal.neighbour[goal.back]
        print("steps %d" % goal.depth)
        while c is not start:
            c.mark = '*'
            c = c.neighbour[c.back]
        for i in range(height * width):
            print(cells[i].mark, end='')
            if (i + 1) % width == 0:
                print()


main()
