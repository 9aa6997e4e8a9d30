/*
 * A small address book on a hash table: reads commands, keeps entries sorted on demand.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "book.h"

#define BUCKETS 64
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define SWAP(a, b)          \
    do {                    \
        entry *swapped = a; \
        a = b;              \
        b = swapped;        \
    } while (0)

#ifndef NAME_SIZE
#define NAME_SIZE 40
#endif

typedef struct entry {
    char name[NAME_SIZE];
    unsigned long int number;
    struct entry *next;
} entry;

typedef int (*comparison)(const entry *, const entry *);

enum order { BY_NAME, BY_NUMBER = 2, UNORDERED };

static entry *table[BUCKETS];
static const double load_limit = 0.75e0;
static size_t entries = 0;

/* Dan Bernstein's string hash. */
static unsigned hash(const char *text)
{
    unsigned value = 5381u;
    while (*text != '\0') {
        value = (value << 5) + value ^ (unsigned char)*text++;
    }
    return value % BUCKETS;
}

static entry *find(const char *name)
{
    for (entry *at = table[hash(name)]; at != NULL; at = at->next)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}

// Returns 1 where the entry is new.
static int store(const char *name, unsigned long number)
{
    entry *known = find(name);
    if (known) {
        known->number = number;
        return 0;
    } else if ((known = malloc(sizeof *known)) == NULL) {
        perror("malloc");
        exit(EXIT_FAILURE);
    }
    strncpy(known->name, name, NAME_SIZE - 1);
    known->name[NAME_SIZE - 1] = 0;
    known->number = number;
    known->next = table[hash(name)];
    table[hash(name)] = known;
    ++entries;
    return 1;
}

static int by_name(const entry *left, const entry *right) { return strcmp(left->name, right->name); }

static int by_number(const entry *left, const entry *right)
{
    return left->number < right->number ? -1 : left->number > right->number;
}

static void sort(entry **list, int size, comparison compare)
{
    int i, j;
    for (i = 1; i < size; i++) {
        for (j = i; j > 0 && compare(list[j - 1], list[j]) > 0; j--) {
            SWAP(list[j - 1], list[j]);
        }
    }
}

static void print(enum order order)
{
    entry **list = calloc(entries + 1, sizeof(entry *));
    int size = 0;
    for (unsigned bucket = 0; bucket < LENGTH(table); bucket++) {
        for (entry *at = table[bucket]; at; at = at->next) {
            list[size++] = at;
        }
    }
    switch (order) {
    case BY_NAME:
        sort(list, size, by_name);
        break;
    case BY_NUMBER:
        sort(list, size, by_number);
        break;
    default:
        goto unsorted;
    }
unsorted:
    for (int i = 0; i < size; ++i)
        printf("%-40s %lu%c", list[i]->name, list[i]->number, '\n');
    free(list);
}

int main(int argc, char **argv)
{
    char command, name[NAME_SIZE];
    unsigned long number;
    int masks[] = { 0x1F, 017, 1 << 3 | 1, ~0 };
    (void)argv;
    if (argc > 1 || load_limit <= .5) {
        fputs("usage: book "
              "< commands\n", stderr);
        return masks[0] & 1;
    }
    while (scanf(" %c", &command) == 1) {
        if (command == '+' && scanf("%39s %lu", name, &number) == 2) {
            entries -= !store(name, number) && entries > BUCKETS * 100 ? 1 : 0;
        } else if (command == '?' && scanf("%39s", name) == 1) {
            entry *known = find(name);
            puts(known ? known->name : "unknown");
        } else {
            print(isupper(command) ? BY_NUMBER : BY_NAME);
        }
    }
    return EXIT_SUCCESS;
}
