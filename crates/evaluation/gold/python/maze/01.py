# Shortest way through a maze
# First the distances from S are computed with a queue,
# then the way is marked going back from E to S.

first = input().split()
height = int(first[0])
width = int(first[1])

maze = []
for i in range(height):
    row = input().strip()
    maze.append(list(row))

# find start and exit
for i in range(height):
    for j in range(width):
        if maze[i][j] == "S":
            startRow = i
            startCol = j
        if maze[i][j] == "E":
            exitRow = i
            exitCol = j

# distance is -1 where we have not been yet
distance = []
for i in range(height):
    distance.append([-1] * width)

distance[startRow][startCol] = 0
queueRow = [startRow]
queueCol = [startCol]
head = 0
while head < len(queueRow):
    r = queueRow[head]
    c = queueCol[head]
    head = head + 1
    d = distance[r][c] + 1
    # up
    if r > 0 and maze[r - 1][c] != "#" and distance[r - 1][c] == -1:
        distance[r - 1][c] = d
        queueRow.append(r - 1)
        queueCol.append(c)
    # down
    if r < height - 1 and maze[r + 1][c] != "#" and distance[r + 1][c] == -1:
        distance[r + 1][c] = d
        queueRow.append(r + 1)
        queueCol.append(c)
    # left
    if c > 0 and maze[r][c - 1] != "#" and distance[r][c - 1] == -1:
        distance[r][c - 1] = d
        queueRow.append(r)
        queueCol.append(c - 1)
    # right
    if c < width - 1 and maze[r][c + 1] != "#" and distance[r][c + 1] == -1:
        distance[r][c + 1] = d
        queueRow.append(r)
        queueCol.append(c + 1)

if distance[exitRow][exitCol] == -1:
    print("no way")
else:
    steps = distance[exitRow][exitCol]
    print("steps", steps)

    # walk back
    r = exitRow
    c = exitCol
    d = steps - 1
    while d > 0:
        if r > 0 and distance[r - 1][c] == d:
            r = r - 1
        elif r < height - 1 and distance[r + 1][c] == d:
            r = r + 1
        elif c > 0 and distance[r][c - 1] == d:
            c = c - 1
        else:
            c = c + 1
        maze[r][c] = "*"
        d = d - 1

    for i in range(height):
        line = ""
        for j in range(width):
            line = line + maze[i][j]
        print(line)
