#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 2000

typedef struct {
    char kind;      /* n number or name, m minus, o other operator, ( ) or ? */
    char *text;
} Token;

typedef struct {
    char *name;
    long long value;
} Variable;

static Variable variables[MAX];
static int variable_count;

static Variable *find_variable(const char *name)
{
    for (int i = 0; i < variable_count; i++)
        if (strcmp(variables[i].name, name) == 0)
            return &variables[i];
    return NULL;
}

static void set_variable(const char *name, long long value)
{
    Variable *v = find_variable(name);
    if (!v) {
        v = &variables[variable_count++];
        v->name = strdup(name);
    }
    v->value = value;
}

/* what may stand after a token of this kind; ^ is the beginning, $ the end */
static const char *allowed_after(char kind)
{
    return kind == 'n' || kind == ')' ? "mo)$" : "nm(";
}

static char kind_of(char c)
{
    if (isalnum((unsigned char)c)) return 'n';
    if (c == '-') return 'm';
    if (c == '+' || c == '*' || c == '/') return 'o';
    if (c == '(' || c == ')') return c;
    return '?';
}

/* fills the tokens and returns their number */
static int split(const char *line, Token *tokens)
{
    int count = 0;
    while (*line) {
        size_t length = 1;
        if (isspace((unsigned char)*line)) {
            line++;
            continue;
        }
        if (isdigit((unsigned char)*line))
            while (isdigit((unsigned char)line[length])) length++;
        else if (isalpha((unsigned char)*line))
            while (isalpha((unsigned char)line[length])) length++;
        tokens[count].kind = kind_of(*line);
        tokens[count].text = strndup(line, length);
        count++;
        line += length;
    }
    return count;
}

static bool syntax_ok(const Token *tokens, int count)
{
    int depth = 0;
    char before = '^';
    for (int i = 0; i < count; i++) {
        char k = tokens[i].kind;
        if (!strchr(allowed_after(before), k))
            return false;
        if (k == '(')
            depth++;
        if (k == ')' && --depth < 0)
            return false;
        before = k;
    }
    return depth == 0 && strchr(allowed_after(before), '$');
}

static int priority(char op)
{
    switch (op) {
    case '+': case '-': return 1;
    case '*': case '/': return 2;
    case 'm':           return 3;
    }
    return 0;
}

/* applies op to the top of the values, returns false for a division by zero */
static bool operate(long long *values, int *top, char op)
{
    long long y = values[--*top], x;
    if (op == 'm') {
        values[(*top)++] = -y;
        return true;
    }
    x = values[--*top];
    if (op == '/' && y == 0)
        return false;
    values[(*top)++] = op == '+' ? x + y
                     : op == '-' ? x - y
                     : op == '*' ? x * y
                     : x / y;
    return true;
}

static bool evaluate(Token *tokens, int count, long long *result)
{
    static long long values[MAX];
    static char ops[MAX];
    int nvalues = 0, nops = 0;
    char before = '^';

    tokens[count].kind = ')';       /* the last bracket closes the expression */
    tokens[count].text = NULL;
    for (int i = 0; i <= count; i++) {
        char k = tokens[i].kind;
        const char *text = tokens[i].text;
        if (k == 'n' && isdigit((unsigned char)*text)) {
            values[nvalues++] = atoll(text);
        } else if (k == 'n') {
            Variable *v = find_variable(text);
            if (!v) {
                printf("error: unknown %s\n", text);
                return false;
            }
            values[nvalues++] = v->value;
        } else if (k == '(') {
            ops[nops++] = '(';
        } else if (k == 'm' && before != 'n' && before != ')') {
            ops[nops++] = 'm';
        } else {
            int limit = k == ')' ? 1 : priority(*text);
            while (nops > 0 && priority(ops[nops - 1]) >= limit) {
                if (!operate(values, &nvalues, ops[--nops])) {
                    printf("error: division by zero\n");
                    return false;
                }
            }
            if (k != ')')
                ops[nops++] = *text;
            else if (nops > 0)
                nops--;
        }
        before = k;
    }
    *result = values[0];
    return true;
}

int main(void)
{
    static char line[MAX];
    static Token tokens[MAX + 1];

    while (fgets(line, sizeof line, stdin)) {
        int count = split(line, tokens);
        if (count == 0)
            continue;

        Token *body = tokens;
        const char *goal = NULL;
        if (count >= 2 && *tokens[1].text == '=' && isalpha((unsigned char)*tokens[0].text)) {
            goal = tokens[0].text;
            body += 2;
        }
        int length = count - (body - tokens);

        long long result;
        if (!syntax_ok(body, length)) {
            printf("error: syntax\n");
        } else if (evaluate(body, length, &result)) {
            if (goal) {
                set_variable(goal, result);
                printf("%s = %lld\n", goal, result);
            } else {
                printf("%lld\n", result);
            }
        }
        for (int i = 0; i < count; i++)
            free(tokens[i].text);
    }
    return 0;
}
