from sys import stdin


class TextStats(object):

    def __init__(self):
        self.lineCount = 0
        self.wordCount = 0
        self.longest = None
        self.freq = dict()
        self.histogram = []     # histogram[k]: words of the length k

    # ---------------------------------------------------- input

    def addLine(self, line):
        self.lineCount += 1
        start = None
        for i, ch in enumerate(line):
            if self.isLetter(ch):
                if start is None:
                    start = i
            elif start is not None:
                self.addWord(line[start:i].lower())
                start = None
        if start is not None:
            self.addWord(line[start:].lower())

    def addWord(self, word):
        self.wordCount += 1
        self.freq[word] = self.freq.get(word, 0) + 1
        if self.longest is None or len(word) > len(self.longest):
            self.longest = word
        while len(self.histogram) <= len(word):
            self.histogram.append(0)
        self.histogram[len(word)] += 1

    @staticmethod
    def isLetter(ch):
        return 'a' <= ch <= 'z' or 'A' <= ch <= 'Z'

    # --------------------------------------------------- output

    def mostFrequent(self, limit):
        order = sorted(self.freq)                                # alphabet first,
        order.sort(key=lambda w: self.freq[w], reverse=True)     # the sort is stable
        return order[:limit]

    def printAll(self):
        print('lines %d' % self.lineCount)
        print('words %d' % self.wordCount)
        print('different %d' % len(self.freq))
        print('longest %s' % (self.longest or '-'))
        for w in self.mostFrequent(10):
            print('%d %s' % (self.freq[w], w))
        for k, n in enumerate(self.histogram):
            if n > 0:
                print('%d: %s' % (k, '#' * n))


stats = TextStats()
for line in stdin:
    stats.addLine(line)
stats.printAll()
