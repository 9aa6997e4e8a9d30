// Labyrinth: Entfernungen werden so lange verbessert, bis sich nichts mehr tut.
#include <stdio.h>
#include <stdlib.h>

#define UNENDLICH 1000000000

int hoehe, breite;
char **feld;
int **abstand;

void einlesen(void) {
    scanf("%d%d", &hoehe, &breite);
    feld = malloc(hoehe * sizeof(char *));
    abstand = malloc(hoehe * sizeof(int *));
    for (int z = 0; z < hoehe; z++) {
        feld[z] = malloc(breite + 1);
        abstand[z] = malloc(breite * sizeof(int));
        for (int s = 0; s < breite; s++) {
            scanf(" %c", &feld[z][s]);
            abstand[z][s] = feld[z][s] == 'S' ? 0 : UNENDLICH;
        }
        feld[z][breite] = '\0';
    }
}

// Abstand eines Feldes, ausserhalb und in der Wand unendlich
int wert(int z, int s) {
    if (z < 0 || z >= hoehe || s < 0 || s >= breite) return UNENDLICH;
    if (feld[z][s] == '#') return UNENDLICH;
    return abstand[z][s];
}

int kleinster_nachbar(int z, int s) {
    int k = wert(z - 1, s);
    if (wert(z + 1, s) < k) k = wert(z + 1, s);
    if (wert(z, s - 1) < k) k = wert(z, s - 1);
    if (wert(z, s + 1) < k) k = wert(z, s + 1);
    return k;
}

// ein Durchgang; liefert die Anzahl der verbesserten Felder
int durchgang(void) {
    int verbessert = 0;
    for (int z = 0; z < hoehe; z++) {
        for (int s = 0; s < breite; s++) {
            if (feld[z][s] == '#') continue;
            int neu = kleinster_nachbar(z, s) + 1;
            if (neu < abstand[z][s]) {
                abstand[z][s] = neu;
                verbessert++;
            }
        }
    }
    return verbessert;
}

void weg_markieren(int z, int s) {
    for (int rest = abstand[z][s] - 1; rest > 0; rest--) {
        if (wert(z - 1, s) == rest) z--;
        else if (wert(z + 1, s) == rest) z++;
        else if (wert(z, s - 1) == rest) s--;
        else s++;
        feld[z][s] = '*';
    }
}

int main(void) {
    int ziel_z = -1, ziel_s = -1;

    einlesen();
    while (durchgang() > 0) {
    }

    for (int z = 0; z < hoehe; z++)
        for (int s = 0; s < breite; s++)
            if (feld[z][s] == 'E') {
                ziel_z = z;
                ziel_s = s;
            }

    if (ziel_z < 0 || abstand[ziel_z][ziel_s] >= UNENDLICH) {
        puts("no way");
    } else {
        printf("steps %d\n", abstand[ziel_z][ziel_s]);
        weg_markieren(ziel_z, ziel_s);
        for (int z = 0; z < hoehe; z++) puts(feld[z]);
    }

    for (int z = 0; z < hoehe; z++) {
        free(feld[z]);
        free(abstand[z]);
    }
    free(feld);
    free(abstand);
    return 0;
}
