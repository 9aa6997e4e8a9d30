/* Taschenrechner
 *
 * Ein Ausdruck wird am letzten Operator mit der schwaechsten Bindung
 * in zwei Haelften geteilt, die ebenso behandelt werden.
 */
#include <stdio.h>
#include <string.h>
#include <ctype.h>

#define MAXNAMEN 256

typedef enum { GUT, SYNTAX, UNBEKANNT, DURCH_NULL } Status;

static char namen[MAXNAMEN][40];
static long werte[MAXNAMEN];
static int anzahl;
static char unbekannter[40];

static int name_suchen(const char *n)
{
  int i;
  for (i = 0; i < anzahl; i++)
    if (!strcmp(namen[i], n)) return i;
  return -1;
}

/* Leerzeichen an beiden Enden abschneiden */
static void kuerzen(const char **a, const char **b)
{
  while (*a < *b && isspace((unsigned char)**a)) ++*a;
  while (*a < *b && isspace((unsigned char)(*b)[-1])) --*b;
}

/* Steht vor p das Ende eines Operanden? Dann ist ein Minus bei p zweistellig. */
static int zweistellig(const char *a, const char *p)
{
  while (p > a && isspace((unsigned char)p[-1])) p--;
  return p > a && (isalnum((unsigned char)p[-1]) || p[-1] == ')');
}

static const char *trennstelle(const char *a, const char *b, const char *zeichen)
{
  int tiefe = 0;
  const char *p;
  for (p = b - 1; p >= a; p--) {
    if (*p == ')') tiefe++;
    else if (*p == '(') tiefe--;
    else if (tiefe == 0 && strchr(zeichen, *p) && zweistellig(a, p)) return p;
  }
  return NULL;
}

static int nur(const char *a, const char *b, int (*art)(int))
{
  while (a < b && art((unsigned char)*a)) a++;
  return a == b;
}

/* mit wert == NULL wird nur die Syntax geprueft */
static Status rechne(const char *a, const char *b, long *wert)
{
  const char *p;
  long x = 0, y = 0;
  Status s;

  kuerzen(&a, &b);
  if (a == b) return SYNTAX;

  p = trennstelle(a, b, "+-");
  if (!p) p = trennstelle(a, b, "*/");
  if (p) {
    s = rechne(a, p, wert ? &x : NULL);
    if (s == GUT) s = rechne(p + 1, b, wert ? &y : NULL);
    if (s != GUT || !wert) return s;
    if (*p == '/' && y == 0) return DURCH_NULL;
    *wert = *p == '+' ? x + y : *p == '-' ? x - y : *p == '*' ? x * y : x / y;
    return GUT;
  }
  if (*a == '-') {
    s = rechne(a + 1, b, wert);
    if (s == GUT && wert) *wert = -*wert;
    return s;
  }
  if (*a == '(') return b[-1] == ')' ? rechne(a + 1, b - 1, wert) : SYNTAX;

  if (nur(a, b, isdigit)) {
    if (wert)
      for (*wert = 0; a < b; a++) *wert = *wert * 10 + *a - '0';
    return GUT;
  }
  if (nur(a, b, isalpha)) {
    char n[40];
    int i;
    if (!wert) return GUT;
    sprintf(n, "%.*s", (int)(b - a > 39 ? 39 : b - a), a);
    i = name_suchen(n);
    if (i < 0) {
      strcpy(unbekannter, n);
      return UNBEKANNT;
    }
    *wert = werte[i];
    return GUT;
  }
  return SYNTAX;
}

static void zeile_bearbeiten(const char *a, const char *b)
{
  const char *gleich = memchr(a, '=', b - a);
  const char *rechts = gleich ? gleich + 1 : a;
  char ziel[40] = "";
  long wert;
  Status s = rechne(rechts, b, NULL);

  if (gleich) {
    kuerzen(&a, &gleich);
    if (a == gleich || gleich - a > 39 || !nur(a, gleich, isalpha)) s = SYNTAX;
    else memcpy(ziel, a, gleich - a);
  }
  if (s == GUT) s = rechne(rechts, b, &wert);

  switch (s) {
    case SYNTAX:     printf("error: syntax\n"); return;
    case UNBEKANNT:  printf("error: unknown %s\n", unbekannter); return;
    case DURCH_NULL: printf("error: division by zero\n"); return;
    case GUT:        break;
  }
  if (ziel[0]) {
    int i = name_suchen(ziel);
    if (i < 0) strcpy(namen[i = anzahl++], ziel);
    werte[i] = wert;
    printf("%s = ", ziel);
  }
  printf("%ld\n", wert);
}

int main(void)
{
  char zeile[2000];
  while (fgets(zeile, sizeof zeile, stdin)) {
    const char *a = zeile, *b = zeile + strlen(zeile);
    kuerzen(&a, &b);
    if (a < b) zeile_bearbeiten(a, b);
  }
  return 0;
}
