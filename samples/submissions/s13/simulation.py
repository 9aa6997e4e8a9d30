"""Checkout, one minute after the other."""
from collections import deque
import sys


def read_visits(stream):
    """Return the number of counters and a list of (arrive, need)."""
    words = stream.read().split()
    if not words or not words[0].isdigit() or not 1 <= int(words[0]) <= 16:
        sys.exit("the first line must be the number of counters (1 to 16)")
    numbers = [int(word) for word in words[1:]]
    visits = list(zip(numbers[0::2], numbers[1::2]))
    for above, below in zip(visits, visits[1:]):
        if below[0] < above[0]:
            sys.exit("a visit arrives before the one above it")
    return int(words[0]), visits


def print_result(waits, longest_queue, busy, served):
    """Print the report in the form the assignment asks for."""
    mean = sum(waits) / len(waits) if waits else 0.0
    print(f"customers: {len(waits)}")
    print(f"mean wait: {mean:.2f}")
    print(f"longest wait: {max(waits, default=0)}")
    print(f"longest queue: {longest_queue}")
    for number, (minutes, customers) in enumerate(zip(busy, served), start=1):
        print(f"counter {number}: {minutes} minutes, {customers} customers")


def idle_counter(until, counters):
    """The free counter that has been free longest, or None."""
    free = [c for c in range(counters) if until[c][0] == 0]
    if not free:
        return None
    return min(free, key=lambda c: (until[c][1], c))


def simulate(counters, visits):
    # for each counter: minutes left, and since when it has been free
    until = [[0, 0] for _ in range(counters)]
    coming = deque(visits)
    line = deque()
    waits = []
    busy = {c: 0 for c in range(counters)}
    served = {c: 0 for c in range(counters)}
    longest = 0
    minute = 0
    while coming or line:
        while coming and coming[0][0] == minute:
            line.append(coming.popleft())
        while line:
            c = idle_counter(until, counters)
            if c is None:
                break
            arrived, need = line.popleft()
            until[c][0] = need
            busy[c] += need
            served[c] += 1
            waits.append(minute - arrived)
        longest = max(longest, len(line))
        minute += 1
        for state in until:
            if state[0] > 0:
                state[0] -= 1
                if state[0] == 0:
                    state[1] = minute
    return waits, longest, list(busy.values()), list(served.values())


counters, visits = read_visits(sys.stdin)
print_result(*simulate(counters, visits))
