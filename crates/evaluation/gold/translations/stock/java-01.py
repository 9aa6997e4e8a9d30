import sys


def main():
    # three lists, the same index belongs to the same item
    names = []
    counts = []
    prices = []

    for line in sys.stdin:
        parts = line.split()
        if not parts:
            continue

        # look for the item
        index = -1
        if len(parts) > 1 and parts[1] in names:
            index = names.index(parts[1])

        if parts[0] == "add":
            how_many, new_price = int(parts[2]), int(parts[3])
            if index == -1:
                names.append(parts[1])
                counts.append(how_many)
                prices.append(new_price)
            else:
                counts[index] += how_many
                prices[index] = new_price
        elif parts[0] == "remove":
            if index == -1:
                print("unknown", parts[1])
            else:
                how_many = int(parts[2])
                if how_many > counts[index]:
                    print("not enough", parts[1])
                else:
                    counts[index] -= how_many
        elif parts[0] == "price":
            if index == -1:
                print("unknown", parts[1])
            else:
                prices[index] = int(parts[2])
        elif parts[0] == "report":
            # bubble sort, swap in all three lists
            for _ in range(len(names)):
                for j in range(len(names) - 1):
                    if names[j] > names[j + 1]:
                        names[j], names[j + 1] = names[j + 1], names[j]
                        counts[j], counts[j + 1] = counts[j + 1], counts[j]
                        prices[j], prices[j + 1] = prices[j + 1], prices[j]
            total = 0
            for name, count, price in zip(names, counts, prices):
                print(name, count, price)
                total += count * price
            print("total", total)
        elif parts[0] == "end":
            break
        else:
            print("bad command")


if __name__ == "__main__":
    main()
