s = input().strip()
r = s[::-1]
print(sum(ord(c) - ord('0') for c in s))
print(int(r))
print('yes' if s == r else 'no')
