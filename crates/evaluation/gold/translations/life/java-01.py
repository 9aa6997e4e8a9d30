import sys


def main():
    woerter = sys.stdin.read().split()
    hoehe, breite, schritte = map(int, woerter[:3])
    feld = [[zeichen == 'o' for zeichen in zeile] for zeile in woerter[3:3 + hoehe]]

    for schritt in range(1, schritte + 1):
        neu = [[False] * breite for _ in range(hoehe)]
        lebende = 0
        veraendert = False
        for z in range(hoehe):
            # am Rand geht es auf der anderen Seite weiter
            oben = z - 1 if z > 0 else hoehe - 1
            unten = z + 1 if z < hoehe - 1 else 0
            for s in range(breite):
                links = s - 1 if s > 0 else breite - 1
                rechts = s + 1 if s < breite - 1 else 0

                nachbarn = sum((
                    feld[oben][links], feld[oben][s], feld[oben][rechts],
                    feld[z][links], feld[z][rechts],
                    feld[unten][links], feld[unten][s], feld[unten][rechts],
                ))

                if feld[z][s] and nachbarn in (2, 3):
                    neu[z][s] = True
                if not feld[z][s] and nachbarn == 3:
                    neu[z][s] = True
                if neu[z][s]:
                    lebende += 1
                if neu[z][s] != feld[z][s]:
                    veraendert = True
        feld = neu
        print(f'step {schritt}: {lebende}')
        if not veraendert:
            print('still')
            break

    for zeile in feld:
        print(''.join('o' if zelle else '.' for zelle in zeile))


main()
