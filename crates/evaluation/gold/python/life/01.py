# Game of life

data = input().split()
h = int(data[0])
w = int(data[1])
steps = int(data[2])

# 1 is alive, 0 is dead
world = []
for i in range(h):
    line = input()
    row = []
    for j in range(w):
        if line[j] == "o":
            row.append(1)
        else:
            row.append(0)
    world.append(row)

step = 1
finished = False
while step <= steps and not finished:
    # make an empty new world
    new_world = []
    for i in range(h):
        row = []
        for j in range(w):
            row.append(0)
        new_world.append(row)

    # fill the new world
    for i in range(h):
        for j in range(w):
            neighbours = 0
            for a in [-1, 0, 1]:
                for b in [-1, 0, 1]:
                    if a != 0 or b != 0:
                        # % because left of the first column is the last one
                        neighbours = neighbours + world[(i + a) % h][(j + b) % w]
            if world[i][j] == 1:
                if neighbours == 2 or neighbours == 3:
                    new_world[i][j] = 1
            else:
                if neighbours == 3:
                    new_world[i][j] = 1

    # count the living cells and look if something is different now
    population = 0
    different = False
    for i in range(h):
        for j in range(w):
            population = population + new_world[i][j]
            if new_world[i][j] != world[i][j]:
                different = True

    print("step " + str(step) + ": " + str(population))
    if different == False:
        print("still")
        finished = True

    world = new_world
    step = step + 1

for i in range(h):
    for j in range(w):
        if world[i][j] == 1:
            print("o", end="")
        else:
            print(".", end="")
    print()
