#!/usr/bin/env python3
"""Word statistics of a text: how many, how long, how often."""

import re
import sys
from collections import Counter

TOP = 10
WORD = re.compile(r"[a-z]+", re.IGNORECASE | re.ASCII)


def count_lines(text):
    """Number of lines; the last one may lack its newline."""
    return text.count("\n") + (text != "" and not text.endswith("\n"))


def find_words(text):
    """All words of the text in lower case, in order."""
    return [match.group().lower() for match in WORD.finditer(text)]


def frequency_key(pair):
    word, count = pair
    return -count, word


def print_summary(text, words, frequencies):
    print(f"lines {count_lines(text)}")
    print(f"words {len(words)}")
    print(f"different {len(frequencies)}")
    # max keeps the first of several
    print(f"longest {max(words, key=len, default='-')}")


def print_top(frequencies):
    ranking = sorted(frequencies.items(), key=frequency_key)
    for word, count in ranking[:TOP]:
        print(f"{count} {word}")


def print_histogram(words):
    for length, count in sorted(Counter(map(len, words)).items()):
        print(f"{length}: {'#' * count}")


def main():
    text = sys.stdin.read()
    words = find_words(text)
    frequencies = Counter(words)
    print_summary(text, words, frequencies)
    print_top(frequencies)
    print_histogram(words)


if __name__ == "__main__":
    main()
