import sys

#
# Textanalyse. Die Woerter werden sortiert, gleiche stehen dann
# nebeneinander und koennen der Reihe nach gezaehlt werden.
#


def zerlege(text):
    woerter, wort = [], ''
    for z in text:
        nr = ord(z) | 32            # macht aus Gross- Kleinbuchstaben
        if ord(z) < 128 and ord('a') <= nr <= ord('z'):
            wort += chr(nr)
            continue
        if wort:
            woerter.append(wort)
        wort = ''
    if wort:
        woerter.append(wort)
    return woerter


def quicksort(liste):
    if liste == []:
        return []
    mitte = liste[len(liste) // 2]
    kleiner = [x for x in liste if x < mitte]
    gleich = [x for x in liste if x == mitte]
    groesser = [x for x in liste if x > mitte]
    return quicksort(kleiner) + gleich + quicksort(groesser)


def laeufe(sortiert):
    """[a, a, b] -> [(2, a), (1, b)]"""
    ergebnis = []
    anfang = 0
    while anfang < len(sortiert):
        ende = anfang
        while ende < len(sortiert) and sortiert[ende] == sortiert[anfang]:
            ende += 1
        ergebnis.append((ende - anfang, sortiert[anfang]))
        anfang = ende
    return ergebnis


def laengstes(woerter):
    gewinner = 0
    for i in range(len(woerter)):
        if len(woerter[i]) > len(woerter[gewinner]):
            gewinner = i
    return woerter[gewinner] if woerter else '-'


text = sys.stdin.read()
woerter = zerlege(text)
gezaehlt = laeufe(quicksort(woerter))
laengen = quicksort([len(w) for w in woerter])
zeilen = len([z for z in text if z == '\n'])
if text[-1:] not in ('', '\n'):
    zeilen += 1

print('lines', zeilen)
print('words', len(woerter))
print('different', len(gezaehlt))
print('longest', laengstes(woerter))

# haeufigste zuerst: erst nach der Zahl (absteigend), dann nach dem Wort
rang = quicksort([(-zahl, wort) for zahl, wort in gezaehlt])
for zahl, wort in rang[0:10]:
    print(-zahl, wort)

for zahl, laenge in laeufe(laengen):
    print(str(laenge) + ':', '#' * zahl)
