# Das Feld liegt in einer einzigen Liste, rundherum eine Mauer,
# darum muss nirgends auf den Rand geachtet werden.
import sys

hoehe, breite, *reihen = sys.stdin.read().split()
hoehe, breite = int(hoehe), int(breite)
schritt = breite + 2

feld = ["#"] * schritt
for reihe in reihen[:hoehe]:
    feld += ["#", *reihe, "#"]
feld += ["#"] * schritt

start = feld.index("S")
ziel = feld.index("E")
richtungen = (-schritt, schritt, -1, 1)

weite = [-1] * len(feld)
weite[start] = 0
schlange = [start]
for ort in schlange:
    if weite[ziel] >= 0:
        break
    for r in richtungen:
        neu = ort + r
        if feld[neu] != "#" and weite[neu] < 0:
            weite[neu] = weite[ort] + 1
            schlange.append(neu)

if weite[ziel] < 0:
    print("no way")
    sys.exit()

print("steps", weite[ziel])

ort = ziel
while weite[ort] > 1:
    ort = next(ort + r for r in richtungen if weite[ort + r] == weite[ort] - 1)
    feld[ort] = "*"

for i in range(1, hoehe + 1):
    anfang = i * schritt + 1
    print("".join(feld[anfang:anfang + breite]))
