from functools import reduce

n = int(input())
ds = []
while True:
    n, d = divmod(n, 10)
    ds.append(d)
    if not n: break

print(sum(ds))
print(reduce(lambda acc, d: 10 * acc + d, ds))
print({True: "yes", False: "no"}[ds == ds[::-1]])
