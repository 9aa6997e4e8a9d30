s = input().strip()
mirrored = s[::-1]

print(sum(map(int, s)))
print(int(mirrored))
print('yes' if s == mirrored else 'no')

# for example 120:
#   3
#   21
#   no
