import re
import sys

VORRANG = {'(': 0, '+': 1, '-': 1, '*': 2, '/': 2, '~': 3}      # ~ ist das Vorzeichen

ZAHL = re.compile('[0-9]+')
NAME = re.compile('[A-Za-z]+')
ZUWEISUNG = re.compile(r'\s*([A-Za-z]+)\s*=')


class Fehler(Exception):
    pass


def umgekehrt_polnisch(text):
    ausgabe = []
    zeichen = []
    wert_erwartet = True
    i = 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif wert_erwartet and (zahl := ZAHL.match(text, i)):
            ausgabe.append(int(zahl[0]))
            i = zahl.end()
            wert_erwartet = False
        elif wert_erwartet and (name := NAME.match(text, i)):
            ausgabe.append(name[0])
            i = name.end()
            wert_erwartet = False
        elif wert_erwartet and c in '(-':
            zeichen.append('~' if c == '-' else '(')
            i += 1
        elif not wert_erwartet and c == ')':
            while zeichen and zeichen[-1] != '(':
                ausgabe.append(zeichen.pop())
            if not zeichen:
                raise Fehler('syntax')
            zeichen.pop()
            i += 1
        elif not wert_erwartet and c in '+-*/':
            while zeichen and VORRANG[zeichen[-1]] >= VORRANG[c]:
                ausgabe.append(zeichen.pop())
            zeichen.append(c)
            i += 1
            wert_erwartet = True
        else:
            raise Fehler('syntax')
    if wert_erwartet or '(' in zeichen:
        raise Fehler('syntax')
    return ausgabe + zeichen[::-1]


def teilen(a, b):
    if b == 0:
        raise Fehler('division by zero')
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def ausrechnen(rpn, variablen):
    stapel = []
    for teil in rpn:
        if isinstance(teil, int):
            stapel.append(teil)
        elif teil[0].isalpha():
            if teil not in variablen:
                raise Fehler(f'unknown {teil}')
            stapel.append(variablen[teil])
        elif teil == '~':
            stapel[-1] = -stapel[-1]
        else:
            rechts = stapel.pop()
            links = stapel.pop()
            match teil:
                case '+':
                    stapel.append(links + rechts)
                case '-':
                    stapel.append(links - rechts)
                case '*':
                    stapel.append(links * rechts)
                case '/':
                    stapel.append(teilen(links, rechts))
    return stapel[0]


def main():
    variablen = {}
    for zeile in sys.stdin:
        if not zeile.strip():
            continue
        zuweisung = ZUWEISUNG.match(zeile)
        rest = zeile[zuweisung.end():] if zuweisung else zeile
        try:
            ergebnis = ausrechnen(umgekehrt_polnisch(rest), variablen)
        except Fehler as fehler:
            print('error:', fehler)
            continue
        if zuweisung:
            variablen[zuweisung[1]] = ergebnis
            print(zuweisung[1], '= ', end='')
        print(ergebnis)


main()
