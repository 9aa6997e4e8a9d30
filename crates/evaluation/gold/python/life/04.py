# Il gioco della vita.
# La griglia ha un bordo in piu' su ogni lato; prima di ogni passo nel bordo
# si copia il lato opposto, cosi' il mondo diventa un toro.

VIVA = 'o'
MORTA = '.'


def leggi():
    altezza, larghezza, passi = map(int, input().split())
    griglia = [[MORTA] * (larghezza + 2) for _ in range(altezza + 2)]
    for r in range(1, altezza + 1):
        griglia[r][1:-1] = input().strip()
    return altezza, larghezza, passi, griglia


def copia_bordo(griglia):
    # prima le colonne, poi le righe intere (cosi' anche gli angoli vanno bene)
    for riga in griglia:
        riga[0] = riga[-2]
        riga[-1] = riga[1]
    griglia[0] = griglia[-2][:]
    griglia[-1] = griglia[1][:]


def vicine(griglia, r, c):
    intorno = griglia[r - 1][c - 1:c + 2] + griglia[r][c - 1:c + 2] + griglia[r + 1][c - 1:c + 2]
    n = intorno.count(VIVA)
    if griglia[r][c] == VIVA:
        n -= 1
    return n


def passo(griglia, altezza, larghezza):
    """Restituisce la griglia nuova e il numero delle cellule cambiate."""
    copia_bordo(griglia)
    nuova = []
    cambiate = 0
    for r in range(altezza + 2):
        nuova.append(griglia[r][:])
    for r in range(1, altezza + 1):
        for c in range(1, larghezza + 1):
            n = vicine(griglia, r, c)
            if griglia[r][c] == VIVA and (n < 2 or n > 3):
                nuova[r][c] = MORTA
                cambiate += 1
            elif griglia[r][c] == MORTA and n == 3:
                nuova[r][c] = VIVA
                cambiate += 1
    return nuova, cambiate


def popolazione(griglia):
    tot = 0
    for riga in griglia[1:-1]:
        tot += riga[1:-1].count(VIVA)
    return tot


altezza, larghezza, passi, griglia = leggi()
for p in range(passi):
    griglia, cambiate = passo(griglia, altezza, larghezza)
    print('step %d: %d' % (p + 1, popolazione(griglia)))
    if not cambiate:
        print('still')
        break
for riga in griglia[1:-1]:
    print(''.join(riga[1:-1]))
