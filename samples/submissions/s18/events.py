#!/usr/bin/env python3
# Checkout: an event list. An event is (time, kind, number); departures come before arrivals.
import fileinput
from bisect import insort

LEAVE, ARRIVE = 0, 1


def numbers():
    for line in fileinput.input():
        line = line.partition("#")[0].strip()
        if line:
            yield [int(part) for part in line.split()]


def best_desk(idle):
    # oldest first, then the smallest number
    idle.sort()
    return idle.pop(0)[1]


rows = numbers()
try:
    (how_many,) = next(rows)
except (StopIteration, ValueError):
    raise SystemExit("no number of counters")

need = {}
came = {}
events = []
for who, (time, length) in enumerate(rows):
    need[who], came[who] = length, time
    events.append((time, ARRIVE, who))

idle = [(0, desk) for desk in range(how_many)]
line_up = []
totals = [[0, 0] for _ in range(how_many)]
all_waits = 0
max_wait = 0
max_line = 0

while events:
    time, kind, who = events.pop(0)
    if kind == LEAVE:
        idle.append((time, who))
        if events and events[0][:2] == (time, LEAVE):
            continue
    else:
        line_up.append(who)
    while idle and line_up:
        desk = best_desk(idle)
        person = line_up.pop(0)
        waited = time - came[person]
        all_waits += waited
        if waited > max_wait:
            max_wait = waited
        totals[desk][0] += need[person]
        totals[desk][1] += 1
        insort(events, (time + need[person], LEAVE, desk))
    if len(line_up) > max_line:
        max_line = len(line_up)

n = len(came)
print("customers:", n)
print("mean wait: %.2f" % (all_waits / n if n else 0))
print("longest wait:", max_wait)
print("longest queue:", max_line)
for i, (busy, people) in enumerate(totals):
    print("counter %d: %d minutes, %d customers" % (i + 1, busy, people))
