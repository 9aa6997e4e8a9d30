digits = [int(c) for c in input() if c.isdigit()]
count = len(digits)

summe = 0
for d in digits:
    summe += d

value = 0
for i in range(count):
    value += digits[i] * 10 ** i

palindrome = True
for i in range(count // 2):
    if digits[i] != digits[count - 1 - i]:
        palindrome = False

print(summe, value, ["no", "yes"][palindrome], sep="\n")
