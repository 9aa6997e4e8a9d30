#include <stdio.h>
#include <stdlib.h>

/* Spiel des Lebens. Zuerst werden fuer jede Zelle die drei uebereinander
   liegenden Zellen addiert, danach drei dieser Spaltensummen. */

struct welt
{
    int h, b;
    int *zelle;
    int *spalte;    /* Spaltensummen */
};

static void lies(struct welt *w)
{
    char c;
    int i = 0;
    while (i < w->h * w->b && scanf("%c", &c) == 1)
    {
        if (c == 'o' || c == '.')
            w->zelle[i++] = c == 'o';
    }
}

static void summiere_spalten(struct welt *w)
{
    int letzte = (w->h - 1) * w->b;
    for (int z = 0; z <= letzte; z += w->b)
    {
        int oben = z == 0 ? letzte : z - w->b;
        int unten = z == letzte ? 0 : z + w->b;
        for (int s = 0; s < w->b; s++)
            w->spalte[z + s] = w->zelle[oben + s] + w->zelle[z + s] + w->zelle[unten + s];
    }
}

/* ein Schritt, Rueckgabe: hat sich etwas veraendert? */
static int schritt(struct welt *w)
{
    int anders = 0;
    summiere_spalten(w);
    for (int z = 0; z < w->h; z++)
    {
        int *sp = w->spalte + z * w->b;
        int *ze = w->zelle + z * w->b;
        for (int s = 0; s < w->b; s++)
        {
            int links = s > 0 ? s - 1 : w->b - 1;
            int rechts = s < w->b - 1 ? s + 1 : 0;
            /* die Zelle selbst ist in der Summe enthalten:
               3 -> lebt auf jeden Fall, 4 -> bleibt wie sie ist */
            int summe = sp[links] + sp[s] + sp[rechts];
            int neu;
            switch (summe)
            {
                case 3:  neu = 1; break;
                case 4:  neu = ze[s]; break;
                default: neu = 0; break;
            }
            if (neu != ze[s])
                anders = 1;
            ze[s] = neu;
        }
    }
    return anders;
}

static int bevoelkerung(const struct welt *w)
{
    int n = 0;
    const int *p = w->zelle;
    const int *ende = p + w->h * w->b;
    while (p < ende)
        n += *p++;
    return n;
}

static void zeige(const struct welt *w)
{
    for (int i = 0; i < w->h * w->b; i++)
    {
        putchar(w->zelle[i] ? 'o' : '.');
        if (i % w->b == w->b - 1)
            putchar('\n');
    }
}

int main(void)
{
    struct welt w;
    int schritte, nr = 0, anders;

    if (scanf("%d %d %d", &w.h, &w.b, &schritte) != 3)
    {
        fprintf(stderr, "Eingabefehler\n");
        return 1;
    }
    w.zelle = calloc(w.h * w.b, sizeof(int));
    w.spalte = calloc(w.h * w.b, sizeof(int));
    lies(&w);

    while (nr < schritte)
    {
        nr++;
        anders = schritt(&w);
        printf("step %d: %d\n", nr, bevoelkerung(&w));
        if (!anders)
        {
            puts("still");
            break;
        }
    }
    zeige(&w);
    free(w.zelle);
    free(w.spalte);
    return 0;
}
