# Word count with own hash table and merge sort
import sys

SIZE = 1009
table = []
for i in range(SIZE):
    table.append([])

def hashOf(word):
    h = 7
    for c in word:
        h = (h * 31 + ord(c)) % SIZE
    return h

def countWord(word):
    bucket = table[hashOf(word)]
    for entry in bucket:
        if entry[1] == word:
            entry[0] += 1
            return
    bucket.append([1, word])

def comesBefore(a, b):
    if a[0] != b[0]:
        return a[0] > b[0]
    return a[1] < b[1]

def mergeSort(items):
    if len(items) < 2:
        return items
    mid = len(items) // 2
    left = mergeSort(items[:mid])
    right = mergeSort(items[mid:])
    result = []
    i = j = 0
    while i < len(left) and j < len(right):
        if comesBefore(left[i], right[j]):
            result.append(left[i])
            i += 1
        else:
            result.append(right[j])
            j += 1
    return result + left[i:] + right[j:]

def nextWord(text, pos):
    """gives the word at or after pos and the place behind it"""
    n = len(text)
    while pos < n and not ("a" <= text[pos] <= "z"):
        pos += 1
    end = pos
    while end < n and "a" <= text[end] <= "z":
        end += 1
    return text[pos:end], end

# ---- main program ----
lineCount = 0
text = ""
for line in sys.stdin.buffer.readlines():
    lineCount += 1
    text += line.decode("latin-1")
text = text.lower()

wordCount = 0
longest = ""
histo = [0] * (len(text) + 1)

word, pos = nextWord(text, 0)
while word != "":
    wordCount += 1
    histo[len(word)] += 1
    if len(word) > len(longest):
        longest = word
    countWord(word)
    word, pos = nextWord(text, pos)

entries = []
for bucket in table:
    for entry in bucket:
        entries.append(entry)
entries = mergeSort(entries)

if longest == "":
    longest = "-"
print("lines " + str(lineCount))
print("words " + str(wordCount))
print("different " + str(len(entries)))
print("longest " + longest)
for k in range(min(10, len(entries))):
    print(str(entries[k][0]) + " " + entries[k][1])
for k in range(len(histo)):
    if histo[k] != 0:
        print(str(k) + ": " + histo[k] * "#")
