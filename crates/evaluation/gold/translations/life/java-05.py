import sys

# RULE[alive][neighbours]
RULE = [
    [0, 0, 0, 1, 0, 0, 0, 0, 0],
    [0, 0, 1, 1, 0, 0, 0, 0, 0],
]


class FlatLife:
    """The world as one long list, with a table of the neighbours of each place."""

    def __init__(self, height, width):
        self.width = width
        size = height * width
        self.current = [0] * size
        self.spare = [0] * size
        self.neighbour = []
        for p in range(size):
            row = p - p % width
            up = (row - width) % size
            down = (row + width) % size
            col = p % width
            left = (col - 1) % width
            right = (col + 1) % width
            self.neighbour.append([
                up + left, up + col, up + right,
                row + left, row + right,
                down + left, down + col, down + right,
            ])

    def set_row(self, index, row):
        for i in range(self.width):
            self.current[index * self.width + i] = 1 if row[i] == 'o' else 0

    def step(self):
        """One step. Returns the population, or its complement (~) if nothing changed."""
        population = 0
        different = 0
        for p, cell in enumerate(self.current):
            n = sum(self.current[q] for q in self.neighbour[p])
            self.spare[p] = RULE[cell][n]
            population += self.spare[p]
            different |= self.spare[p] ^ cell
        self.current, self.spare = self.spare, self.current
        return ~population if different == 0 else population

    def write(self):
        for p, cell in enumerate(self.current):
            print('o' if cell == 1 else '.', end='')
            if (p + 1) % self.width == 0:
                print()


def main():
    height, width, steps = [int(word) for word in sys.stdin.readline().split()]

    life = FlatLife(height, width)
    for i in range(height):
        life.set_row(i, sys.stdin.readline())

    for i in range(1, steps + 1):
        result = life.step()
        if result < 0:
            print(f'step {i}: {~result}')
            print('still')
            break
        print(f'step {i}: {result}')
    life.write()


if __name__ == '__main__':
    main()
