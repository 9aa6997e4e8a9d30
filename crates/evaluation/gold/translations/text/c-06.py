import sys

# Linked list of words, sorted by frequency and then by alphabet.
# A word that comes again is taken out of the list and put back in.

LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Word:
    def __init__(self, text):
        self.text = text
        self.times = 0
        self.next = None


first = None
total_lines = 0
total_words = 0
total_different = 0
longest = ""
by_length = [0] * 200

data = sys.stdin.buffer.read()
position = 0
last_char = 10


def goes_before(a, b):
    if a.times > b.times:
        return True
    if a.times < b.times:
        return False
    return a.text < b.text


def take_out(text):
    global first
    current = first
    previous = None
    while current is not None and current.text != text:
        previous = current
        current = current.next
    if current is not None:
        if previous is None:
            first = current.next
        else:
            previous.next = current.next
    return current


def put_in(word):
    global first
    if first is None or goes_before(word, first):
        word.next = first
        first = word
        return
    w = first
    while w.next is not None and goes_before(w.next, word):
        w = w.next
    word.next = w.next
    w.next = word


def register(text):
    global total_words, total_different, longest
    word = take_out(text)
    if word is None:
        word = Word(text)
        total_different += 1
    word.times += 1
    put_in(word)

    total_words += 1
    by_length[len(text)] += 1
    if len(text) > len(longest):
        longest = text


# goes over everything that is not a letter; False at the end
def skip_separators():
    global position, total_lines, last_char
    while position < len(data) and data[position] not in LETTERS:
        if data[position] == 10:
            total_lines += 1
        last_char = data[position]
        position += 1
    return position < len(data)


def read_word():
    global position, last_char
    text = ""
    while position < len(data) and data[position] in LETTERS:
        text += chr(data[position]).lower()
        last_char = data[position]
        position += 1
    return text


while skip_separators():
    register(read_word())
if last_char != 10:
    total_lines += 1

print("lines %d" % total_lines)
print("words %d" % total_words)
print("different %d" % total_different)
print("longest %s" % (longest if total_words > 0 else "-"))

printed = 0
word = first
while word is not None and printed < 10:
    print("%d %s" % (word.times, word.text))
    printed += 1
    word = word.next

for length in range(1, 200):
    if by_length[length] == 0:
        continue
    print("%d: " % length, end="")
    for i in range(by_length[length]):
        print("#", end="")
    print()
