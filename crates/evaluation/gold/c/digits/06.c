#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  char texto[32], alreves[32] = "";
  int suma = 0;
  fgets(texto, 32, stdin);
  texto[strcspn(texto, "\r\n")] = '\0';
  size_t largo = strlen(texto);
  for (size_t i = 0; i < largo; i++) {
    suma += texto[i] - '0';
    alreves[largo - 1 - i] = texto[i];
  }
  printf("%d\n%lld\n", suma, atoll(alreves));
  if (strcmp(texto, alreves) == 0) puts("yes");
  else puts("no");
  return 0;
}
