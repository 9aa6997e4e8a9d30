#include <ctype.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINEA 4096
#define MAX_NOMBRE 128
#define MAX_VARIABLES 1000

static const char *cursor;
static bool ensayo;             /* primera vuelta: solo la sintaxis */
static jmp_buf salida;
static char motivo[MAX_NOMBRE + 32];

static struct {
    char nombre[MAX_NOMBRE];
    long long valor;
} variables[MAX_VARIABLES];
static int cuantas = 0;

static long long suma(void);

static int buscar(const char *nombre)
{
    for (int i = 0; i < cuantas; i++)
        if (strcmp(variables[i].nombre, nombre) == 0)
            return i;
    return -1;
}

static void guardar(const char *nombre, long long valor)
{
    int i = buscar(nombre);
    if (i < 0) {
        i = cuantas++;
        strcpy(variables[i].nombre, nombre);
    }
    variables[i].valor = valor;
}

static void fallar(const char *que, const char *nombre)
{
    snprintf(motivo, sizeof motivo, "error: %s%s", que, nombre);
    longjmp(salida, 1);
}

static void blancos(void)
{
    while (isspace((unsigned char)*cursor))
        cursor++;
}

static bool aceptar(char c)
{
    blancos();
    if (*cursor != c)
        return false;
    cursor++;
    return true;
}

/* copia las letras que siguen; devuelve cuantas son */
static int leer_nombre(char *nombre)
{
    int n = 0;
    while (isalpha((unsigned char)*cursor) && n < MAX_NOMBRE - 1)
        nombre[n++] = *cursor++;
    nombre[n] = '\0';
    return n;
}

static long long atomo(void)
{
    if (aceptar('(')) {
        long long x = suma();
        if (!aceptar(')'))
            fallar("syntax", "");
        return x;
    }
    if (isdigit((unsigned char)*cursor)) {
        char *fin;
        long long x = strtoll(cursor, &fin, 10);
        cursor = fin;
        return x;
    }
    char nombre[MAX_NOMBRE];
    if (leer_nombre(nombre) == 0)
        fallar("syntax", "");
    if (ensayo)
        return 1;
    int i = buscar(nombre);
    if (i < 0)
        fallar("unknown ", nombre);
    return variables[i].valor;
}

static long long signo(void)
{
    return aceptar('-') ? -signo() : atomo();
}

static long long producto(void)
{
    long long x = signo();
    for (;;) {
        if (aceptar('*')) {
            x *= signo();
        } else if (aceptar('/')) {
            long long y = signo();
            if (ensayo)
                y = 1;
            if (y == 0)
                fallar("division by zero", "");
            x /= y;
        } else {
            return x;
        }
    }
}

static long long suma(void)
{
    long long x = producto();
    for (;;) {
        if (aceptar('+'))
            x += producto();
        else if (aceptar('-'))
            x -= producto();
        else
            return x;
    }
}

static long long sentencia(const char *inicio)
{
    cursor = inicio;
    long long valor = suma();
    blancos();
    if (*cursor != '\0')
        fallar("syntax", "");
    return valor;
}

static void responder(const char *linea)
{
    char destino[MAX_NOMBRE];
    cursor = linea;
    blancos();
    bool asignacion = leer_nombre(destino) > 0 && aceptar('=');
    const char *inicio = asignacion ? cursor : linea;

    if (setjmp(salida) != 0) {
        puts(motivo);
        return;
    }
    ensayo = true;
    sentencia(inicio);
    ensayo = false;
    long long valor = sentencia(inicio);
    if (asignacion) {
        guardar(destino, valor);
        printf("%s = ", destino);
    }
    printf("%lld\n", valor);
}

int main(void)
{
    char linea[MAX_LINEA];
    while (fgets(linea, sizeof linea, stdin) != NULL)
        if (linea[strspn(linea, " \t\r\n")] != '\0')
            responder(linea);
    return 0;
}
