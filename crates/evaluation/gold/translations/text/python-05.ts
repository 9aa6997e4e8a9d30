import * as fs from "fs";

class TrieNode {
    children: (TrieNode | null)[] = new Array(26).fill(null);
    count = 0;
}

/** 0 to 25 for a letter, -1 for anything else */
function letterIndex(byte: number): number {
    if (97 <= byte && byte <= 122) {
        return byte - 97;
    }
    if (65 <= byte && byte <= 90) {
        return byte - 65;
    }
    return -1;
}

/** Puts every word below node into the bucket of its count. */
function collect(node: TrieNode, prefix: string, byCount: Map<number, string[]>): void {
    if (node.count > 0) {
        if (!byCount.has(node.count)) {
            byCount.set(node.count, []);
        }
        byCount.get(node.count)!.push(prefix);
    }
    for (let i = 0; i < 26; i++) {
        const child = node.children[i];
        if (child !== null) {
            collect(child, prefix + String.fromCharCode(97 + i), byCount);
        }
    }
}

function main(): void {
    const data = fs.readFileSync(0);
    const root = new TrieNode();
    let node = root;
    let depth = 0;
    let total = 0;
    let bestBegin = 0;
    let bestDepth = 0;
    const lengths = new Map<number, string>();

    for (let pos = 0; pos < data.length + 1; pos++) {
        const index = pos < data.length ? letterIndex(data[pos]) : -1;
        if (index >= 0) {
            let child = node.children[index];
            if (child === null) {
                child = new TrieNode();
                node.children[index] = child;
            }
            node = child;
            depth += 1;
        } else if (depth > 0) {
            node.count += 1;
            total += 1;
            lengths.set(depth, (lengths.get(depth) ?? "") + "#");
            if (depth > bestDepth) {
                bestBegin = pos - depth;
                bestDepth = depth;
            }
            node = root;
            depth = 0;
        }
    }

    const byCount = new Map<number, string[]>();
    collect(root, "", byCount);

    let lineCount = 0;
    for (const byte of data) {
        if (byte === 10) {
            lineCount += 1;
        }
    }
    if (data.length > 0 && data[data.length - 1] !== 10) {
        lineCount += 1;
    }

    let different = 0;
    for (const words of byCount.values()) {
        different += words.length;
    }

    console.log("lines " + lineCount);
    console.log("words " + total);
    console.log("different " + different);
    const longest = data.toString("latin1", bestBegin, bestBegin + bestDepth).toLowerCase();
    console.log("longest " + (longest ? longest : "-"));

    let left = 10;
    for (const count of [...byCount.keys()].sort((a, b) => b - a)) {
        for (const word of byCount.get(count)!.slice(0, left)) {
            console.log(count + " " + word);
            left -= 1;
        }
    }

    for (const length of [...lengths.keys()].sort((a, b) => a - b)) {
        console.log(`${length}: ${lengths.get(length)}`);
    }
}

main();
