"""
Text statistics with a trie.

Every node of the trie has 26 places for its children and a counter that
says how often the word ending here was seen. Going through the trie from
left to right gives the words in alphabetical order, so for equal counts
nothing has to be compared.
"""

import sys


class TrieNode:
    __slots__ = ("children", "count")

    def __init__(self):
        self.children = [None] * 26
        self.count = 0


def letter_index(byte):
    """0 to 25 for a letter, -1 for anything else"""
    if 97 <= byte <= 122:
        return byte - 97
    if 65 <= byte <= 90:
        return byte - 65
    return -1


def collect(node, prefix, by_count):
    """Puts every word below node into the bucket of its count."""
    if node.count > 0:
        by_count.setdefault(node.count, []).append(prefix)
    for i in range(26):
        child = node.children[i]
        if child is not None:
            collect(child, prefix + chr(97 + i), by_count)


def main():
    data = sys.stdin.buffer.read()
    root = TrieNode()
    node = root
    depth = 0
    total = 0
    best_begin, best_depth = 0, 0
    lengths = {}

    for pos in range(len(data) + 1):
        index = letter_index(data[pos]) if pos < len(data) else -1
        if index >= 0:
            if node.children[index] is None:
                node.children[index] = TrieNode()
            node = node.children[index]
            depth += 1
        elif depth > 0:
            node.count += 1
            total += 1
            lengths[depth] = lengths.get(depth, "") + "#"
            if depth > best_depth:
                best_begin, best_depth = pos - depth, depth
            node, depth = root, 0

    by_count = {}
    collect(root, "", by_count)

    line_count = data.count(b"\n")
    if data and data[-1] != 10:
        line_count += 1

    print("lines", line_count)
    print("words", total)
    print("different", sum(len(words) for words in by_count.values()))
    longest = data[best_begin:best_begin + best_depth].decode().lower()
    print("longest", longest if longest else "-")

    left = 10
    for count in sorted(by_count, reverse=True):
        for word in by_count[count][:left]:
            print(count, word)
            left -= 1

    for length in sorted(lengths):
        print(f"{length}: {lengths[length]}")


main()
