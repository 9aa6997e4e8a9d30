# counts the words of a text

import sys

alphabet = "abcdefghijklmnopqrstuvwxyz"
big = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

text = sys.stdin.read()

lines = 0
words = 0
longest = "-"
longest_length = 0
counter = {}
lengths = {}

word = ""
# the space at the end finishes the last word
for letter in text + " ":
    if letter == "\n":
        lines = lines + 1

    if letter in big:
        letter = letter.lower()

    if letter in alphabet:
        word = word + letter
    else:
        if word != "":
            # a word is complete
            words = words + 1
            if word in counter:
                counter[word] = counter[word] + 1
            else:
                counter[word] = 1
            n = len(word)
            if n in lengths:
                lengths[n] = lengths[n] + 1
            else:
                lengths[n] = 1
            if n > longest_length:
                longest = word
                longest_length = n
            word = ""

# last line without newline is a line too
if text != "" and text[-1] != "\n":
    lines = lines + 1

print("lines", lines)
print("words", words)
print("different", len(counter))
print("longest", longest)

# take ten times the best word and remove it
i = 0
while i < 10 and len(counter) > 0:
    best = ""
    for w in counter:
        if best == "":
            best = w
        elif counter[w] > counter[best]:
            best = w
        elif counter[w] == counter[best] and w < best:
            best = w
    print(counter[best], best)
    del counter[best]
    i = i + 1

# print the diagram
for n in range(1, longest_length + 1):
    if n in lengths:
        print(str(n) + ": " + "#" * lengths[n])
