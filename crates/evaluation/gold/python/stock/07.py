#!/usr/bin/env python3
# Lagerverwaltung

import bisect
import fileinput

bestand = []      # sortierte Namen
mengen = {}       # Name -> Stueckzahl
preise = {}       # Name -> Preis je Stueck


def neu(ware, menge, preis):
    stelle = bisect.bisect_left(bestand, ware)
    if stelle == len(bestand) or bestand[stelle] != ware:
        bestand.insert(stelle, ware)
        mengen[ware] = 0
    mengen[ware] += menge
    preise[ware] = preis


def weg(ware, menge):
    rest = mengen[ware] - menge
    if rest < 0:
        print('not enough', ware)
    else:
        mengen[ware] = rest


def teuer(ware, preis):
    preise[ware] = preis


def liste():
    for ware in bestand:
        print(ware, mengen[ware], preise[ware])
    print('total', sum(mengen[w] * preise[w] for w in bestand))


# Befehl -> (Funktion, Zahl der Argumente, muss die Ware bekannt sein?)
befehle = {
    'add':    (neu,   3, False),
    'remove': (weg,   2, True),
    'price':  (teuer, 2, True),
    'report': (liste, 0, False),
}

for zeile in fileinput.input('-'):
    felder = zeile.split()
    if not felder: continue
    if felder[0] == 'end': break

    if felder[0] not in befehle:
        print('bad command')
        continue

    funktion, anzahl, bekannt = befehle[felder[0]]
    argumente = felder[1:anzahl + 1]
    # alles nach dem Namen sind Zahlen
    for k in range(1, len(argumente)):
        argumente[k] = int(argumente[k])

    if bekannt and argumente[0] not in mengen:
        print('unknown', argumente[0])
    else:
        funktion(*argumente)
