import sys

# labyrinthe : chaque case connait ses voisines, la vague avance par recursion
sys.setrecursionlimit(1000000)


class Case:
    def __init__(self, signe):
        self.signe = signe
        self.voisines = []
        self.rang = None        # nombre de pas depuis le depart

    def libre(self):
        return self.signe != '#'


def relier(cases, hauteur, largeur):
    # haut, bas, gauche, droite : il faut garder cet ordre !
    for i in range(hauteur):
        for j in range(largeur):
            case = cases[i][j]
            if i > 0:
                case.voisines.append(cases[i - 1][j])
            if i < hauteur - 1:
                case.voisines.append(cases[i + 1][j])
            if j > 0:
                case.voisines.append(cases[i][j - 1])
            if j < largeur - 1:
                case.voisines.append(cases[i][j + 1])


def avancer(vague, rang):
    if len(vague) == 0:
        return
    suivante = []
    for case in vague:
        for voisine in case.voisines:
            if voisine.libre() and voisine.rang is None:
                voisine.rang = rang
                suivante.append(voisine)
    avancer(suivante, rang + 1)


def reculer(case):
    if case.rang <= 1:
        return
    for voisine in case.voisines:
        if voisine.rang == case.rang - 1:
            voisine.signe = '*'
            reculer(voisine)
            return


def lire():
    hauteur, largeur = sys.stdin.readline().split()
    hauteur, largeur = int(hauteur), int(largeur)
    cases = []
    depart = sortie = None
    for i in range(hauteur):
        ligne = sys.stdin.readline()
        cases.append([Case(ligne[j]) for j in range(largeur)])
        for case in cases[i]:
            if case.signe == 'S':
                depart = case
            elif case.signe == 'E':
                sortie = case
    relier(cases, hauteur, largeur)
    return cases, depart, sortie


cases, depart, sortie = lire()
depart.rang = 0
avancer([depart], 1)
if sortie.rang is None:
    print('no way')
else:
    reculer(sortie)
    print('steps', sortie.rang)
    for rangee in cases:
        print(''.join([case.signe for case in rangee]))
