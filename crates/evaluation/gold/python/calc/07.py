# Rechner: eine Formel wird immer an ihrem schwaechsten Rechenzeichen geteilt
import sys
import string

ZIFFERN = string.digits
BUCHSTABEN = string.ascii_letters


def zerlegen(zeile):
    stuecke = []
    art = None
    for z in zeile:
        if z in ZIFFERN:
            neu = 'zahl'
        elif z in BUCHSTABEN:
            neu = 'name'
        elif z.isspace():
            neu = None
        else:
            neu = 'zeichen'
        if neu == art and neu in ('zahl', 'name'):
            stuecke[-1] += z
        elif neu is not None:
            stuecke.append(z)
        art = neu
    return stuecke


def teilstelle(st, zeichen):
    """Letzte Stelle ausserhalb von Klammern, an der ein zweistelliges
    Rechenzeichen aus `zeichen` steht; -1, wenn es keine gibt."""
    tiefe = 0
    for i in range(len(st) - 1, 0, -1):
        if st[i] == ')':
            tiefe += 1
        elif st[i] == '(':
            tiefe -= 1
        elif tiefe == 0 and st[i] in zeichen and st[i - 1] not in list('+-*/('):
            return i
    return -1


def baum(st):
    """Baut den Baum: Zahl, Name oder Tupel. None heisst Syntaxfehler."""
    if not st:
        return None
    if len(st) == 1:
        if st[0][0] in ZIFFERN:
            return int(st[0])
        return st[0] if st[0][0] in BUCHSTABEN else None

    for gruppe in (['+', '-'], ['*', '/']):
        i = teilstelle(st, gruppe)
        if i > 0:
            links, rechts = baum(st[:i]), baum(st[i + 1:])
            if links is None or rechts is None:
                return None
            return (st[i], links, rechts)

    if st[0] == '-':
        innen = baum(st[1:])
        return None if innen is None else ('-', 0, innen)
    if st[0] == '(' and st[-1] == ')':
        return baum(st[1:-1])
    return None


def wert(b, speicher):
    if isinstance(b, int):
        return b
    if isinstance(b, str):
        if b not in speicher:
            raise ValueError('unknown ' + b)
        return speicher[b]
    zeichen, links, rechts = b
    x = wert(links, speicher)
    y = wert(rechts, speicher)
    if zeichen == '+':
        return x + y
    if zeichen == '-':
        return x - y
    if zeichen == '*':
        return x * y
    if y == 0:
        raise ValueError('division by zero')
    vorzeichen = 1
    if x < 0:
        x, vorzeichen = -x, -vorzeichen
    if y < 0:
        y, vorzeichen = -y, -vorzeichen
    return vorzeichen * (x // y)


def zeile_rechnen(stuecke, speicher):
    ziel = None
    if len(stuecke) >= 2 and stuecke[1] == '=' and stuecke[0][0] in BUCHSTABEN:
        ziel = stuecke[0]
        stuecke = stuecke[2:]
    b = baum(stuecke)
    if b is None:
        raise ValueError('syntax')
    ergebnis = wert(b, speicher)
    if ziel is None:
        return str(ergebnis)
    speicher[ziel] = ergebnis
    return ziel + ' = ' + str(ergebnis)


speicher = {}
for zeile in sys.stdin:
    stuecke = zerlegen(zeile)
    if stuecke:
        try:
            print(zeile_rechnen(stuecke, speicher))
        except ValueError as fehler:
            print('error:', fehler)
