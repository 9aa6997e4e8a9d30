# stock program
# the three lists belong together: the item number i has
# the name names[i], the count counts[i] and the price prices[i]

names = []
counts = []
prices = []

running = True
while running:
    # read the next line, stop when there is nothing more
    try:
        line = input()
    except EOFError:
        break

    parts = line.split()
    if len(parts) == 0:
        continue
    command = parts[0]

    if command == "end":
        running = False

    elif command == "add":
        name = parts[1]
        count = int(parts[2])
        price = int(parts[3])
        # look if we already have it
        found = -1
        for i in range(len(names)):
            if names[i] == name:
                found = i
        if found == -1:
            names.append(name)
            counts.append(count)
            prices.append(price)
        else:
            counts[found] = counts[found] + count
            prices[found] = price

    elif command == "remove":
        name = parts[1]
        count = int(parts[2])
        found = -1
        for i in range(len(names)):
            if names[i] == name:
                found = i
        if found == -1:
            print("unknown", name)
        else:
            if count > counts[found]:
                print("not enough", name)
            else:
                counts[found] = counts[found] - count

    elif command == "price":
        name = parts[1]
        price = int(parts[2])
        found = -1
        for i in range(len(names)):
            if names[i] == name:
                found = i
        if found == -1:
            print("unknown", name)
        else:
            prices[found] = price

    elif command == "report":
        # sort the three lists at the same time (selection sort)
        for i in range(len(names)):
            smallest = i
            for j in range(i + 1, len(names)):
                if names[j] < names[smallest]:
                    smallest = j
            if smallest != i:
                names[i], names[smallest] = names[smallest], names[i]
                counts[i], counts[smallest] = counts[smallest], counts[i]
                prices[i], prices[smallest] = prices[smallest], prices[i]

        total = 0
        for i in range(len(names)):
            print(names[i], counts[i], prices[i])
            total = total + counts[i] * prices[i]
        print("total", total)

    else:
        print("bad command")
