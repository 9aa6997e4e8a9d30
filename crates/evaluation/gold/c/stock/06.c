#include <stdio.h>
#include <string.h>

#define MAXIMO 2000
#define LARGO 50

char nombres[MAXIMO][LARGO];
int cantidades[MAXIMO];
int precios[MAXIMO];
int cuantos = 0;

int fin_de_linea;    /* 1 si ya se leyo el '\n' de la linea actual */
int fin_de_archivo;

/* lee la siguiente palabra de la linea; cadena vacia si no hay mas */
void leer_palabra(char palabra[]) {
    int largo = 0, c;
    palabra[0] = '\0';
    if (fin_de_linea) return;
    do {
        c = getchar();
    } while (c == ' ' || c == '\t' || c == '\r');
    while (c != EOF && c != '\n' && c != ' ' && c != '\t' && c != '\r') {
        if (largo < LARGO - 1) palabra[largo++] = c;
        c = getchar();
    }
    palabra[largo] = '\0';
    if (c == '\n') fin_de_linea = 1;
    if (c == EOF) fin_de_linea = fin_de_archivo = 1;
}

int leer_entero() {
    char palabra[LARGO];
    int i, valor = 0, signo = 1;
    leer_palabra(palabra);
    for (i = 0; palabra[i] != '\0'; i++) {
        if (palabra[i] == '-') signo = -1;
        else valor = valor * 10 + (palabra[i] - '0');
    }
    return signo * valor;
}

int posicion(char nombre[]) {
    int i = 0;
    while (i < cuantos && strcmp(nombres[i], nombre) != 0) i++;
    return i;    /* si i == cuantos, no existe */
}

void informe() {
    int orden[MAXIMO];
    int i, j;
    long long total = 0;
    /* ordenamos los indices por insercion */
    for (i = 0; i < cuantos; i++) {
        j = i;
        while (j > 0 && strcmp(nombres[orden[j - 1]], nombres[i]) > 0) {
            orden[j] = orden[j - 1];
            j--;
        }
        orden[j] = i;
    }
    for (i = 0; i < cuantos; i++) {
        int k = orden[i];
        printf("%s %d %d\n", nombres[k], cantidades[k], precios[k]);
        total += (long long) cantidades[k] * precios[k];
    }
    printf("total %lld\n", total);
}

int main() {
    char orden[LARGO], nombre[LARGO], basura[LARGO];
    int donde, n;

    while (!fin_de_archivo) {
        fin_de_linea = 0;
        leer_palabra(orden);
        if (strcmp(orden, "") == 0) continue;
        if (strcmp(orden, "end") == 0) return 0;

        if (strcmp(orden, "add") == 0) {
            leer_palabra(nombre);
            donde = posicion(nombre);
            if (donde == cuantos) {
                strcpy(nombres[cuantos], nombre);
                cantidades[cuantos] = 0;
                cuantos++;
            }
            cantidades[donde] += leer_entero();
            precios[donde] = leer_entero();
        }
        else if (strcmp(orden, "remove") == 0) {
            leer_palabra(nombre);
            n = leer_entero();
            donde = posicion(nombre);
            if (donde == cuantos) printf("unknown %s\n", nombre);
            else if (cantidades[donde] >= n) cantidades[donde] -= n;
            else printf("not enough %s\n", nombre);
        }
        else if (strcmp(orden, "price") == 0) {
            leer_palabra(nombre);
            n = leer_entero();
            donde = posicion(nombre);
            if (donde < cuantos) precios[donde] = n;
            else printf("unknown %s\n", nombre);
        }
        else if (strcmp(orden, "report") == 0) informe();
        else printf("bad command\n");

        while (!fin_de_linea) leer_palabra(basura);
    }
    return 0;
}
