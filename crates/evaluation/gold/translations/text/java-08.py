import heapq
import re
import sys


def zeilen_lesen():
    return [zeile.rstrip("\n") for zeile in sys.stdin]


def woerter_trennen(zeilen):
    woerter = []
    for zeile in zeilen:
        woerter.extend(re.sub(r"[^A-Za-z]", " ", zeile).lower().split())
    return woerter


def laengstes(woerter):
    return max(woerter, key=len, default="-")


def zaehlen(woerter):
    haeufigkeit = {}
    for w in woerter:
        haeufigkeit[w] = haeufigkeit.get(w, 0) + 1
    return haeufigkeit


def haeufigste_zeigen(haeufigkeit):
    # das kleinste Paar ist das haeufigste Wort
    schlange = [(-anzahl, wort) for wort, anzahl in haeufigkeit.items()]
    heapq.heapify(schlange)
    noch = 10
    while noch > 0 and schlange:
        minus, wort = heapq.heappop(schlange)
        print(-minus, wort)
        noch -= 1


def laengen_zeigen(woerter):
    balken = {}
    for w in woerter:
        balken[len(w)] = balken.get(len(w), "") + "#"
    for laenge in sorted(balken):
        print(f"{laenge}: {balken[laenge]}")


def main():
    zeilen = zeilen_lesen()
    woerter = woerter_trennen(zeilen)
    haeufigkeit = zaehlen(woerter)

    print("lines", len(zeilen))
    print("words", len(woerter))
    print("different", len(haeufigkeit))
    print("longest", laengstes(woerter))
    haeufigste_zeigen(haeufigkeit)
    laengen_zeigen(woerter)


if __name__ == "__main__":
    main()
