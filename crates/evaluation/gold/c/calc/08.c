#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* Compiles each statement to code for a small stack machine, then runs it. */

typedef enum { PUSH, LOAD, NEG, ADD, SUB, MUL, DIV, PRINT, SAVE, HALT } Opcode;

/* arg of PUSH: the number; of LOAD and SAVE: index of the symbol */
typedef struct { Opcode code; int64_t arg; } Instr;
typedef struct { char name[80]; int known; int64_t value; } Symbol;

static Symbol symbols[500];
static int symbol_count;
static Instr program[4000];
static int pc;
static const char *in;
static jmp_buf on_error;

_Noreturn static void fail(const char *message, const char *detail)
{
	printf("error: %s%s\n", message, detail);
	longjmp(on_error, 1);
}

static void emit(Opcode code, int64_t arg)
{
	program[pc++] = (Instr){ code, arg };
}

static void blanks(void)
{
	in += strspn(in, " \t\r\n");
}

/* consumes the character if it is the next one */
static int got(char c)
{
	blanks();
	if (*in != c || c == '\0')
		return 0;
	in++;
	return 1;
}

static int symbol(void)
{
	/* write it into the next free place; it stays there if it is new */
	char *fresh = symbols[symbol_count].name;
	int i = 0, n = 0;
	for (; isalpha((unsigned char)*in); in++)
		if (n < 79)
			fresh[n++] = *in;
	fresh[n] = '\0';
	while (strcmp(symbols[i].name, fresh) != 0)
		i++;
	if (i == symbol_count)
		symbol_count++;
	return i;
}

static void compile_sum(void);

static void compile_unary(void)
{
	if (got('-')) {
		compile_unary();
		emit(NEG, 0);
	} else if (got('(')) {
		compile_sum();
		if (!got(')'))
			fail("syntax", "");
	} else if (isdigit((unsigned char)*in)) {
		char *end;
		emit(PUSH, strtoimax(in, &end, 10));
		in = end;
	} else if (isalpha((unsigned char)*in)) {
		emit(LOAD, symbol());
	} else {
		fail("syntax", "");
	}
}

static void compile_product(void)
{
	compile_unary();
	for (;;) {
		Opcode code = got('*') ? MUL : got('/') ? DIV : HALT;
		if (code == HALT)
			return;
		compile_unary();
		emit(code, 0);
	}
}

static void compile_sum(void)
{
	compile_product();
	for (int plus; (plus = got('+')) || got('-'); ) {
		compile_product();
		emit(plus ? ADD : SUB, 0);
	}
}

static void compile_statement(void)
{
	int target = -1;
	const char *begin = in;

	blanks();
	if (isalpha((unsigned char)*in)) {
		target = symbol();
		if (!got('=')) {
			target = -1;
			in = begin;
		}
	}
	compile_sum();
	blanks();
	if (*in != '\0')
		fail("syntax", "");
	if (target >= 0)
		emit(SAVE, target);
	emit(PRINT, 0);
	emit(HALT, 0);
}

static void run(void)
{
	static int64_t stack[4000];
	int64_t *sp = stack;            /* points behind the top */
	for (const Instr *i = program; i->code != HALT; i++) {
		switch (i->code) {
		case PUSH: *sp++ = i->arg; break;
		case LOAD:
			if (!symbols[i->arg].known)
				fail("unknown ", symbols[i->arg].name);
			*sp++ = symbols[i->arg].value;
			break;
		case NEG: sp[-1] = -sp[-1]; break;
		case ADD: sp--; sp[-1] += *sp; break;
		case SUB: sp--; sp[-1] -= *sp; break;
		case MUL: sp--; sp[-1] *= *sp; break;
		case DIV:
			if (*--sp == 0)
				fail("division by zero", "");
			sp[-1] /= *sp;
			break;
		case SAVE:
			symbols[i->arg].known = 1;
			symbols[i->arg].value = sp[-1];
			printf("%s = ", symbols[i->arg].name);
			break;
		case PRINT: printf("%" PRId64 "\n", *--sp); break;
		case HALT: break;
		}
	}
}

int main(void)
{
	static char line[2000];
	while (fgets(line, sizeof line, stdin)) {
		in = line;
		pc = 0;
		blanks();
		if (*in == '\0' || setjmp(on_error))
			continue;
		compile_statement();
		run();
	}
	return 0;
}
