#include <stdio.h>
#include <string.h>

/* busqueda recursiva: pasos[][] guarda la menor cantidad de pasos conocida */

int alto, ancho;
char mapa[102][103];
int pasos[102][102];

void explorar(int f, int c, int n)
{
  if (mapa[f][c] == '#') return;
  if (pasos[f][c] != -1 && pasos[f][c] <= n) return;
  pasos[f][c] = n;
  if (mapa[f][c] == 'E') return;
  explorar(f - 1, c, n + 1);
  explorar(f, c + 1, n + 1);
  explorar(f + 1, c, n + 1);
  explorar(f, c - 1, n + 1);
}

void volver(int f, int c)
{
  int n = pasos[f][c];
  if (n == 0) return;
  if (mapa[f][c] != 'E') mapa[f][c] = '*';
  if (pasos[f - 1][c] == n - 1) volver(f - 1, c);
  else if (pasos[f + 1][c] == n - 1) volver(f + 1, c);
  else if (pasos[f][c - 1] == n - 1) volver(f, c - 1);
  else volver(f, c + 1);
}

int buscar(char letra, int *f, int *c)
{
  for (*f = 1; *f <= alto; (*f)++)
    for (*c = 1; *c <= ancho; (*c)++)
      if (mapa[*f][*c] == letra) return 1;
  return 0;
}

int main()
{
  int i, f, c;
  char linea[200];

  /* el borde (fila 0, columna 0, ...) queda como pared */
  memset(mapa, '#', sizeof(mapa));
  memset(pasos, -1, sizeof(pasos));

  scanf("%d %d", &alto, &ancho);
  if (alto > 100 || ancho > 100) {
    printf("demasiado grande\n");
    return 1;
  }
  for (i = 1; i <= alto; i++) {
    scanf("%199s", linea);
    strncpy(&mapa[i][1], linea, ancho);
  }

  if (buscar('S', &f, &c)) explorar(f, c, 0);
  if (!buscar('E', &f, &c) || pasos[f][c] == -1) {
    printf("no way\n");
    return 0;
  }

  printf("steps %d\n", pasos[f][c]);
  volver(f, c);
  for (i = 1; i <= alto; i++) {
    mapa[i][ancho + 1] = '\0';
    printf("%s\n", &mapa[i][1]);
  }
  return 0;
}
