import sys

# pares [mot, combien]
tableau = []
longueurs = {}


def compter(mot):
    """ajoute un mot au tableau"""
    for ligne in tableau:
        if ligne[0] == mot:
            ligne[1] += 1
            return
    tableau.append([mot, 1])


def avant(a, b):
    return a[1] > b[1] or (a[1] == b[1] and a[0] < b[0])


def trier():
    # les grands nombres d'abord, puis l'alphabet
    for i in range(len(tableau)):
        for j in range(len(tableau) - 1, i, -1):
            if avant(tableau[j], tableau[j - 1]):
                tableau[j], tableau[j - 1] = tableau[j - 1], tableau[j]


def main():
    texte = sys.stdin.buffer.read().decode("latin-1")
    lignes = 0
    mots = 0
    mot = ""
    plus_long = ""

    for c in texte + "\0":
        if c.isascii() and c.isalpha():
            mot += c.lower()
        elif mot:
            # le mot est fini
            mots += 1
            longueurs[len(mot)] = longueurs.get(len(mot), 0) + 1
            if len(mot) > len(plus_long):
                plus_long = mot
            compter(mot)
            mot = ""
        if c == "\n":
            lignes += 1
    # il peut manquer le dernier saut de ligne
    if texte and texte[-1] != "\n":
        lignes += 1

    trier()

    print(f"lines {lignes}")
    print(f"words {mots}")
    print(f"different {len(tableau)}")
    print(f"longest {plus_long if mots else '-'}")

    for mot, combien in tableau[:10]:
        print(combien, mot)

    for longueur in sorted(longueurs):
        print(f"{longueur}: " + "#" * longueurs[longueur])


main()
