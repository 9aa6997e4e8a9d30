#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Wortstatistik: der Text bleibt im Speicher, Woerter sind Abschnitte davon. */

struct abschnitt { const char *anfang; int laenge; int anzahl; };

typedef int (*ordnung)(const struct abschnitt *, const struct abschnitt *);

static int nach_alphabet(const struct abschnitt *a, const struct abschnitt *b) {
  int kurz = a->laenge < b->laenge ? a->laenge : b->laenge;
  int v = memcmp(a->anfang, b->anfang, kurz);
  return v != 0 ? v : a->laenge - b->laenge;
}

static int nach_haeufigkeit(const struct abschnitt *a, const struct abschnitt *b) {
  return b->anzahl - a->anzahl;
}

/* stabiles Mischsortieren von w[von..bis-1] */
static void sortiere(struct abschnitt *w, struct abschnitt *hilf, int von, int bis, ordnung o) {
  if (bis - von < 2) return;
  int mitte = (von + bis) / 2, i = von, j = mitte, k = von;
  sortiere(w, hilf, von, mitte, o);
  sortiere(w, hilf, mitte, bis, o);
  while (k < bis) {
    if (j >= bis || (i < mitte && o(&w[i], &w[j]) <= 0))
      hilf[k++] = w[i++];
    else
      hilf[k++] = w[j++];
  }
  memcpy(w + von, hilf + von, (bis - von) * sizeof *w);
}

/* erster Durchgang (w == NULL) zaehlt nur, der zweite merkt sich die Woerter */
static int zerlege(const char *text, struct abschnitt *w) {
  int n = 0;
  for (const char *p = text; *p != '\0';) {
    int l = 0;
    while (islower((unsigned char)p[l])) l++;
    if (l == 0) {
      p++;
      continue;
    }
    if (w != NULL) w[n] = (struct abschnitt){p, l, 1};
    n++;
    p += l;
  }
  return n;
}

int main(void) {
  int platz = 1024, laenge = 0, zeilen = 0, c;
  char *text = malloc(platz);
  while ((c = getchar()) != EOF) {
    if (laenge + 1 == platz) text = realloc(text, platz += platz);
    text[laenge++] = c == 0 ? ' ' : tolower(c);
    if (c == '\n') zeilen++;
  }
  text[laenge] = '\0';
  if (laenge > 0 && text[laenge - 1] != '\n') zeilen++;

  int n = zerlege(text, NULL);
  struct abschnitt *w = calloc(n + 1, sizeof *w);
  struct abschnitt *hilf = calloc(n + 1, sizeof *w);
  zerlege(text, w);

  struct abschnitt laengstes = {"-", 1, 0};
  int hoechstens = 0;
  for (int i = 0; i < n; i++)
    if (w[i].laenge > hoechstens) {
      laengstes = w[i];
      hoechstens = w[i].laenge;
    }
  int *laengen = calloc(hoechstens + 1, sizeof(int));
  for (int i = 0; i < n; i++) laengen[w[i].laenge]++;

  /* gleiche Woerter zusammenfassen */
  int verschieden = 0;
  sortiere(w, hilf, 0, n, nach_alphabet);
  for (int i = 0; i < n; i++) {
    if (verschieden > 0 && nach_alphabet(&w[verschieden - 1], &w[i]) == 0)
      w[verschieden - 1].anzahl++;
    else
      w[verschieden++] = w[i];
  }
  sortiere(w, hilf, 0, verschieden, nach_haeufigkeit);

  printf("lines %d\nwords %d\ndifferent %d\n", zeilen, n, verschieden);
  printf("longest %.*s\n", laengstes.laenge, laengstes.anfang);
  for (int i = 0; i < verschieden && i < 10; i++)
    printf("%d %.*s\n", w[i].anzahl, w[i].laenge, w[i].anfang);
  for (int l = 1; l <= hoechstens; l++) {
    if (laengen[l] == 0) continue;
    printf("%d: ", l);
    for (int k = laengen[l]; k > 0; k--) putchar('#');
    putchar('\n');
  }
  free(laengen);
  free(hilf);
  free(w);
  free(text);
  return 0;
}
