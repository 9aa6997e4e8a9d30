def analyse(number):
    total, flipped, left = 0, 0, number
    for _ in str(number):
        last = left - left // 10 * 10
        left //= 10
        total += last
        flipped = flipped * 10 + last
    return total, flipped, flipped == number


total, flipped, same = analyse(int(input()))
print("%d\n%d" % (total, flipped))
if same: print("yes")
else: print("no")
