#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* La linea es una lista doble de fichas que se va encogiendo hasta que
   queda un solo valor. Un valor puede llevar un error consigo. */

typedef struct Ficha {
    char tipo;              /* 'v' valor; si no, el signo mismo */
    long valor;
    char error[80];         /* vacio si el valor es bueno */
    struct Ficha *ant, *sig;
} Ficha;

typedef struct { char nombre[60]; long valor; } Variable;

Variable variables[500];
int numVariables = 0;

int indice(const char *nombre) {
    int i = numVariables - 1;
    while (i >= 0 && strcmp(variables[i].nombre, nombre) != 0) i--;
    return i;
}

Ficha *agregar(Ficha *ultima, char tipo) {
    Ficha *f = calloc(1, sizeof(Ficha));
    f->tipo = tipo;
    f->ant = ultima;
    ultima->sig = f;
    return f;
}

void quitar(Ficha *f) {
    f->ant->sig = f->sig;
    f->sig->ant = f->ant;
    free(f);
}

/* la lista empieza con una ficha '[' y termina con una ']' */
Ficha *cortar(const char *s) {
    Ficha *inicio = calloc(1, sizeof(Ficha)), *f = inicio;
    inicio->tipo = '[';
    while (*s) {
        if (isspace((unsigned char) *s)) {
            s++;
        } else if (isdigit((unsigned char) *s)) {
            f = agregar(f, 'v');
            while (isdigit((unsigned char) *s)) f->valor = 10 * f->valor + *s++ - '0';
        } else if (isalpha((unsigned char) *s)) {
            char nombre[60];
            int n = 0, i;
            while (isalpha((unsigned char) *s) && n < 59) nombre[n++] = *s++;
            nombre[n] = '\0';
            f = agregar(f, 'v');
            i = indice(nombre);
            if (i >= 0) f->valor = variables[i].valor;
            else sprintf(f->error, "unknown %s", nombre);
        } else {
            /* asi un signo raro no se confunde con una marca de la lista */
            f = agregar(f, strchr("+-*/()", *s) ? *s : '?');
            s++;
        }
    }
    agregar(f, ']');
    return inicio;
}

int esValor(Ficha *f) { return f->tipo == 'v'; }

/* junta "a op b" en la ficha de a */
void operar(Ficha *op) {
    Ficha *a = op->ant, *b = op->sig;
    if (a->error[0] == '\0') {
        if (b->error[0] != '\0') strcpy(a->error, b->error);
        else if (op->tipo == '+') a->valor += b->valor;
        else if (op->tipo == '-') a->valor -= b->valor;
        else if (op->tipo == '*') a->valor *= b->valor;
        else if (b->valor == 0) strcpy(a->error, "division by zero");
        else a->valor /= b->valor;
    }
    quitar(b);
    quitar(op);
}

void nivel(Ficha *desde, Ficha *hasta, char op1, char op2) {
    Ficha *f = desde->sig;
    while (f != hasta) {
        if ((f->tipo == op1 || f->tipo == op2) && esValor(f->ant) && esValor(f->sig)) {
            f = f->ant;
            operar(f->sig);
        }
        f = f->sig;
    }
}

/* reduce lo que hay entre dos fichas sin parentesis adentro; 1 si salio bien */
int reducir(Ficha *desde, Ficha *hasta) {
    Ficha *f;
    for (f = hasta->ant; f != desde; f = f->ant) {
        if (f->tipo == '-' && !esValor(f->ant) && esValor(f->sig)) {
            f->tipo = 'v';
            f->valor = -f->sig->valor;
            strcpy(f->error, f->sig->error);
            quitar(f->sig);
        }
    }
    nivel(desde, hasta, '*', '/');
    nivel(desde, hasta, '+', '-');
    return esValor(desde->sig) && desde->sig->sig == hasta;
}

/* devuelve el valor final, o NULL si la sintaxis esta mal */
Ficha *resolver(Ficha *inicio) {
    Ficha *f = inicio, *abre;
    while (f->tipo != ']') {
        if (f->tipo == ')') {
            abre = f->ant;
            while (abre->tipo != '(' && abre->tipo != '[') abre = abre->ant;
            if (abre->tipo == '[' || !reducir(abre, f)) return NULL;
            Ficha *despues = f->sig;
            /* "2 (3)" o "(2) 3" tampoco valen */
            if (esValor(abre->ant) || esValor(despues)) return NULL;
            quitar(abre);
            quitar(f);
            f = despues;
        } else {
            f = f->sig;
        }
    }
    return reducir(inicio, f) ? inicio->sig : NULL;
}

int main() {
    char linea[1500], nombre[60];
    while (fgets(linea, 1500, stdin)) {
        char extra;
        int asignacion = 0, i;
        char *expr = linea, *igual = strchr(linea, '=');
        if (sscanf(linea, " %c", &extra) != 1) continue;
        if (igual) {
            *igual = '\0';
            expr = igual + 1;
            asignacion = sscanf(linea, " %59[a-zA-Z] %c", nombre, &extra) == 1;
        }
        Ficha *lista = cortar(expr);
        Ficha *fin = resolver(lista);
        if (fin == NULL || (igual && !asignacion)) printf("error: syntax\n");
        else if (fin->error[0]) printf("error: %s\n", fin->error);
        else if (!asignacion) printf("%ld\n", fin->valor);
        else {
            i = indice(nombre);
            if (i < 0) {
                i = numVariables++;
                strcpy(variables[i].nombre, nombre);
            }
            variables[i].valor = fin->valor;
            printf("%s = %ld\n", nombre, fin->valor);
        }
        while (lista) {
            Ficha *sig = lista->sig;
            free(lista);
            lista = sig;
        }
    }
    return 0;
}
