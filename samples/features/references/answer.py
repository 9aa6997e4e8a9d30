"""Simulate a single checkout line with several counters.

The program reads the number of counters and one customer per line, and prints statistics.
"""
import sys
from collections import deque
from typing import Deque, Dict, List, NamedTuple, Tuple


class Customer(NamedTuple):
    arrival: int
    duration: int


class CheckoutSimulator:
    """Assigns every customer to the counter that has been idle longest."""

    def __init__(self, counter_count: int) -> None:
        self.available_at: List[int] = [0] * counter_count
        self.minutes: Dict[int, int] = {index: 0 for index in range(counter_count)}
        self.customers: Dict[int, int] = {index: 0 for index in range(counter_count)}
        self.pending_starts: Deque[int] = deque()
        self.waiting_times: List[int] = []
        self.peak_queue: int = 0

    def select_counter(self) -> int:
        return min(range(len(self.available_at)), key=lambda index: (self.available_at[index], index))

    def process(self, customer: Customer) -> None:
        index = self.select_counter()
        start_time = max(customer.arrival, self.available_at[index])
        self.waiting_times.append(start_time - customer.arrival)
        self.available_at[index] = start_time + customer.duration
        self.minutes[index] += customer.duration
        self.customers[index] += 1
        self.pending_starts.append(start_time)
        while self.pending_starts and self.pending_starts[0] <= customer.arrival:
            self.pending_starts.popleft()
        self.peak_queue = max(self.peak_queue, len(self.pending_starts))

    def summary(self) -> List[str]:
        total = len(self.waiting_times)
        average = sum(self.waiting_times) / total if total > 0 else 0.0
        lines = [
            f"customers: {total}",
            f"mean wait: {average:.2f}",
            f"longest wait: {max(self.waiting_times) if self.waiting_times else 0}",
            f"longest queue: {self.peak_queue}",
        ]
        for index in sorted(self.minutes):
            lines.append(f"counter {index + 1}: {self.minutes[index]} minutes, {self.customers[index]} customers")
        return lines


def parse_input(lines: List[str]) -> Tuple[int, List[Customer]]:
    cleaned = [line.strip() for line in lines if line.strip()]
    if not cleaned:
        raise ValueError("input is empty")
    counter_count = int(cleaned[0])
    customers = []
    for line in cleaned[1:]:
        arrival, duration = map(int, line.split())
        customers.append(Customer(arrival, duration))
    return counter_count, customers


def main() -> None:
    try:
        counter_count, customers = parse_input(sys.stdin.readlines())
    except ValueError as error:
        print(f"invalid input: {error}", file=sys.stderr)
        sys.exit(1)
    simulator = CheckoutSimulator(counter_count)
    for customer in customers:
        simulator.process(customer)
    print("\n".join(simulator.summary()))


if __name__ == "__main__":
    main()
