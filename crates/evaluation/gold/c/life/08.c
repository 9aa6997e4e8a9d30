#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char **Mundo;   /* filas de texto, terminadas en NULL */

static size_t contarFilas(Mundo m)
{
  size_t n = 0;
  while (m[n]) n++;
  return n;
}

static Mundo leerMundo(int alto, int ancho)
{
  Mundo m = malloc((alto + 1) * sizeof *m);
  m[alto] = NULL;
  for (int i = 0; i < alto; i++) {
    m[i] = calloc(ancho + 2, 1);
    if (scanf("%s", m[i]) != 1) {
      fprintf(stderr, "falta la fila %d\n", i + 1);
      exit(1);
    }
  }
  return m;
}

static bool viva(const char *fila, int x)
{
  int ancho = strlen(fila);
  if (x < 0) x += ancho;
  if (x >= ancho) x -= ancho;
  return fila[x] == 'o';
}

static int tres(const char *fila, int x)
{
  return viva(fila, x - 1) + viva(fila, x) + viva(fila, x + 1);
}

static char destino(const char *arriba, const char *fila, const char *abajo, int x)
{
  int vecinos = tres(arriba, x) + tres(abajo, x) + viva(fila, x - 1) + viva(fila, x + 1);
  if (fila[x] == 'o')
    return vecinos == 2 || vecinos == 3 ? 'o' : '.';
  return vecinos == 3 ? 'o' : '.';
}

static Mundo siguiente(Mundo m)
{
  size_t alto = contarFilas(m);
  Mundo nuevo = malloc((alto + 1) * sizeof *nuevo);
  nuevo[alto] = NULL;
  for (size_t i = 0; i < alto; i++) {
    const char *arriba = i == 0 ? m[alto - 1] : m[i - 1];
    const char *abajo = i + 1 == alto ? m[0] : m[i + 1];
    nuevo[i] = malloc(strlen(m[i]) + 1);
    strcpy(nuevo[i], m[i]);
    for (int x = 0; m[i][x] != '\0'; x++)
      nuevo[i][x] = destino(arriba, m[i], abajo, x);
  }
  return nuevo;
}

static int poblacion(Mundo m)
{
  int total = 0;
  for (; *m; m++)
    for (const char *c = *m; *c; c++)
      if (*c == 'o') total++;
  return total;
}

static bool iguales(Mundo a, Mundo b)
{
  while (*a && strcmp(*a, *b) == 0) a++, b++;
  return *a == NULL;
}

static void soltar(Mundo m)
{
  for (char **f = m; *f; f++) free(*f);
  free(m);
}

/* juega desde el paso dado y devuelve el mundo final */
static Mundo jugar(Mundo m, int paso, int ultimo)
{
  if (paso > ultimo) return m;
  Mundo n = siguiente(m);
  bool quieto = iguales(m, n);
  printf("step %d: %d\n", paso, poblacion(n));
  soltar(m);
  if (quieto) {
    printf("still\n");
    return n;
  }
  return jugar(n, paso + 1, ultimo);
}

int main(void)
{
  int alto, ancho, pasos;
  if (scanf("%d %d %d", &alto, &ancho, &pasos) != 3) return 1;
  Mundo fin = jugar(leerMundo(alto, ancho), 1, pasos);
  for (char **f = fin; *f; f++) puts(*f);
  soltar(fin);
  return 0;
}
