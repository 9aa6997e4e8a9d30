"""Checkout: handout. Write simulate(counters, visits); reading and printing are done for you."""
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
