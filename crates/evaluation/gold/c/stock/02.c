/*
 * Lagerverwaltung
 * Die Artikel stehen in einer verketteten Liste, immer nach Namen sortiert.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMENSLAENGE 80

typedef struct artikel
{
  char bezeichnung[NAMENSLAENGE];
  long long menge;
  long long preis;
  struct artikel *naechster;
} artikel_t;

/* liefert NULL, wenn es den Artikel nicht gibt */
static artikel_t *artikel_suchen(artikel_t *kopf, const char *bezeichnung)
{
  while (kopf != NULL)
  {
    int v = strcmp(kopf->bezeichnung, bezeichnung);
    if (v == 0)
      return kopf;
    if (v > 0)
      return NULL;
    kopf = kopf->naechster;
  }
  return NULL;
}

static artikel_t *artikel_einfuegen(artikel_t **kopf, const char *bezeichnung)
{
  artikel_t *neu = malloc(sizeof *neu);
  if (neu == NULL)
  {
    fprintf(stderr, "Kein Speicher mehr\n");
    exit(EXIT_FAILURE);
  }
  strcpy(neu->bezeichnung, bezeichnung);
  neu->menge = 0;
  neu->preis = 0;

  artikel_t **stelle = kopf;
  while (*stelle != NULL && strcmp((*stelle)->bezeichnung, bezeichnung) < 0)
    stelle = &(*stelle)->naechster;
  neu->naechster = *stelle;
  *stelle = neu;
  return neu;
}

static void bericht(const artikel_t *kopf)
{
  long long summe = 0;
  for (; kopf != NULL; kopf = kopf->naechster)
  {
    printf("%s %lld %lld\n", kopf->bezeichnung, kopf->menge, kopf->preis);
    summe += kopf->menge * kopf->preis;
  }
  printf("total %lld\n", summe);
}

static void liste_freigeben(artikel_t *kopf)
{
  if (kopf == NULL)
    return;
  liste_freigeben(kopf->naechster);
  free(kopf);
}

int main(void)
{
  artikel_t *lager = NULL;
  char befehl[NAMENSLAENGE];

  while (scanf("%79s", befehl) == 1 && strcmp(befehl, "end") != 0)
  {
    char wer[NAMENSLAENGE];
    long long zahl;

    if (strcmp(befehl, "report") == 0)
    {
      bericht(lager);
    }
    else if (strcmp(befehl, "add") == 0)
    {
      long long preis;
      if (scanf("%79s %lld %lld", wer, &zahl, &preis) != 3)
        break;
      artikel_t *a = artikel_suchen(lager, wer);
      if (a == NULL)
        a = artikel_einfuegen(&lager, wer);
      a->menge += zahl;
      a->preis = preis;
    }
    else if (strcmp(befehl, "remove") == 0 || strcmp(befehl, "price") == 0)
    {
      if (scanf("%79s %lld", wer, &zahl) != 2)
        break;
      artikel_t *a = artikel_suchen(lager, wer);
      if (a == NULL)
        printf("unknown %s\n", wer);
      else if (befehl[0] == 'p')
        a->preis = zahl;
      else if (a->menge < zahl)
        printf("not enough %s\n", wer);
      else
        a->menge -= zahl;
    }
    else
    {
      puts("bad command");
    }
    scanf("%*[^\n]"); /* Rest der Zeile wegwerfen */
  }
  liste_freigeben(lager);
  return 0;
}
