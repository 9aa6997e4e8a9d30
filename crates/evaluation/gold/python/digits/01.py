number = int(input())

# take the digits off one after the other
rest = number
total = 0
reverse = 0
while rest > 0:
    digit = rest % 10
    total = total + digit
    reverse = reverse * 10 + digit
    rest = rest // 10

print(total)
print(reverse)
if reverse == number:
    print("yes")
else:
    print("no")
