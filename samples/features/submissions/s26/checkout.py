# Checkout
import sys
from collections import deque


class Shop:
    def __init__(self, n):
        self.available_at = [0] * n
        self.minutes = {i: 0 for i in range(n)}
        self.customers = {i: 0 for i in range(n)}
        self.pending_starts = deque()
        self.waits = []
        self.peak_queue = 0

    def select_counter(self):
        return min(range(len(self.available_at)), key=lambda i: (self.available_at[i], i))

    def process(self, arrival, duration):
        i = self.select_counter()
        start_time = max(arrival, self.available_at[i])
        self.waits.append(start_time - arrival)
        self.available_at[i] = start_time + duration
        self.minutes[i] += duration
        self.customers[i] += 1
        self.pending_starts.append(start_time)
        while self.pending_starts and self.pending_starts[0] <= arrival:
            self.pending_starts.popleft()
        self.peak_queue = max(self.peak_queue, len(self.pending_starts))

    def summary(self):
        total = len(self.waits)
        average = sum(self.waits) / total if total > 0 else 0.0
        lines = [
            f"customers: {total}",
            f"mean wait: {average:.2f}",
            f"longest wait: {max(self.waits) if self.waits else 0}",
            f"longest queue: {self.peak_queue}",
        ]
        for i in sorted(self.minutes):
            lines.append(f"counter {i + 1}: {self.minutes[i]} minutes, {self.customers[i]} customers")
        return lines


def parse(lines):
    cleaned = [line.strip() for line in lines if line.strip()]
    if not cleaned:
        raise ValueError("no input")
    visits = []
    for line in cleaned[1:]:
        arrival, duration = map(int, line.split())
        visits.append((arrival, duration))
    return int(cleaned[0]), visits


try:
    counters, visits = parse(sys.stdin.readlines())
except ValueError as error:
    print(f"invalid input: {error}", file=sys.stderr)
    sys.exit(1)
shop = Shop(counters)
for arrival, duration in visits:
    shop.process(arrival, duration)
print("\n".join(shop.summary()))
