#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* regel[lebt][anzahl] */
static const unsigned char regel[2][9] = {
    {0, 0, 0, 1, 0, 0, 0, 0, 0},
    {0, 0, 1, 1, 0, 0, 0, 0, 0},
};

typedef struct {
    int breite, groesse;
    int (*nachbar)[8];
    unsigned char *jetzt, *reserve;
} Leben;

static void schreiben(const Leben *l)
{
    for (int p = 0; p < l->groesse; p++) {
        putchar(l->jetzt[p] ? 'o' : '.');
        if ((p + 1) % l->breite == 0)
            putchar('\n');
    }
}

/* liefert die Zahl der Lebenden, oder ihr Komplement, wenn alles gleich blieb */
static int schritt(Leben *l)
{
    int lebende = 0, anders = 0;
    for (int p = 0; p < l->groesse; p++) {
        int n = 0;
        for (int k = 0; k < 8; k++)
            n += l->jetzt[l->nachbar[p][k]];
        l->reserve[p] = regel[l->jetzt[p]][n];
        lebende += l->reserve[p];
        anders |= l->reserve[p] ^ l->jetzt[p];
    }
    unsigned char *tausch = l->jetzt;
    l->jetzt = l->reserve;
    l->reserve = tausch;
    return anders ? lebende : ~lebende;
}

static void zeile_setzen(Leben *l, int nr, const char *zeile)
{
    for (int i = 0; i < l->breite; i++)
        l->jetzt[nr * l->breite + i] = zeile[i] == 'o';
}

static void anlegen(Leben *l, int hoehe, int breite)
{
    int groesse = hoehe * breite;
    l->breite = breite;
    l->groesse = groesse;
    l->jetzt = calloc(groesse, 1);
    l->reserve = calloc(groesse, 1);
    l->nachbar = malloc(groesse * sizeof *l->nachbar);
    for (int p = 0; p < groesse; p++) {
        int spalte = p % breite;
        int reihe = p - spalte;
        int oben = (reihe - breite + groesse) % groesse;
        int unten = (reihe + breite) % groesse;
        int links = (spalte + breite - 1) % breite;
        int rechts = (spalte + 1) % breite;
        int alle[8] = {
            oben + links, oben + spalte, oben + rechts,
            reihe + links, reihe + rechts,
            unten + links, unten + spalte, unten + rechts
        };
        memcpy(l->nachbar[p], alle, sizeof alle);
    }
}

int main(void)
{
    int hoehe, breite, schritte;
    if (scanf("%d %d %d", &hoehe, &breite, &schritte) != 3)
        return 1;

    Leben leben;
    anlegen(&leben, hoehe, breite);
    char *zeile = malloc(breite + 1);
    for (int i = 0; i < hoehe; i++) {
        scanf("%s", zeile);
        zeile_setzen(&leben, i, zeile);
    }
    free(zeile);

    for (int i = 1; i <= schritte; i++) {
        int ergebnis = schritt(&leben);
        if (ergebnis < 0) {
            printf("step %d: %d\nstill\n", i, ~ergebnis);
            break;
        }
        printf("step %d: %d\n", i, ergebnis);
    }
    schreiben(&leben);

    free(leben.nachbar);
    free(leben.jetzt);
    free(leben.reserve);
    return 0;
}
