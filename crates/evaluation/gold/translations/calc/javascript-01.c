#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TOKENS 4096

typedef enum { OK, SYNTAX_PROBLEM, UNKNOWN_NAME, ZERO_DIVISION } Status;

/* a token; with children it is a node of the tree */
typedef struct Node {
  char type;                 /* 'n' number, 'v' name, '~' negate, '\0' end, else the sign */
  long long value;
  char *name;
  struct Node *left, *right;
} Node;

typedef struct Variable {
  char *name;
  long long value;
  struct Variable *next;
} Variable;

static Variable *variables = NULL;
static const char *unknown;

static Variable *find(const char *name) {
  for (Variable *v = variables; v; v = v->next) {
    if (!strcmp(v->name, name)) return v;
  }
  return NULL;
}

static void set(const char *name, long long value) {
  Variable *v = find(name);
  if (!v) {
    v = malloc(sizeof(Variable));
    v->name = strdup(name);
    v->next = variables;
    variables = v;
  }
  v->value = value;
}

static Node *new_node(char type, Node *left, Node *right) {
  Node *node = calloc(1, sizeof(Node));
  node->type = type;
  node->left = left;
  node->right = right;
  return node;
}

/* Splits a line into numbers, names and single signs. */
static Status tokenize(const char *s, Node **tokens) {
  int count = 0;
  while (*s) {
    if (isspace((unsigned char)*s)) {
      s++;
    } else if (isdigit((unsigned char)*s)) {
      char *end;
      Node *token = new_node('n', NULL, NULL);
      token->value = strtoll(s, &end, 10);
      tokens[count++] = token;
      s = end;
    } else if (isalpha((unsigned char)*s)) {
      size_t length = 0;
      while (isalpha((unsigned char)s[length])) length++;
      Node *token = new_node('v', NULL, NULL);
      token->name = strndup(s, length);
      tokens[count++] = token;
      s += length;
    } else if (strchr("-+*/()=", *s)) {
      tokens[count++] = new_node(*s++, NULL, NULL);
    } else {
      return SYNTAX_PROBLEM;
    }
  }
  tokens[count] = new_node('\0', NULL, NULL);
  return OK;
}

/* Recursive descent, builds a tree. NULL means that the syntax is wrong. */
static Node **position;

static Node *expression(void);

static char peek(void) {
  return (*position)->type;
}

static Node *next(void) {
  return *position++;
}

static Node *factor(void) {
  switch (peek()) {
    case 'n':
    case 'v':
      return next();
    case '-': {
      next();
      Node *operand = factor();
      return operand ? new_node('~', operand, NULL) : NULL;
    }
    case '(': {
      next();
      Node *inside = expression();
      if (!inside || peek() != ')') return NULL;
      next();
      return inside;
    }
    default:
      return NULL;
  }
}

static Node *term(void) {
  Node *left = factor();
  while (left && (peek() == '*' || peek() == '/')) {
    char sign = next()->type;
    Node *right = factor();
    left = right ? new_node(sign, left, right) : NULL;
  }
  return left;
}

static Node *expression(void) {
  Node *left = term();
  while (left && (peek() == '+' || peek() == '-')) {
    char sign = next()->type;
    Node *right = term();
    left = right ? new_node(sign, left, right) : NULL;
  }
  return left;
}

static Node *parse_all(Node **tokens) {
  position = tokens;
  Node *tree = expression();
  return tree && peek() == '\0' ? tree : NULL;
}

static Status evaluate(const Node *node, long long *result) {
  long long left, right;
  Status status;

  if (node->type == 'n') {
    *result = node->value;
    return OK;
  }
  if (node->type == 'v') {
    Variable *v = find(node->name);
    if (!v) {
      unknown = node->name;
      return UNKNOWN_NAME;
    }
    *result = v->value;
    return OK;
  }
  if ((status = evaluate(node->left, &left)) != OK) return status;
  if (node->type == '~') {
    *result = -left;
    return OK;
  }
  if ((status = evaluate(node->right, &right)) != OK) return status;
  switch (node->type) {
    case '+': *result = left + right; break;
    case '-': *result = left - right; break;
    case '*': *result = left * right; break;
    case '/':
      if (right == 0) return ZERO_DIVISION;
      *result = left / right;
  }
  return OK;
}

static Status run_statement(const char *line) {
  static Node *tokens[MAX_TOKENS];
  Node **body = tokens;
  const char *target = NULL;
  long long value;

  Status status = tokenize(line, tokens);
  if (status != OK) return status;
  if (tokens[0]->type == 'v' && tokens[1]->type == '=') {
    target = tokens[0]->name;
    body += 2;
  }
  Node *tree = parse_all(body);
  if (!tree) return SYNTAX_PROBLEM;
  if ((status = evaluate(tree, &value)) != OK) return status;
  if (target) {
    set(target, value);
    printf("%s = ", target);
  }
  printf("%lld\n", value);
  return OK;
}

static bool blank(const char *s) {
  while (isspace((unsigned char)*s)) s++;
  return *s == '\0';
}

int main(void) {
  char line[MAX_TOKENS];
  while (fgets(line, sizeof line, stdin)) {
    if (blank(line)) continue;
    switch (run_statement(line)) {
      case OK: break;
      case SYNTAX_PROBLEM: puts("error: syntax"); break;
      case UNKNOWN_NAME: printf("error: unknown %s\n", unknown); break;
      case ZERO_DIVISION: puts("error: division by zero"); break;
    }
  }
  return 0;
}
