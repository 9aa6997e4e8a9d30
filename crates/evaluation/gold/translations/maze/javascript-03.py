import math


def neighbours(row, col):
    """In the order of preference: above, below, left, right."""
    candidates = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in candidates if 0 <= r < height and 0 <= c < width]


def relax():
    """One pass through the whole grid; tells whether something got smaller."""
    improved = False
    for row in range(height):
        for col in range(width):
            if grid[row][col] == "#":
                continue
            nearest = min((cost[r][c] for r, c in neighbours(row, col)), default=math.inf)
            if nearest + 1 < cost[row][col]:
                cost[row][col] = nearest + 1
                improved = True
    return improved


height, width = map(int, input().split())
grid = [list(input()) for _ in range(height)]
cost = [[0 if cell == "S" else math.inf for cell in row] for row in grid]
goal = next((r, row.index("E")) for r, row in enumerate(grid) if "E" in row)

while relax():
    pass

row, col = goal
if cost[row][col] == math.inf:
    print("no way")
else:
    print("steps", cost[row][col])
    while cost[row][col] > 1:
        wanted = cost[row][col] - 1
        for r, c in neighbours(row, col):
            if cost[r][c] == wanted:
                break
        row, col = r, c
        grid[row][col] = "*"
    print("\n".join("".join(line) for line in grid))
