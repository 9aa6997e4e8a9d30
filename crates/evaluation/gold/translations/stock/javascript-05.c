/*
 * stock keeping with a self made hash table
 * (separate chaining, doubles when it gets too full)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char *key;
    long long count;
    long long price;
    struct entry *next;
} entry;

typedef struct {
    size_t size;
    size_t n_buckets;
    entry **buckets;
} hash_table;

static hash_table table;

static void table_init(hash_table *t)
{
    t->size = 0;
    t->n_buckets = 16;
    t->buckets = calloc(t->n_buckets, sizeof *t->buckets);
}

static size_t table_hash(const hash_table *t, const char *key)
{
    unsigned int h = 5381;
    for (size_t i = 0; key[i] != '\0'; i++)
        h = h * 33 + (unsigned char) key[i];
    return h % t->n_buckets;
}

static entry *table_lookup(const hash_table *t, const char *key)
{
    for (entry *e = t->buckets[table_hash(t, key)]; e != NULL; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e;
    return NULL;
}

/* all the entries in a new array */
static entry **table_entries(const hash_table *t)
{
    entry **all = malloc((t->size + 1) * sizeof *all);
    size_t n = 0;
    for (size_t i = 0; i < t->n_buckets; i++)
        for (entry *e = t->buckets[i]; e != NULL; e = e->next)
            all[n++] = e;
    return all;
}

static void put(hash_table *t, entry *e)
{
    size_t b = table_hash(t, e->key);
    e->next = t->buckets[b];
    t->buckets[b] = e;
}

static void table_grow(hash_table *t)
{
    entry **all = table_entries(t);
    free(t->buckets);
    t->n_buckets *= 2;
    t->buckets = calloc(t->n_buckets, sizeof *t->buckets);
    for (size_t i = 0; i < t->size; i++)
        put(t, all[i]);
    free(all);
}

static void table_insert(hash_table *t, const char *key, long long count, long long price)
{
    entry *e = malloc(sizeof *e);
    e->key = malloc(strlen(key) + 1);
    strcpy(e->key, key);
    e->count = count;
    e->price = price;
    if (t->size >= 2 * t->n_buckets)
        table_grow(t);
    put(t, e);
    t->size++;
}

static int compare(const void *a, const void *b)
{
    return strcmp((*(entry *const *) a)->key, (*(entry *const *) b)->key);
}

static void print_report(void)
{
    entry **list = table_entries(&table);
    qsort(list, table.size, sizeof *list, compare);
    long long value = 0;
    for (size_t i = 0; i < table.size; i++) {
        printf("%s %lld %lld\n", list[i]->key, list[i]->count, list[i]->price);
        value += list[i]->count * list[i]->price;
    }
    printf("total %lld\n", value);
    free(list);
}

static void handle(char *words[], int n_words)
{
    const char *verb = words[0];
    entry *e = n_words > 1 ? table_lookup(&table, words[1]) : NULL;

    if (strcmp(verb, "report") == 0) {
        print_report();
    } else if (strcmp(verb, "add") == 0) {
        long long count = atoll(words[2]);
        long long price = atoll(words[3]);
        if (e == NULL) {
            table_insert(&table, words[1], count, price);
        } else {
            e->count += count;
            e->price = price;
        }
    } else if (strcmp(verb, "remove") != 0 && strcmp(verb, "price") != 0) {
        printf("bad command\n");
    } else if (e == NULL) {
        printf("unknown %s\n", words[1]);
    } else if (strcmp(verb, "price") == 0) {
        e->price = atoll(words[2]);
    } else {
        long long n = atoll(words[2]);
        if (n > e->count)
            printf("not enough %s\n", e->key);
        else
            e->count -= n;
    }
}

int main(void)
{
    char line[1000];

    table_init(&table);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *words[4] = { "", "", "", "" };
        int n = 0;
        char *w = strtok(line, " \t\r\n");
        while (w != NULL && n < 4) {
            words[n++] = w;
            w = strtok(NULL, " \t\r\n");
        }
        if (n == 0)
            continue;
        if (strcmp(words[0], "end") == 0)
            break;
        handle(words, n);
    }
    return 0;
}
