import sys

summe = vorwaerts = rueckwaerts = 0
gewicht = 1
# Zeichen fuer Zeichen
while '0' <= (zeichen := sys.stdin.read(1)) <= '9':
    ziffer = ord(zeichen) - ord('0')
    summe += ziffer
    vorwaerts = vorwaerts * 10 + ziffer
    rueckwaerts += ziffer * gewicht
    gewicht *= 10
print(summe)
print(rueckwaerts)
print('yes' if vorwaerts == rueckwaerts else 'no')
