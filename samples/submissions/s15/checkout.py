"""Checkout as a pipeline: parse, plan, measure, print. Nothing is changed after it was made."""
import argparse
import itertools
import pathlib
import statistics
from dataclasses import dataclass
from functools import reduce


@dataclass(frozen=True)
class Served:
    arrive: int
    start: int
    end: int
    desk: int

    @property
    def wait(self):
        return self.start - self.arrive


@dataclass(frozen=True)
class State:
    free_at: tuple
    done: tuple = ()


def parse(text):
    first, *rest = (line.split() for line in text.splitlines() if line.strip())
    if len(first) != 1:
        raise SystemExit("expected the number of counters on the first line")
    return int(first[0]), [(int(a), int(b)) for a, b in rest]


def advance(state, visit):
    arrive, need = visit
    desk = state.free_at.index(min(state.free_at))
    start = max(arrive, state.free_at[desk])
    served = Served(arrive, start, start + need, desk)
    free_at = tuple(served.end if i == desk else t for i, t in enumerate(state.free_at))
    return State(free_at, state.done + (served,))


def queue_lengths(done):
    """The number of people in line just after each arrival."""
    for count, newest in enumerate(done, start=1):
        yield sum(1 for other in done[:count] if other.start > newest.arrive)


def report(desks, done):
    waits = [s.wait for s in done]
    yield f"customers: {len(done)}"
    yield f"mean wait: {statistics.fmean(waits) if waits else 0:.2f}"
    yield f"longest wait: {max(waits, default=0)}"
    yield f"longest queue: {max(queue_lengths(done), default=0)}"
    by_desk = sorted(done, key=lambda s: s.desk)
    groups = {desk: list(group) for desk, group in itertools.groupby(by_desk, key=lambda s: s.desk)}
    for desk in range(desks):
        mine = groups.get(desk, [])
        yield f"counter {desk + 1}: {sum(s.end - s.start for s in mine)} minutes, {len(mine)} customers"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("file", nargs="?", type=pathlib.Path, default=pathlib.Path("/dev/stdin"))
    desks, visits = parse(options.parse_args().file.read_text())
    final = reduce(advance, visits, State(free_at=(0,) * desks))
    print("\n".join(report(desks, final.done)))


if __name__ == "__main__":
    main()
