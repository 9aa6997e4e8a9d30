#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char *nm; long n, p; } rec;

static rec *v;
static size_t len, cap;

/* lower bound; *hit tells whether v[result] is the one */
static size_t lb(const char *nm, bool *hit)
{
	size_t lo = 0, hi = len;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (strcmp(v[mid].nm, nm) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	*hit = lo < len && !strcmp(v[lo].nm, nm);
	return lo;
}

static rec *want(const char *nm)
{
	bool hit;
	size_t i = lb(nm, &hit);
	if (hit)
		return v + i;
	printf("unknown %s\n", nm);
	return NULL;
}

static bool c_add(char **arg)
{
	bool hit;
	size_t i = lb(arg[1], &hit);
	if (!hit) {
		if (len == cap) {
			cap = cap ? 2 * cap : 16;
			v = realloc(v, cap * sizeof *v);
			if (!v)
				abort();
		}
		memmove(v + i + 1, v + i, (len++ - i) * sizeof *v);
		v[i] = (rec){ strcpy(malloc(strlen(arg[1]) + 1), arg[1]), 0, 0 };
	}
	v[i].n += strtol(arg[2], NULL, 10);
	v[i].p = strtol(arg[3], NULL, 10);
	return true;
}

static bool c_remove(char **arg)
{
	rec *r = want(arg[1]);
	long k = strtol(arg[2], NULL, 10);
	if (r && r->n < k)
		printf("not enough %s\n", r->nm);
	else if (r)
		r->n -= k;
	return true;
}

static bool c_price(char **arg)
{
	rec *r = want(arg[1]);
	if (r)
		r->p = strtol(arg[2], NULL, 10);
	return true;
}

static bool c_report(char **arg)
{
	long t = 0;
	(void)arg;
	for (const rec *r = v; r < v + len; t += r->n * r->p, r++)
		printf("%s %ld %ld\n", r->nm, r->n, r->p);
	printf("total %ld\n", t);
	return true;
}

static bool c_end(char **arg)
{
	(void)arg;
	return false;
}

static const struct { const char *word; int argc; bool (*run)(char **); } cmds[] = {
	{ "add", 4, c_add }, { "remove", 3, c_remove }, { "price", 3, c_price },
	{ "report", 1, c_report }, { "end", 1, c_end },
};

int main(void)
{
	char line[1024];
	bool go = true;

	while (go && fgets(line, sizeof line, stdin)) {
		char *arg[4];
		int argc = 0;
		for (char *t = strtok(line, " \t\r\n"); t && argc < 4; t = strtok(NULL, " \t\r\n"))
			arg[argc++] = t;
		if (!argc)
			continue;
		size_t k = 0, all = sizeof cmds / sizeof *cmds;
		while (k < all && (strcmp(cmds[k].word, arg[0]) || argc < cmds[k].argc))
			k++;
		if (k < all)
			go = cmds[k].run(arg);
		else
			puts("bad command");
	}
}
