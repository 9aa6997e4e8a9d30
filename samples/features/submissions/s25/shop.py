"""Checkout: keeps nothing but the list of those who still wait."""
import sys


class Waiting:
    def __init__(self, begins, after):
        self.begins = begins
        self.after = after


class Desk:
    def __init__(self):
        self.open_from = 0
        self.minutes = 0
        self.people = 0


desks = []
front = None


def die(what, line):
    print(f"line {line}: {what}", file=sys.stderr)
    sys.exit(1)


def choose():
    chosen = desks[0]
    for d in desks[1:]:
        if d.open_from < chosen.open_from:
            chosen = d
    return chosen


def forget_started(now):
    global front
    count = 0
    before = None
    w = front
    while w is not None:
        if w.begins <= now:
            if before is None:
                front = w.after
            else:
                before.after = w.after
        else:
            count += 1
            before = w
        w = w.after
    return count


def remember(begins):
    global front
    front = Waiting(begins, front)


def main():
    global desks
    line = 0
    people = 0
    worst_queue = 0
    worst = 0
    total = 0.0
    for text in sys.stdin:
        line += 1
        if text.strip() == "":
            continue
        if not desks:
            desk_count = int(text)
            if desk_count < 1 or desk_count > 16:
                die("expected 1 to 16 counters", line)
            desks = [Desk() for _ in range(desk_count)]
            continue
        words = text.split()
        if len(words) != 2:
            die("expected two numbers", line)
        arrive, need = int(words[0]), int(words[1])
        d = choose()
        begins = d.open_from if d.open_from > arrive else arrive
        d.open_from = begins + need
        d.minutes += need
        d.people += 1
        people += 1
        total += begins - arrive
        if begins - arrive > worst:
            worst = begins - arrive
        remember(begins)
        queue = forget_started(arrive)
        if queue > worst_queue:
            worst_queue = queue
    print(f"customers: {people}\nmean wait: {total / people if people else 0.0:.2f}")
    print(f"longest wait: {worst}\nlongest queue: {worst_queue}")
    for i in range(len(desks)):
        print(f"counter {i + 1}: {desks[i].minutes} minutes, {desks[i].people} customers")


main()
