"""Checkout with a heap of counters."""
import heapq
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


def simulate(counters, visits):
    """Serve the visits in order; the counter that has been free longest takes the next one."""
    free = [(0, number) for number in range(counters)]
    heapq.heapify(free)
    busy = [0] * counters
    served = [0] * counters
    waits = []
    pending = []
    longest_queue = 0
    for arrive, need in visits:
        ready, number = heapq.heappop(free)
        start = max(ready, arrive)
        heapq.heappush(free, (start + need, number))
        busy[number] += need
        served[number] += 1
        waits.append(start - arrive)
        while pending and pending[0] <= arrive:
            heapq.heappop(pending)
        if start > arrive:
            heapq.heappush(pending, start)
        longest_queue = max(longest_queue, len(pending))
    return waits, longest_queue, busy, served


def main():
    counters, visits = read_visits(sys.stdin)
    print_result(*simulate(counters, visits))


if __name__ == "__main__":
    main()
