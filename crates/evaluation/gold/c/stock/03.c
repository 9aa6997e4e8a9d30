#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 257

typedef struct Entry {
	char *key;
	long qty;
	long unitPrice;
	struct Entry *next;
} Entry;

typedef struct {
	Entry *bucket[BUCKETS];
	size_t size;
} HashMap;

static unsigned hashOf(const char *s) {
	unsigned h = 5381;
	while (*s)
		h = h * 33 + (unsigned char)*s++;
	return h % BUCKETS;
}

static Entry *mapGet(HashMap *map, const char *key) {
	Entry *e = map->bucket[hashOf(key)];
	while (e && strcmp(e->key, key))
		e = e->next;
	return e;
}

static Entry *mapGetOrCreate(HashMap *map, const char *key) {
	Entry *e = mapGet(map, key);
	if (e)
		return e;
	unsigned h = hashOf(key);
	e = calloc(1, sizeof(Entry));
	e->key = malloc(strlen(key) + 1);
	strcpy(e->key, key);
	e->next = map->bucket[h];
	map->bucket[h] = e;
	map->size++;
	return e;
}

static int byKey(const void *l, const void *r) {
	const Entry *x = *(Entry *const *)l, *y = *(Entry *const *)r;
	return strcmp(x->key, y->key);
}

static void printReport(const HashMap *map) {
	Entry **sorted = malloc((map->size + 1) * sizeof(Entry *));
	size_t n = 0;
	for (int b = 0; b < BUCKETS; b++)
		for (Entry *e = map->bucket[b]; e; e = e->next)
			sorted[n++] = e;
	qsort(sorted, n, sizeof(Entry *), byKey);

	long total = 0;
	for (size_t i = 0; i < n; i++) {
		total += sorted[i]->qty * sorted[i]->unitPrice;
		printf("%s %ld %ld\n", sorted[i]->key, sorted[i]->qty, sorted[i]->unitPrice);
	}
	printf("total %ld\n", total);
	free(sorted);
}

static void takeOut(HashMap *map, const char *key, long howMany) {
	Entry *e = mapGet(map, key);
	if (!e) {
		printf("unknown %s\n", key);
		return;
	}
	if (howMany > e->qty) {
		printf("not enough %s\n", key);
		return;
	}
	e->qty -= howMany;
}

static void changePrice(HashMap *map, const char *key, long newPrice) {
	Entry *e = mapGet(map, key);
	if (e)
		e->unitPrice = newPrice;
	else
		printf("unknown %s\n", key);
}

int main(void) {
	static HashMap map;
	char buf[512];

	while (fgets(buf, sizeof buf, stdin)) {
		const char *sep = " \t\r\n";
		char *cmd = strtok(buf, sep);
		if (!cmd)
			continue;
		if (!strcmp(cmd, "end"))
			break;
		if (!strcmp(cmd, "report")) {
			printReport(&map);
			continue;
		}
		char *key = strtok(NULL, sep);
		char *first = strtok(NULL, sep);
		char *second = strtok(NULL, sep);
		if (!strcmp(cmd, "add") && second) {
			Entry *e = mapGetOrCreate(&map, key);
			e->qty += atol(first);
			e->unitPrice = atol(second);
		} else if (!strcmp(cmd, "remove") && first) {
			takeOut(&map, key, atol(first));
		} else if (!strcmp(cmd, "price") && first) {
			changePrice(&map, key, atol(first));
		} else {
			puts("bad command");
		}
	}
	return 0;
}
