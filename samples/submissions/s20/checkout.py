"""Checkout. Reads the visits itself and prints with a table of lines."""
import sys
from collections import deque


class Visits:
    def __init__(self, handle):
        self.handle = handle
        self.counters = int(handle.readline())

    def __iter__(self):
        last = 0
        for number, row in enumerate(self.handle, start=2):
            if not row.strip():
                continue
            arrive, need = map(int, row.split())
            if arrive < last:
                raise ValueError(f"line {number} is out of order")
            last = arrive
            yield arrive, need


def longest_idle(until, counters):
    free = [c for c in range(counters) if until[c][0] == 0]
    if not free:
        return None
    return min(free, key=lambda c: (until[c][1], c))


def play(counters, visits):
    until = [[0, 0] for _ in range(counters)]
    coming = deque(visits)
    line = deque()
    history = []
    lengths = [0]
    minute = 0
    while coming or line:
        while coming and coming[0][0] == minute:
            line.append(coming.popleft())
        while line:
            c = longest_idle(until, counters)
            if c is None:
                break
            arrived, need = line.popleft()
            until[c][0] = need
            history.append((c, minute - arrived, need))
        lengths.append(len(line))
        minute += 1
        for state in until:
            if state[0] > 0:
                state[0] -= 1
                if state[0] == 0:
                    state[1] = minute
    return history, lengths


def table(counters, history, lengths):
    waits = [entry[1] for entry in history] or [0]
    rows = [
        ("customers", len(history)),
        ("mean wait", "%.2f" % (sum(waits) / len(waits))),
        ("longest wait", max(waits)),
        ("longest queue", max(lengths)),
    ]
    for c in range(counters):
        needs = [need for counter, _, need in history if counter == c]
        rows.append((f"counter {c + 1}", f"{sum(needs)} minutes, {len(needs)} customers"))
    return rows


if __name__ == "__main__":
    source = Visits(sys.stdin)
    for label, value in table(source.counters, *play(source.counters, source)):
        print(f"{label}: {value}")
