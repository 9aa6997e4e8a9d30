from sys import stdin

REGEL = (
    (0, 0, 0, 1, 0, 0, 0, 0, 0),
    (0, 0, 1, 1, 0, 0, 0, 0, 0),
)


def ringe(hoehe, breite):
    """Die acht Nachbarn jeder Zelle, einmal berechnet."""
    ergebnis = []
    for i in range(hoehe * breite):
        y, x = divmod(i, breite)
        nord, sued, hier = (y - 1) % hoehe * breite, (y + 1) % hoehe * breite, y * breite
        west, ost = (x - 1) % breite, (x + 1) % breite
        ergebnis.append((
            nord + west, nord + x, nord + ost,
            hier + west, hier + ost,
            sued + west, sued + x, sued + ost,
        ))
    return ergebnis


def generation(zellen, nachbarn):
    return [
        REGEL[zelle][sum(zellen[k] for k in ring)]
        for zelle, ring in zip(zellen, nachbarn)
    ]


hoehe, breite, schritte = map(int, stdin.readline().split())
zellen = []
for _ in range(hoehe):
    zeile = stdin.readline()
    zellen += [int(zeile[x] == 'o') for x in range(breite)]

nachbarn = ringe(hoehe, breite)
for schritt in range(1, schritte + 1):
    danach = generation(zellen, nachbarn)
    print(f'step {schritt}: {sum(danach)}')
    if danach == zellen:
        print('still')
        break
    zellen = danach

for anfang in range(0, hoehe * breite, breite):
    print(''.join('.o'[zelle] for zelle in zellen[anfang:anfang + breite]))
