# Jeu de la vie
#
# On utilise deux tableaux : "monde" pour les cellules et "voisins" pour
# le nombre de voisins. Chaque cellule vivante ajoute 1 chez ses voisins.


def ajouter(voisins, haut, i, bas, gauche, j, droite):
    voisins[haut][gauche] += 1
    voisins[haut][j] += 1
    voisins[haut][droite] += 1
    voisins[i][gauche] += 1
    voisins[i][droite] += 1
    voisins[bas][gauche] += 1
    voisins[bas][j] += 1
    voisins[bas][droite] += 1


def compter(monde, voisins, h, l):
    for i in range(h):
        for j in range(l):
            voisins[i][j] = 0
    for i in range(h):
        for j in range(l):
            if not monde[i][j]:
                continue
            haut = i - 1
            if haut < 0:
                haut = h - 1
            bas = i + 1
            if bas == h:
                bas = 0
            gauche = j - 1
            if gauche < 0:
                gauche = l - 1
            droite = j + 1
            if droite == l:
                droite = 0
            ajouter(voisins, haut, i, bas, gauche, j, droite)


def vieillir(monde, voisins, h, l):
    # change le monde sur place ; renvoie le nombre de naissances et de morts
    naissances = morts = 0
    for i in range(h):
        for j in range(l):
            v = voisins[i][j]
            if monde[i][j]:
                if v != 2 and v != 3:
                    monde[i][j] = False
                    morts += 1
            elif v == 3:
                monde[i][j] = True
                naissances += 1
    return naissances, morts


def principal():
    h, l, n = [int(x) for x in input().split()]
    monde, voisins = [], []
    population = 0
    for i in range(h):
        ligne = input()
        population += ligne.count('o')
        monde.append([ligne[j] == 'o' for j in range(l)])
        voisins.append([0] * l)

    t = 0
    while t < n:
        t += 1
        compter(monde, voisins, h, l)
        naissances, morts = vieillir(monde, voisins, h, l)
        population = population + naissances - morts
        print("step {0}: {1}".format(t, population))
        if naissances + morts == 0:
            print("still")
            t = n

    for ligne in monde:
        s = ''
        for vivante in ligne:
            s += 'o' if vivante else '.'
        print(s)


principal()
