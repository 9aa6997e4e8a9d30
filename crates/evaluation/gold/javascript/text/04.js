const readline = require("readline");

class Counter {
    constructor() {
        this.table = new Map();
        this.total = 0;
    }

    increment(key) {
        this.total += 1;
        this.table.set(key, this.get(key) + 1);
    }

    get(key) {
        return this.table.has(key) ? this.table.get(key) : 0;
    }

    keys() {
        return Array.from(this.table.keys());
    }

    get size() {
        return this.table.size;
    }

    mostCommon(limit) {
        return this.keys()
            .sort()
            .sort((a, b) => this.get(b) - this.get(a)) // sort is stable
            .slice(0, limit);
    }
}

class TextStatistics {
    constructor() {
        this.lines = 0;
        this.words = new Counter();
        this.lengths = new Counter();
        this.longest = null;
    }

    addLine(line) {
        this.lines += 1;
        line.toLowerCase()
            .split(/[^a-z]+/)
            .filter((piece) => piece !== "")
            .forEach((piece) => this.addWord(piece));
    }

    addWord(word) {
        this.words.increment(word);
        this.lengths.increment(word.length);
        if (this.longest === null || word.length > this.longest.length) {
            this.longest = word;
        }
    }

    printSummary() {
        console.log("lines", this.lines);
        console.log("words", this.words.total);
        console.log("different", this.words.size);
        console.log("longest", this.longest === null ? "-" : this.longest);
    }

    printFrequent() {
        for (const word of this.words.mostCommon(10)) {
            console.log(this.words.get(word), word);
        }
    }

    printLengths() {
        const sorted = this.lengths.keys().sort((a, b) => a - b);
        for (const length of sorted) {
            console.log(length + ":", "#".repeat(this.lengths.get(length)));
        }
    }
}

const statistics = new TextStatistics();

readline
    .createInterface({ input: process.stdin })
    .on("line", (line) => statistics.addLine(line))
    .on("close", () => {
        statistics.printSummary();
        statistics.printFrequent();
        statistics.printLengths();
    });
