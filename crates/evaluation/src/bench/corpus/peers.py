"""Finds pairs of resembling documents with one of three libraries, on one core, as their own manuals do it.

    peers.py datasketch|rensa|gaoya DOCUMENTS.jsonl THRESHOLD SHINGLE PAIRS.tsv

Prints the seconds of processor time from opening the documents to the last pair.
"""

import json
import os
import sys
import time

PERMUTATIONS = 128


def documents(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["document"], record["text"]


def shingles(text, size):
    words = text.lower().split()
    return [" ".join(words[at : at + size]) for at in range(len(words) - size + 1)]


def datasketch(path, threshold, size):
    from datasketch import MinHash, MinHashLSH

    lsh = MinHashLSH(threshold=threshold, num_perm=PERMUTATIONS)
    sketches = {}
    for name, text in documents(path):
        sketch = MinHash(num_perm=PERMUTATIONS)
        sketch.update_batch([shingle.encode() for shingle in shingles(text, size)])
        for other in lsh.query(sketch):
            if sketches[other].jaccard(sketch) >= threshold:
                yield other, name
        lsh.insert(name, sketch)
        sketches[name] = sketch


def rensa(path, threshold, size):
    from rensa import RMinHash, RMinHashLSH

    # Bands of four: the number that its manual takes for 128 permutations and such a threshold.
    lsh = RMinHashLSH(threshold=threshold, num_perm=PERMUTATIONS, num_bands=32)
    names, sketches = [], []
    for number, (name, text) in enumerate(documents(path)):
        sketch = RMinHash(num_perm=PERMUTATIONS, seed=42)
        sketch.update(shingles(text, size))
        for other in lsh.query(sketch):
            if sketches[other].jaccard(sketch) >= threshold:
                yield names[other], name
        lsh.insert(number, sketch)
        names.append(name)
        sketches.append(sketch)


def gaoya(path, threshold, size):
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(
        hash_size=32,
        jaccard_threshold=threshold,
        num_bands=32,
        band_size=4,
        analyzer="word",
        lowercase=True,
        ngram_range=(size, size),
    )
    names = []
    for number, (name, text) in enumerate(documents(path)):
        for other in index.query(text):
            yield names[other], name
        index.insert_document(number, text)
        names.append(name)


def main():
    peer, path, threshold, size, out = sys.argv[1:]
    # Rust libraries count the processors they may use.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    begin = time.process_time()
    found = {"datasketch": datasketch, "rensa": rensa, "gaoya": gaoya}[peer]
    pairs = list(found(path, float(threshold), int(size)))
    seconds = time.process_time() - begin
    with open(out, "w", encoding="utf-8") as file:
        for left, right in pairs:
            file.write(f"{left}\t{right}\n")
    print(seconds)


main()
