#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE 4096
#define MAX_NAME 100
#define UNARY 30

/* ---- errors ---- */

static jmp_buf trap;
static char problem[MAX_NAME + 40];

static void raise_error(const char *what, const char *name)
{
    snprintf(problem, sizeof problem, "error: %s%s", what, name);
    longjmp(trap, 1);
}

/* ---- names ---- */

struct name {
    char text[MAX_NAME];
    long long value;
    struct name *next;
};

static struct name *names = NULL;

static struct name *find(const char *text)
{
    struct name *n = names;
    while (n != NULL && strcmp(n->text, text) != 0)
        n = n->next;
    return n;
}

static void assign(const char *text, long long value)
{
    struct name *n = find(text);
    if (n == NULL) {
        n = malloc(sizeof *n);
        strcpy(n->text, text);
        n->next = names;
        names = n;
    }
    n->value = value;
}

/* ---- operators ---- */

static long long plus(long long a, long long b)  { return a + b; }
static long long minus(long long a, long long b) { return a - b; }
static long long times(long long a, long long b) { return a * b; }

static long long divide(long long a, long long b)
{
    if (b == 0)
        raise_error("division by zero", "");
    return a / b;
}

static const struct operator {
    char sign;
    int power;
    long long (*function)(long long, long long);
} operators[] = {
    {'+', 10, plus},
    {'-', 10, minus},
    {'*', 20, times},
    {'/', 20, divide},
};

/* ---- tokens ---- */

typedef struct {
    char kind;              /* 'n' number, 'w' name, 'e' end, else the sign */
    long long number;
    char text[MAX_NAME];
} Token;

static Token tokens[MAX_LINE + 1];
static int at;

static void tokenize(const char *s)
{
    int n = 0;
    while (*s) {
        if (isspace((unsigned char)*s)) {
            s++;
            continue;
        }
        Token *t = &tokens[n++];
        if (isdigit((unsigned char)*s)) {
            char *end;
            t->kind = 'n';
            t->number = strtoll(s, &end, 10);
            s = end;
        } else if (isalpha((unsigned char)*s)) {
            int length = 0;
            t->kind = 'w';
            while (isalpha((unsigned char)*s) && length < MAX_NAME - 1)
                t->text[length++] = *s++;
            t->text[length] = '\0';
        } else if (strchr("-+*/()=", *s)) {
            t->kind = *s++;
        } else {
            raise_error("syntax", "");
        }
    }
    tokens[n].kind = 'e';
}

/* ---- compiled expressions: each node knows the function that runs it ---- */

typedef struct node Node;
struct node {
    long long (*run)(const Node *);
    long long number;
    const char *name;
    const struct operator *op;
    const Node *left, *right;
};

static Node pool[2 * MAX_LINE];
static int used;

static long long run_number(const Node *n)
{
    return n->number;
}

static long long run_name(const Node *n)
{
    struct name *found = find(n->name);
    if (found == NULL)
        raise_error("unknown ", n->name);
    return found->value;
}

static long long run_negative(const Node *n)
{
    return -n->left->run(n->left);
}

static long long run_binary(const Node *n)
{
    long long a = n->left->run(n->left);
    long long b = n->right->run(n->right);
    return n->op->function(a, b);
}

static Node *new_node(long long (*run)(const Node *))
{
    Node *n = &pool[used++];
    n->run = run;
    return n;
}

static const struct operator *binary_operator(char sign)
{
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (operators[i].sign == sign)
            return &operators[i];
    return NULL;
}

static void expect(char kind)
{
    if (tokens[at++].kind != kind)
        raise_error("syntax", "");
}

static Node *climb(int least);

static Node *atom(void)
{
    Token *t = &tokens[at++];
    Node *n = NULL;
    switch (t->kind) {
    case 'n':
        n = new_node(run_number);
        n->number = t->number;
        break;
    case 'w':
        n = new_node(run_name);
        n->name = t->text;
        break;
    case '-':
        n = new_node(run_negative);
        n->left = climb(UNARY);
        break;
    case '(':
        n = climb(0);
        expect(')');
        break;
    default:
        raise_error("syntax", "");
    }
    return n;
}

static Node *climb(int least)
{
    Node *left = atom();
    for (;;) {
        const struct operator *op = binary_operator(tokens[at].kind);
        if (op == NULL || op->power < least)
            return left;
        at++;
        Node *both = new_node(run_binary);
        both->op = op;
        both->left = left;
        both->right = climb(op->power + 1);
        left = both;
    }
}

static void execute(const char *line)
{
    if (setjmp(trap)) {
        puts(problem);
        return;
    }
    tokenize(line);
    at = used = 0;
    const char *target = NULL;
    if (tokens[0].kind == 'w' && tokens[1].kind == '=') {
        target = tokens[0].text;
        at = 2;
    }
    const Node *program = climb(0);
    expect('e');
    long long result = program->run(program);
    if (target != NULL) {
        assign(target, result);
        printf("%s = %lld\n", target, result);
    } else {
        printf("%lld\n", result);
    }
}

int main(void)
{
    char line[MAX_LINE];
    while (fgets(line, sizeof line, stdin)) {
        if (strspn(line, " \t\r\n") < strlen(line))
            execute(line);
    }
    return 0;
}
