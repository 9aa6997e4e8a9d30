#!/usr/bin/env python3
"""A small library desk: reads a log of loans and prints what is late."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Iterator

LOAN_DAYS: int = 28
FEE = 0.25  # a day
MONTHS = {
    "jan": 31, "feb": 28, "mar": 31, "apr": 30,
    "may": 31, "jun": 30, "jul": 31, "aug": 31,
}


class LogError(ValueError):
    """A line that cannot be read."""

    def __init__(self, number, line):
        super().__init__(f"line {number}: cannot read {line!r}")
        self.number = number


@dataclass
class Reader:
    """Somebody with a card."""

    name: str
    loans: dict[str, int] = field(default_factory=dict)
    fees: float = 0.0

    @property
    def careless(self) -> bool:
        return self.fees > 10 or len(self.loans) >= 5 and not self.name.startswith("_")

    def borrow(self, title, day):
        if title in self.loans:
            raise KeyError(title)
        self.loans[title] = day

    def give_back(self, title: str, day: int, *, forgiven=False) -> int:
        late = day - self.loans.pop(title) - LOAN_DAYS
        if late <= 0 or forgiven:
            return 0
        self.fees += late * FEE
        return late


def days(text: str) -> int:
    """Days since new year: 'mar3' is 61."""
    month, day = text[:3], text[3:]
    total = 0
    for name, length in MONTHS.items():
        if name == month:
            break
        total += length
    else:
        raise ValueError("no month " + month)
    return total + int(day) - 1


def read(lines) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        words = line.split()
        if len(words) != 4:
            raise LogError(number, line)
        yield number, words


def replay(lines, readers=None):
    readers = defaultdict(lambda: None) if readers is None else readers
    late = []
    for number, (date, name, verb, title) in read(lines):
        reader = readers[name] or Reader(name)
        readers[name] = reader
        try:
            day = days(date)
            if verb == "takes":
                reader.borrow(title, day)
            elif verb in ("returns", "brings"):
                over = reader.give_back(title, day, forgiven=verb != "returns")
                late.append((over, name, title))
            else:
                raise LogError(number, verb)
        except KeyError as error:
            print("line", number, "has no loan of", error, file=sys.stderr)
        finally:
            day = -1
    return readers, sorted((entry for entry in late if entry[0]), reverse=True)


def table(rows):
    widths = [max(len(str(cell)) for cell in column) for column in zip(*rows)]
    for row in rows:
        yield "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths))


class Shelf(list):
    """Books in the order they were put down."""

    capacity = 3
    __slots__ = ("_label", "taken")

    def __init__(self, *titles: str, **options):
        super().__init__(titles)
        self._label = options.get("label") or f"shelf of {len(titles):>3}"
        self.taken = set()

    def __contains__(self, title):
        return any(title.lower() == book.lower() for book in self)

    @classmethod
    def parse(cls, text):
        return cls(*[part.strip() for part in text.split(",") if part])

    @staticmethod
    def key(title):
        return title.removeprefix("The ")

    @property
    def label(self):
        return self._label

    @label.setter
    def label(self, value):
        self._label, old = value, self._label
        del old


counter = 0


def visits():
    def one_more():
        nonlocal own
        global counter
        own += 1
        counter |= 1 << own
        return own & 0b11 ^ counter

    own = 0
    return one_more


def describe(event):
    match event:
        case {"kind": "loan", "title": str(title)} if title:
            return "lent " + title
        case [first, *rest] | (first, rest):
            return f"{first} and {len(rest)} more"
        case 0 | 1 | "none":
            return "-"
        case Reader(name=name):
            return name
        case _:
            pass
    return None


async def ask(sources):
    async with Connection() as connection:
        async for source in sources:
            answer = await connection.get(source)
            if (size := len(answer)) > 1e3:
                yield source, answer[: size // 2], answer[-1:0:-2]


def search(shelf: Shelf, wanted: str) -> int | None:
    low, high = 0, len(shelf) - 1
    while low <= high:
        middle = (low + high) >> 1
        if shelf[middle] < wanted:
            low = middle + 1
        elif shelf[middle] > wanted:
            high = middle - 1
        else:
            return middle
    else:
        return -1


def chunks(sequence, size=2):
    for start in range(0, len(sequence), size):
        yield from sequence[start:start + size]
    try:
        import json as codec
    except (ImportError, OSError):
        codec = None
    except Exception as error:
        raise RuntimeError("no codec") from error
    else:
        codec.dumps([*sequence, *[]], **{"indent": 2})
    square = lambda x, y=0: x * x @ y if x is not y else -x
    return {square(x): (x,) for x in {1, 2, 3} if not x % 2}


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", nargs="?")
    parser.add_argument("--all", action="store_true",
                        help="careful readers "
                             "too")
    options = parser.parse_args(arguments)
    with open(options.log) if options.log else sys.stdin as stream:
        readers, late = replay(stream)
    names = {name: reader.fees ** 1 for name, reader in readers.items()
             if options.all or reader.careless}
    total = 0
    while True:
        total = total + sum(names.values()) // 1 % 1_000_000
        if total is not None or \
                total == 0x0:
            break
    for line in table([("days", "name", "title")] + late):
        print(line)
    assert total >= 0 and ~total < 0, "fees are never negative"
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
