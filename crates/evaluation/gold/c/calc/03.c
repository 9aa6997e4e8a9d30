#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

typedef struct Node Node;
struct Node { int op; long val; char *id; Node *l, *r; };    /* op: '0' literal, 'a' name, 'm' minus, or + - * / */

static struct { char *id; long val; } *env;
static int nenv;

static const char *src;
static int bad;

static Node *mk(int op, Node *l, Node *r) {
  Node *n = calloc(1, sizeof *n);
  n->op = op; n->l = l; n->r = r;
  return n;
}

static void drop(Node *n) {
  if (!n) return;
  drop(n->l);
  drop(n->r);
  free(n->id);
  free(n);
}

static int peek(void) {
  while (isspace((unsigned char)*src)) src++;
  return (unsigned char)*src;
}

static char *ident(void) {
  const char *b = src;
  while (isalpha((unsigned char)*src)) src++;
  char *s = malloc(src - b + 1);
  memcpy(s, b, src - b);
  s[src - b] = 0;
  return s;
}

static Node *climb(int min);

static Node *atom(void) {
  int c = peek();
  Node *n = NULL;
  if (isdigit(c)) {
    n = mk('0', 0, 0);
    n->val = strtol(src, (char **)&src, 10);
  } else if (isalpha(c)) {
    n = mk('a', 0, 0);
    n->id = ident();
  } else if (c == '-') {
    src++;
    n = mk('m', atom(), 0);
  } else if (c == '(') {
    src++;
    n = climb(1);
    if (peek() == ')') src++; else bad = 1;
  } else bad = 1;
  return n;
}

static int prec(int c) {
  return c == '+' || c == '-' ? 1 : c == '*' || c == '/' ? 2 : 0;
}

static Node *climb(int min) {
  Node *n = atom();
  while (!bad && prec(peek()) >= min) {
    int op = *src++;
    n = mk(op, n, climb(prec(op) + 1));
  }
  return n;
}

/* 0 = fine, otherwise the message has been printed */
static int eval(const Node *n, long *out) {
  long a, b = 0;
  switch (n->op) {
  case '0':
    *out = n->val;
    return 0;
  case 'a':
    for (int i = 0; i < nenv; i++)
      if (!strcmp(env[i].id, n->id)) { *out = env[i].val; return 0; }
    printf("error: unknown %s\n", n->id);
    return 1;
  }
  if (eval(n->l, &a) || (n->r && eval(n->r, &b))) return 1;
  switch (n->op) {
  case 'm': *out = -a; break;
  case '+': *out = a + b; break;
  case '-': *out = a - b; break;
  case '*': *out = a * b; break;
  case '/':
    if (!b) { puts("error: division by zero"); return 1; }
    *out = a / b;
  }
  return 0;
}

static void assign(char *id, long val) {
  int i = 0;
  while (i < nenv && strcmp(env[i].id, id)) i++;
  if (i == nenv) {
    env = realloc(env, ++nenv * sizeof *env);
    env[i].id = id;
  } else free(id);
  env[i].val = val;
}

int main(void) {
  static char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    long v;
    char *lhs = NULL, *eq = strchr(line, '=');
    src = line;
    bad = 0;
    if (!peek()) continue;
    if (eq) {
      if (isalpha(peek())) lhs = ident();
      bad = !lhs || peek() != '=';
      src = eq + 1;
    }
    Node *tree = bad ? NULL : climb(1);
    if (bad || peek()) puts("error: syntax");
    else if (!eval(tree, &v)) {
      if (lhs) printf("%s = ", lhs);
      printf("%ld\n", v);
      if (lhs) assign(lhs, v);
    }
    drop(tree);
  }
  return 0;
}
