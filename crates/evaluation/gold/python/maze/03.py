# Irrgarten: Entfernungen werden so lange verbessert, bis sich nichts mehr aendert
import sys

UNENDLICH = 10 ** 9
RICHTUNGEN = [(-1, 0), (1, 0), (0, -1), (0, 1)]   # oben, unten, links, rechts


def einlesen():
    zeilen = sys.stdin.read().split()
    hoehe = int(zeilen[0])
    breite = int(zeilen[1])
    # rundherum eine Mauer, dann muss man den Rand nie pruefen
    feld = ['#' * (breite + 2)]
    for z in zeilen[2:2 + hoehe]:
        feld.append('#' + z + '#')
    feld.append('#' * (breite + 2))
    return hoehe, breite, feld


def suche(feld, zeichen):
    for y, zeile in enumerate(feld):
        x = zeile.find(zeichen)
        if x >= 0:
            return y, x


def verbessern(feld, weite, hoehe, breite):
    """Ein Durchgang durch alle Felder. True, wenn sich etwas geaendert hat."""
    geaendert = False
    for y in range(1, hoehe + 1):
        for x in range(1, breite + 1):
            if feld[y][x] == '#':
                continue
            bestes = min(weite[y + dy][x + dx] for dy, dx in RICHTUNGEN) + 1
            if bestes < weite[y][x]:
                weite[y][x] = bestes
                geaendert = True
    return geaendert


def zurueck(weite, y, x):
    """Liefert die Felder zwischen Ausgang und Start."""
    weg = []
    while weite[y][x] > 1:
        for dy, dx in RICHTUNGEN:
            if weite[y + dy][x + dx] == weite[y][x] - 1:
                y += dy
                x += dx
                break
        weg.append((y, x))
    return weg


hoehe, breite, feld = einlesen()
sy, sx = suche(feld, 'S')
ey, ex = suche(feld, 'E')

weite = [[UNENDLICH] * (breite + 2) for _ in feld]
weite[sy][sx] = 0
while verbessern(feld, weite, hoehe, breite):
    pass

if weite[ey][ex] >= UNENDLICH:
    print('no way')
else:
    print('steps', weite[ey][ex])
    weg = zurueck(weite, ey, ex)
    for y in range(1, hoehe + 1):
        for x in range(1, breite + 1):
            if (y, x) in weg:
                print('*', end='')
            else:
                print(feld[y][x], end='')
        print()
