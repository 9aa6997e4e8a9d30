from itertools import count, takewhile

n = int(input())
powers = list(takewhile(lambda p: p <= n, (10 ** k for k in count()))) or [1]
digits = [n // p % 10 for p in powers]     # ones first

print(sum(digits))
mirror = sum(p * d for p, d in zip(reversed(powers), digits))
print(mirror)
print(("no", "yes")[mirror == n])
