import heapq
import sys
from collections import defaultdict
from typing import Iterable, Iterator, TextIO


class LineCounter:
    """Passes the lines of a file on and counts them."""

    def __init__(self, source: TextIO) -> None:
        self.source = source
        self.count = 0

    def __iter__(self) -> Iterator[str]:
        for line in self.source:
            self.count += 1
            yield line


def words_of(lines: Iterable[str]) -> Iterator[str]:
    """A small machine with two states: inside of a word and outside."""
    for line in lines:
        inside: list[str] = []
        for char in line:
            if char.isascii() and char.isalpha():
                inside.append(char.lower())
            elif inside:
                yield ''.join(inside)
                inside.clear()
        if inside:
            yield ''.join(inside)


def main() -> None:
    source = LineCounter(sys.stdin)
    frequency: dict[str, int] = defaultdict(int)
    for word in words_of(source):
        frequency[word] += 1

    # The dictionary remembers in which order the words came first,
    # hence everything else can be had from it.
    longest = '-'
    of_length: dict[int, int] = defaultdict(int)
    for word, times in frequency.items():
        if longest == '-' or len(word) > len(longest):
            longest = word
        of_length[len(word)] += times

    print('lines', source.count)
    print('words', sum(frequency.values()))
    print('different', len(frequency))
    print('longest', longest)

    top = heapq.nsmallest(10, frequency, key=lambda word: (-frequency[word], word))
    for word in top:
        print(frequency[word], word)

    for length in range(len(longest) + 1):
        if of_length[length]:
            print(length, '#' * of_length[length], sep=': ')


if __name__ == '__main__':
    main()
