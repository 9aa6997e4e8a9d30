"""Object-oriented solution of the checkout assignment."""
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


class Store:
    """The store keeps the desks and the queue."""

    def add(self, time, duration):
        """Somebody comes in."""
        desk = min(self.desks)
        start = desk.work(time, duration)
        self.waiting_times.append(start - time)
        self.queue.append(start)
        self.update_queue(time)
        if len(self.queue) > self.max_queue:
            self.max_queue = len(self.queue)

    def update_queue(self, now):
        """Remove everybody whose turn it is."""
        self.queue = [start for start in self.queue if start > now]

    def show(self):
        """Print everything."""
        total = [desk.total for desk in self.desks]
        people = [desk.people for desk in self.desks]
        print_result(self.waiting_times, self.max_queue, total, people)

    def __init__(self, n):
        self.desks = [Desk(i) for i in range(n)]
        self.queue = []
        self.waiting_times = []
        self.max_queue = 0


class Desk:
    """A desk where one person works."""

    def work(self, time, duration):
        """Serve one customer and return when that started."""
        start = self.busy_until if self.busy_until > time else time
        self.busy_until = start + duration
        self.total += duration
        self.people += 1
        return start

    def __init__(self, index):
        self.index = index
        self.busy_until = 0
        self.total = 0
        self.people = 0

    def __lt__(self, other):
        return (self.busy_until, self.index) < (other.busy_until, other.index)


if __name__ == "__main__":
    n, customers = read_visits(sys.stdin)
    store = Store(n)
    for time, duration in customers:
        store.add(time, duration)
    store.show()
