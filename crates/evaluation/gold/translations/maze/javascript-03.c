/*
 * Labyrinth. Jedes freie Feld hat eine Zahl (Schritte ab S); solange noch
 * etwas kleiner wird, geht es noch einmal durch das ganze Labyrinth.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#define GROSS (INT_MAX / 2)
#define MAXI 512

static int zeilen, spalten;
static char feld[MAXI][MAXI + 1];
static int zahl[MAXI][MAXI];

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int wert(int z, int s)
{
    if (z < 0 || s < 0 || z >= zeilen || s >= spalten)
        return GROSS;
    return zahl[z][s];
}

static void weg_markieren(int z, int s)
{
    while (zahl[z][s] > 1) {
        int gesucht = zahl[z][s] - 1;
        if (wert(z - 1, s) == gesucht)
            z--;
        else if (wert(z + 1, s) == gesucht)
            z++;
        else if (wert(z, s - 1) == gesucht)
            s--;
        else
            s++;
        feld[z][s] = '*';
    }
}

static bool verbessern(int z, int s)
{
    if (feld[z][s] == '#')
        return false;
    int senkrecht = min(wert(z - 1, s), wert(z + 1, s));
    int waagrecht = min(wert(z, s - 1), wert(z, s + 1));
    int bester = min(senkrecht, waagrecht) + 1;
    if (bester >= zahl[z][s])
        return false;
    zahl[z][s] = bester;
    return true;
}

int main(void)
{
    int ziel_z = 0, ziel_s = 0;

    if (scanf("%d%d", &zeilen, &spalten) != 2)
        return 1;
    for (int z = 0; z < zeilen; z++) {
        scanf("%512s", feld[z]);
        for (int s = 0; s < spalten; s++) {
            zahl[z][s] = feld[z][s] == 'S' ? 0 : GROSS;
            if (feld[z][s] == 'E') {
                ziel_z = z;
                ziel_s = s;
            }
        }
    }

    bool geaendert;
    do {
        geaendert = false;
        for (int z = 0; z < zeilen; z++)
            for (int s = 0; s < spalten; s++)
                if (verbessern(z, s))
                    geaendert = true;
    } while (geaendert);

    if (zahl[ziel_z][ziel_s] == GROSS) {
        puts("no way");
        return 0;
    }
    printf("steps %d\n", zahl[ziel_z][ziel_s]);
    weg_markieren(ziel_z, ziel_s);
    for (int z = 0; z < zeilen; z++)
        puts(feld[z]);
    return 0;
}
