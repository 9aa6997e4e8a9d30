#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each line goes through the shunting yard into reverse Polish notation.
 * If that works, the syntax is right and the notation can be computed. */

#define LIMIT 2048
#define NEGATE '~'

typedef struct {
	char type;          /* 'n' number, 'v' variable, otherwise the operator */
	long long number;
	char *variable;
} Item;

typedef struct Variable {
	char *name;
	long long value;
	struct Variable *next;
} Variable;

static Variable *variables = NULL;

static Variable *get_variable(const char *name)
{
	for (Variable *v = variables; v != NULL; v = v->next)
		if (strcmp(v->name, name) == 0)
			return v;
	return NULL;
}

static void set_variable(const char *name, long long value)
{
	Variable *v = get_variable(name);
	if (v == NULL) {
		v = malloc(sizeof *v);
		v->name = malloc(strlen(name) + 1);
		strcpy(v->name, name);
		v->next = variables;
		variables = v;
	}
	v->value = value;
}

static int priority(char op)
{
	switch (op) {
	case '+': case '-': return 1;
	case '*': case '/': return 2;
	case NEGATE:        return 3;
	default:            return 0;   /* open bracket */
	}
}

/* copies the letters at *s and moves *s behind them */
static char *take_name(const char **s)
{
	size_t n = 0;
	while (isalpha((unsigned char)(*s)[n]))
		n++;
	char *name = calloc(n + 1, 1);
	memcpy(name, *s, n);
	*s += n;
	return name;
}

/* returns the number of items in rpn, or -1 for a syntax error */
static int to_rpn(const char *s, Item *rpn)
{
	char ops[LIMIT];
	int n = 0, depth = 0;
	bool operand_expected = true;

	while (*s != '\0') {
		if (isspace((unsigned char)*s)) {
			s++;
		} else if (operand_expected && isdigit((unsigned char)*s)) {
			char *end;
			rpn[n].type = 'n';
			rpn[n++].number = strtoll(s, &end, 10);
			s = end;
			operand_expected = false;
		} else if (operand_expected && isalpha((unsigned char)*s)) {
			rpn[n].type = 'v';
			rpn[n++].variable = take_name(&s);
			operand_expected = false;
		} else if (operand_expected && (*s == '(' || *s == '-')) {
			ops[depth++] = *s == '-' ? NEGATE : '(';
			s++;
		} else if (!operand_expected && *s == ')') {
			while (depth > 0 && ops[depth - 1] != '(')
				rpn[n++].type = ops[--depth];
			if (depth-- == 0)
				return -1;
			s++;
		} else if (!operand_expected && strchr("+-*/", *s) != NULL) {
			while (depth > 0 && priority(ops[depth - 1]) >= priority(*s))
				rpn[n++].type = ops[--depth];
			ops[depth++] = *s++;
			operand_expected = true;
		} else {
			return -1;
		}
	}
	while (depth > 0) {
		if (ops[--depth] == '(')
			return -1;
		rpn[n++].type = ops[depth];
	}
	return operand_expected ? -1 : n;
}

static bool compute(const Item *rpn, int n, long long *result)
{
	long long stack[LIMIT], *top = stack;   /* top: first free place */
	for (int i = 0; i < n; i++) {
		if (rpn[i].type == 'n') {
			*top++ = rpn[i].number;
		} else if (rpn[i].type == 'v') {
			Variable *v = get_variable(rpn[i].variable);
			if (v == NULL)
				return printf("error: unknown %s\n", rpn[i].variable), false;
			*top++ = v->value;
		} else if (rpn[i].type == NEGATE) {
			top[-1] = -top[-1];
		} else {
			long long right = *--top;
			switch (rpn[i].type) {
			case '+': top[-1] += right; break;
			case '-': top[-1] -= right; break;
			case '*': top[-1] *= right; break;
			case '/':
				if (right == 0)
					return printf("error: division by zero\n"), false;
				top[-1] /= right;
			}
		}
	}
	*result = stack[0];
	return true;
}

int main(void)
{
	char line[LIMIT];
	static Item rpn[LIMIT];

	while (fgets(line, sizeof line, stdin)) {
		const char *s = line;
		while (isspace((unsigned char)*s))
			s++;
		if (*s == '\0')
			continue;

		const char *rest = s;
		char *name = take_name(&rest);
		while (isspace((unsigned char)*rest))
			rest++;
		bool assignment = name[0] != '\0' && *rest == '=';

		long long result;
		int n = to_rpn(assignment ? rest + 1 : s, rpn);
		if (n < 0) {
			printf("error: syntax\n");
		} else if (compute(rpn, n, &result)) {
			if (assignment) {
				set_variable(name, result);
				printf("%s = ", name);
			}
			printf("%lld\n", result);
		}
		free(name);
	}
	return 0;
}
