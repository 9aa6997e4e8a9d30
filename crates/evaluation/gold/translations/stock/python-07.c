/* gestion de stock */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ARTICLES 10000
#define MAX_NOM 64

struct article {
    char nom[MAX_NOM];
    long long quantite;
    long long prix;
};

/* toujours trié par nom */
static struct article stock[MAX_ARTICLES];
static int nb_articles = 0;

/* première position dont le nom n'est pas plus petit */
static int position(const char *nom)
{
    int bas = 0, haut = nb_articles;
    while (bas < haut) {
        int milieu = (bas + haut) / 2;
        if (strcmp(stock[milieu].nom, nom) < 0)
            bas = milieu + 1;
        else
            haut = milieu;
    }
    return bas;
}

static int connu(const char *nom)
{
    int p = position(nom);
    return p < nb_articles && strcmp(stock[p].nom, nom) == 0;
}

static void ajouter(const char *nom, long long quantite, long long prix)
{
    int p = position(nom);
    if (!connu(nom)) {
        memmove(&stock[p + 1], &stock[p], (nb_articles - p) * sizeof stock[0]);
        strcpy(stock[p].nom, nom);
        stock[p].quantite = 0;
        nb_articles++;
    }
    stock[p].quantite += quantite;
    stock[p].prix = prix;
}

static void retirer(const char *nom, long long quantite, long long inutile)
{
    (void) inutile;
    struct article *a = &stock[position(nom)];
    if (a->quantite < quantite)
        printf("not enough %s\n", nom);
    else
        a->quantite -= quantite;
}

static void changer_prix(const char *nom, long long prix, long long inutile)
{
    (void) inutile;
    stock[position(nom)].prix = prix;
}

static void lister(const char *nom, long long x, long long y)
{
    (void) nom, (void) x, (void) y;
    long long total = 0;
    for (int i = 0; i < nb_articles; i++) {
        printf("%s %lld %lld\n", stock[i].nom, stock[i].quantite, stock[i].prix);
        total += stock[i].quantite * stock[i].prix;
    }
    printf("total %lld\n", total);
}

static const struct commande {
    const char *mot;
    void (*fonction)(const char *, long long, long long);
    int doit_exister;
} commandes[] = {
    { "add",    ajouter,      0 },
    { "remove", retirer,      1 },
    { "price",  changer_prix, 1 },
    { "report", lister,       0 },
};

static const struct commande *trouver_commande(const char *mot)
{
    for (size_t i = 0; i < sizeof commandes / sizeof commandes[0]; i++)
        if (strcmp(commandes[i].mot, mot) == 0)
            return &commandes[i];
    return NULL;
}

int main(void)
{
    char ligne[300];

    while (fgets(ligne, sizeof ligne, stdin)) {
        char mot[MAX_NOM], nom[MAX_NOM] = "";
        long long x = 0, y = 0;
        if (sscanf(ligne, "%63s %63s %lld %lld", mot, nom, &x, &y) < 1)
            continue;
        if (!strcmp(mot, "end"))
            break;

        const struct commande *c = trouver_commande(mot);
        if (c == NULL)
            puts("bad command");
        else if (c->doit_exister && !connu(nom))
            printf("unknown %s\n", nom);
        else
            c->fonction(nom, x, y);
    }
    return 0;
}
