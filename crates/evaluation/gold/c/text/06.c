#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* Lista enlazada de palabras, ordenada por frecuencia y luego por alfabeto.
   Cuando una palabra aparece otra vez se saca de la lista y se vuelve a poner. */

typedef struct Palabra {
    char texto[200];
    int veces;
    struct Palabra *sig;
} Palabra;

Palabra *lista = NULL;
int totalLineas = 0, totalPalabras = 0, totalDistintas = 0;
char masLarga[200];
int porLargo[200];

int vaAntes(Palabra *a, Palabra *b) {
    if (a->veces > b->veces) return 1;
    if (a->veces < b->veces) return 0;
    return strcmp(a->texto, b->texto) < 0;
}

Palabra *sacar(char *texto) {
    Palabra *actual = lista, *anterior = NULL;
    while (actual != NULL && strcmp(actual->texto, texto) != 0) {
        anterior = actual;
        actual = actual->sig;
    }
    if (actual != NULL) {
        if (anterior == NULL) lista = actual->sig;
        else anterior->sig = actual->sig;
    }
    return actual;
}

void poner(Palabra *p) {
    if (lista == NULL || vaAntes(p, lista)) {
        p->sig = lista;
        lista = p;
        return;
    }
    Palabra *q = lista;
    while (q->sig != NULL && vaAntes(q->sig, p)) q = q->sig;
    p->sig = q->sig;
    q->sig = p;
}

void registrar(char *texto) {
    Palabra *p = sacar(texto);
    if (p == NULL) {
        p = (Palabra *) malloc(sizeof(Palabra));
        strcpy(p->texto, texto);
        p->veces = 0;
        totalDistintas++;
    }
    p->veces++;
    poner(p);

    totalPalabras++;
    porLargo[strlen(texto)]++;
    if (strlen(texto) > strlen(masLarga)) strcpy(masLarga, texto);
}

/* lee caracteres que no son letras; devuelve 0 al final del archivo */
int saltarSeparadores(int *ultimo) {
    int c = getchar();
    while (c != EOF && !isalpha(c)) {
        if (c == '\n') totalLineas++;
        *ultimo = c;
        c = getchar();
    }
    if (c == EOF) return 0;
    ungetc(c, stdin);
    return 1;
}

void leerPalabra(char *destino, int *ultimo) {
    int c = getchar();
    while (c != EOF && isalpha(c)) {
        *destino++ = (char) tolower(c);
        *ultimo = c;
        c = getchar();
    }
    *destino = '\0';
    if (c != EOF) ungetc(c, stdin);
}

int main() {
    char texto[200];
    int ultimo = '\n';

    while (saltarSeparadores(&ultimo)) {
        leerPalabra(texto, &ultimo);
        registrar(texto);
    }
    if (ultimo != '\n') totalLineas++;

    printf("lines %d\n", totalLineas);
    printf("words %d\n", totalPalabras);
    printf("different %d\n", totalDistintas);
    printf("longest %s\n", totalPalabras > 0 ? masLarga : "-");

    int impresas = 0;
    Palabra *p;
    for (p = lista; p != NULL && impresas < 10; p = p->sig) {
        printf("%d %s\n", p->veces, p->texto);
        impresas++;
    }

    int largo, i;
    for (largo = 1; largo < 200; largo++) {
        if (porLargo[largo] == 0) continue;
        printf("%d: ", largo);
        for (i = 0; i < porLargo[largo]; i++) printf("#");
        printf("\n");
    }
    return 0;
}
