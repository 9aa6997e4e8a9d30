#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Operator precedence calculator with two stacks.
 *
 * The table says what to do with the operator on the stack (row) when the
 * next one (column) comes: S shift it, R reduce the stack, P both brackets
 * vanish, A accept, E error. 'm' is the unary minus, '$' the end.
 */
static const char OPS[] = "+-*/m()$";
static const char *TABLE[] = {
    /*       + - * / m ( ) $  */
    /* + */ "RRSSSSRR",
    /* - */ "RRSSSSRR",
    /* * */ "RRRRSSRR",
    /* / */ "RRRRSSRR",
    /* m */ "RRRRSSRR",
    /* ( */ "SSSSSSPE",
    /* ) */ "EEEEEEEE",
    /* $ */ "SSSSSSEA",
};

#define STACK 1000

static long val[STACK];
static int nval;
static char op[STACK];
static int nop;

static char failure[128];

struct var {
    struct var *next;
    long value;
    char name[];
};
static struct var *vars;

static struct var *lookup(const char *name)
{
    struct var *v = vars;
    while (v && strcmp(v->name, name) != 0)
        v = v->next;
    return v;
}

static void store(const char *name, long value)
{
    struct var *v = lookup(name);
    if (!v) {
        v = malloc(sizeof *v + strlen(name) + 1);
        strcpy(v->name, name);
        v->next = vars;
        vars = v;
    }
    v->value = value;
}

static void fail(const char *what, const char *name)
{
    if (!failure[0])
        snprintf(failure, sizeof failure, "error: %s%s", what, name);
}

static void reduce(void)
{
    char o = op[--nop];
    long b = val[--nval], a = 0;        /* the unary minus is 0 - b */
    if (o != 'm')
        a = val[--nval];
    if (o == '/' && b == 0) {
        fail("division by zero", "");
        b = 1;
    }
    val[nval++] = o == '+' ? a + b : o == '*' ? a * b : o == '/' ? a / b : a - b;
}

/* returns 0 for a syntax error */
static int evaluate(const char *s)
{
    int after_value = 0;

    nval = nop = 0;
    failure[0] = '\0';
    op[nop++] = '$';
    for (;;) {
        s += strspn(s, " \t\r\n");
        if (isalnum((unsigned char)*s)) {
            char word[100];
            int n = 0;
            if (after_value)
                return 0;
            if (isdigit((unsigned char)*s)) {
                char *end;
                val[nval++] = strtol(s, &end, 10);
                s = end;
            } else {
                while (isalpha((unsigned char)*s) && n < 99)
                    word[n++] = *s++;
                word[n] = '\0';
                struct var *v = lookup(word);
                if (!v)
                    fail("unknown ", word);
                val[nval++] = v ? v->value : 1;
            }
            after_value = 1;
            continue;
        }

        char o = *s ? *s : '$';
        if (!after_value && o == '-')
            o = 'm';
        const char *col = strchr(OPS, o);
        if (!col || (*s == '$' || *s == 'm'))
            return 0;
        /* brackets open and minus signs stand before a value, all others after one */
        if (after_value == (o == '(' || o == 'm'))
            return 0;

        switch (TABLE[strchr(OPS, op[nop - 1]) - OPS][col - OPS]) {
        case 'S':
            op[nop++] = o;
            after_value = 0;
            s++;
            break;
        case 'R':
            reduce();
            break;
        case 'P':
            nop--;
            s++;
            break;
        case 'A':
            return 1;
        default:
            return 0;
        }
    }
}

int main(void)
{
    char line[STACK];

    while (fgets(line, sizeof line, stdin)) {
        char target[100];
        int used = 0;
        if (line[strspn(line, " \t\r\n")] == '\0')
            continue;
        /* %n is only reached when the name and the = are there */
        sscanf(line, " %99[a-zA-Z] =%n", target, &used);
        if (!evaluate(line + used))
            puts("error: syntax");
        else if (failure[0])
            puts(failure);
        else if (used == 0)
            printf("%ld\n", val[0]);
        else {
            store(target, val[0]);
            printf("%s = %ld\n", target, val[0]);
        }
    }
    return 0;
}
