import sys


class Cell:
    def __init__(self, alive):
        self.alive = alive
        self.tomorrow = False
        self.friends = []

    def decide(self):
        """Find out what will happen, but do not change yet."""
        living = 0
        for friend in self.friends:
            if friend.alive:
                living += 1
        self.tomorrow = living == 3 or self.alive and living == 2

    def change(self):
        """Go to the next day. Tells if the cell is not what it was."""
        changed = self.alive != self.tomorrow
        self.alive = self.tomorrow
        return changed


class World:
    def __init__(self, rows):
        self.grid = [[Cell(char == 'o') for char in row] for row in rows]
        self.meet()

    def meet(self):
        # every cell gets to know the eight cells around it
        height = len(self.grid)
        for y in range(height):
            above = self.grid[y - 1]
            same = self.grid[y]
            below = self.grid[(y + 1) % height]
            width = len(same)
            for x in range(width):
                left = x - 1              # -1 is the last column, fine
                right = (x + 1) % width
                same[x].friends = [
                    above[left], above[x], above[right],
                    same[left], same[right],
                    below[left], below[x], below[right],
                ]

    def cells(self):
        for row in self.grid:
            for cell in row:
                yield cell

    def step(self):
        for cell in self.cells():
            cell.decide()
        changes = 0
        for cell in self.cells():
            if cell.change():
                changes += 1
        return changes

    def population(self):
        return len([cell for cell in self.cells() if cell.alive])

    def __str__(self):
        text = []
        for row in self.grid:
            text.append(''.join('o' if cell.alive else '.' for cell in row))
        return '\n'.join(text)


def main():
    lines = sys.stdin.read().split('\n')
    height, width, steps = lines[0].split()
    world = World([line[:int(width)] for line in lines[1:int(height) + 1]])
    for i in range(int(steps)):
        changes = world.step()
        print('step ' + str(i + 1) + ': ' + str(world.population()))
        if changes == 0:
            print('still')
            break
    print(world)


main()
