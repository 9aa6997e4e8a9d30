"""Checkout, with a class for the counter and one for the shop."""
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


class Counter:
    """One counter: whom it served and until when it is taken."""

    def __init__(self, number):
        self.number = number
        self.taken_until = 0
        self.minutes = 0
        self.customers = 0

    def __lt__(self, other):
        return (self.taken_until, self.number) < (other.taken_until, other.number)

    def serve(self, arrive, need):
        begins = self.taken_until if self.taken_until > arrive else arrive
        self.taken_until = begins + need
        self.minutes += need
        self.customers += 1
        return begins


class Shop:
    """All counters and the one line in front of them."""

    def __init__(self, size):
        self.counters = [Counter(number) for number in range(size)]
        self.line = []
        self.waits = []
        self.longest_line = 0

    def move_line(self, clock):
        self.line = [begins for begins in self.line if begins > clock]

    def enter(self, arrive, need):
        counter = min(self.counters)
        begins = counter.serve(arrive, need)
        self.waits.append(begins - arrive)
        self.line.append(begins)
        self.move_line(arrive)
        if len(self.line) > self.longest_line:
            self.longest_line = len(self.line)

    def report(self):
        minutes = [counter.minutes for counter in self.counters]
        customers = [counter.customers for counter in self.counters]
        print_result(self.waits, self.longest_line, minutes, customers)


if __name__ == "__main__":
    size, visits = read_visits(sys.stdin)
    shop = Shop(size)
    for arrive, need in visits:
        shop.enter(arrive, need)
    shop.report()
