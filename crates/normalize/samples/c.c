/*
 * A small address book on a hash table: reads commands, keeps entries sorted on demand.
 */
#include <ctype.h>
#include <stdarg.h>
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

#if defined(LOG_TO_FILE) && LOG_TO_FILE > 0
#define LOG_NAME "book.log"
#elif defined(QUIET)
#undef VERBOSE
#else
#define VERBOSE 1
#endif

#pragma pack(push, 1)
struct header {
    unsigned version : 4, flags : 4;
    union {
        unsigned char bytes[4];
        long value;
    } size;
    const char *volatile label;
};
#pragma pack(pop)

extern int failures;
static inline long long power(int base, register int exponent)
{
    long long result = 1;
    do {
        if (exponent & 1)
            result *= base;
        base *= base;
    } while ((exponent >>= 1) != 0);
    return result;
}

static int log_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int written = vfprintf(stderr, format, arguments);
    va_end(arguments);
    return written;
}

/* Reads "name number" lines until the file ends; a line that begins with # is skipped. */
static int load(FILE *file)
{
    char line[2 * NAME_SIZE], *end;
    int count = 0, line_number = 0;
    for (;;) {
        if (!fgets(line, sizeof(line), file))
            break;
        line_number++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        char *space = strrchr(line, ' ');
        if (space == NULL) {
            log_line("line %d: no number\n", line_number);
            goto failed;
        }
        *space++ = '\0';
        unsigned long number = strtoul(space, &end, 10);
        count += store(line, number);
    }
    return count;
failed:
    fclose(file);
    return -1;
}

static void histogram(void)
{
    static int heights[8][BUCKETS / 8];
    int row, column, highest = 0;
    for (row = 0, column = 0; row * 8 + column < BUCKETS; column == 7 ? row++, column = 0 : column++) {
        entry *at = table[row * 8 + column];
        while (at) {
            heights[column][row] += 1;
            at = at->next;
        }
        highest = heights[column][row] > highest ? heights[column][row] : highest;
    }
    switch (highest % 3) {
    case 0:
        puts("empty or even");
        /* fall through */
    case 1:
    case 2: {
        float share = (float)entries / BUCKETS;
        printf("%5.2f%% full, at most %d\n", share * 100.0f, highest);
        break;
    }
    }
    struct header head = { .version = 1, .size.value = 0x10L, .label = "book" };
    head.flags |= 2u;
    head.flags ^= head.version & ~1;
    printf("%s %lld\n", head.label, power(2, head.flags) - sizeof(struct header));
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
            int (*const check)(int) = isdigit;
            if (command == 'l' && load(stdin) < 0)
                return EXIT_FAILURE;
            else if (check(command))
                histogram();
            print(isupper(command) ? BY_NUMBER : BY_NAME);
        }
    }
    return EXIT_SUCCESS;
}
