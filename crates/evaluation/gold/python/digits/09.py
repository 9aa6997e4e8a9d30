from collections import deque
import sys

d = deque(sys.stdin.read().strip())
print(sum(int(x) for x in d))

d.reverse()
rev = ''.join(d)
print(int(rev))

# compare both ends and move inwards
while len(d) > 1 and d[0] == d[-1]:
    d.pop()
    d.popleft()
print('no' if len(d) > 1 else 'yes')
