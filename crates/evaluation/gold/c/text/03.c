#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* open addressing, linear probing; size always a power of two */
struct slot { char *w; size_t n; };
static struct slot *tab;
static size_t size, used;

static uint32_t fnv(const char *s)
{
	uint32_t h = 2166136261u;
	for (; *s; s++) h = (h ^ (uint8_t)*s) * 16777619u;
	return h;
}

static struct slot *probe(struct slot *t, size_t sz, const char *w)
{
	size_t i = fnv(w) & (sz - 1);
	while (t[i].w && strcmp(t[i].w, w)) i = (i + 1) & (sz - 1);
	return t + i;
}

static void grow(void)
{
	size_t bigger = size ? size * 2 : 64;
	struct slot *t = calloc(bigger, sizeof *t);
	if (!t) exit(2);
	for (size_t i = 0; i < size; i++)
		if (tab[i].w) *probe(t, bigger, tab[i].w) = tab[i];
	free(tab);
	tab = t;
	size = bigger;
}

static void hit(char *w)
{
	if (2 * (used + 1) > size) grow();
	struct slot *s = probe(tab, size, w);
	if (!s->w) { s->w = w; used++; }
	s->n++;
}

static int cmp(const void *pa, const void *pb)
{
	const struct slot *a = pa, *b = pb;
	if (a->n != b->n) return a->n < b->n ? 1 : -1;
	return strcmp(a->w, b->w);
}

static char *read_all(size_t *len)
{
	size_t cap = 1 << 12, n;
	char *buf = malloc(cap);
	*len = 0;
	while ((n = fread(buf + *len, 1, cap - *len - 1, stdin)) > 0)
		if ((*len += n) + 1 == cap) buf = realloc(buf, cap *= 2);
	buf[*len] = 0;
	return buf;
}

int main(void)
{
	size_t len, lines = 0, words = 0, max = 0;
	char *text = read_all(&len), *longest = "-";
	size_t *by_len = calloc(len + 1, sizeof *by_len);

	for (size_t i = 0; i < len; i++) lines += text[i] == '\n';
	if (len && text[len - 1] != '\n') lines++;

	for (char *p = text, *end = text + len; p < end; p++) {
		char *start = p;
		for (; p < end && ((*p | 32) >= 'a' && (*p | 32) <= 'z'); p++) *p |= 32;
		size_t n = p - start;
		if (!n) continue;
		*p = 0;
		words++;
		by_len[n]++;
		if (n > max) { max = n; longest = start; }
		hit(start);
	}
	printf("lines %zu\nwords %zu\ndifferent %zu\nlongest %s\n", lines, words, used, longest);

	struct slot *top = malloc((used + 1) * sizeof *top);
	size_t k = 0;
	for (size_t i = 0; i < size; i++) if (tab[i].w) top[k++] = tab[i];
	qsort(top, k, sizeof *top, cmp);
	for (size_t i = 0; i < k && i < 10; i++) printf("%zu %s\n", top[i].n, top[i].w);

	for (size_t n = 1; n <= max; n++) {
		if (!by_len[n]) continue;
		printf("%zu: ", n);
		for (size_t j = by_len[n]; j--; ) putchar('#');
		putchar('\n');
	}
	return 0;
}
